"""Why the rules refuse a move, in words."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language


def _refusals(catalog: NullTranslations) -> Mapping[tuple[str, str], str]:
    _ = catalog.gettext
    return {
        ("own-hand", "R5"): _("You cannot give yourself a clue: choose another seat."),
        ("no-such-seat", "R5"): _("This game has no such seat to give a clue to."),
        ("no-clue-token", "R5"): _("No clue token is left: discard or play a card."),
        ("no-such-color", "R8"): _("This game has no clue of that color."),
        ("no-such-rank", "R2"): _("This game has no clue of that number."),
        (
            "same-kind-of-clue",
            "R30",
        ): _("Color clues and number clues alternate in this game: give a clue of the other kind."),
        ("empty-clue", "R7"): _("In this game a clue must touch at least one card, and this one touches none."),
        ("not-in-hand", "R9"): _("You can only discard a card of your own hand."),
        ("clue-tokens-full", "R9"): _("The clue tokens are full, so you cannot discard: give a clue or play a card."),
        ("not-in-hand", "R10"): _("You can only play a card of your own hand."),
        ("no-declaration", "R12"): _("In this game no color is named with a play: play the card without one."),
        ("no-such-color", "R12"): _("This game has no suit of the color that you named."),
        ("already-voted", "R21"): _("You have already voted to give up."),
        ("not-voted", "R21"): _("You have not voted to give up, so there is no vote to take back."),
        ("no-reorder", "R26"): _("In this game hands may not be reordered."),
        ("not-clued", "R26"): _("You can reorder your hand once it was given a clue."),
        ("not-the-hand", "R26"): _("The new order must name each card of your hand exactly once."),
        ("too-many-reorders", "R26"): _("You have rearranged your hand too often: wait for the next turn."),
        ("no-turned-cards", "R29"): _("In this game cards may not be turned."),
        ("not-clued", "R29"): _("You can turn your cards once your hand was given a clue."),
        ("not-in-hand", "R29"): _("You can only turn cards of your own hand, each named once."),
        ("too-many-reorders", "R29"): _("You have rearranged your hand too often: wait for the next turn."),
        (
            "no-cards-to-name",
            "R27",
        ): _("Only the remark `no-information` names cards, and only during the game."),
        ("not-in-hand", "R27"): _("You can only name cards of your own hand, each of them once."),
        ("no-talk", "R27"): _("This game allows no messages at the table."),
        ("no-such-remark", "R27"): _("There is no such remark: choose one of the fixed list."),
        ("remarks-only", "R27"): _("This game allows only the fixed remarks, no text of your own."),
        ("another-seats-move", "R27"): _("You may not send remarks while another seat is to move: wait for your turn."),
        ("too-many-remarks", "R27"): _("You have reached the limit for messages."),
        (
            "too-many-events",
            "R22",
        ): _(
            "Your seat has reached its limit of messages, hand orders and other events that are not turns. "
            "You can still take your turns and vote to give up."
        ),
        ("no-clock", "R31"): _("This game has no clock."),
        ("paused", "R31"): _("The game is paused: go on with it first."),
        ("pause-wanted", "R31"): _("You have already asked for a pause."),
        ("pause-not-wanted", "R31"): _("You have not asked for a pause, so there is nothing to take back."),
        ("no-pause", "R31"): _("This round of the contest allows no pauses."),
        ("no-vacation", "R31"): _("You have fewer days of vacation left in this game."),
        ("handed-over", "R31"): _("Your time ran out, so a bot plays your seat."),
        ("not-a-sandbox", "R31"): _("Time passes by itself: only the clock of a sandbox game can be advanced."),
    }


REFUSALS: Final = in_each_language(_refusals)


def refusal(language: str, code: str, rule: str) -> str:
    """Return why a move is illegal, by code and ruling (`engine.decide.Refusal`)."""
    return REFUSALS[language][code, rule]
