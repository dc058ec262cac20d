"""What a format cannot express, and what hanab.live would refuse, in words."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language


def _losses(catalog: NullTranslations) -> Mapping[str, str]:
    _ = catalog.gettext
    return {
        "reorders": _(
            "Hands that were reordered: {count}. hanab.live has no such move, so cards lie "
            "there in the order in which they were drawn."
        ),
        "turned-cards": _("Cards that were turned: {count} times. hanab.live has no such move."),
        "talk": _("Remarks and texts at the table: {count}. This format cannot express them."),
        "abort-votes": _(
            "Votes to give up, cast or taken back: {count}. hanab.live records only that a vote has ended a game."
        ),
        "declarations": _(
            "Colors that were named with a play: {count}. hanab.live does not know that "
            "rule, and gives no token for it."
        ),
        "option": _("The option {option} with the value {value} has no counterpart in hanab.live."),
        "tokens": _("From version {version} on hanab.live counts a different number of clue tokens: it has eight."),
        "ended-by": _("In hanab.live a player ends an aborted game, so the seat that was to move is named."),
        "ending": _("The game ends in another way in hanab.live. Here it was: {reason}"),
        "clock": _("hanab.live has no clock like this one: turn times, pauses, vacations and bots that take over."),
        "notes": _("The players’ notes are left out: with them the game would be longer than hanab.live reads."),
        "times": _("The times of the moves are not exported."),
        "bots": _("Seats of bots: {count}. They are exported as players with their names."),
        "rating": _("hanab.live has no rating of a score."),
        "proof": _(
            "The hash chain, the commitment to the deck and what opens it are not exported, so nothing can be verified."
        ),
        "source": _("Where the game was first played is not exported."),
        "messages": _("Messages after the end of the game: {count}. They are not exported."),
        "shared-notes": _("Notes of the players: {count}. They are not exported."),
        "comments": _("Comments of readers: {count}. They are not exported."),
        "not-whole": _("The deck and the options are not exported, so the game cannot be imported from this."),
        "link-names": _(
            "The players’ names are not in the link; hanab.live calls the players Alice, Bob, Cathy and so on."
        ),
        "link-option": _("The option {option} of hanab.live is not in the link."),
        "link-seats": _("Seat {seat} began. In the link this player is the first one, and the others follow in turn."),
        "card-notes": _("Notes on cards: {count}. They are not in the link."),
    }


def _refused_there(catalog: NullTranslations) -> Mapping[str, str]:
    _ = catalog.gettext
    return {
        "game-over": _(
            "In hanab.live the game is over before this event, because no point can be made "
            "any more or its last round has ended."
        ),
        "other-outcome": _(
            "In hanab.live this card would lie elsewhere after the move, because that "
            "site knows no wrongly named color."
        ),
        "no-clue-token": _("In hanab.live no clue token would be left for this clue."),
        "clue-tokens-full": _("In hanab.live all eight clue tokens would be there, so nothing could be discarded."),
        "empty-clue": _("In hanab.live this clue would touch no card."),
        "no-such-player": _("hanab.live knows no player to whom this clue could go."),
        "no-such-clue": _("hanab.live knows no such clue in this variant."),
        "not-in-hand": _("In hanab.live this card would not be in the hand of the player to move."),
        "link-option": _(
            "A link has no options except the variant. Without them hanab.live would show this game "
            "only up to this event, or let it end in another way."
        ),
    }


LOSSES: Final = in_each_language(_losses)
REFUSED_THERE: Final = in_each_language(_refused_there)


def loss(language: str, code: str, **values: object) -> str:
    """Return the description of a loss of an export. `values` fill its placeholders."""
    return LOSSES[language][code].format(**values)


def refused_there(language: str, code: str) -> str:
    """Return the reason why hanab.live would refuse a move.

    The code is one of `engine.formats.hanab_live.writer.REFUSALS`.
    """
    return REFUSED_THERE[language][code]
