"""Execution of players' commands, and the moves of bots after them."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from engine import clock
from engine.commands import (
    CastAbortVote,
    ChangeClock,
    Command,
    Discard,
    GiveColorClue,
    GiveRankClue,
    Play,
    Turn,
)
from engine.decide import GameNotRunning, IllegalMove, Refusal, decide
from engine.events import (
    GameAborted,
    LaterEvent,
    Log,
    TurnTaken,
    as_event,
)
from engine.limits import is_beyond_share
from engine.state import State
from service.core import feature
from service.core.tables import advancing, event_store, views
from service.core.tables.lookup import PlayerSeat
from service.core.tables.stored_game import AwaitingReveals, Stored
from service.core.tables.views import Feed, GameView, Head, ViewVersion
from service.platform.database.pool import wait_for_replication

# A command is retried if a reorder, a message or a vote was appended first. A turn never needs a third attempt.
_ATTEMPTS: Final = 3


class VersionConflict(Exception):
    """The command's version is outdated, or the game has not reached it.

    A version is outdated if another turn was taken after it. `missed` contains the events after it.
    """

    def __init__(self, missed: Feed) -> None:
        super().__init__(missed.version)
        self.missed = missed


class Seen(NamedTuple):
    """What the seat of a command sees: the events since the version that it saw, and the view after them."""

    feed: Feed
    view: GameView
    place: int
    """The place of the command's event among these events."""


class CommandResult(NamedTuple):
    """The game after a command and the moves of bots, for the player's seat."""

    stored: Stored
    head: Head
    seat: int
    version: int
    """The version of the command's event."""
    since: int
    """The version that the player saw; without `expected_version`, that before the event."""
    replayed: bool
    """True if an earlier request with the same command was executed already."""

    def seen(self) -> Seen:
        """Return what the seat sees of it."""
        feed = views.feed_of(self.stored, self.seat, self.since, self.head)
        view = views.view_of(self.stored, self.seat, self.head)
        return Seen(feed, view, self.version - self.since - 1)

    @property
    def view_version(self) -> ViewVersion:
        """The version of this view."""
        return views.version_of(self.stored, self.seat, self.head.state.version)


def command_of(body: Mapping[str, Any]) -> Turn:
    """Return the command of a validated move."""
    match body["type"]:
        case "play":
            return Play(body["card"], body.get("declared_color"))
        case "discard":
            return Discard(body["card"])
    if "color" in body:
        return GiveColorClue(body["target"], body["color"])
    return GiveRankClue(body["target"], body["rank"])


def vote_to_abort(player: PlayerSeat, first_move_s: int) -> CommandResult:
    """Vote to abort the game.

    If a seat has not made its first move within `first_move_s` seconds, the vote of any other seat ends the game.
    Raises AwaitingReveals, GameNotRunning or IllegalMove.
    """
    return act(player, CastAbortVote(), first_move_s=first_move_s)


def advance_clock(player: PlayerSeat, seconds: int) -> CommandResult:
    """Let time pass on the clock of a sandbox game, and do what is due then.

    Raises AwaitingReveals, GameNotRunning or IllegalMove.
    """
    result = act(player, ChangeClock("advance", seconds=seconds))
    stored = advancing.load_current(result.stored.game_id)
    assert stored.log is not None
    return result._replace(stored=stored, head=views.log_head_of(stored, stored.log))


def act(
    player: PlayerSeat, command: Command, expected_version: int | None = None, *, first_move_s: int | None = None
) -> CommandResult:
    """Execute a command of a player.

    `expected_version` is the version that the player saw; a turn is refused only if another turn was taken after it. If
    that other turn is the same, the command was sent twice, and the result has the stored event. `first_move_s` is that
    of `vote_to_abort`.

    Raises AwaitingReveals, GameNotRunning, VersionConflict, NotYourTurn or IllegalMove, in this order.
    """
    stored, seat = player
    for _ in range(_ATTEMPTS):
        if stored.reveal_until is not None:
            raise AwaitingReveals(stored.reveal_until)
        if stored.log is None:
            raise GameNotRunning
        before = views.log_head_of(stored, stored.log)
        seen = None if expected_version == before.state.version else expected_version  # None if nothing is newer
        if seen is not None and _was_taken(stored.log, seat, command, seen):
            wait_for_replication()
            return CommandResult(stored, before, seat, seen + 1, seen, replayed=True)
        if before.state.ending is None and seen is not None:
            require_seen(stored, stored.log, seat, seen)
        event: LaterEvent
        if first_move_s is not None and _is_no_show(stored, before.state, seat, first_move_s):
            event = GameAborted("no_show")
        else:
            event = decide(before.state, seat, command)
            if stored.clock is not None or isinstance(command, ChangeClock):
                clock.check(stored.clock, seat, command, sandbox=stored.setting.sandbox)
                _require_pause(stored, command)
            if not isinstance(command, Turn | CastAbortVote) and is_beyond_share(stored.log, seat):
                raise IllegalMove(Refusal.TOO_MANY_EVENTS)
        appended = advancing.append(stored, before, event)
        if appended is not None:
            version = appended.head.state.version
            since = version - 1 if seen is None else seen
            return CommandResult(*advancing.move_bots(*appended), seat, version, since, replayed=False)
        stored = advancing.load_current(stored.game_id)
    raise VersionConflict(Feed([], stored.names, version=stored.newest, ended=False, seat=seat))


def _require_pause(stored: Stored, command: Command) -> None:
    """Raise IllegalMove for a pause in a game of a contest whose round allows none."""
    if stored.setting.contest_id is not None and isinstance(command, ChangeClock) and command.change == "pause":
        for refuse in feature.given(lambda hooks: hooks.refuse_pause):
            refuse(stored.game_id)


def _is_no_show(stored: Stored, state: State, seat: int, first_move_s: int) -> bool:
    """Return True if another seat has not made its first move in time (R21)."""
    is_first = state.ending is None and state.turn < state.seats
    return is_first and seat != state.to_move and event_store.waits_longer(stored.game_id, first_move_s)


def require_seen(stored: Stored, log: Log, seat: int, expected_version: int) -> None:
    """Raise VersionConflict if a turn came after a version, or the log has not reached it."""
    unseen = log.events[expected_version + 1 :]
    if expected_version > stored.newest or any(isinstance(event, TurnTaken) for event in unseen):
        raise VersionConflict(views.feed_of(stored, seat, expected_version))


def _was_taken(log: Log, seat: int, command: Command, expected_version: int) -> bool:
    """Return True if this command led to the event after `expected_version`."""
    taken = log.events[expected_version + 1 : expected_version + 2]
    return isinstance(command, Turn) and taken == [as_event(seat, command)]
