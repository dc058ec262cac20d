"""Standings, as in duplicate bridge: each deck is compared among those who have ended it."""

from typing import Final, LiteralString, NamedTuple
from uuid import UUID

from service.features.contests import arenas, sealing
from service.platform.database.pool import connection


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
    bots_took: int
    """The number of its games in which a bot took a seat whose time was over, whether they count or not."""


class Standings(NamedTuple):
    """The standings on the decks that are not sealed for the caller."""

    decks: int
    """The number of these decks."""
    is_final: bool
    """Whether nothing can change them any more."""
    standings: list[Standing]


TAKEN: Final[LiteralString] = (
    "select 1 from event ev where ev.game_id = g.game_id and ev.kind = 11 and ev.data ->> 'change' = 'bot'"
)
"""SQL: a bot took a seat of a game `g`, whose time was over."""

IN_TIME: Final[LiteralString] = """
    g.status = 'ended' and coalesce(g.finished_at <= least(r.closes_at, d.unsealed_at), true)
"""
"""SQL condition on a game `g`, its deck `d` and its round `r`: it ended before the round closed and the seal ended."""

PLAYED: Final = f"""
    select t.round, t.deck, t.entry_id, coalesce(g.score, 0) as score, g.outcome,
           2 * (rank() over (partition by t.round, t.deck order by coalesce(g.score, 0)) - 1)
             + count(*) over (partition by t.round, t.deck, coalesce(g.score, 0)) - 1
             + case when {sealing.UNSEALED}
                    then 2 * (begun.teams - count(*) over (partition by t.round, t.deck)) else 0 end as matchpoints
      from contest_table t
      join contest c on c.contest_id = %(contest)s
      join contest_round r on r.contest_id = %(contest)s and r.round = t.round
      join contest_deck d on d.contest_id = %(contest)s and d.round = t.round and d.deck = t.deck
      join (select round, count(distinct entry_id) as teams from contest_table
             where contest_id = %(contest)s and game_id is not null group by round) begun on begun.round = t.round
      join game g on g.game_id = t.game_id
     where t.contest_id = %(contest)s and {IN_TIME}
       and (c.who <> 'people' or r.pace ->> 'on_timeout' is distinct from 'bot' or not exists ({TAKEN}))
       and %(compared)s and (%(round)s::int is null or t.round = %(round)s)
       and (%(deck)s::int is null or t.deck = %(deck)s)
"""
"""SQL: the games of a contest that count, with 2 points for each lower score and 1 for each equal one.

A team that has begun a deck of the round counts as a lower score on those that it has not ended when the seal ends. In
a contest for people, a game in which a bot took a seat counts as one that has not ended.
"""

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
         taken as (select t.round, t.deck, t.entry_id
                     from contest_table t
                     join contest_round r on r.contest_id = %(contest)s and r.round = t.round
                     join contest_deck d on d.contest_id = %(contest)s and d.round = t.round and d.deck = t.deck
                     join game g on g.game_id = t.game_id
                    where t.contest_id = %(contest)s and r.pace ->> 'on_timeout' = 'bot' and {IN_TIME}
                      and exists ({TAKEN})),
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
           entry_id, played, matchpoints::int, points::int, won,
           (select count(*) from taken join shown using (round, deck) where taken.entry_id = sums.entry_id)
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

    An arena has none before its season is over: each new table would change those of all teams.
    """
    sealing.open_due(contest_id)
    if arenas.is_arena(contest_id) and sealing.is_sealed(contest_id):
        return Standings(0, False, [])
    values = {"contest": contest_id, "me": account_id, "round": number, "deck": None, "compared": True}
    with connection() as db:
        ((decks, is_final),) = db.execute(_NUMBER, values).fetchall()
        rows = db.execute(_STANDINGS, values).fetchall()
    return Standings(decks, is_final, [Standing(*row) for row in rows])
