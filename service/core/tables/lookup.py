"""Lookup of a game for a caller, with a check of permissions."""

from typing import NamedTuple
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import ColumnElement
from sqlalchemy.orm import InstrumentedAttribute

from service.core.people import tokens
from service.core.people.tokens import Caller
from service.core.tables import deck_knowledge, event_store, game_summary, views, watching
from service.core.tables.advancing import Current, load_current
from service.core.tables.event_store import Viewer
from service.core.tables.game_summary import GameSummary
from service.core.tables.lobby import absent_creators
from service.core.tables.stored_game import NotFound, Stored, existing
from service.core.tables.tables import Game, Seat
from service.core.tables.views import Feed, Frames, GameView, Head, NoSuchVersion, ViewVersion
from service.platform import ids
from service.platform.refusal import Refusal

__all__ = [
    "GameRequest",
    "NoSuchSeat",
    "NoSuchVersion",
    "NotAPlayer",
    "NotFound",
    "PlayerSeat",
    "VersionNotReached",
    "WrongGame",
    "authenticate_and_load",
    "authenticate_and_read_view_version",
    "existing",
    "id_of",
    "is_readable",
    "load_dealt",
    "load_visible",
    "load_watched",
    "player_seat",
    "read_events",
    "read_events_and_view",
    "read_frame",
    "read_view",
    "read_view_version",
    "require_seat",
    "require_visible",
    "shown_to",
    "viewer_of",
]


class NotAPlayer(Refusal):
    """The caller has no seat in this game."""

    code = "not-a-player"


class WrongGame(Refusal):
    """The caller's token is bound to a seat in another game."""

    code = "wrong-game"


class NoSuchSeat(Exception):
    """The game has no seat with this number."""

    def __init__(self, seats: int, member: str) -> None:
        super().__init__(seats, member)
        self.seats = seats
        self.member = member


class VersionNotReached(Exception):
    """The game has not reached this version.

    `newest` is the version of its last event, -1 before the deal.
    """

    def __init__(self, newest: int) -> None:
        super().__init__(newest)
        self.newest = newest


class PlayerSeat(NamedTuple):
    """A game, and the caller's seat in it."""

    stored: Stored
    seat: int


class GameRequest(NamedTuple):
    """A game that somebody asks for."""

    game_id: UUID
    caller: Caller | None
    stored: Stored | None = None
    """The game, if it was loaded together with the caller."""
    head: Head | None = None
    """The head of its log, if it is known."""
    is_invited: bool = False
    """True if the caller has the code of an invitation, which shows a private game until it begins."""


def authenticate_and_load(game_id: UUID, secret: str) -> tuple[Caller, Stored | None]:
    """Authenticate a caller and load a game in one round trip. Raises InvalidToken.

    The game is None if it does not exist, or is private and not visible to the caller.
    """
    owner, stored = event_store.load_for_token(game_id, tokens.digest_of(secret))
    ended = {} if stored is None else {game_id: stored.finished_at is not None}
    return tokens.caller_of(owner, known_ended=ended), stored


def authenticate_and_read_view_version(game_id: UUID, secret: str) -> tuple[Caller, ViewVersion | None]:
    """Authenticate a caller and read the view's version in one round trip.

    The version is None if it cannot be determined without the whole game. Raises InvalidToken.
    """
    owner, summary = game_summary.summary_for_token(game_id, tokens.digest_of(secret))
    caller = tokens.caller_of(owner, known_ended={} if summary is None else {game_id: summary.ended})
    return caller, _view_version(game_id, caller, summary)


def read_view_version(game_id: UUID, caller: Caller | None) -> ViewVersion | None:
    """Return the version of the caller's view, read without the log.

    Returns None if it cannot be determined without the whole game.
    """
    summary = game_summary.summary(game_id, None if caller is None else caller.account_id)
    return _view_version(game_id, caller, summary)


def _view_version(game_id: UUID, caller: Caller | None, summary: GameSummary | None) -> ViewVersion | None:
    if summary is None or summary.is_due or (summary.private and summary.seat is None):
        return None
    if summary.version < 0 and summary.seat is None:  # the creator may be suspended
        return None
    if _is_bound_elsewhere(caller, game_id):
        return None
    # A watcher may see another version, or none.
    if summary.seat is None and summary.watching != "table" and not summary.ended:
        return None
    return ViewVersion(summary.version, summary.revision, summary.names_revision, summary.seat)


def load_visible(asked: GameRequest) -> Stored:
    """Return a game that the caller may know of, brought up to date. `load_watched` returns what it may show.

    Raises NotFound for an unknown game, a private game of others, and an
    open game of others whose creator is suspended or deleted. Raises WrongGame for a public game if the token is bound
    to another game.
    """
    return _visible(asked)[0]


def _visible(asked: GameRequest) -> tuple[Stored, int | None]:
    """Return a game as `load_visible` does, and the caller's seat.

    The seat is None for a watcher.
    """
    game_id, caller, stored = asked[:3]
    if stored is None:
        viewer = viewer_of(game_id, caller)
        stored = event_store.load(game_id) if asked.is_invited else event_store.load_visible(game_id, viewer)
    if stored is None:
        raise NotFound
    if stored.finished_at is None:
        stored = load_current(game_id, stored)
    seat = None if caller is None else stored.seat_of(caller.account_id)
    if stored.log is None and seat is None and absent_creators.is_without_host(game_id):
        raise NotFound
    has_access = not stored.private or seat is not None or (asked.is_invited and stored.log is None)
    require_visible(game_id, caller, private=stored.private, hidden=stored.hidden, has_access=has_access)
    return stored, seat


