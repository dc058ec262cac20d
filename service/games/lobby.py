"""Lobby of a game before its start: creation, seats and invitations."""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import Select, exists, func, or_, select
from sqlalchemy.orm import Session

from engine.cards import Card
from engine.proof.deal import SEED_BYTES, encode_deck
from engine.rules import resolve, rules_as_dict
from service import ids
from service.database.pool import connection, session, transaction
from service.database.schema import Account, Deal, Game, Invitation, Seat
from service.games import dealing
from service.games.lookup import NotAPlayer, NotFound, require_seat, require_visible
from service.games.news import publisher
from service.identity.tokens import Caller

__all__ = [
    "DEFAULT_IDLE_LIMIT_S",
    "AlreadySeated",
    "CreatedInvitation",
    "GameNotOpen",
    "NoSuchAccount",
    "NotTheCreator",
    "OpenInvitation",
    "SeatTaken",
    "create",
    "give_entropy",
    "invitations_of",
    "invite",
    "join",
    "leave",
    "require_access",
    "seat_bot",
]

DEFAULT_IDLE_LIMIT_S: Final = 7 * 24 * 3600
_CODE_BYTES: Final = 16


class GameNotOpen(Exception):
    """The game has started, so its seats cannot change."""


class SeatTaken(Exception):
    """The seat is taken."""


class AlreadySeated(Exception):
    """The caller already has a seat in this game."""


class NotTheCreator(Exception):
    """Only the creator of the game may do this."""


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
    """An account's invitation to an open game, with the inviting player's name."""

    game_id: UUID
    invited_by: str
    inviter: UUID | None
    """The account of the inviting player; None if it is deleted."""
    expires_at: datetime


def create(
    caller: Caller,
    seats: int,
    edition: str,
    overrides: dict[str, Any],
    *,
    sandbox: bool,
    private: bool,
    deck: Sequence[Card] | None,
    idle_limit_s: int,
    entropy: str | None,
) -> UUID:
    """Create a game with the caller in seat 0. Return its id.

    Raises RulesError for options that contradict each other, and CompositionError for a given deck that does not have
    the cards of the rules (R2).
    """
    if deck is not None:
        # A given deck makes a game reproducible, so the starting seat is fixed too.
        overrides = {"starting_seat": 0, **overrides}
    rules = resolve(edition, overrides, seats)
    game_id = ids.new()
    with transaction() as changes:
        changes.add(
            Game(
                game_id=game_id,
                status="open",
                seats=seats,
                rules=rules_as_dict(rules),
                created_by=caller.account_id,
                sandbox=sandbox,
                private=private,
                idle_limit_s=idle_limit_s,
            )
        )
        changes.flush()
        changes.add(Seat(game_id, 0, caller.account_id, entropy=entropy))
        salt = secrets.token_bytes(SEED_BYTES)
        if deck is None:
            changes.add(Deal(game_id, None, salt, secrets.token_bytes(SEED_BYTES)))
        else:
            changes.add(Deal(game_id, encode_deck(rules.palette, deck), salt))
    return game_id


def require_access(game_id: UUID, caller: Caller, code: str | None) -> None:
    """Raise NotFound or WrongGame unless the caller may see a game's lobby.

    The creator, the players and the accounts that they invite may see the lobby of a private game. For the errors, see
    `lookup.require_visible`.
    """
    # One statement, so that a private game takes no longer than an unknown one.
    game = (
        session()
        .execute(
            select(Game.private, Game.hidden).where(
                Game.game_id == game_id,
                or_(
                    Game.private.is_(False),
                    Game.hidden & caller.is_moderator,
                    Game.created_by == caller.account_id,
                    exists().where(Seat.game_id == game_id, Seat.account_id == caller.account_id),
                    _invitation(game_id, caller, code).exists(),
                ),
            )
        )
        .one_or_none()
    )
    if game is None:
        raise NotFound
    require_visible(game_id, caller, private=game.private, hidden=game.hidden, has_access=True)


def join(game_id: UUID, caller: Caller, seat: int | None, code: str | None, entropy: str | None) -> None:
    """Take a seat in a game. Taking the last seat starts the game.

    If `seat` is None, take the first free seat. A private game requires an invitation of the caller, or the code of an
    invitation. `entropy` is the seat's contribution to the shuffle.

    Raises NotFound, AlreadySeated, GameNotOpen, NoSuchSeat or SeatTaken, in this order.
    """
    with transaction() as changes:
        game = _locked(changes, game_id, caller)
        taken = _accounts(changes, game_id)
        if game.private and caller.account_id not in taken.values() and not _is_invited(changes, game_id, caller, code):
            raise NotFound
        if caller.account_id in taken.values():
            raise AlreadySeated
        _take(changes, game, taken, seat, account_id=caller.account_id, entropy=entropy)
        version = game.version
    publisher.announce(game_id, version)


def seat_bot(game_id: UUID, caller: Caller, seat: int | None, bot: str) -> None:
    """Give a seat to a bot, as the game's creator. Raises NotTheCreator and the errors of `join`."""
    with transaction() as changes:
        game = _locked(changes, game_id, caller)
        if game.created_by != caller.account_id:
            raise NotFound if game.private else NotTheCreator
        _take(changes, game, _accounts(changes, game_id), seat, name=bot, bot=bot)
        version = game.version
    publisher.announce(game_id, version)


