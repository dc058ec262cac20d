"""Choose the decisions of a game that are worth a verdict."""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import count
from typing import Final

from engine.commands import Turn
from engine.conventions.review import Review, Thought
from engine.conventions.review.viewer_thoughts import thoughts_of
from engine.events import Log, TurnTaken, as_command
from engine.verdict.deals import Dices, named, plain
from engine.verdict.judging import Effort, promising
from engine.verdict.playing import Playing
from engine.verdict.seen import Seen, seen_by

_EFFORT: Final = Effort(screened=8)
_LEAST: Final = 0.2
"""How many points another turn must seem to bring."""
_UNPLAYED: Final = frozenset({"bluff", "gentleman_discard", "baton_discard"})
"""The kinds of turns that no bot does or reads. Played on by bots, they would look like faults."""


def decision_at(log: Log, version: int, level: int) -> tuple[Seen, Turn] | None:
    """Return what a seat had seen before the event at a version, and the turn it took; None if it is not a turn."""
    event = log.later[version - 1] if 0 < version <= log.version else None
    if not isinstance(event, TurnTaken):
        return None
    turn = as_command(event)
    assert isinstance(turn, Turn)
    return seen_by(log.until(version - 1), event.seat, level), turn


def unplayed(log: Log, review: Review) -> set[int]:
    """Return the versions of the turns that bots cannot play on from.

    No bot does them, or some seat knows by a convention of no bot whether a card fits, as after a bluff.
    """
    found = set()
    game, hands = Playing.of(log.until(0), review.level), review.turns[0].hands
    turns = {turn.version: turn for turn in review.turns}
    for version, event in enumerate(log.later, 1):
        meaning = turns[version].meaning if version in turns else None
        is_known = getattr(meaning, "kind", None) not in _UNPLAYED and not getattr(meaning, "bluffed", False)
        bots = [thoughts_of(table, seat) for seat, table in enumerate(game.tables)]
        if not is_known or [_playing(hand) for hand in bots] != [_playing(hand) for hand in hands]:
            found.add(version)
        game.follow(event)
        hands = turns[version].hands if version in turns else hands
    return found


def _playing(hand: Sequence[Thought]) -> list[int]:
    return [one.card for one in hand if one.plays]


def screened(
    log: Log,
    level: int,
    dices: Dices,
    blamed: Collection[int] = (),
    most: int = 7,
    left_out: Collection[int] = (),
    pace: Callable[[], object] = lambda: None,
) -> list[int]:
    """Return the versions of the decisions for which another turn seems better, at most some, in order.

    Those in `blamed` come first, since others accuse them. A decision in which the seat did as the bot would is left
    out unless it is one of them, and so are those in `left_out`. It uses the deals that fit without asking what others
    would have done.
    """
    gains: dict[int, float] = {}
    game = Playing.of(log.until(0), level)
    for version in range(1, log.version + 1):
        decision = decision_at(log, version, level)
        event = log.later[version - 1]
        if decision is not None and version not in left_out:
            seen, real = decision
            its_dices = named(dices, version)
            if version in blamed or game.turn(its_dices("usual")) != real:
                gains[version] = promising(seen, real, _plain_games(seen, its_dices), its_dices, _EFFORT, pace)[1]
        game.follow(event)
        pace()
    wanted = sorted(gains, key=lambda version: (version not in blamed, -gains[version]))
    return sorted([version for version in wanted if version in blamed or gains[version] >= _LEAST][:most])


def _plain_games(seen: Seen, dices: Dices) -> Iterator[Playing]:
    return (Playing.of(plain(seen, dices(f"deal {number}")), seen.level) for number in count())
