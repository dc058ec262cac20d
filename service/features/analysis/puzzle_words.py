"""Texts of the pages of puzzles."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language

__all__ = ["PUZZLES"]


def _puzzles(catalog: NullTranslations) -> Mapping[str, str]:
    _, pgettext = catalog.gettext, catalog.pgettext
    return {
        # Puzzles.
        "puzzles": _("Puzzles"),
        "puzzle": _("Puzzle"),
        "puzzles-what": _(
            "Each of these positions is from a finished game. All cards are known, also those of the deck, "
            "and exactly one choice keeps all points that can still be reached."
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
        "puzzle-task": _("{name} is to move. Which choice keeps {score} points?"),
        "puzzle-hint": _("Choose a card of {name} to play or discard it, or a card of somebody else to give a clue."),
        "puzzle-solved": _("Right"),
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
        "convention-puzzles": _("Puzzles by convention"),
        "convention-puzzles-what": _(
            "Each of these positions is from a finished game, as one seat saw it. By the conventions of the H-group, "
            "exactly one answer is right: what a clue told, or what is to be done."
        ),
        "convention-before": _("What happened before"),
        "convention-asks": _("Question"),
        "convention-asks-told": _("What did the clue tell?"),
        "convention-asks-turn": _("What is to be done?"),
        "convention-level": _("Level {level}"),
        "convention-task-told": _("What did {giver} just tell {name}?"),
        "convention-task-turn": _("What should {name} do?"),
        "convention-holds": _("{place}: {card}"),
        "answer": pgettext("puzzle", "Answer"),
        "e-no-puzzle": _("There is no such puzzle, or not any more."),
    }


PUZZLES: Final = in_each_language(_puzzles)
