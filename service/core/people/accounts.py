"""Accounts: creation, lookup, renaming and deletion.

A rename or a deletion changes one account and its handles. The versions of views contain the revisions of the players'
accounts (`service.core.tables.event_store`), so no game has to change.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, func, inspect, or_, select, tuple_, update
from sqlalchemy import delete as removal
from sqlalchemy.orm import Session

from service.core import feature
from service.core.people import handles, names, scopes, token_secrets
from service.core.people import owned as owned_columns
from service.core.people.guest_names import TRIED_NAMES, guest_name
from service.core.people.names import DELETED_NAME, MAX_NAME_LENGTH
from service.core.people.programs import PROGRAM_COLUMN, Program
from service.core.people.tables import Account, Handle, Token
from service.core.people.tokens import Caller
from service.core.tables.tables import Game, Seat
from service.platform import ids
from service.platform.database.pool import fetch, session, transaction
from service.platform.refusal import Refusal

_ACCOUNTS: Final = 100
"""The maximum number of accounts in one transaction."""
_ROWS: Final = 1000
"""The maximum number of rows that one statement removes."""


class RevisionConflict(Refusal):
    """The account does not have the revision that the caller expects."""

    code = "revision-conflict"


class NameTaken(Refusal):
    """Another account has the name or a similar one, or gave it up a short time ago, or a moderator took it away."""

    code = "name-taken"

    @property
    def members(self) -> Mapping[str, Any]:
        """Where the owner of the name can sign in."""
        return {"sign_in": "/account"}


class PublicAccount(NamedTuple):
    """The public part of an account."""

    account_id: UUID
    name: str
    created_at: datetime
    program: Program | None
    """The program that plays the account; None for a person."""


class OwnAccount(NamedTuple):
    """An account as its owner sees it."""

    account_id: UUID
    name: str
    created_at: datetime
    caller: Caller
    """Who asks."""
    revision: int
    is_guest: bool
    """True if nobody can sign in to it who is not signed in, except with a token."""
    program: Program | None
    """The program that plays the account; None for a person."""


class NewAccount(NamedTuple):
    """A new account with its first token."""

    account_id: UUID
    name: str
    token: str


def create(name: str | None, language: str) -> NewAccount:
    """Create an account. Without a name it gets a free one in a language. Raises NameTaken.

    Only a digest of the token is stored.
    """
    secret = token_secrets.new_secret("p")
    with transaction() as changes:
        account_id, name = add(changes, name, language)
        changes.add(Token(ids.new(), account_id, token_secrets.digest(secret), "first", list(scopes.ALL)))
    return NewAccount(account_id, name, secret)


def add(changes: Session, name: str | None, language: str, *, owner_id: UUID | None = None) -> tuple[UUID, str]:
    """Add an account without any token, and return its id and name. With an owner it is a bot. Raises NameTaken."""
    account_id = ids.new()
    if name is None:
        name = _claim_guest_name(changes, account_id, language)
    elif not handles.claim(changes, account_id, names.handles(name)):
        raise NameTaken
    is_bot = owner_id is not None
    changes.add(Account(account_id, name, applied_revision=0, is_program=is_bot, owner_id=owner_id))
    changes.flush()
    return account_id, name


def me(caller: Caller) -> OwnAccount:
    """Return the caller's account."""
    return _own(session(), caller)


def _own(reading: Session, caller: Caller) -> OwnAccount:
    own = select(Account, PROGRAM_COLUMN).where(Account.account_id == caller.account_id)
    account, stored = reading.execute(own).one()
    is_guest = account.owner_id is None and not has_way_in(reading, account.account_id)
    program = Program.of(stored)
    return OwnAccount(account.account_id, account.name, account.created_at, caller, account.revision, is_guest, program)


def merged_into(account_ids: Iterable[UUID]) -> dict[UUID, list[UUID]]:
    """Return the ids of the accounts that were merged into each of these."""
    merged: dict[UUID, list[UUID]] = {}
    wanted = Account.merged_into.in_(list(account_ids))
    for former in session().scalars(select(Account).where(wanted).order_by(Account.account_id)):
        if former.merged_into is not None:
            merged.setdefault(former.merged_into, []).append(former.account_id)
    return merged


