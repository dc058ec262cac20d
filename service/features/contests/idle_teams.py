"""Teams of arenas that have stopped playing."""

from typing import Final

from service.features.contests import arenas, leaderboard
from service.platform.database.pool import connection

__all__ = ["DAYS", "withdraw"]

DAYS: Final = 90
"""How many days a team of an arena may rest before its last deck."""

# A team whose result is stored has ended all decks. Few old teams still play, so few games are read.
_WITHDRAW: Final = """
    with old as (
        select contest_id, entry_id from contest_entry
         where contest_id = any(%(arenas)s) and scores is null and withdrawn_at is null
           and created_at < now() - make_interval(days => %(days)s)),
         active as (
        select distinct old.entry_id
          from old join contest_table t on t.contest_id = old.contest_id and t.entry_id = old.entry_id
          join game g on g.game_id = t.game_id
         where g.moved_at > now() - make_interval(days => %(days)s))
    select contest_id, entry_id from old where entry_id not in (select entry_id from active)
"""
_STORE: Final = """
    update contest_entry set withdrawn_at = now() where contest_id = %s and entry_id = %s and withdrawn_at is null
"""


def withdraw() -> int:
    """Withdraw the teams of arenas that have not moved for so long. Return their number.

    Other contests end, but in an arena these teams would count for the limit for ever.
    """
    for arena in arenas.ARENAS.values():
        leaderboard.store_results(arena)
    with connection() as db:
        values = {"arenas": [*arenas.ARENAS.values()], "days": DAYS}
        found = db.execute(_WITHDRAW, values).fetchall()
        for place in found:
            db.execute(_STORE, place)
    return len(found)
