"""Games from the first seat to the last move: the one place where the engine runs between load and append."""

import secrets
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from engine.bots import BOTS
from engine.codec import document_of
from engine.commands import Command, Discard, GiveColorClue, GiveRankClue, Play
from engine.decide import GameNotRunning, decide
from engine.events import (
    CardDiscarded,
    CardPlayed,
    ColorClueGiven,
    GameAborted,
    LaterEvent,
    Log,
    RankClueGiven,
    TurnTaken,
)
from engine.fold import evolve, fold
from engine.proof.chain import GENESIS, Link, link
from engine.reading.feed import Eyes, Item, feed, item_of, no_eyes, seat_eyes
from engine.reading.view import View, bare_view, seat_view, watcher_view
from engine.state import State
from service.database.pool import secure
from service.games import event_store, publisher
from service.games.event_store import Glance, Stored, Summary
from service.identity import tokens
from service.identity.tokens import Caller

__all__ = [
    "Acted",
    "Edition",
    "Feed",
    "FeedEntry",
    "Frames",
    "NoSuchMoment",
    "NoSuchSeat",
    "NoSuchVersion",
    "NotAPlayer",
    "NotFound",
    "Place",
    "Table",
    "VersionConflict",
    "Visit",
    "WrongGame",
    "abort_idle",
    "act",
    "edition",
    "events",
    "frame",
    "framed",
    "glance",
    "look",
    "place",
    "require_visible",
    "settled",
    "table",
    "visit",
]

# A move that lost its version to a reorder, a remark or a vote is judged again; turns never need a second try.
_ATTEMPTS: Final = 3


class NotFound(Exception):
    """No such game, or none that this caller may know of."""


class NoSuchVersion(NotFound):
    """The game has no event with that number."""


class NotAPlayer(Exception):
    """The caller holds no seat in this game."""


class WrongGame(Exception):
    """The caller's token is bound to a seat in another game."""


class NoSuchSeat(Exception):
    """The game has fewer seats than that."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.seats = seats


class NoSuchMoment(Exception):
    """The game has not come to that version: its newest is -1 before the deal."""

    def __init__(self, newest: int) -> None:
        super().__init__(newest)
        self.newest = newest


class FeedEntry(NamedTuple):
    """An event as the caller saw it, when it happened, and its link in the chain, which all see alike."""

    item: Item
    at: datetime | None
    link: Link


class Feed(NamedTuple):
    """Events as the caller saw them, and where the log stands: -1 and nothing before the deal."""

    entries: list[FeedEntry]
    names: tuple[str | None, ...]
    version: int
    ended: bool


class VersionConflict(Exception):
    """A turn has happened since the version that the caller saw, or that version is still to come."""

    def __init__(self, missed: Feed) -> None:
        super().__init__(missed.version)
        self.missed = missed


class Edition(NamedTuple):
    """What a view depends on: the log's version, the revision of what stands beside the log, and who looks."""

    version: int
    revision: int
    seat: int | None


class Table(NamedTuple):
    """What a caller gets of a game: the view, and what stands beside the table."""

    game_id: UUID
    edition: Edition
    sandbox: bool
    idle_limit_s: int
    private: bool
    names: tuple[str | None, ...]
    """By seat; None for a seat that is still free."""
    bots: tuple[str | None, ...]
    """By seat; the id of the bot that sits there."""
    entropies: tuple[str | None, ...]
    """By seat; what it gives to the shuffle."""
    secret_commitment: str | None
    """What the service has published of its part of the shuffle; None for a given deck."""
    head: bytes
    """The hash of the last event."""
    view: View


class Frames(NamedTuple):
    """The table after each of some events: with open hands, or as one viewer saw it, and without the players' names."""

    game_id: UUID
    sandbox: bool
    private: bool
    idle_limit_s: int
    secret_commitment: str | None
    heads: list[bytes]
    """By view, the hash of its event."""
    views: list[View]

    def only(self, version: int) -> "Frames":
        """Of the frames of a whole game, return the one of a version alone; NoSuchVersion."""
        if version >= len(self.views):
            raise NoSuchVersion
        return self._replace(heads=[self.heads[version]], views=[self.views[version]])


