"""Decks of contests that others have still to play, and that nobody may play or import meanwhile.

`service.features.contests.sealing` ends the seals.
"""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from sqlalchemy.orm import Session

from service.core.tables.sealed_decks import DeckSealed
from service.core.tables.sql_conditions import IS_PRIVATE
from service.platform.database.pool import connection, fetch_all, fetch_one

# The refusal tells that a deck is sealed, so it is only for the players, their owners and their bots. Others could try
# decks until one is refused. The options are not compared, because not all formats have all of them.
_PLAYED: Final = f"""
    with owner as (select coalesce(owner_id, account_id) as id from account where account_id = %(me)s),
         mine as (select account_id from account where account_id = (select id from owner)
                      or owner_id = (select id from owner))
    select 1
      from contest_member m
      join contest_table t on t.contest_id = m.contest_id and t.entry_id = m.entry_id
      join game g on g.game_id = t.game_id and g.status = 'ended' and {IS_PRIVATE}
      join deal on deal.game_id = g.game_id and deal.deck = %(deck)s
     where m.account_id in (select account_id from mine) and m.confirmed limit 1
"""
_COMMITTED: Final = f"""
    select 1 from game g join contest_deck d on d.contest_id = g.contest_id and d.commitment = %(commitment)s
     where g.deck_key = %(key)s and {IS_PRIVATE} limit 1
"""


# Formats and editions differ in options, which are not compared here either.
_IMPORTED: Final = """
    with owner as (select account_id, coalesce(owner_id, account_id) as id from account where account_id = any(%(me)s)),
         mine as (select owner.account_id as member, account.account_id
                    from owner join account on account.account_id = owner.id or account.owner_id = owner.id)
    select distinct mine.member
      from mine
      join game g on g.created_by = mine.account_id and g.source is not null
      join deal on deal.game_id = g.game_id and deal.deck = %(deck)s
"""


def importers(accounts: Sequence[UUID], deck: bytes) -> set[UUID]:
    """Return those of some accounts that have imported a game of a deck, themselves or by their owner or its bots."""
    return {row[0] for row in fetch_all(_IMPORTED, {"me": list(accounts), "deck": deck})}


_PLAYS: Final = """
    with mine as (select account_id from account where account_id = %s)
    select g.game_id, deal.deck
      from seat s
      join game g on g.game_id = s.game_id and g.contest_id is not null and g.status = 'running'
      join deal on deal.game_id = g.game_id
     where s.account_id in (select account_id from mine) and not s.knew_deck
"""


def mark_importer(_changes: Session, _former: UUID, account_id: UUID) -> None:
    """Mark the seats of an account, after a merge, in games of contests whose deck either account has imported."""
    with connection() as db:
        for game_id, deck in db.execute(_PLAYS, (account_id,)).fetchall():
            if importers([account_id], deck):
                db.execute(
                    "update seat set knew_deck = true where game_id = %s and account_id = %s", (game_id, account_id)
                )


def require_not_played(account_id: UUID, deck: bytes) -> None:
    """Raise DeckSealed for a deck that an account, or a bot of its owner, has played and that is sealed."""
    if fetch_one(_PLAYED, {"me": account_id, "deck": deck}):
        raise DeckSealed


def require_no_sealed_record(key: bytes, commitment: str) -> None:
    """Raise DeckSealed for the verified record of a game whose deck is sealed, which only its players can have given.

    Nobody else can make one with this commitment, so that it tells nobody anything.
    """
    if fetch_one(_COMMITTED, {"key": key, "commitment": bytes.fromhex(commitment)}):
        raise DeckSealed
