"""The seal of a deck: only who has ended it knows anything of it, until its round closes or all have ended it.

The games of a deck are private, so every read, list and count that omits private games omits them. The seal ends by the
clock of the database (`conditions.IS_PRIVATE`); `open_due` stores that the games are public, for lists and indexes.
"""

from typing import Final, LiteralString
from uuid import UUID

from sqlalchemy import func, select, tuple_, update

from service.core import feature
from service.core.log import entries
from service.core.tables import advancing
from service.core.tables.tables import Game
from service.features.contests.tables import ContestDeck, ContestTable
from service.platform import ids
from service.platform.database.pool import connection, fetch_all, fetch_one, transaction

UNSEALED: Final[LiteralString] = "(d.unsealed_at is not null or coalesce(r.closes_at <= now(), false))"
"""SQL condition on a deck `d` and its round `r`: everybody may know everything about the deck."""

_CLOSED: Final = """
    select d.round, d.deck from contest_round r join contest_deck d using (contest_id, round)
     where r.contest_id = %(contest)s and r.closes_at <= now() and d.unsealed_at is null
"""
_MAY_HAVE_ENDED: Final = """
    select 1 from contest c
     where c.contest_id = %(contest)s and c.entry_until <= now()
       and exists (select 1 from contest_deck d join contest_round r using (contest_id, round)
                    where d.contest_id = %(contest)s and d.unsealed_at is null and coalesce(r.closes_at > now(), true))
"""
# Only when nobody can enter any more is it certain that all have ended a deck.
_ALL_ENDED: Final = """
    select d.round, d.deck
      from contest c
      join contest_deck d on d.contest_id = %(contest)s and d.unsealed_at is null
      join (select t.round, t.deck, count(*) as ended
              from contest_table t
              join contest_entry e on e.contest_id = %(contest)s and e.entry_id = t.entry_id
              join game g on g.game_id = t.game_id
             where t.contest_id = %(contest)s and e.withdrawn_at is null and g.status = 'ended'
             group by t.round, t.deck) played on played.round = d.round and played.deck = d.deck
     where c.contest_id = %(contest)s and c.entry_until <= now()
       and played.ended >= (select count(*) from contest_entry e where e.contest_id = %(contest)s
                               and e.entered_at is not null and e.withdrawn_at is null)
"""
_MAY_BE_DUE: Final = """
    select distinct c.contest_id
      from contest c join contest_round r using (contest_id)
      join contest_deck d using (contest_id, round)
     where d.unsealed_at is null and (r.closes_at <= now() or (c.entry_until <= now() and c.opens_at <= now()))
     limit %s
"""


def open_all_due(limit: int = 100) -> int:
    """Open the seals that have ended in at most `limit` contests. Return the number of decks."""
    found = fetch_all(_MAY_BE_DUE, (limit,))
    return sum(open_due(contest_id) for (contest_id,) in found)


def is_sealed(contest_id: UUID) -> bool:
    """Return True if a deck of a contest is sealed, after `open_due`."""
    sealed = "select 1 from contest_deck where contest_id = %s and unsealed_at is null limit 1"
    return fetch_one(sealed, (contest_id,)) is not None


def open_due(contest_id: UUID) -> int:
    """Open the seals of a contest that have ended: its games become public. Return the number of decks."""
    values = {"contest": contest_id}
    with connection() as db:
        due = db.execute(_CLOSED, values).fetchall()
        if db.execute(_MAY_HAVE_ENDED, values).fetchone() is not None:
            due = [*{*due, *db.execute(_ALL_ENDED, values).fetchall()}]
    if due:  # with no connection, since it takes its own: many readers who hold one and wait for another stop all
        advancing.end_times()  # games that time has ended by then
        _open(contest_id, due)
    return len(due)


def _open(contest_id: UUID, due: list[tuple[int, int]]) -> None:
    """Open the seals of decks, except those that another request opens."""
    decks = tuple_(ContestDeck.round, ContestDeck.deck)
    sealed = (ContestDeck.contest_id == contest_id, decks.in_(due), ContestDeck.unsealed_at.is_(None))
    with transaction() as changes:
        # Many read a contest when it closes. One of them does it, and the others need not wait.
        still = select(ContestDeck.round, ContestDeck.deck).where(*sealed).with_for_update(skip_locked=True)
        opened = [tuple(place) for place in changes.execute(still)]
        if not opened:
            return
        shown = update(ContestDeck).where(ContestDeck.contest_id == contest_id, decks.in_(opened))
        changes.execute(shown.values(unsealed_at=func.now()).execution_options(synchronize_session=False))
        found = select(ContestTable.game_id).where(
            ContestTable.contest_id == contest_id,
            tuple_(ContestTable.round, ContestTable.deck).in_(opened),
            ContestTable.game_id.is_not(None),
        )
        games = [game_id for game_id in changes.scalars(found) if game_id is not None]
        shown = update(Game).where(Game.game_id.in_(games or [ids.NOBODY]))
        shown = shown.values(private=Game.hidden, revision=Game.revision + 1)
        changes.execute(shown.execution_options(synchronize_session=False))
        for change in feature.given(lambda hooks: hooks.visibility_changed):
            change(changes, games)
        opened_decks = select(ContestDeck.secret_commitment).where(
            ContestDeck.contest_id == contest_id, decks.in_(opened)
        )
        entries.unsealed(contest_id, list(changes.scalars(opened_decks)))
