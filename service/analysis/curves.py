"""Curves of finished games in lists: the points on the table and what could still be reached, by turn.

They are folded from the logs at each request: that takes a third of a millisecond a game.
"""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

import orjson

from engine.codec import log_of
from engine.reading.progress import Curve, curve
from service import work
from service.analysis.results import upper_bounds
from service.analysis.solving import SOLVER
from service.database.pool import connection
from service.database.schema import FINISHED_PUBLIC
from service.games.event_store import PACKED

__all__ = ["Curve", "curves"]

_LOGS: Final = f"""
    select game.game_id, d.deck, s.packed, e.numbers, e.versions, e.data
      from game
      join deal d on d.game_id = game.game_id
      left join solution s on s.game_id = game.game_id and s.solver = %(solver)s
     cross join lateral (
           select array_agg({PACKED}) as numbers, array_agg(version) filter (where data is not null) as versions,
                  array_agg(data::text) filter (where data is not null) as data
             from (select version, kind, seat, target, value, data
                     from event where game_id = game.game_id order by version) in_order) e
     where game.game_id = any(%(games)s) and {FINISHED_PUBLIC.text}
"""


def curves(games: Sequence[UUID]) -> dict[UUID, Curve]:
    """Return the curves of finished public games; others have none."""
    with connection() as db:
        rows = db.cursor(binary=True).execute(_LOGS, {"games": list(games), "solver": SOLVER}).fetchall()
    found = {}
    for game_id, deck, packed, numbers, versions, data in work.steps(rows):
        log = log_of(deck, numbers, dict(zip(versions, map(orjson.loads, data), strict=True)))
        found[game_id] = curve(log, None if packed is None else upper_bounds(packed))
    return found
