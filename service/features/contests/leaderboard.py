"""The leaderboard of an arena: the teams that have ended all of its decks."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from service.core.tables.lookup import NotFound
from service.features.contests import arenas, teams
from service.features.contests.teams import Entry
from service.platform.confidence_intervals import Estimate, mean_of, share_of
from service.platform.database.pool import connection

__all__ = ["SHOWN", "Team", "of_arena", "store_results"]

SHOWN: Final = 100
"""The most teams of a leaderboard."""


class Team(NamedTuple):
    """A team with its result over all decks."""

    place: int
    """Teams with equal means share one."""
    entry: Entry
    via: str
    """How it was connected when it entered: `http` or `mcp`."""
    mean: Estimate
    full: Estimate
    """The share of games with the highest score."""
    earlier: int
    """How many teams of the same owners had entered before, whose decks they could see."""
    ended_at: datetime


# A team has ended all decks, but its result is not stored yet. Most teams have not even begun all tables.
_COMPLETE: Final = """
    with begun as (
        select e.entry_id from contest_entry e
         where e.contest_id = %(contest)s and e.scores is null and e.entered_at is not null and e.withdrawn_at is null
           and (select count(t.game_id) from contest_table t
                 where t.contest_id = e.contest_id and t.entry_id = e.entry_id) = %(decks)s)
    select begun.entry_id, array_agg(coalesce(g.score, 0) order by coalesce(g.score, 0)),
           count(*) filter (where g.outcome = 'won'), max(g.finished_at)
      from begun
      join contest_table t on t.contest_id = %(contest)s and t.entry_id = begun.entry_id
      join game g on g.game_id = t.game_id
     group by begun.entry_id having bool_and(g.status = 'ended')
"""
_STORE: Final = """
    update contest_entry set scores = %s, won = %s, ended_at = %s
     where contest_id = %s and entry_id = %s and scores is null
"""
_TEAMS: Final = """
    select entry_id, via, scores, won, ended_at,
           rank() over (order by (select avg(score) from unnest(scores) as score) desc),
           (select count(distinct other.entry_id)
              from contest_member mine
              join account me on me.account_id = mine.account_id
              join account its on its.owner_id = me.owner_id
              join contest_member their on their.account_id = its.account_id and their.contest_id = e.contest_id
              join contest_entry other on other.contest_id = e.contest_id and other.entry_id = their.entry_id
             where mine.contest_id = e.contest_id and mine.entry_id = e.entry_id and other.entered_at < e.entered_at)
      from contest_entry e
     where contest_id = %(contest)s and scores is not null and withdrawn_at is null
     order by 6, ended_at, entry_id limit %(shown)s
"""


def of_arena(contest_id: UUID) -> list[Team]:
    """Return the teams of an arena that have ended all decks, the best first. Raises NotFound for another contest."""
    if not arenas.is_arena(contest_id):
        raise NotFound
    store_results(contest_id)
    with connection() as db:
        rows = db.execute(_TEAMS, {"contest": contest_id, "shown": SHOWN}).fetchall()
    known = {entry.entry_id: entry for entry in teams.some(contest_id, [row[0] for row in rows])}
    return [_team(known[entry_id], *rest) for entry_id, *rest in rows]


def store_results(contest_id: UUID) -> None:
    """Store the results of the teams of an arena that have ended all decks since."""
    with connection() as db:
        complete = db.execute(_COMPLETE, {"contest": contest_id, "decks": arenas.DECKS}).fetchall()
        for entry_id, scores, won, ended_at in complete:
            db.execute(_STORE, (scores, won, ended_at, contest_id, entry_id))


def _team(
    entry: Entry, via: str, scores: Sequence[int], won: int, ended_at: datetime, place: int, earlier: int
) -> Team:
    mean, full = mean_of(scores), share_of(won, len(scores))
    assert mean is not None and full is not None
    return Team(place, entry, via, mean, full, earlier, ended_at)