class Acted(NamedTuple):
    """What a command came to: its event as its seat sees it, and the table after it and after the bots' answers."""

    entry: FeedEntry
    table: Table
    again: bool
    """True if the command had been carried out before, for an earlier sending of it."""


class Head(NamedTuple):
    """Where a log stands: the state after its last event, and that event's hash."""

    state: State
    hash: bytes


class Appended(NamedTuple):
    """What an event has led to: where the log stands now, when it happened, and its link in the chain."""

    head: Head
    at: datetime
    link: Link


class Place(NamedTuple):
    """A player's place in a game, from which it can act."""

    stored: Stored
    seat: int


class Visit(NamedTuple):
    """Who asks for which game, and the game where it was read together with who asks; else None."""

    game_id: UUID
    caller: Caller | None
    found: Stored | None = None


def visit(game_id: UUID, secret: str) -> tuple[Caller, Stored | None]:
    """Return who holds a token, and a game if there is one, in one round trip. Raises InvalidToken."""
    holder, stored = event_store.load_for(game_id, tokens.digest_of(secret))
    ended = {} if stored is None else {game_id: stored.finished_at is not None}
    return tokens.caller_of(holder, known_ended=ended), stored


def glance(game_id: UUID, secret: str) -> tuple[Caller, Edition | None]:
    """Return who holds a token, and the edition of its view, in one round trip. Raises InvalidToken."""
    holder, found = event_store.glance_for(game_id, tokens.digest_of(secret))
    caller = tokens.caller_of(holder, known_ended={} if found is None else {game_id: found.ended})
    return caller, _edition(game_id, caller, found)


def table(game_id: UUID, caller: Caller | None, found: Stored | None = None) -> Table:
    """Return what the caller gets of a game; without a seat that is the table without hands."""
    stored = look(game_id, caller, found)
    return _table(stored, _viewer(stored, caller), _head_of(stored))


def frame(game_id: UUID, caller: Caller | None, found: Stored | None, version: int) -> Frames:
    """Return what the caller's view was at a version; NoSuchMoment for one that the game has not come to."""
    stored = look(game_id, caller, found)
    if stored.log is None or version > _newest(stored):
        raise NoSuchMoment(_newest(stored))
    state = fold(stored.log.until(version))
    return framed(stored, [stored.links()[version].hash], [_seen_by(state, _viewer(stored, caller))])


def framed(stored: Stored, heads: list[bytes], views: list[View]) -> Frames:
    """Return views of a game as frames, each with its head."""
    return Frames(
        stored.game_id,
        stored.sandbox,
        stored.private,
        stored.idle_limit_s,
        stored.secret_commitment,
        heads,
        views,
    )


def edition(game_id: UUID, caller: Caller | None) -> Edition | None:
    """Return what the caller's view depends on, by one indexed row; None where the whole game has to be looked at."""
    return _edition(game_id, caller, event_store.glance(game_id, None if caller is None else caller.account_id))


def _edition(game_id: UUID, caller: Caller | None, found: Glance | None) -> Edition | None:
    if found is None or found.idle or (found.private and found.seat is None):
        return None
    if caller is not None and caller.is_bound_elsewhere(game_id):
        return None
    return Edition(found.version, found.revision, found.seat)


def events(game_id: UUID, caller: Caller | None, since: int) -> Feed:
    """Return the events above version `since` as the caller saw them."""
    stored = look(game_id, caller)
    if stored.log is None:
        return Feed([], _names(stored), -1, ended=False)
    return _feed(stored, stored.log, _eyes(stored, caller), since)


def place(game_id: UUID, caller: Caller | None, found: Stored | None = None) -> Place:
    """Return the caller's place in a game; NotFound, or NotAPlayer for someone without a seat."""
    stored = look(game_id, caller, found)
    seat = _viewer(stored, caller)
    if seat is None:
        raise NotAPlayer
    return Place(stored, seat)


