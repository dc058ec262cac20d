"""Summaries of games, which are read without the log. Each function is one round trip to the database."""

from typing import Final, NamedTuple
from uuid import UUID

from service.core.people.tokens import TOKEN_OWNER, TokenOwner
from service.core.tables.sql_conditions import IDLE, INTERRUPTED, IS_PRIVATE, PRESENT, REVEALS_DUE, TIME_IS_OVER
from service.platform import ids
from service.platform.database.pool import fetch_one


class GameSummary(NamedTuple):
    """The state of a game that can be read without its log."""

    version: int
    revision: int
    names_revision: int
    """The sum of the revisions of the players' accounts."""
    private: bool
    hidden: bool
    seat: int | None
    """The seat of the requesting account; None if it has none."""
    is_due: bool | None
    """True if a request has to end the game, which is idle past its limit or out of time, or to deal it."""
    ended: bool
    watching: str
    """What watchers may see: `nobody`, `table` or `hands`."""


_SUMMARY_COLUMNS: Final = f"""
    g.version, g.revision,
    (select coalesce(sum((select revision from account where account_id = p.account_id)), 0)
       from seat p where p.game_id = %(game_id)s) as names_revision,
    {IS_PRIVATE} as private, g.hidden, s.seat, {IDLE} or {TIME_IS_OVER} or {INTERRUPTED} or {REVEALS_DUE} as is_due,
    g.status = 'ended' as ended, g.watching
"""

_SUMMARY: Final = f"""
    select {_SUMMARY_COLUMNS}
      from game g left join seat s on s.game_id = %(game_id)s and s.account_id = %(account_id)s
     where g.game_id = %(game_id)s and {PRESENT}
"""

SUMMARY_FOR_TOKEN: Final = f"""
    select owner.*, {_SUMMARY_COLUMNS}
      from (select) as one
      left join ({TOKEN_OWNER}) as owner on true
      left join game g on g.game_id = %(game_id)s and {PRESENT}
      left join seat s on s.game_id = %(game_id)s and s.account_id = owner.account_id
"""

_OWNED: Final = len(TokenOwner._fields)


def summary(game_id: UUID, account_id: UUID | None) -> GameSummary | None:
    """Return the summary of a game for an account. Return None if the game does not exist."""
    values = {"game_id": game_id, "account_id": account_id or ids.NOBODY}
    row = fetch_one(_SUMMARY, values)
    return None if row is None else GameSummary(*row)


def summary_for_token(game_id: UUID, digest: bytes) -> tuple[TokenOwner | None, GameSummary | None]:
    """Return a token's owner, and a game's summary for that account.

    The owner is None if the token is invalid; the summary is None if the game does not exist.
    """
    row = fetch_one(SUMMARY_FOR_TOKEN, {"game_id": game_id, "digest": digest})
    assert row is not None
    owner, found = row[:_OWNED], row[_OWNED:]
    return None if owner[0] is None else TokenOwner(*owner), None if found[0] is None else GameSummary(*found)
