"""Standings, as in duplicate bridge: each deck is compared among those who have ended it."""

from typing import Final, NamedTuple
from uuid import UUID

from service.contests import arenas, sealing
from service.database.pool import connection

__all__ = ["PLAYED", "Standing", "Standings", "of_contest"]


class Standing(NamedTuple):
    """What an entry has reached on the decks that count."""

    place: int | None
    """None for a withdrawn entry. Equal entries share a place."""
    entry_id: UUID
    played: int
    """The number of decks that it has ended in time."""
    matchpoints: int
    sum: int
    """The sum of the scores."""
    full: int
    """The number of games that it has won."""


class Standings(NamedTuple):
    """The standings on the decks that are not sealed for the caller."""

    decks: int
    """The number of these decks."""
    is_final: bool
    """Whether nothing can change them any more."""
    standings: list[Standing]


PLAYED: Final = """
    select t.round, t.deck, t.entry_id, coalesce(g.score, 0) as score, g.outcome,
           2 * (rank() over (partition by t.round, t.deck order by coalesce(g.score, 0)) - 1)
             + count(*) over (partition by t.round, t.deck, coalesce(g.score, 0)) - 1 as matchpoints
      from contest_table t
      join contest_round r on r.contest_id = %(contest)s and r.round = t.round
      join game g on g.game_id = t.game_id
     where t.contest_id = %(contest)s and g.status = 'ended' and coalesce(g.finished_at <= r.closes_at, true)
       and %(compared)s and (%(round)s::int is null or t.round = %(round)s)
       and (%(deck)s::int is null or t.deck = %(deck)s)
"""
"""SQL: the games of a contest that ended in time, with 2 points for each lower score and 1 for each equal one."""

_DECKS: Final = f"""
    with mine as (select m.entry_id from contest_member m
                   where m.contest_id = %(contest)s and m.account_id = %(me)s and m.confirmed),
         played as ({PLAYED}),
         shown as (select d.round, d.deck, {sealing.UNSEALED} as unsealed
                     from contest_deck d
                     join contest_round r on r.contest_id = %(contest)s and r.round = d.round
                    where d.contest_id = %(contest)s and (%(round)s::int is null or d.round = %(round)s)
                      and ({sealing.UNSEALED} or exists (
                           select 1 from played own where own.round = d.round and own.deck = d.deck
                              and own.entry_id in (select entry_id from mine)))),
         sums as (select e.entry_id, e.withdrawn_at is null as stays, count(played.entry_id) as played,
                         coalesce(sum(played.matchpoints), 0) as matchpoints, coalesce(sum(played.score), 0) as points,
                         count(*) filter (where played.outcome = 'won') as won
                    from contest_entry e
                    left join (played join shown using (round, deck)) on played.entry_id = e.entry_id
                   where e.contest_id = %(contest)s and e.entered_at is not null
                   group by e.entry_id, e.withdrawn_at)
"""
_STANDINGS: Final = f"""
    {_DECKS}
    select case when stays then rank() over (partition by stays order by matchpoints desc, points desc) end,
           entry_id, played, matchpoints::int, points::int, won
      from sums where exists (select 1 from shown)
     order by stays desc, matchpoints desc, points desc, entry_id
"""
_NUMBER: Final = f"""
    {_DECKS}
    select (select count(*) from shown),
           (select count(*) from shown where unsealed) = (
            select count(*) from contest_deck where contest_id = %(contest)s
               and (%(round)s::int is null or round = %(round)s))
"""


def of_contest(contest_id: UUID, account_id: UUID, number: int | None) -> Standings:
    """Return the standings of a contest or a round, on the decks that are not sealed for an account.

    An arena has none: each table would be compared with those of all teams that ever came.
    """
    sealing.open_due(contest_id)
    if arenas.is_arena(contest_id):
        return Standings(0, False, [])
    values = {"contest": contest_id, "me": account_id, "round": number, "deck": None, "compared": True}
    with connection() as db:
        ((decks, is_final),) = db.execute(_NUMBER, values).fetchall()
        rows = db.execute(_STANDINGS, values).fetchall()
    return Standings(decks, is_final, [Standing(*row) for row in rows])