def act(here: Place, command: Command, expected_version: int | None = None) -> Acted:
    """Carry a command out; return its event, as its seat sees it, and the table after it.

    Raises GameNotRunning, VersionConflict, NotYourTurn or IllegalMove, in this order. A turn names the version that
    its sender saw, and is refused only if another turn has happened since; if that is the very turn that is asked for,
    it was sent twice, and the answer is the event that it became.
    """
    stored, seat = here
    for _ in range(_ATTEMPTS):
        if stored.log is None:
            raise GameNotRunning
        before = fold(stored.log)
        if expected_version is not None and _is_done(stored.log, seat, command, expected_version):
            secure()
            eyes = seat_eyes(seat, stored.seats)
            entry = _feed(stored, stored.log, eyes, expected_version).entries[0]
            return Acted(entry, _table(stored, seat, Head(before, stored.head)), again=True)
        if before.ending is None and expected_version is not None:
            _require_seen(stored, stored.log, seat, expected_version)
        event = decide(before, seat, command)
        appended = _append(stored, Head(before, stored.head), event)
        if appended is not None:
            after, at, linked = appended
            entry = FeedEntry(item_of(before, event, after.state, seat_eyes(seat, before.seats)), at, linked)
            return Acted(entry, _table(stored, seat, _move_bots(stored, after)), again=False)
        stored = settled(stored.game_id)
    raise VersionConflict(Feed([], _names(stored), _newest(stored), ended=False))


def abort_idle(limit: int = 1000) -> int:
    """End the games that have been idle past their limit (R21), at most `limit` of them; return how many."""
    found = event_store.idle_games(limit)
    for game_id in found:
        settled(game_id)
    return len(found)


def look(game_id: UUID, caller: Caller | None, found: Stored | None = None) -> Stored:
    """Load a game that the caller may know of, unless it has just been found, brought up to date.

    Raises NotFound for an unknown game and for another's private one, WrongGame for a token bound to another game
    than this public one.
    """
    stored = settled(game_id, found)
    has_a_place = not stored.private or (caller is not None and stored.seat_of(caller.account_id) is not None)
    require_visible(game_id, caller, private=stored.private, has_a_place=has_a_place)
    return stored


def require_visible(game_id: UUID, caller: Caller | None, *, private: bool, has_a_place: bool) -> None:
    """Raise NotFound for a private game in which the caller has no place, WrongGame for a token bound to another game.

    A place is the account's, and a token that is bound elsewhere has no part in it: to that one each private game is
    unknown, or a seat's token would tell where its account plays.
    """
    is_bound_elsewhere = caller is not None and caller.is_bound_elsewhere(game_id)
    if private and (is_bound_elsewhere or not has_a_place):
        raise NotFound
    if is_bound_elsewhere:
        raise WrongGame


def settled(game_id: UUID, found: Stored | None = None) -> Stored:
    """Load a game, and do first what nobody else will: end it when it idles past its limit (R21), move its bots."""
    stored = found or event_store.load(game_id)
    if stored is None:
        raise NotFound
    if stored.log is None or stored.finished_at is not None:
        return stored
    if stored.idle:
        _append(stored, Head(fold(stored.log), stored.head), GameAborted("idle"))
        return settled(game_id)
    if any(player.bot for player in stored.players if player.seat == stored.to_move):
        before = Head(fold(stored.log), stored.head)
        if _move_bots(stored, before) is not before:
            return settled(game_id)
    return stored


def _append(stored: Stored, before: Head, event: LaterEvent) -> Appended | None:
    """Add an event to the log; None, and nothing is added, where another one was faster."""
    state, linked = evolve(before.state, event), link(before.hash, document_of(event))
    at = event_store.append(stored.game_id, state.version, event, linked.hash, _summary(state))
    if at is None:
        return None
    publisher.announce(stored.game_id, state.version)
    return Appended(Head(state, linked.hash), at, linked)


