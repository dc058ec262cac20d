"""Texts of the review page: the table, the analysis, lines, notes, downloads and the verification."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language

__all__ = ["REVIEW"]


def _review(catalog: NullTranslations) -> Mapping[str, str]:
    _, pgettext = catalog.gettext, catalog.pgettext
    return {
        "replay": _("Replay"),
        "skip": _("Skip to the table"),
        "close": _("Close"),
        "loading": _("Loading…"),
        # Without JavaScript.
        "no-script": _("Stepping through the game needs JavaScript. Here it is in words."),
        "no-script-nothing": _(
            "Without JavaScript there is nothing to see here: the game may be private, still running, or unknown."
        ),
        "no-script-home": _("Searching needs JavaScript. Here are the newest replays."),
        # A link to a replay, and the page in frames of other sites.
        "share-about": _("A game of Hanabi: {what}"),
        "embed-nothing": _("This game cannot be shown here: it may be private, still being played, or unknown."),
        # Navigation in the game.
        "turn-of": _("Turn {turn} of {turns}"),
        "turn-now": _("Turn {turn}"),
        "turn": _("Turn"),
        "steps": _("Going through the game"),
        "first": _("To the start"),
        "previous": _("Back"),
        "next": _("Forward"),
        "last": _("To the end"),
        "look-from": _("View as"),
        "open-hands": _("Open hands"),
        "seat": _("Seat {seat}"),
        "step-by-step": _("Step by step"),
        "step-by-step-hint": _("Hides the result, the length of the game and whatever is yet to come."),
        # The table.
        "table": _("Table"),
        "fireworks": pgettext("on the board", "Fireworks"),
        "firework": _("{suit}: {rank}"),
        "firework-empty": _("{suit}: nothing yet"),
        "firework-lost": _("{suit}: {rank}, cannot be completed"),
        "discards": _("Discard pile"),
        "clue-tokens": pgettext("on the board", "Clue tokens"),
        "strikes": _("Strikes"),
        "deck": pgettext("on the board", "Deck"),
        "deck-view": _("Deck, in the order of drawing"),
        "score": _("Score"),
        "turns-left": _("Turns left"),
        "count-of": _("{count} of {all}"),
        "hand-empty": _("No cards left"),
        "to-move": _("to move"),
        "card-of": _("{card}: card {place} of {name}"),
        "hidden-card": _("Hidden card"),
        "touched": _("just touched"),
        "drawn": _("just drawn"),
        "turned-left": _("tilted to the left"),
        "turned-right": _("tilted to the right"),
        "turned-upside_down": _("upside down"),
        # Knowledge of cards.
        "knowledge": _("Card knowledge"),
        "knowledge-hint": _("Point at a card, tap it or go to it with Tab."),
        "legend-told": _("what the clues leave open, colored where a clue named it"),
        "legend-touched": _("touched by the clue or moved just now"),
        "legend-drawn": _("just drawn"),
        "legend-lost": _("can no longer be completed"),
        "clued": _("Clues: {clues}"),
        "not-clued": _("No clue so far"),
        "could-be": _("By the clues: {suits}; {ranks}"),
        "everyone-knows": _("Common knowledge"),
        "holder-knows": _("{name} can know"),
        "copies": _("The numbers count the copies that are not yet in sight."),
        "impossible": _("impossible"),
        "sure": _("Certainly {card}"),
        "chance-plays": _("Playable now: {percent}"),
        # Events and analysis.
        "events": _("Moves"),
        "analysis": _("Analysis"),
        "curve": _("Score and what could still be reached, turn by turn"),
        "curve-at": _("Turn {turn}: score {score}, {reachable} still reachable."),
        "curve-at-most": _("Turn {turn}: score {score}, at most {reachable} still reachable."),
        "reachable": _("Still reachable"),
        "losses": _("Where points were lost"),
        "losses-running": _(
            "The exact analysis is still running; "
            "until it is done, only the latest turn that can have lost a point is known."
        ),
        "no-losses": _("No turn lost a point."),
        "other-losses": _("Other turns that lost points: {count}"),
        "losses-together": _("{count} turns close together lost {points}. The worst of them:"),
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
        "hindsight-hint": _(
            "Points lost if all hands are open but nobody knows the deck, averaged over shuffled decks: "
            "{samples}. A minus is a gain; ± is the standard error."
        ),
        "hindsight-few": _(
            "Only one shuffled deck could be solved in time. That is too few to tell luck from mistakes."
        ),
        "part": _("By"),
        "points-lost": _("Points lost"),
        "part-deal": _("the deal"),
        "part-draws": _("the cards drawn"),
        "part-end": _("the end of the game"),
        "undecided": _("not decided"),
        "hindsight-inexact": _(
            "Bounds only: {inexact} of {searched} positions. ± includes them, and a "
            "figure that is too vague is not decided."
        ),
        "computing": _("This is still being computed …"),
        "bot-advice": _("What the bot would have done"),
        "bot-same": _("The bot kagiya would have done the same."),
        "bot-done": _("done"),
        "bot-worth": _("Worth"),
        # Translators: in the place of a number, of a play that the bot would never choose
        "bot-ruled-out": _("too risky"),
        "bot-hint": _(
            "The points that the bot kagiya expects, with what this seat could see. Only the differences count."
        ),
        "reach-ask": _("What can still be reached here?"),
        "gamble": _("gamble, {percent}"),
        "safe": _("safe"),
        "misplay": _("misplay"),
        "critical": _("now critical: {cards}"),
        "dead": _("now useless: {cards}"),
        "nothing-new": _("no new information"),
        "token-lost": _("clue token lost"),
        "conventions-which": _("Conventions of the H-group"),
        "conventions-best": _("Best fit: level {level}"),
        "conventions-best-short": _("Best fit"),
        "conventions-level": _("Level {level}"),
        "conventions-share": _("Level {level}: {explained} of {clues} clues explained"),
        "conventions-marks": _("Show on the table"),
        "conventions-next": _("What is asked now"),
        "conventions-faults": _("Where they were broken"),
        "conventions-no-faults": _("Nobody has broken them so far."),
        "conventions-points": _(
            "Lost points: {points}. By breaking the conventions: {broken}. Although all kept them: {kept}."
        ),
        "conventions-source": _(
            "These are the conventions of one group of players, the H-group, levels 1 to 5, as of {edition}. "
            "They are an agreement, and no rules of the game. Slot 1 is the newest card of a hand."
        ),
        "conventions-guide": _("Their guide"),
        "convention-chop": _("Chop: discarded next"),
        "convention-chop_moved": _("Kept: the chop has moved past it"),
        "convention-finessed": _("Called to be played blind"),
        "convention-playable": _("Can be played now"),
        "convention-could-be": _("By conventions: {cards}"),
        "pace": _("Pace"),
        "efficiency": _("Efficiency"),
        "total-turns": _("Turns taken"),
        "total-plays": _("Cards played"),
        "total-misplays": _("Misplays"),
        "total-clues": _("Clues given"),
        "total-stale": _("Clues without a new card"),
        "total-tokens": _("Clue tokens lost"),
        "think-time": _("Thinking time"),
        "seconds": _("{seconds} s"),
        "cause-card_lost": _("a needed card is lost"),
        "cause-time_lost": _("no time left for it"),
        "cause-strike": _("strike"),
        "cause-game_lost": _("the game is lost"),
        # Branches.
        "move": _("Move"),
        "move-play": _("Play {card}"),
        "move-play-named": _("Play {card}, naming {color}"),
        "move-discard": _("Discard {card}"),
        "move-clue": _("Tell {name}: {clue}"),
        "same-deck": _("as it was"),
        "other-deck": _("another that {name} could not tell from it"),
        "deal-again": _("Deal again"),
        "deck-choice": _("Deck"),
        "branch-shown": _("This is a branch: it leaves the game after turn {turn}."),
        "back-to-game": _("Back to the game"),
        "copy-link": _("Copy the link"),
        "copied": _("Copied."),
        "branches": _("Saved lines"),
        "moves-after": _("after turn {turn}, moves: {count}"),
        # Panes, tabs, keys and lines.
        "tabs": _("Panel"),
        "tab-moves": _("Moves"),
        "tab-card": _("Card"),
        "tab-notes": _("Notes"),
        "tab-analysis": _("Analysis"),
        "tab-conventions": _("Conventions"),
        "tab-share": _("Share"),
        "tab-more": pgettext("tab", "More"),
        "autoplay": _("Play automatically"),
        "pause": _("Pause"),
        "speed": _("Seconds per turn"),
        "newest-left": _("Newest card on the left"),
        "go-to": _("Go to turn"),
        "go": _("Go"),
        "keys": _("Keyboard shortcuts"),
        "key-step": _("one turn back or forward"),
        "key-round": _("one round back or forward"),
        "key-ends": _("to the start or the end"),
        "key-loss": _("next or previous turn of the game that lost points"),
        "key-undo": _("undo or redo a step in “What if?”"),
        "key-escape": _("close the card, or leave the line"),
        "key-eyes": _("view as a seat; 0 for all hands"),
        "row-deal": _("Deal"),
        "row-plays": _("plays"),
        "row-misplays": _("misplays"),
        "row-discards": _("discards"),
        "you": _("You"),
        "row-you-plays": _("You play"),
        "row-you-misplays": _("You misplay"),
        "row-you-discards": _("You discard"),
        "touches-none": _("touches no card"),
        "life": _("Life of the card"),
        "life-dealt": _("Dealt to {name}."),
        "life-drawn": _("Drawn by {name}."),
        "line": _("Tried line"),
        "what-if": _("What if?"),
        "what-if-after": _("What if? From turn {turn} on."),
        "undo": _("Undo"),
        "redo": _("Redo"),
        "save-line": _("Save line"),
        "line-title": _("Title"),
        "no-branches": _("No saved lines yet. To try another move, select a card on the table."),
        "no-analysis": _("There is no analysis of this game."),
        # Notes and comments.
        "notes": _("Notes and comments"),
        "no-notes": _("No notes and no comments yet."),
        "no-notes-here": _("No notes and no comments on this turn."),
        "other-notes": _("Other notes and comments: {count}"),
        "note-of": _("Note by {name}"),
        "note-card": _("on {card}"),
        "comment-of": _("Comment by {name}"),
        "comment": _("Your comment"),
        "send": _("Send"),
        "sent": _("Comment posted."),
        "card-place": _("card {place}"),
        "take-back": _("Delete"),
        "whole-game": _("the whole game"),
        "comment-on": _("On"),
        # Rules and origin.
        "facts": _("Rules and origin"),
        "origin-live": _("From hanab.live"),
        "origin-game": _("game {id}"),
        "origin-notation": _("From a game in text notation."),
        "origin-record": _("From a record, in which it is game {id}."),
        "clock": _("Timed: {base} seconds at the start, and {turn} more with each turn."),
        "timed": _("Timed."),
        "speedrun": _("Speedrun: the game ended as soon as the highest score was out of reach."),
        "card-cycle": _("Card cycle: after a clue, the giver’s oldest card without a clue became the newest."),
        "characters": _("Detrimental characters: {characters}."),
        "characters-unknown": _("With detrimental characters."),
        "character-of": _("{name}: {character}"),
        "one-more": _("Each hand has one card more than usual."),
        "one-less": _("Each hand has one card less than usual."),
        "deck-plays": _("The last card of the deck may be played from there."),
        "empty-clues": _("Clues that touch no card are allowed."),
        "all-or-nothing": _("All or nothing: the game is lost as soon as the highest score is out of reach."),
        "note-stack": _("on the stack {suit}"),
        "face-down": _("Cards played face down: {count}"),
        "clue-unheard": _("Touched by a clue whose color or number is not heard"),
        "could-be-cards": _("By the clues: {cards}"),
        # Links and downloads.
        "more": _("Share and export"),
        "link-json": _("The replay as JSON"),
        "link-hanab-live": _("hanab.live"),
        "link-hanab-live-link": _("Link to hanab.live"),
        "link-notation": _("Notation"),
        "link-csv": _("Events as CSV"),
        "link-verification": _("Verification"),
        "link-score": _("Score chart as PNG"),
        # Verification in the browser.
        "verify": _("Verify here"),
        "verify-running": _("Your browser is computing…"),
        "verify-insecure": _("Browsers compute hashes only for pages with HTTPS, or from this computer."),
        "verify-passed": _("All checks that this browser can make are passed."),
        "verify-consistent": _("Consistent, but not signed by this service."),
        "verify-failed": _("A check has failed."),
        "verify-chain": _("The hash of each event follows from the event and all events before it."),
        "verify-clock": _("No event comes after a deadline, and no turn in a pause."),
        "verify-deck": _("The deck has exactly the cards of the game."),
        "verify-commitments": _("Deck and secret are those of the commitments in the deal."),
        "verify-shuffled": _("Deck and starting seat follow from the secret and from what the seats gave."),
        "verify-shuffle": _("Deck and starting seat follow from the shuffle."),
        "verify-unshared": _("The seats gave nothing: whoever dealt shuffled the deck alone."),
        "verify-replayed": _(
            "The deck is that of an earlier game: anybody who played or read that game could know every card."
        ),
        "verify-given": _("A player gave the deck: nothing says where it comes from."),
        "verify-imported": pgettext(
            "check in the browser", "The game was played elsewhere: nothing says where its deck comes from."
        ),
        "verify-digest": _("Names, times and messages are those with which the record was written."),
        "verify-file": _("The file is as it was written: nothing in it was damaged."),
        "verify-names": _("Not proved: names and messages. They are what the writer of the file says."),
        "verify-holder": _(
            "Whoever had a seat can prove it to you: “hanabi verify --holder” takes the id of the account and its salt."
        ),
        "verify-copy": _("The game here"),
        "verify-copy-same": _("This game was played here: the service has the same deck and events."),
        "verify-copy-other": _("A game with this id was played here, with another deck or other events."),
        "verify-whoever": _("The author of the file could have chosen the deck."),
        "verify-signature": _("The signature is by its key, and for this game."),
        "verify-malformed": _("The file is the record of a game."),
        "verify-signed": _("The service has signed the game, with its key {key}."),
        "verify-foreign": _("The game is signed with the key {key}, which is none of this service."),
        "verify-revoked": _("The game is signed with the key {key}, which the service has revoked."),
        "verify-unsigned": pgettext(
            "check in the browser", "Unsigned: this proves that the game is consistent, not that it was played."
        ),
        "verify-no-ed25519": _("This browser cannot check the signature (Ed25519)."),
        "verify-shown": _("This page shows the events and cards of the record."),
        "verify-heads": _(
            "States of this game that this browser saw while it was played: {count}. All are in the record."
        ),
        "verify-no-heads": _("This browser saw no state of this game while it was played."),
        "verify-other-history": _(
            "While the game was played, this browser saw what is not in the record: the service has "
            "shown two histories."
        ),
        "verify-save": _("Save the receipt"),
        "verify-fault": _("Fault: {code}."),
        "verify-fault-at": _("Fault: {code}, event {version}."),
        "verify-rules": _("Not checked here: that the rules allow each move, and that the result follows."),
        "verify-host": _(
            "This page comes from the service that it checks. To rely on nothing from it, use a program of your own."
        ),
        "verify-document": _("How to verify a game"),
        # Errors.
        "e-title": _("Something went wrong"),
        "e-not-found": _("There is no such replay, or it belongs to a private game."),
        "e-no-player": _("Nobody here has the name {name}."),
        "e-running": _("Still being played. The replay will be here when the game has ended."),
        "e-network": _("The service does not answer. Check your connection and try again."),
        "e-page": _("This page has an error. Reload it."),
        "e-again": _("Try again"),
    }


REVIEW: Final = in_each_language(_review)
