"""The leaderboard of an arena: the teams that have ended all of its decks."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from service.core.tables.lookup import NotFound
from service.features.contests import arenas, teams
from service.features.contests.teams import Entry
from service.platform.confidence_intervals import Estimate, mean_of, share_of
from service.platform.database.pool import connection, fetch_all
from service.platform.limits.rate_limit import RELATED_A_UNIT
from service.platform.requests import exchange

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
    """How many teams of the same owners had ended one of its decks before this team's game of it was dealt."""
    earlier_decks: int
    """The number of these decks, which the owners could see."""
    ended_at: datetime


class UnderWay(NamedTuple):
    """A team that has begun, and has not ended all decks."""

    entry: Entry
    ended: int
    """The number of decks that it has ended."""


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
           rank() over (order by (select avg(score) from unnest(scores) as score) desc)
      from contest_entry e
     where contest_id = %(contest)s and scores is not null and withdrawn_at is null
     order by 6, ended_at, entry_id limit %(shown)s
"""
_UNDER_WAY: Final = """
    with begun as (
        select e.entry_id from contest_entry e
         where e.contest_id = %(contest)s and e.scores is null and e.entered_at is not null and e.withdrawn_at is null
           and exists (select 1 from contest_table t
                        where t.contest_id = e.contest_id and t.entry_id = e.entry_id and t.game_id is not null)
         order by e.entered_at desc, e.entry_id limit %(shown)s)
    select begun.entry_id, count(*) filter (where g.status = 'ended')
      from begun
      join contest_table t on t.contest_id = %(contest)s and t.entry_id = begun.entry_id
      join game g on g.game_id = t.game_id
     group by begun.entry_id order by 2 desc, 1
"""


# Bots of an account that was merged into another one belong to that one.
_RELATED: Final = """
    with owner as (select m.entry_id, coalesce(a.owner_id, a.account_id) as owner_id
                     from contest_member m join account a on a.account_id = m.account_id
                    where m.contest_id = %(contest)s and m.confirmed)
    select distinct mine.entry_id, other.entry_id
      from owner mine join owner other on other.owner_id = mine.owner_id and other.entry_id <> mine.entry_id
     where mine.entry_id = any(%(entries)s)
"""
_EARLIER: Final = """
    with times as materialized (
        select t.entry_id, t.deck, g.started_at, g.finished_at from contest_table t join game g on g.game_id = t.game_id
         where t.contest_id = %(contest)s and t.entry_id = any(%(entries)s))
    select mine.entry_id, count(distinct other.entry_id), count(distinct mine.deck)
      from unnest(%(mine)s::uuid[], %(others)s::uuid[]) as related (mine, other)
      join times mine on mine.entry_id = related.mine
      join times other on other.entry_id = related.other and other.deck = mine.deck
                      and other.finished_at <= mine.started_at
     group by mine.entry_id
"""


def of_arena(contest_id: UUID) -> list[Team]:
    """Return the teams of an arena that have ended all decks, the best first. Raises NotFound for another contest."""
    if not arenas.is_arena(contest_id):
        raise NotFound
    store_results(contest_id)
    rows = fetch_all(_TEAMS, {"contest": contest_id, "shown": SHOWN})
    earlier = _earlier(contest_id, [row[0] for row in rows])
    known = {entry.entry_id: entry for entry in teams.some(contest_id, [row[0] for row in rows])}
    return [_team(known[entry_id], *rest, earlier=earlier.get(entry_id, (0, 0))) for entry_id, *rest in rows]


def under_way(contest_id: UUID) -> list[UnderWay]:
    """Return the newest teams of an arena that have begun and not ended all decks, those with the most decks first."""
    rows = fetch_all(_UNDER_WAY, {"contest": contest_id, "shown": SHOWN})
    known = {entry.entry_id: entry for entry in teams.some(contest_id, [row[0] for row in rows])}
    return [UnderWay(known[entry_id], ended) for entry_id, ended in rows]


def _earlier(contest_id: UUID, shown: Sequence[UUID]) -> dict[UUID, tuple[int, int]]:
    """Return how many teams of the same owners had ended decks of each team before it got them, and how many decks.

    Raises too-many-requests.
    """
    related = fetch_all(_RELATED, {"contest": contest_id, "entries": list(shown)})
    mine, others = [pair[0] for pair in related], [pair[1] for pair in related]
    exchange.charge_units(len(related) // RELATED_A_UNIT)
    values = {"contest": contest_id, "mine": mine, "others": others, "entries": list({*mine, *others})}
    found = fetch_all(_EARLIER, values) if related else []
    return {entry_id: (teams, decks) for entry_id, teams, decks in found}


def store_results(contest_id: UUID) -> None:
    """Store the results of the teams of an arena that have ended all decks since."""
    with connection() as db:
        complete = db.execute(_COMPLETE, {"contest": contest_id, "decks": arenas.DECKS}).fetchall()
        for entry_id, scores, won, ended_at in complete:
            db.execute(_STORE, (scores, won, ended_at, contest_id, entry_id))


def _team(
    entry: Entry,
    via: str,
    scores: Sequence[int],
    won: int,
    ended_at: datetime,
    place: int,
    *,
    earlier: tuple[int, int],
) -> Team:
    mean, full = mean_of(scores), share_of(won, len(scores))
    assert mean is not None and full is not None
    return Team(place, entry, via, mean, full, *earlier, ended_at)
