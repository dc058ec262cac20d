"""Games before their first move: made, joined, left, and invited to; the last seat taken deals."""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import func, insert, or_, select, update
from sqlalchemy.orm import Session

from engine.cards import Card
from engine.codec import document_of
from engine.events import GameDealt
from engine.proof.chain import GENESIS, link
from engine.proof.deal import SEED_BYTES, commitment, encode_deck, secret_commitment, seed_of, shuffle, starting_seat
from engine.rules import resolve, rules_as_dict
from service import ids
from service.database.pool import connection, session, transaction
from service.database.schema import Account, Deal, Event, Game, Invitation, Seat
from service.games import event_store, publisher
from service.games.event_store import Stored
from service.games.play import NoSuchSeat, NotAPlayer, NotFound, require_visible
from service.identity.tokens import Caller
from service.observability import metrics

__all__ = [
    "DEFAULT_IDLE_LIMIT_S",
    "AlreadySeated",
    "GameNotOpen",
    "Invited",
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
    "require_welcome",
    "seat_bot",
]

DEFAULT_IDLE_LIMIT_S: Final = 7 * 24 * 3600
_CODE_BYTES: Final = 16


class GameNotOpen(Exception):
    """Seats are no longer given: the game has started."""


class SeatTaken(Exception):
    """The seat has its player already."""


class AlreadySeated(Exception):
    """The caller holds a seat in this game already."""


class NotTheCreator(Exception):
    """Only who made the game may do this."""


class NoSuchAccount(Exception):
    """Nobody who could be invited has this id."""


class Invited(NamedTuple):
    """What opens a private game until it expires: a code, shown once, or in its place the account that needs none."""

    code: str | None
    account_id: UUID | None
    expires_at: datetime

    def __repr__(self) -> str:
        """Tell all but the code, wherever this may be printed."""
        return f"Invited(account_id={self.account_id}, expires_at={self.expires_at})"


