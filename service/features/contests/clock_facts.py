"""What the clocks of games of contests tell about their results, and who knew their decks."""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple
from uuid import UUID

from engine.codec import deal_of, event_of
from engine.events import KIND_OF, ClockChanged, GameDealt
from engine.proof import contest_results
from service.platform.database.pool import connection
from service.platform.timestamps import milliseconds


class GameFacts(NamedTuple):
    """What the results of a contest say about a game beside its score."""

    paused_s: int = 0
    """The seconds for which it was paused."""
    bots_took: tuple[int, ...] = ()
    """The seats that a bot took because their time was over."""
    knew_deck: tuple[int, ...] = ()
    """The seats whose accounts had imported a game of the deck before the deal."""


_CHANGES: Final = f"""
    select e.game_id, e.kind, e.seat, e.target, e.value, e.data, e.at, g.finished_at
      from event e join game g on g.game_id = e.game_id
     where e.game_id = any(%s) and g.pace is not null
       and e.kind in ({KIND_OF[GameDealt].code}, {KIND_OF[ClockChanged].code})
     order by e.game_id, e.version
"""
_KNEW: Final = "select game_id, seat from seat where game_id = any(%s) and knew_deck order by game_id, seat"


def of_games(games: Sequence[UUID]) -> dict[UUID, GameFacts]:
    """Return the facts about each of these games."""
    with connection() as db:
        rows = db.execute(_CHANGES, (list(games),)).fetchall()
        knew = db.execute(_KNEW, (list(games),)).fetchall()
    clocks = {game_id: _clock_facts([*of_game]) for game_id, of_game in groupby(rows, itemgetter(0))}
    knowing = {game_id: tuple([seat for _, seat in of_game]) for game_id, of_game in groupby(knew, itemgetter(0))}
    none = contest_results.ClockFacts(0, ())
    return {game_id: GameFacts(*clocks.get(game_id, none), knowing.get(game_id, ())) for game_id in games}


def _clock_facts(rows: Sequence[tuple[Any, ...]]) -> contest_results.ClockFacts:
    """Return what the rows of `_CHANGES` of a game tell."""
    (_, _, _, _, _, dealt, _, finished_at), *later = rows
    changes = [event_of(*row[1:6]) for row in later]
    times = [milliseconds(row[6]) for row in rows]
    end = times[-1] if finished_at is None else milliseconds(finished_at)
    changed = [event for event in changes if isinstance(event, ClockChanged)]
    return contest_results.clock_facts(deal_of(dealt), changed, [*times, end])
