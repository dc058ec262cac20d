"""Invitations to open games, for an account or for anyone with a code."""

import secrets
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, Select, exists, func, or_, select, update
from sqlalchemy.orm import Session, aliased

from service.core.people import account_limits, token_secrets
from service.core.people.programs import PROGRAM, Program
from service.core.people.tables import Account
from service.core.people.tokens import Caller
from service.core.tables import setting
from service.core.tables.lobby import open_game
from service.core.tables.lobby.open_game import IS_OPEN
from service.core.tables.lookup import NotAPlayer, NotFound
from service.core.tables.news import publisher
from service.core.tables.setting import StoredSetting
from service.core.tables.tables import Game, Invitation
from service.platform import ids
from service.platform.database.list_position import Position
from service.platform.database.pool import execute, fetch_all, session, transaction

LIFETIME_S: Final = 7 * 24 * 3600
"""The lifetime of an invitation in seconds, unless its sender names another one."""

_CODE_BYTES: Final = 16
MAX_OF_GAME: Final = 20  # that have not expired
MAX_OF_SENDER: Final = 50  # to open games, that have not expired
MAX_TO_ACCOUNT: Final = 20  # of one sender within 24 hours, declined ones included


class NoSuchAccount(Exception):
    """The account does not exist or has been deleted."""


class CreatedInvitation(NamedTuple):
    """A new invitation, for one account or anyone with the code. The code is shown once."""

    code: str | None
    account_id: UUID | None
    expires_at: datetime

    def __repr__(self) -> str:
        """Omit the code, which must not appear in logs and tracebacks."""
        return f"CreatedInvitation(account_id={self.account_id}, expires_at={self.expires_at})"


class OpenInvitation(NamedTuple):
    """An account's invitation to an open game, with the inviting player's id and name, and what is played."""

    game_id: UUID
    inviter_id: UUID | None
    """None if the account of the inviting player is deleted."""
    invited_by: str
    made_at: datetime
    expires_at: datetime
    stored_program: str | None
    """The program that plays the account of the inviting player, as it is stored."""
    setting: StoredSetting

    @property
    def program(self) -> Program | None:
        """The program that plays the account of the inviting player; None for a person."""
        return Program.of(self.stored_program)

    @property
    def position(self) -> Position:
        """The position of the invitation in the list."""
        return Position(self.made_at, self.game_id)


def invite(
    game_id: UUID, caller: Caller, lifetime_s: int, account_id: UUID | None, open_for_s: int
) -> CreatedInvitation:
    """Invite an account to a game.

    If `account_id` is None, the returned code is valid for any account. The game stays open for `open_for_s` seconds,
    and a private game for as long as the invitation.

    An account that has blocked the caller, or declined an invitation by the caller to this game, does not see the
    invitation. The caller is not told.

    Raises NotFound, NotAPlayer, GameNotOpen, AwaitingReveals, NoSuchAccount or LimitReached, in this order.
    """
    code = secrets.token_hex(_CODE_BYTES)
    with account_limits.locked(caller.account_id) as changes:
        game = open_game.locked(changes, game_id, caller)
        if caller.account_id not in open_game.accounts_in(changes, game_id).values():
            raise NotFound if game.private else NotAPlayer
        open_game.require_changeable(game)
        expires_at = add(changes, game_id, caller, lifetime_s, account_id, code)
        game.open_until = open_game.until(max(open_for_s, lifetime_s) if game.private else open_for_s)
    if account_id is None:
        return CreatedInvitation(code, None, expires_at)
    publisher.announce(game_id, -1)
    return CreatedInvitation(None, account_id, expires_at)  # the code only serves as the key of the row


def add(
    changes: Session, game_id: UUID, caller: Caller, lifetime_s: int, account_id: UUID | None, code: str | None = None
) -> datetime:
    """Add an invitation to an open game, and return when it expires. Raises NoSuchAccount or LimitReached.

    An invitation of an account needs no code: its own only serves as the key of the row.
    """
    if account_id is not None:
        account = changes.get(Account, account_id)
        if account is None or account.deleted_at is not None:
            raise NoSuchAccount
    _require_room(changes, game_id, caller.account_id, account_id)
    # By the clock of the database, since the machines of a service may differ.
    expires_at = changes.execute(select(func.now())).scalar_one() + timedelta(seconds=lifetime_s)
    digest = token_secrets.digest(code or secrets.token_hex(_CODE_BYTES))
    changes.add(Invitation(game_id, digest, caller.account_id, expires_at, account_id))
    return expires_at


class SentInvitation(NamedTuple):
    """An invitation of an account to a game, as the players of the game see it."""

    account_id: UUID
    name: str
    status: str
    """`pending`, `accepted`, `declined` or `expired`."""
    expires_at: datetime


def of_game(game_id: UUID) -> list[SentInvitation]:
    """Return the newest invitation of each account to a game, oldest account first."""
    rows = fetch_all(_OF_GAME, {"game_id": game_id})
    return [SentInvitation(*row) for row in rows]


_OF_GAME: Final = """
    select distinct on (i.account_id) i.account_id, a.name,
           case when exists (select 1 from seat s where s.game_id = %(game_id)s and s.account_id = i.account_id)
                then 'accepted'
                when i.expires_at = i.made_at then 'declined'
                when i.expires_at < now() then 'expired' else 'pending' end as status, i.expires_at
      from invitation i join account a on a.account_id = i.account_id
     where i.game_id = %(game_id)s and a.deleted_at is null
     order by i.account_id, i.made_at desc
"""


