"""Entries of contests: the teams that take part, or are about to."""

from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from service.core.people.programs import PROGRAM, Program
from service.core.people.tokens import Caller
from service.core.tables.lookup import existing
from service.platform import ids
from service.platform.database.pool import fetch_all, fetch_one


class Member(NamedTuple):
    """A seat of an entry."""

    seat: int
    account_id: UUID | None
    """None for a bot of the service, and for a deleted account."""
    name: str
    bot: str | None
    program: Program | None
    confirmed: bool


class Entry(NamedTuple):
    """A team that takes part, or is about to."""

    entry_id: UUID
    contest_id: UUID
    name: str
    status: str
    """`waiting` for its members, `entered` or `withdrawn`."""
    members: list[Member]
    created_at: datetime


class EntryOfAccount(NamedTuple):
    """A seat of an entry, for the account that is named for it."""

    contest_id: UUID
    entry_id: UUID
    seat: int
    confirmed: bool
    created_at: datetime


_ENTRIES: Final = f"""
    select e.entry_id, e.contest_id, e.name,
           case when e.withdrawn_at is not null then 'withdrawn' when e.entered_at is null then 'waiting'
                else 'entered' end,
           (select json_agg(json_build_array(m.seat, case when account.deleted_at is null then m.account_id end,
                   coalesce(account.name, m.bot), m.bot, {PROGRAM}, m.confirmed) order by m.seat)
              from contest_member m left join account on account.account_id = m.account_id
             where m.contest_id = e.contest_id and m.entry_id = e.entry_id), e.created_at
      from contest_entry e
"""
_LISTED: Final = f"""
    {_ENTRIES} where e.contest_id = %s and e.entered_at is not null order by e.created_at, e.entry_id
"""
_SOME: Final = f"{_ENTRIES} where e.contest_id = %s and e.entry_id = any(%s)"
_ONE: Final = f"{_ENTRIES} where e.contest_id = %s and e.entry_id = %s"
# Who has blocked the account that enters is not asked.
_OF_ACCOUNT: Final = f"""
    {_ENTRIES}
      join contest_member me on me.contest_id = e.contest_id and me.entry_id = e.entry_id
      join contest_member first on first.contest_id = e.contest_id and first.entry_id = e.entry_id and first.seat = 0
     where e.contest_id = %(contest)s and me.account_id = %(me)s
       and (me.confirmed or not exists (
            select 1 from block b where b.account_id = %(me)s and b.blocked_id = first.account_id))
     order by e.withdrawn_at is not null, not me.confirmed, e.created_at desc limit 1
"""


def listed(contest_id: UUID) -> list[Entry]:
    """Return the entries of a contest that are or were complete, oldest first."""
    return [_entry(row) for row in fetch_all(_LISTED, (contest_id,))]


def some(contest_id: UUID, entry_ids: list[UUID]) -> list[Entry]:
    """Return some entries of a contest, in any order."""
    return [_entry(row) for row in fetch_all(_SOME, (contest_id, entry_ids))]


def read(contest_id: UUID, entry_id: UUID) -> Entry:
    """Return an entry. Raises NotFound."""
    row = existing(fetch_one(_ONE, (contest_id, entry_id)))
    return _entry(row)


def of_account(contest_id: UUID, account_id: UUID) -> Entry | None:
    """Return the entry in which an account takes part, or else one that waits for it; None without one."""
    if account_id == ids.NOBODY:
        return None
    row = fetch_one(_OF_ACCOUNT, {"contest": contest_id, "me": account_id})
    return None if row is None else _entry(row)


def _entry(row: tuple[Any, ...]) -> Entry:
    entry_id, contest_id, name, status, found, created_at = row
    members = [
        Member(seat, None if account is None else UUID(account), named, bot, Program.of(program), confirmed)
        for seat, account, named, bot, program, confirmed in found
    ]
    shown = name or " & ".join(member.name for member in members)
    return Entry(entry_id, contest_id, shown, status, members, created_at)


def with_account(caller: Caller) -> list[EntryOfAccount]:
    """Return the entries that name the caller, whether it has confirmed or not."""
    found = fetch_all(
        """select e.contest_id, e.entry_id, m.seat, m.confirmed, e.created_at
             from contest_member m join contest_entry e using (contest_id, entry_id)
            where m.account_id = %s order by e.entry_id""",
        (caller.account_id,),
    )
    return [EntryOfAccount(*row) for row in found]