def load_watched(asked: GameRequest) -> tuple[Stored, int | None]:
    """Return what the caller may see of a game, and the caller's seat in it; None for a watcher.

    It is noted that an account has seen cards of the game. Raises NotWatchable, and the errors of `load_visible`.
    """
    stored, seat = _visible(asked)
    if seat is not None:
        return stored, seat
    watched = watching.as_watched(stored, asked.caller)
    if watched.shows_fronts:  # the deck can be played again later
        deck_knowledge.note(asked.game_id, asked.caller)
    return watched, None


def load_dealt(game_id: UUID) -> Current:
    """Return a dealt game for the reads of several callers, brought up to date. Raises NotFound.

    It is not checked that somebody may see it: `load_visible` does that when it gets the game in a request.
    """
    stored = load_current(game_id)
    if stored.log is None:
        raise NotFound
    return Current(stored, views.stepped_head_of(stored, stored.log))


def viewer_of(game_id: UUID, caller: Caller | None) -> Viewer:
    """Return who asks for a game.

    The queries need it to leave out private games of others.
    """
    if caller is None or _is_bound_elsewhere(caller, game_id):
        return Viewer(ids.NOBODY, is_moderator=False)
    return Viewer(caller.account_id, is_moderator=caller.is_moderator)


def is_readable(viewer: Viewer) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for games whose replay a viewer may read."""
    seat = sa.exists().where(Seat.game_id == Game.game_id, Seat.account_id == viewer.account_id)
    seen = sa.or_(Game.private.is_(False), sa.and_(Game.hidden, sa.literal(viewer.is_moderator)), seat)
    return (Game.status == "ended", seen)


def require_visible(game_id: UUID, caller: Caller | None, *, private: bool, hidden: bool, has_access: bool) -> None:
    """Raise NotFound or WrongGame unless the caller may see the game.

    `has_access` is True if the caller's account may see it. A token that is bound to another game sees no private game,
    not even one of its account, because it must not disclose where its account plays. Moderators see hidden games.
    """
    is_bound_elsewhere = _is_bound_elsewhere(caller, game_id)
    has_access = has_access or (hidden and caller is not None and caller.is_moderator)
    if private and (is_bound_elsewhere or not has_access):
        raise NotFound
    if is_bound_elsewhere:
        raise WrongGame


def _is_bound_elsewhere(caller: Caller | None, game_id: UUID) -> bool:
    """Return True if the caller's token is bound to another game's seat."""
    return caller is not None and caller.game_id not in (None, game_id)


def require_seat(seat: int | None, seats: int, member: str = "seat") -> None:
    """Raise NoSuchSeat if a game with `seats` seats lacks this seat.

    None is allowed; it stands for no seat. `member` is its name in the request.
    """
    if seat is not None and seat >= seats:
        raise NoSuchSeat(seats, member)


def player_seat(asked: GameRequest) -> PlayerSeat:
    """Return a game and the caller's seat in it.

    Raises NotAPlayer if the caller has no seat, and the errors of `load_visible`.
    """
    stored, seat = _visible(asked)
    if seat is None:
        raise NotAPlayer
    return PlayerSeat(stored, seat)


def read_view(asked: GameRequest) -> GameView:
    """Return the caller's view of a game.

    A watcher sees no cards in hands, unless they are those of a `Past`. Raises the errors of `load_watched`.
    """
    stored, seat = load_watched(asked)
    return views.view_of(stored, seat, views.head_of(stored))


def read_frame(asked: GameRequest, version: int) -> Frames:
    """Return the caller's view at a version.

    Raises VersionNotReached, and the errors of `load_watched`.
    """
    stored, seat = load_watched(asked)
    if stored.log is None or version > stored.newest:
        raise VersionNotReached(stored.newest)
    return views.frame_of(stored, stored.log, seat, version)


def read_events(asked: GameRequest, since: int) -> Feed:
    """Return the events after version `since` as the caller saw them.

    Raises the errors of `load_watched`.
    """
    stored, seat = load_watched(asked)
    return views.feed_of(stored, seat, since, asked.head if stored is asked.stored else None)


def read_events_and_view(asked: GameRequest, since: int) -> tuple[Feed, GameView]:
    """Return the events after version `since` and the caller's view.

    Raises the errors of `load_watched`.
    """
    stored, seat = load_watched(asked)
    head = asked.head if stored is asked.stored and asked.head is not None else views.head_of(stored)
    return views.feed_of(stored, seat, since, head), views.view_of(stored, seat, head)


def shown_to(
    caller: Caller | None, hidden: InstrumentedAttribute[bool], author: InstrumentedAttribute[UUID]
) -> ColumnElement[bool]:
    """Return the condition for the rows that are not hidden from a caller.

    Authors and moderators see hidden rows.
    """
    if caller is None:
        return sa.not_(hidden)
    if caller.is_moderator:
        return sa.true()
    return sa.or_(sa.not_(hidden), author == caller.account_id)


def id_of(kind: ids.Kind, text: str) -> UUID:
    """Return an id in a path. Raises NotFound for a malformed one."""
    return existing(ids.parse(kind, text))