class OpenInvitation(NamedTuple):
    """A game in which an account may take a seat, and the name of the player who says so."""

    game_id: UUID
    invited_by: str
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
    """Make a game with the caller in seat 0 and return its id; the service commits to its part of the shuffle.

    Raises RulesError for options that make no game, CompositionError for a given deck that is not the rules' (R2).
    """
    if deck is not None:
        # A given deck is there to play the same game again, so nothing else of it is left to chance.
        overrides = {"starting_seat": 0, **overrides}
    rules = resolve(edition, overrides, seats)
    game_id = ids.new()
    with transaction() as changes:
        changes.add(
            Game(
                game_id,
                "open",
                seats,
                rules_as_dict(rules),
                caller.account_id,
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


def require_welcome(game_id: UUID, caller: Caller, code: str | None) -> None:
    """Raise NotFound for a game that does not exist or that is private and has no place for the caller, whatever it
    asks for there; WrongGame for a token bound to another game than this public one.

    In a private game a place is a seat, an invitation, or having made it.
    """
    reading = session()
    made = select(Game.private, Game.created_by).where(Game.game_id == game_id)
    game = reading.execute(made).one_or_none()
    if game is None:
        raise NotFound
    has_a_place = (
        not game.private
        or game.created_by == caller.account_id
        or caller.account_id in _taken(reading, game_id).values()
        or _invited(reading, game_id, caller, code)
    )
    require_visible(game_id, caller, private=game.private, has_a_place=has_a_place)


def join(game_id: UUID, caller: Caller, seat: int | None, code: str | None, entropy: str | None) -> None:
    """Take a seat, the next free one where None is given, and give to the shuffle; the last seat taken deals.

    A private game needs an invitation: the caller's own, or a code that its players gave out. Raises NotFound,
    AlreadySeated, GameNotOpen, NoSuchSeat or SeatTaken, in this order.
    """
    with transaction() as changes:
        game = _locked(changes, game_id, caller)
        taken = _taken(changes, game_id)
        if game.private and caller.account_id not in taken.values() and not _invited(changes, game_id, caller, code):
            raise NotFound
        if caller.account_id in taken.values():
            raise AlreadySeated
        _take(changes, game, taken, seat, account_id=caller.account_id, entropy=entropy)
        version = game.version
    publisher.announce(game_id, version)


def seat_bot(game_id: UUID, caller: Caller, seat: int | None, bot: str) -> None:
    """Give a seat to a bot; only the game's creator can. Raises as `join` does, and NotTheCreator."""
    with transaction() as changes:
        game = _locked(changes, game_id, caller)
        if game.created_by != caller.account_id:
            raise NotFound if game.private else NotTheCreator
        _take(changes, game, _taken(changes, game_id), seat, name=bot, bot=bot)
        version = game.version
    publisher.announce(game_id, version)


def leave(game_id: UUID, caller: Caller) -> None:
    """Give the caller's seat back while the game is open. Raises NotFound, NotAPlayer or GameNotOpen."""
    with transaction() as changes:
        game, seat = _own_seat(changes, game_id, caller)
        changes.delete(seat)
        game.revision += 1
        version = game.version
    publisher.announce(game_id, version)


def give_entropy(game_id: UUID, caller: Caller, entropy: str | None) -> None:
    """Change what the caller's seat gives to the shuffle while the game is open; None for nothing.

    Raises NotFound, NotAPlayer or GameNotOpen.
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


def invite(game_id: UUID, caller: Caller, lifetime_s: int, account_id: UUID | None) -> Invited:
    """Open the game to an account, or where None is given to whoever has the code of 128 bits that this returns.

    Raises NotFound, NotAPlayer, GameNotOpen or NoSuchAccount, in this order.
    """
    code = secrets.token_hex(_CODE_BYTES)
    expires_at = datetime.now(UTC) + timedelta(seconds=lifetime_s)
    with transaction() as changes:
        game = _locked(changes, game_id, caller)
        if caller.account_id not in _taken(changes, game_id).values():
            raise NotFound if game.private else NotAPlayer
        if game.status != "open":
            raise GameNotOpen
        if account_id is not None:
            account = changes.get(Account, account_id)
            if account is None or account.deleted_at is not None:
                raise NoSuchAccount
        changes.add(Invitation(game_id, _digest(code), caller.account_id, expires_at, account_id))
    if account_id is None:
        return Invited(code, None, expires_at)
    publisher.announce(game_id, -1)
    return Invited(None, account_id, expires_at)  # the code that it is kept by is nobody's


def invitations_of(account_id: UUID) -> list[OpenInvitation]:
    """Return the open games that an account is invited to and has no seat in, oldest game first."""
    with connection() as db:
        rows = db.execute(_INVITATIONS, (account_id,)).fetchall()
    return [OpenInvitation(*row) for row in rows]


_INVITATIONS: Final = """
    select distinct on (i.game_id) i.game_id, a.name, i.expires_at
      from invitation i
      join game g on g.game_id = i.game_id
      join account a on a.account_id = i.invited_by
     where i.account_id = %s and i.expires_at > now() and g.status = 'open'
       and not exists (select from seat s where s.game_id = i.game_id and s.account_id = i.account_id)
     order by i.game_id, i.expires_at desc
"""


def _locked(changes: Session, game_id: UUID, caller: Caller) -> Game:
    game = changes.get(Game, game_id, with_for_update=True)
    if game is None:
        raise NotFound
    require_visible(game_id, caller, private=game.private, has_a_place=True)  # that is asked by whoever asks this
    return game


def _taken(changes: Session, game_id: UUID) -> dict[int, UUID | None]:
    seats = changes.execute(select(Seat.seat, Seat.account_id).where(Seat.game_id == game_id))
    return {row.seat: row.account_id for row in seats}


def _take(changes: Session, game: Game, taken: dict[int, UUID | None], seat: int | None, **holder: Any) -> None:
    if game.status != "open":
        raise GameNotOpen
    if seat is None:
        seat = next(free for free in range(game.seats) if free not in taken)
    if seat >= game.seats:
        raise NoSuchSeat(game.seats)
    if seat in taken:
        raise SeatTaken
    changes.add(Seat(game.game_id, seat, **holder))
    game.revision += 1
    if len(taken) + 1 == game.seats:
        _start(changes, game)


def _start(changes: Session, game: Game) -> None:
    """Deal: the deck that a sandbox game was given, else one of the service's secret and what all seats gave."""
    changes.flush()  # the last seat too has given its part
    stored = event_store.load(game.game_id)
    assert stored is not None and stored.salt is not None
    dealt = _given(stored, stored.salt) if stored.secret is None else _shuffled(changes, stored, stored.salt)
    now = changes.execute(select(func.now())).scalar_one()
    changes.execute(insert(Event), event_store.rows(game.game_id, [dealt], now))
    game.status, game.version, game.to_move = "running", 0, dealt.starting_seat
    game.started_at = game.moved_at = now
    game.head = link(GENESIS, document_of(dealt)).hash
    metrics.game_started()


def _given(stored: Stored, salt: bytes) -> GameDealt:
    assert stored.given is not None
    first = starting_seat(stored.rules, stored.seats, salt)
    return GameDealt(stored.rules, stored.seats, first, commitment(stored.given, salt), origin="given")


def _shuffled(changes: Session, stored: Stored, salt: bytes) -> GameDealt:
    assert stored.secret is not None
    entropies = tuple([player.entropy for player in stored.players])
    seed = seed_of(stored.secret, entropies)
    deck = shuffle(stored.rules.palette, seed)
    changes.execute(update(Deal).where(Deal.game_id == stored.game_id).values(deck=deck))
    return GameDealt(
        stored.rules,
        stored.seats,
        starting_seat(stored.rules, stored.seats, seed),
        commitment(deck, salt),
        origin="shuffled",
        secret_commitment=secret_commitment(stored.secret),
        entropies=entropies,
    )


def _invited(changes: Session, game_id: UUID, caller: Caller, code: str | None) -> bool:
    theirs = Invitation.account_id == caller.account_id
    if code is not None:
        theirs = or_(theirs, Invitation.account_id.is_(None) & (Invitation.digest == _digest(code)))
    found = select(Invitation.game_id).where(
        Invitation.game_id == game_id, Invitation.expires_at > datetime.now(UTC), theirs
    )
    return changes.scalars(found).first() is not None


def _digest(code: str) -> bytes:
    return hashlib.sha256(code.encode()).digest()