def leave(game_id: UUID, caller: Caller) -> None:
    """Free the caller's seat in an open game. Raises NotFound, NotAPlayer or GameNotOpen."""
    with transaction() as changes:
        game, seat = _own_seat(changes, game_id, caller)
        changes.delete(seat)
        game.revision += 1
        version = game.version
    publisher.announce(game_id, version)


def give_entropy(game_id: UUID, caller: Caller, entropy: str | None) -> None:
    """Set the entropy of the caller's seat in an open game.

    None removes it. Raises NotFound, NotAPlayer or GameNotOpen.
    """
    with transaction() as changes:
        game, seat = _own_seat(changes, game_id, caller)
        seat.entropy = entropy
        game.revision += 1
        version = game.version
    publisher.announce(game_id, version)


def _own_seat(changes: Session, game_id: UUID, caller: Caller) -> tuple[Game, Seat]:
    game = _locked(changes, game_id, caller)
    seat = changes.scalar(select(Seat).where(Seat.game_id == game_id, Seat.account_id == caller.account_id))
    if seat is None:
        raise NotFound if game.private else NotAPlayer
    if game.status != "open":
        raise GameNotOpen
    return game, seat


def invite(game_id: UUID, caller: Caller, lifetime_s: int, account_id: UUID | None) -> CreatedInvitation:
    """Invite an account to a game.

    If `account_id` is None, the returned code is valid for any account. Raises NotFound, NotAPlayer, GameNotOpen or
    NoSuchAccount, in this order.
    """
    code = secrets.token_hex(_CODE_BYTES)
    with transaction() as changes:
        game = _locked(changes, game_id, caller)
        if caller.account_id not in _accounts(changes, game_id).values():
            raise NotFound if game.private else NotAPlayer
        if game.status != "open":
            raise GameNotOpen
        if account_id is not None:
            account = changes.get(Account, account_id)
            if account is None or account.deleted_at is not None:
                raise NoSuchAccount
        # By the clock of the database, since the machines of a service may differ.
        expires_at = changes.execute(select(func.now())).scalar_one() + timedelta(seconds=lifetime_s)
        changes.add(Invitation(game_id, _digest(code), caller.account_id, expires_at, account_id))
    if account_id is None:
        return CreatedInvitation(code, None, expires_at)
    publisher.announce(game_id, -1)
    return CreatedInvitation(None, account_id, expires_at)  # the code only serves as the key of the row


def invitations_of(account_id: UUID) -> list[OpenInvitation]:
    """Return an account's invitations to open games, oldest game first. Games with its seat are omitted."""
    with connection() as db:
        rows = db.execute(_INVITATIONS, (account_id,)).fetchall()
    return [OpenInvitation(*row) for row in rows]


_INVITATIONS: Final = """
    select distinct on (i.game_id) i.game_id, a.name, case when a.deleted_at is null then a.account_id end, i.expires_at
      from invitation i
      join game g on g.game_id = i.game_id
      join account a on a.account_id = i.invited_by
     where i.account_id = %s and i.expires_at > now() and g.status = 'open'
       and (a.suspended_until > now()) is not true
       and not exists (select from seat s where s.game_id = i.game_id and s.account_id = i.account_id)
     order by i.game_id, i.expires_at desc
"""


def _locked(changes: Session, game_id: UUID, caller: Caller) -> Game:
    game = changes.get(Game, game_id, with_for_update=True)
    if game is None:
        raise NotFound
    # The calling function checks access.
    require_visible(game_id, caller, private=game.private, hidden=game.hidden, has_access=True)
    return game


def _accounts(changes: Session, game_id: UUID) -> dict[int, UUID | None]:
    """Return the account in each taken seat; None for a bot."""
    seats = changes.execute(select(Seat.seat, Seat.account_id).where(Seat.game_id == game_id))
    return {row.seat: row.account_id for row in seats}


def _take(changes: Session, game: Game, taken: dict[int, UUID | None], seat: int | None, **occupant: Any) -> None:
    if game.status != "open":
        raise GameNotOpen
    if seat is None:
        seat = next(free for free in range(game.seats) if free not in taken)
    require_seat(seat, game.seats)
    if seat in taken:
        raise SeatTaken
    changes.add(Seat(game.game_id, seat, **occupant))
    game.revision += 1
    if len(taken) + 1 == game.seats:
        dealing.start(changes, game)


def _is_invited(changes: Session, game_id: UUID, caller: Caller, code: str | None) -> bool:
    return changes.scalars(_invitation(game_id, caller, code)).first() is not None


def _invitation(game_id: UUID, caller: Caller, code: str | None) -> Select[UUID]:
    own = Invitation.account_id == caller.account_id
    if code is not None:
        own = or_(own, Invitation.account_id.is_(None) & (Invitation.digest == _digest(code)))
    return select(Invitation.game_id).where(Invitation.game_id == game_id, Invitation.expires_at > func.now(), own)


def _digest(code: str) -> bytes:
    return hashlib.sha256(code.encode()).digest()