def _head_of(stored: Stored) -> Head | None:
    return None if stored.log is None else Head(fold(stored.log), stored.head)


def _move_bots(stored: Stored, head: Head) -> Head:
    """Let bots move until it is a person's turn or the game is over; each sees the view of its seat and nothing else.

    Where another request was faster, its moves stand, and the head returned is older than the log.
    """
    bots = {player.seat: BOTS[player.bot] for player in stored.players if player.bot}
    while (seat := head.state.to_move) in bots:
        event = decide(head.state, seat, bots[seat].choose(seat_view(head.state, seat), secrets.randbelow))
        appended = _append(stored, head, event)
        if appended is None:
            break
        head = appended.head
    return head


def _require_seen(stored: Stored, log: Log, seat: int, expected_version: int) -> None:
    unseen = log.events[expected_version + 1 :]
    if expected_version > _newest(stored) or any(isinstance(event, TurnTaken) for event in unseen):
        raise VersionConflict(_feed(stored, log, seat_eyes(seat, stored.seats), expected_version))


def _is_done(log: Log, seat: int, command: Command, expected_version: int) -> bool:
    """Say whether the event right after a version is this very turn of this seat."""
    if expected_version + 1 >= len(log.events):
        return False
    event = log.events[expected_version + 1]
    match command:
        case Play(card, declared):
            return isinstance(event, CardPlayed) and event == CardPlayed(seat, card, declared)
        case Discard(card):
            return isinstance(event, CardDiscarded) and event == CardDiscarded(seat, card)
        case GiveColorClue(target, color):
            return isinstance(event, ColorClueGiven) and event == ColorClueGiven(seat, target, color)
        case GiveRankClue(target, rank):
            return isinstance(event, RankClueGiven) and event == RankClueGiven(seat, target, rank)
        case _:
            return False


def _newest(stored: Stored) -> int:
    return -1 if stored.log is None else len(stored.log.events) - 1


def _feed(stored: Stored, log: Log, eyes: Eyes, since: int) -> Feed:
    at = event_store.times(stored.game_id)  # read after the log, so that there is a time for each of its events
    chain = stored.links()
    entries = [FeedEntry(item, at[item.version], chain[item.version]) for item in feed(log, eyes, since=since)]
    return Feed(entries, _names(stored), len(log.events) - 1, ended=stored.finished_at is not None)


def _names(stored: Stored) -> tuple[str | None, ...]:
    names = {player.seat: player.name for player in stored.players}
    return tuple([names.get(seat) for seat in range(stored.seats)])


def _viewer(stored: Stored, caller: Caller | None) -> int | None:
    return None if caller is None else stored.seat_of(caller.account_id)


def _eyes(stored: Stored, caller: Caller | None) -> Eyes:
    seat = _viewer(stored, caller)
    return no_eyes() if seat is None else seat_eyes(seat, stored.seats)


def _seen_by(state: State, viewer: int | None) -> View:
    return watcher_view(state) if viewer is None else seat_view(state, viewer)


def _table(stored: Stored, viewer: int | None, head: Head | None) -> Table:
    view = bare_view(stored.rules, stored.seats, viewer) if head is None else _seen_by(head.state, viewer)
    players = {player.seat: player for player in stored.players}
    seated = [players.get(seat) for seat in range(stored.seats)]
    return Table(
        stored.game_id,
        Edition(view.version, stored.revision, viewer),
        stored.sandbox,
        stored.idle_limit_s,
        stored.private,
        _names(stored),
        tuple([None if player is None else player.bot for player in seated]),
        tuple([None if player is None else player.entropy for player in seated]),
        stored.secret_commitment,
        GENESIS if head is None else head.hash,
        view,
    )


def _summary(state: State) -> Summary:
    result = state.result
    if result is None:
        return Summary(state.turn, state.to_move, None, None, None)
    return Summary(state.turn, state.to_move, result.outcome, result.reason, result.score)
