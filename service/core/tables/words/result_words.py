"""How a game ended, in words."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final, NamedTuple

from engine.score import BANDS, Outcome, Reason
from service.platform.languages.translations import in_each_language


class Rating(NamedTuple):
    """The sentence of a rating band."""

    text: str
    own_translation: bool = False
    """True if no booklet prints the sentence (R25)."""


# Both scales start with the same bands, so the index of a band does not depend on the scale (R23).
_PLACES: Final = {band.name: place for scale in BANDS.values() for place, band in enumerate(scale)}

_UNPRINTED: Final[Mapping[str, frozenset[int]]] = {
    "en": frozenset({6}),
    "de": frozenset({6}),
    "nl": frozenset({0, 1, 2, 3, 6}),
}
"""The bands whose sentences no booklet in the language prints."""


def _ratings(catalog: NullTranslations) -> tuple[str, ...]:
    """Return the sentences by band, lowest first; the last is only for 30 points (R23)."""
    _ = catalog.gettext
    return (
        # Translators: The ratings are worded as in the booklet of the language, if it has them.
        _("Oh dear! The crowd booed."),
        _("Poor! Hardly applaused."),
        _("OK! The viewers have seen better."),
        _("Good! The audience is pleased."),
        _("Very good! The audience is enthusiastic!"),
        _("Legendary! The audience will never forget this show!"),
        _("Divine!"),
    )


def _reasons(catalog: NullTranslations) -> Mapping[Reason, str]:
    _ = catalog.gettext
    return {
        "strikeout": _("That was the last strike, and the game is lost."),
        "irreplaceable_card_lost": _("The last copy of a card that was still needed is gone, and the game is lost."),
        "fireworks_complete": _("All fireworks are complete."),
        "last_round_over": _("The last round is over."),
        "no_legal_action": _("The seat to move has no legal action left."),
        "no_points_left": _("No more points can be made."),
        "agreed": _("All players have agreed to give up."),
        "idle": _("Nobody has moved for too long."),
        "no_show": _("A seat did not make its first move in time, and another seat ended the game."),
        "removed": _("The creator removed a seat before the first move."),
        "terminated": _("The game was ended early."),
        "left": _("The players left the game before its end."),
        "timed_out": _("A player ran out of time."),
        "speedrun_failed": _("The speedrun has failed."),
    }


def _outcomes(catalog: NullTranslations) -> Mapping[Outcome, str]:
    _ = catalog.gettext
    return {"won": _("Won"), "lost": _("Lost"), "finished": _("Finished"), "aborted": _("Aborted")}


_RATINGS: Final = in_each_language(_ratings)
REASONS: Final = in_each_language(_reasons)
OUTCOMES: Final = in_each_language(_outcomes)


def rating(language: str, band: str) -> Rating:
    """Return the sentence of a band of either scale (R25). "25" and "25-29" share a sentence."""
    place = _PLACES[band]
    return Rating(_RATINGS[language][place], place in _UNPRINTED.get(language, ()))


def reason(language: str, reason: Reason) -> str:
    """Return the reason for the end of a game as a sentence."""
    return REASONS[language][reason]


def outcome(language: str, outcome: Outcome) -> str:
    """Return the outcome of a game in words, without a full stop."""
    return OUTCOMES[language][outcome]