def _require_room(changes: Session, game_id: UUID, sender: UUID, receiver: UUID | None) -> None:
    number, pending = select(func.count()).select_from(Invitation), Invitation.expires_at > func.now()
    # Those of others at the table do not count, so that nobody takes their invitations away.
    of_game = number.where(Invitation.game_id == game_id, Invitation.invited_by == sender, pending)
    account_limits.require_below(changes, "invitations-of-game", MAX_OF_GAME, of_game)
    sent = number.where(Invitation.invited_by == sender)
    to_open_games = sent.join(Game, Game.game_id == Invitation.game_id).where(pending, IS_OPEN)
    account_limits.require_below(changes, "invitations", MAX_OF_SENDER, to_open_games)
    if receiver is not None:
        lately = Invitation.made_at > func.now() - timedelta(days=1)
        to_receiver = sent.where(lately, Invitation.account_id == receiver)
        account_limits.require_below(changes, "invitations-to-account", MAX_TO_ACCOUNT, to_receiver)


def of_account(account_id: UUID, limit: int, after: Position | None = None) -> list[OpenInvitation]:
    """Return up to `limit` of an account's invitations to open games, newest invitation first.

    Each game has one. Games with its seat, and invitations by blocked accounts and declined senders, are omitted.
    """
    after_at, after_id = after or (None, None)
    values = {"me": account_id, "limit": limit, "after_at": after_at, "after_id": after_id}
    rows = fetch_all(_OF_ACCOUNT, values)
    number = len(setting.COLUMNS)
    return [OpenInvitation._make((*row[:-number], setting.stored(row[-number:]))) for row in rows]


_OF_ACCOUNT: Final = f"""
    select *
      from (select distinct on (i.game_id) i.game_id,
                   case when account.deleted_at is null then account.account_id end as inviter_id, account.name,
                   i.made_at, i.expires_at, {PROGRAM} as program, {", ".join(f"g.{one}" for one in setting.COLUMNS)}
              from invitation i
              join game g on g.game_id = i.game_id
              join account on account.account_id = i.invited_by
             where i.account_id = %(me)s and i.expires_at > now() and g.status = 'open' and g.open_until > now()
               and (account.suspended_until > now()) is not true
               and not exists (select 1 from seat s where s.game_id = i.game_id and s.account_id = i.account_id)
               and not exists (select 1 from block b where b.account_id = i.account_id and b.blocked_id = i.invited_by)
               and not exists (select 1 from invitation d
                                where d.game_id = i.game_id and d.account_id = i.account_id
                                  and d.invited_by = i.invited_by and d.expires_at = d.made_at)
             order by i.game_id, i.expires_at desc) of_game
     where %(after_at)s::timestamptz is null or (made_at, game_id) < (%(after_at)s, %(after_id)s::uuid)
     order by made_at desc, game_id desc limit %(limit)s
"""


def require_invited(game_id: UUID, caller: Caller) -> None:
    """Raise NotFound unless the caller's account is invited to a game."""
    if not is_invited(session(), game_id, caller, None):
        raise NotFound


def decline(game_id: UUID, caller: Caller) -> None:
    """End the caller's invitations to a game. Raises NotFound if there are none.

    Further invitations by the same senders to this game have no effect.
    """
    with transaction() as changes:
        if not is_invited(changes, game_id, caller, None):
            raise NotFound
        _end(changes, game_id, caller.account_id, Invitation.made_at)


def withdraw(changes: Session, game_id: UUID, account_id: UUID) -> None:
    """End the invitations of an account to a game. New ones can follow.

    The rows remain for a day, because they count for the limit of a day.
    """
    _end(changes, game_id, account_id, func.now())


def _end(changes: Session, game_id: UUID, account_id: UUID, expires_at: Any) -> None:
    """Let the invitations of an account to a game expire. A declined one expires when it was made."""
    received = (Invitation.game_id == game_id) & (Invitation.account_id == account_id)
    changes.execute(
        update(Invitation).where(received, Invitation.expires_at > func.now()).values(expires_at=expires_at)
    )


def is_invited(reading: Session, game_id: UUID, caller: Caller, code: str | None) -> bool:
    """Return True if the caller, or anyone with the code, is invited to a game."""
    return reading.scalars(pending(game_id, caller, code)).first() is not None


def pending(game_id: UUID, caller: Caller | None, code: str | None) -> Select[UUID]:
    """Return a query for the invitations of the caller, or of anyone with the code, to a game.

    Invitations by a sender whose earlier one the caller has declined are omitted.
    """
    declined = aliased(Invitation)
    me = ids.NOBODY if caller is None else caller.account_id
    same = (declined.account_id == me) & (declined.invited_by == Invitation.invited_by)
    refused = exists().where(declined.game_id == game_id, same, declined.expires_at == declined.made_at)
    own: ColumnElement[bool] = (Invitation.account_id == me) & ~refused
    if code is not None:
        own = or_(own, Invitation.account_id.is_(None) & (Invitation.digest == token_secrets.digest(code)))
    return select(Invitation.game_id).where(Invitation.game_id == game_id, Invitation.expires_at > func.now(), own)


def delete_old() -> None:
    """Delete the invitations that have expired and that no limit counts any more.

    Declined ones remain as long as the game is open.
    """
    execute(_DELETE_OLD)


_DELETE_OLD: Final = """
    delete from invitation i
     where expires_at < now() and made_at < now() - interval '1 day'
       and (expires_at <> made_at or not exists (
           select 1 from game g where g.game_id = i.game_id and g.status = 'open'))
"""
