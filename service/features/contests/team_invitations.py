"""Invitations to teams: entries that wait for accounts that others have named."""

from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from service.core.people.programs import PROGRAM, Program
from service.platform.database.pool import fetch_all

_MOST: Final = 100


class TeamInvitation(NamedTuple):
    """An entry that waits for an account to confirm it."""

    contest_id: UUID
    title: str
    entry_id: UUID
    inviter_id: UUID
    invited_by: str
    stored_program: str | None
    """The program that plays the account of who invites, as it is stored."""
    made_at: datetime
    expires_at: datetime | None
    """Until when the account can confirm; None for always."""

    @property
    def program(self) -> Program | None:
        """The program that plays the account of who invites; None for a person."""
        return Program.of(self.stored_program)


# `least` skips null.
_OF_ACCOUNT: Final = f"""
    select c.contest_id, c.title, e.entry_id, account.account_id, account.name, {PROGRAM}, e.created_at,
           least(c.entry_until, c.closes_at)
      from contest_member m
      join contest_entry e on e.contest_id = m.contest_id and e.entry_id = m.entry_id
      join contest c on c.contest_id = m.contest_id
      join contest_member first on first.contest_id = m.contest_id and first.entry_id = m.entry_id and first.seat = 0
      join account on account.account_id = first.account_id
     where m.account_id = %(me)s and not m.confirmed and e.withdrawn_at is null
       and coalesce(least(c.entry_until, c.closes_at) > now(), true)
       and account.deleted_at is null and (account.suspended_until > now()) is not true
       and not exists (select 1 from block b where b.account_id = %(me)s and b.blocked_id = account.account_id)
     order by e.created_at desc, e.entry_id desc limit %(most)s
"""


def of_account(account_id: UUID) -> list[TeamInvitation]:
    """Return the newest entries that wait for an account, newest first, but none by blocked accounts."""
    rows = fetch_all(_OF_ACCOUNT, {"me": account_id, "most": _MOST})
    return [TeamInvitation(*row) for row in rows]
