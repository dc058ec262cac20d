"""Texts of the analysis of a game, and of the pages of puzzles."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language


def _words(catalog: NullTranslations) -> Mapping[str, str]:
    _, pgettext = catalog.gettext, catalog.pgettext
    return {
        # Puzzles.
        "puzzles": _("Puzzles"),
        "puzzle": _("Puzzle"),
        "puzzles-what": _(
            "Each puzzle is a position from a finished game, and one answer is right. In some you see every card, even "
            "those in the deck: find the move after which no point is lost. In the others you see what one player saw: "
            "say what a clue has told, or what to do next, by the conventions on which players of the H-group agree."
        ),
        "daily-puzzle": _("Puzzle of the day"),
        "puzzles-all": _("All puzzles"),
        "puzzles-none": _("There are no such puzzles yet."),
        "no-script-puzzle": _("Solving a puzzle needs JavaScript."),
        "filter-theme": _("Solution"),
        "theme-play": _("to play a card"),
        "theme-discard": _("to discard a card"),
        "theme-clue": _("to give a clue"),
        "theme-tempo": _("a question of time"),
        "filter-difficulty": _("Difficulty"),
        "difficulty-easy": _("easy"),
        "difficulty-medium": _("medium"),
        "difficulty-hard": _("hard"),
        "puzzle-keep": _("Keep {score} points"),
        "task-points": _("{name} is to move. Which choice keeps {score} points?"),
        "puzzle-hint": _("Choose a card of {name} to play or discard it, or a card of somebody else to give a clue."),
        "puzzle-hint-no-clue": _("Choose a card of {name} to play or discard it. There is no clue token left."),
        "puzzle-hint-no-discard": _("Choose a card of {name} to play it, or a card of somebody else to give a clue."),
        "puzzle-solved": _("Right"),
        "puzzle-given": _("The solution"),
        "puzzle-missed": _("Not this one"),
        "puzzle-right": _("It keeps {score} points. The line shows how to reach them."),
        "puzzle-wrong": _("After it at most {score} of {keep} points can be reached. The line reaches them."),
        "puzzle-wrong-unknown": _("After it {keep} points cannot be reached any more."),
        "puzzle-equal": _("Just as good: {count}"),
        "puzzle-again": pgettext("puzzle", "Try again"),
        "puzzle-solution": _("Show the solution"),
        "puzzle-game": _("Go to the game"),
        "puzzle-next": _("Next puzzle"),
        "puzzle-deck": _("Deck, the next card first"),
        "puzzle-line": _("Steps of the line"),
        "puzzle-step": _("{step} of {steps}"),
        "solve-before": _("What happened before"),
        "asks": _("Question"),
        "asks-points": _("Which choice keeps all points?"),
        "asks-told": _("What did the clue tell?"),
        "asks-turn": _("What is to be done?"),
        "solve-level": _("Level {level}"),
        "task-told": _("What did {giver} just tell {name}?"),
        "task-turn": _("What should {name} do?"),
        "solve-holds": _("{place}: {card}"),
        "answer": pgettext("puzzle", "Answer"),
        "e-no-puzzle": _("There is no such puzzle, or not any more."),
        "analysis": _("Analysis"),
        "curve": _("Score and what could still be reached, turn by turn"),
        "curve-at": _("Score {score}, {reachable} reachable."),
        "curve-at-most": _("Score {score}, at most {reachable} reachable."),
        "curve-end": _("Score {score}."),
        "reachable": _("Reachable"),
        "efficiency-so-far": _("Efficiency so far"),
        "analysis-of-game": _("The analysis is of the game as it was played. Go back to the game to see it."),
        "losses": _("Where points were lost"),
        "losses-running": _(
            "The exact analysis is still running; "
            "until it is done, only the latest turn that can have lost a point is known."
        ),
        "no-losses": _("No turn lost a point."),
        "other-losses": _("Other turns that lost points: {count}"),
        "losses-together": _("One of {count} turns close together that lost {points} in all."),
        "show-on-board": _("Show on the table:"),
        "saving-clue": _("Any clue, such as {move}"),
        "more-ways": _("Other ways: {count}"),
        "own-view": _(
            "From what {name} could know, {deals} deals were possible. In {losing} of them this turn loses points."
        ),
        "own-view-sample": _(
            "From what {name} could know, this turn loses points in {losing} of {deals} deals drawn at random."
        ),
        "line-shown": _("What if? {score} points, with every card known: {move}."),
        "hindsight": _("Luck and mistakes"),
        "luck": _("Luck"),
        "hindsight-hint": _(
            "The points that each of these cost on average, if all hands are open but nobody knows the deck. "
            "Shuffled decks: {samples}. A minus is a gain; ± is the standard error."
        ),
        "hindsight-few": _(
            "Only one shuffled deck could be solved in time. That is too few to tell luck from mistakes."
        ),
        "part": _("By"),
        "points-lost": _("Points lost"),
        "average-cost": _("Average cost"),
        "part-deal": _("the deal"),
        "part-draws": _("the cards drawn"),
        "undecided": _("not decided"),
        "hindsight-inexact": _(
            "Bounds only: {inexact} of {searched} positions. ± includes them, and a "
            "figure that is too vague is not decided."
        ),
        "computing": _("This is still being computed …"),
        "bot-advice": _("What the bot kagiya would have done"),
        "bot-same": _("The bot kagiya would have done the same."),
        "bot-done": _("done"),
        "bot-worth": _("Worth"),
        # Translators: in the place of a number, of a play that the bot would never choose
        "bot-ruled-out": _("ruled out"),
        "bot-hint": _(
            "The points that the bot kagiya expects, with what this seat could see. Only the differences count."
        ),
        "worth": _("What this turn was worth, by what {name} could know"),
        "worth-deals": _("{some} of {deals}"),
        "worth-known": _("Deals in which the card fits: {clues} by the clues alone, {agreement} by the conventions."),
        "worth-agreed": _("Deals in which the card fits, by the conventions: {agreement}."),
        "worth-asked": _("By the conventions"),
        "worth-asked-yet": _("The conventions asked for it, although another choice was better here"),
        "worth-unasked": _("The conventions asked for nothing."),
        "worth-cost": _("In expectation it cost {cost} points. Better: {move}."),
        "worth-closer": _("In expectation it is closer than {points} points to the best choice: {move}."),
        "worth-best": _("In expectation no compared choice is better."),
        "worth-ruled-out": _("The play was ruled out."),
        "deck-punished": _("The deck punished it."),
        "deck-forgave": _("The deck forgave it."),
        "worth-game": _("Costly decisions, given what could be known"),
        "worth-choosing": _("Looking for turns that may have cost points …"),
        "worth-progress": _("{judged} of {chosen} turns are judged …"),
        "worth-no-level": _(
            "Nothing can be said about this game: no level of the conventions explains enough of its clues."
        ),
        "worth-failed": _("The decisions of this game could not be judged."),
        "worth-none": _("No decision is known to have cost points in expectation."),
        "worth-turn": _("Turn {turn}, {name}: {move}"),
        "worth-try": _("Try instead: {move}"),
        "worth-seat": _("Player"),
        "worth-loss": _("Expected loss"),
        "mistakes": _("Learn from mistakes"),
        "mistakes-from": _("Learn from mistakes: {name} ({count})"),
        "mistakes-ask": _("Turn {turn}, {name}: which of these is best, by what you can know?"),
        "mistakes-right": _("In expectation, this is the best of them."),
        "mistakes-close": _("Not known to be worse than the best."),
        "mistakes-wrong": _("In expectation, another one is better."),
        "mistakes-best": _("best"),
        "mistakes-closer": _("less than {points} points worse"),
        # Translators: beside a turn
        "mistakes-taken": _("taken in the game"),
        "mistakes-next": _("Next decision"),
        "mistakes-end": _("Back to the analysis"),
        "worth-hint": _(
            "Judged turns: {count}. Each choice was played to the end by bots of level {level} of the conventions, on "
            "the same deals that the seat thought possible. ± is the standard error. What is not beyond chance does "
            "not count, and a play that was ruled out has no figure."
        ),
        "cause-card_lost": _("a needed card is lost"),
        "cause-time_lost": _("no time left for it"),
        "cause-strike": _("strike"),
        "cause-game_lost": _("the game is lost"),
        "tab-analysis": _("Analysis"),
        "key-loss": _("next or previous turn of the game that lost points"),
        "no-analysis": _("There is no analysis of this game."),
    }


WORDS: Final = in_each_language(_words)