def has_way_in(reading: Session, account_id: UUID) -> bool:
    """Return True if somebody who is not signed in can sign in to the account."""
    ways = owned_columns.ways_in(account_id)
    return bool(ways) and bool(reading.scalar(select(or_(*ways))))


def public(id_or_name: str) -> PublicAccount | None:
    """Return the account with an id (`a_…`) or name. Return None if it does not exist or is deleted.

    The id of an account that was merged into another one stands for that one. A name that no account has stands for
    the account with a similar one (`names.handles`), such as `ada` for Ada.
    """
    if "\0" in id_or_name:
        return None
    account_id = ids.parse("a", id_or_name)
    if account_id is not None:
        kept = select(Account.merged_into).where(Account.account_id == account_id).scalar_subquery()
        return _public((Account.account_id == account_id) | (Account.account_id == kept))
    name = unicodedata.normalize("NFC", id_or_name)
    return _public(Account.name == name) or _alike(name)


def _alike(name: str) -> PublicAccount | None:
    if len(name) > MAX_NAME_LENGTH:
        return None
    held = select(Handle.account_id).where(Handle.handle.in_(names.handles(name)), Handle.released_at.is_(None))
    return _public(Account.account_id.in_(held))


def _public(condition: ColumnElement[bool]) -> PublicAccount | None:
    columns = (Account.account_id, Account.name, Account.created_at)
    existing = select(*columns, PROGRAM_COLUMN).where(Account.deleted_at.is_(None))
    found = session().execute(existing.where(condition).order_by(Account.account_id).limit(1)).one_or_none()
    return None if found is None else PublicAccount(found[0], found[1], found[2], Program.of(found[3]))


def rename(caller: Caller, name: str, revision: int) -> OwnAccount:
    """Rename the caller's account.

    Raises RevisionConflict if the account does not have this revision, and NameTaken.
    """
    with transaction() as changes:
        changed = changes.execute(
            update(Account)
            .where(Account.account_id == caller.account_id, Account.revision == revision)
            .values(name=name, revision=revision + 1, applied_revision=revision + 1)
            .returning(Account.account_id)
        ).one_or_none()
        if changed is None:
            raise RevisionConflict
        if not handles.change(changes, caller.account_id, names.handles(name)):
            raise NameTaken
        show_owner(changes, caller.account_id)
        return _own(changes, caller)


def set_name(changes: Session, account: Account, name: str | None) -> str:
    """Rename an account that this transaction has locked, for a moderator, and return its name.

    Nobody can take the old name again. None stands for a neutral name. Raises NameTaken.
    """
    old = names.handles(account.name)
    if name is None:
        name = _claim_numbered(changes, account.account_id, "Player")
    elif not handles.change(changes, account.account_id, names.handles(name), withdrawn=True):
        raise NameTaken
    handles.withdraw(changes, account.account_id, old)
    account.revision += 1
    account.name, account.applied_revision = name, account.revision
    changes.flush()
    show_owner(changes, account.account_id)
    return name


def set_program(changes: Session, account: Account, *, is_program: bool) -> None:
    """Mark an account that this transaction has locked as played by a program, or as a person's again."""
    account.is_program = is_program
    account.revision += 1
    if account.applied_revision is not None:
        account.applied_revision += 1
    changes.flush()


def show_owner(changes: Session, owner_id: UUID) -> None:
    """Change the revisions of a person's bots, whose views show the person's name."""
    bots = update(Account).where(Account.owner_id == owner_id)
    changes.execute(bots.values(revision=Account.revision + 1, applied_revision=Account.applied_revision + 1))


