"""Lost points in sentences, without names of players and without blame."""

from collections.abc import Iterator
from typing import Final

from engine.commands import Discard, Play
from engine.reading.analysis import LostPoints, SavingTurn
from engine.reading.feed import Item
from engine.rules import Palette
from service.i18n.events import event_line
from service.i18n.tables import TABLES, card_name

__all__ = ["kept", "lost_points", "own_view", "reachable"]

_MOST_TURNS: Final = 3
"""The number of saving turns that a sentence lists."""


def lost_points(language: str, loss: LostPoints, item: Item, palette: Palette) -> str:
    """Return what happened, what it lost, and which turns would have kept it.

    `item` is the event of the loss with all hands open, and `palette` that of the game.
    """
    return " ".join(_sentences(language, loss, item, palette))


def _sentences(language: str, loss: LostPoints, item: Item, palette: Palette) -> Iterator[str]:
    if loss.kind == "deal":
        yield _say(language, "deal-part", most=palette.max_score - loss.points)
        return
    line = event_line(language, item, lambda _: None, palette)
    yield _say(language, "loss-turn", turn=loss.turn, line=line) if loss.kind == "turn" else line
    number = "many" if loss.points > 1 else "one"
    if not loss.certain:
        yield _say(language, f"latest-{number}", count=loss.points)
    elif loss.kind == "end":
        yield _say(language, "loss-end", before=loss.reachable_before)
    else:
        yield _say(language, f"loss-{number}", count=loss.points, before=loss.reachable_before)
        yield from kept(language, loss)


def kept(language: str, loss: LostPoints) -> Iterator[str]:
    """Yield the sentence about the turns that would have kept the points, if any are known."""
    clues_first = sorted(loss.saving_turns, key=lambda turn: turn.card is not None)
    turns = list(dict.fromkeys(_turn(language, turn) for turn in clues_first))
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
        key += "-inverted"
    return _say(language, key, card=card_name(language, turn.card.suit, turn.card.rank))


def _say(language: str, key: str, **words: object) -> str:
    return TABLES[language].summary[key].format(**words)
