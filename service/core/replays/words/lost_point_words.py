"""Lost points in sentences, without names of players and without blame."""

from collections.abc import Iterator, Mapping
from gettext import NullTranslations
from typing import Final

from engine.commands import Discard, Play
from engine.reading.analysis import LostPoints, SavingTurn
from engine.reading.feed import Item
from engine.rules import Palette
from service.core.rules.card_words import card_name
from service.core.tables.words.event_words import event_line
from service.platform.languages.translations import Counted, in_each_language

_MOST_TURNS: Final = 3
"""The number of saving turns that a sentence lists."""


def _texts(catalog: NullTranslations) -> Mapping[str, str]:
    _ = catalog.gettext
    return {
        "deal-part": _("The deal itself allowed at most {most} points."),
        "loss-turn": _("Turn {turn}: {line}"),
        "loss-end": _("The game ended here, when {before} points could still be reached."),
        "last-copy": _("It was the last {card}."),
        "late": _("Too few turns are left: the only {card} that remains is card {place} of {deck}."),
        "kept": _("{before} points would have stayed possible with: {turns}."),
        "kept-among": _("{before} points would have stayed possible with, for example: {turns}."),
        "own-view": _("In {losing} of {deals} deals that the seat could not tell apart, this turn loses points."),
        "own-view-sampled": _(
            "In {losing} of {deals} sampled deals that the seat could not tell apart, this turn loses points."
        ),
        "reachable": _("Reachable points: {points}."),
        "reachable-between": _("Reachable points: {lower} to {upper}."),
        "or": _("or"),
        "by-clue": _("a clue"),
        "by-play": _("playing the {card}"),
        "by-discard": _("discarding the {card}"),
        "by-play-inverted": _("playing the {card}, which discards it"),
        "by-discard-inverted": _("discarding the {card}, which plays it"),
    }


def _counted(catalog: NullTranslations) -> Mapping[str, Counted]:
    ngettext = catalog.ngettext
    return {
        "loss": lambda count: ngettext(
            "One point was lost here: until then, {before} could be reached.",
            "{count} points were lost here: until then, {before} could be reached.",
            count,
        ),
        "latest": lambda count: ngettext(
            "By then at the latest, one point was lost.",
            "By then at the latest, {count} points were lost.",
            count,
        ),
        "left": lambda count: ngettext(
            "The game ended here. One more point was perhaps possible.",
            "The game ended here. {count} more points were perhaps possible.",
            count,
        ),
    }


TEXTS: Final = in_each_language(_texts)
_COUNTED: Final = in_each_language(_counted)


def lost_points(language: str, loss: LostPoints, item: Item, palette: Palette) -> str:
    """Return what happened, what it lost, and which turns would have kept it.

    `item` is the event of the loss with all hands open, and `palette` that of the game.
    """
    return " ".join(_sentences(language, loss, item, palette))


def _sentences(language: str, loss: LostPoints, item: Item, palette: Palette) -> Iterator[str]:
    if loss.kind == "deal":
        yield deal_allowed(language, palette.max_score - loss.points)
        return
    line = event_line(language, item, lambda _: None, palette)
    yield _say(language, "loss-turn", turn=loss.turn, line=line) if loss.kind == "turn" else line
    if not loss.certain:
        yield _COUNTED[language]["left" if loss.kind == "end" else "latest"](loss.points).format(count=loss.points)
    elif loss.kind == "end":
        yield _say(language, "loss-end", before=loss.reachable_before)
    else:
        words = _COUNTED[language]["loss"](loss.points)
        yield words.format(count=loss.points, before=loss.reachable_before)
        yield from _why(language, loss)
        yield from kept(language, loss)


def _why(language: str, loss: LostPoints) -> Iterator[str]:
    """Yield why the points are lost, if it is one card."""
    if loss.last_copy is not None:
        yield _say(language, "last-copy", card=card_name(language, loss.last_copy.suit, loss.last_copy.rank))
    if loss.late is not None:
        card, place, deck = loss.late
        yield _say(language, "late", card=card_name(language, card.suit, card.rank), place=place, deck=deck)


def deal_allowed(language: str, most: int) -> str:
    """Return the sentence about a deal that did not allow all points."""
    return _say(language, "deal-part", most=most)


def kept(language: str, loss: LostPoints) -> Iterator[str]:
    """Yield the sentence about the turns that would have kept the points, if any are known."""
    turns = list(dict.fromkeys(_turn(language, turn) for turn in loss.saving_turns))
    if turns:
        *others, last = turns[:_MOST_TURNS]
        words = f"{', '.join(others)} {_say(language, 'or')} {last}" if others else last
        key = "kept-among" if len(turns) > _MOST_TURNS else "kept"
        yield _say(language, key, before=loss.reachable_before, turns=words)


def reachable(language: str, lower: int, upper: int) -> str:
    """Return how many points can be reached, given proved bounds."""
    if lower == upper:
        return _say(language, "reachable", points=upper)
    return _say(language, "reachable-between", lower=lower, upper=upper)


def own_view(language: str, losing: int, deals: int, *, exact: bool) -> str:
    """Return in how many of the deals that a seat could not tell apart a turn loses points."""
    return _say(language, "own-view" if exact else "own-view-sampled", losing=losing, deals=deals)


def _turn(language: str, turn: SavingTurn) -> str:
    if turn.card is None:
        return _say(language, "by-clue")
    assert isinstance(turn.line[0], Play | Discard)
    key = "by-play" if isinstance(turn.line[0], Play) else "by-discard"
    if turn.inverted:
        key = f"{key}-inverted"
    return _say(language, key, card=card_name(language, turn.card.suit, turn.card.rank))


def _say(language: str, key: str, **words: object) -> str:
    return TEXTS[language][key].format(**words)