def delete(caller: Caller) -> list[UUID]:
    """Mark the caller's account and its bots as deleted, and return their ids.

    Their tokens are then invalid, and their names are not shown.

    `remove_deleted` removes its tokens, its invitations, its open games, its list of blocked accounts, its webhooks
    and its unshared notes later. Its other games, its comments and shared notes remain without its name.
    """
    with transaction() as changes:
        own = (Account.owner_id == caller.account_id) & Account.deleted_at.is_(None)
        deleted = [*changes.scalars(select(Account.account_id).where(own)), caller.account_id]
        for account_id in deleted:
            mark_deleted(changes, account_id)
        return deleted


def mark_deleted(changes: Session, account_id: UUID) -> None:
    """Mark an account as deleted, and give up its name."""
    changes.execute(
        update(Account)
        .where(Account.account_id == account_id)
        .values(name=DELETED_NAME, revision=Account.revision + 1, deleted_at=func.now())
    )
    handles.release(changes, account_id)
    for account_ends in feature.given(lambda hooks: hooks.account_ends):
        account_ends(changes, account_id)


def remove_deleted() -> int:
    """Remove the data of deleted accounts, in batches. Return the number of accounts.

    These are their passkeys, recovery codes, tokens, invitations, blocked accounts, webhooks and unshared notes, which
    nobody can see any more. Their open games expire, and their seats in other open games become free.
    """
    with transaction() as changes:
        handles.forget(changes)
    removed = 0
    while found := fetch(
        select(Account.account_id)
        .where(_UNAPPLIED, Account.deleted_at.is_not(None), Account.merged_into.is_(None))
        .limit(_ACCOUNTS)
    ):
        for (account_id,) in found:
            _leave_open_games(account_id)
            _remove_data(account_id)
            with transaction() as changes:
                done = update(Account).where(Account.account_id == account_id)
                changes.execute(done.values(applied_revision=Account.revision))
        removed += len(found)
    return removed


_UNAPPLIED: Final = Account.applied_revision.is_distinct_from(Account.revision)


def _claim_guest_name(changes: Session, account_id: UUID, language: str) -> str:
    """Claim a friendly name, and return it. It gets a suffix if others have the names that were tried."""
    for _ in range(TRIED_NAMES):
        name = guest_name(language)
        if handles.claim(changes, account_id, names.handles(name)):
            return name
        handles.release(changes, account_id)  # it may have got some of them
    return _claim_numbered(changes, account_id, guest_name(language))


def _claim_numbered(changes: Session, account_id: UUID, name: str) -> str:
    """Claim a name with a random suffix, and return it."""
    while True:
        free = names.numbered(name)
        if handles.change(changes, account_id, names.handles(free)):
            return free


def _leave_open_games(account_id: UUID) -> None:
    with transaction() as changes:
        # The updates lock the games, so that none starts before the seats are free.
        is_open = (Game.status == "open") & Game.reveal_until.is_(None)  # the seats do not change before the deal
        mine = update(Game).where(Game.created_by == account_id, is_open)
        changes.execute(mine.values(open_until=func.now()))
        seats = select(Seat.game_id).where(Seat.account_id == account_id, Seat.game_created_at.is_(None))
        others = update(Game).where(Game.game_id.in_(seats), is_open).values(revision=Game.revision + 1)
        left = changes.scalars(others.returning(Game.game_id)).all()
        if left:
            changes.execute(removal(Seat).where(Seat.account_id == account_id, Seat.game_id.in_(left)))


def _remove_data(account_id: UUID) -> None:
    for owned in owned_columns.all_owned():
        if owned.removed is False:
            continue
        rows = owned.column == account_id
        if owned.removed is not True:
            rows &= owned.removed
        for part, referred in owned.parts:
            _remove(part.class_, part.in_(select(referred).where(rows)))
        _remove(owned.column.class_, rows)


def _remove(table: Any, condition: ColumnElement[bool]) -> None:
    """Delete rows in batches."""
    key = tuple_(*inspect(table).primary_key)
    some = select(*inspect(table).primary_key).where(condition).limit(_ROWS)
    found = _ROWS
    while found == _ROWS:
        with transaction() as changes:
            found = changes.connection().execute(removal(table).where(key.in_(some))).rowcount
