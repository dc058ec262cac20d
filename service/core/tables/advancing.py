"""Progress of games: new events, moves of bots, the idle limit (R21)."""

import secrets
import threading
from collections.abc import Collection
from contextlib import nullcontext
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from engine import bots as players
from engine.codec import document_of
from engine.commands import CastAbortVote, Command
from engine.decide import decide
from engine.events import ClockChanged, GameAborted, LaterEvent
from engine.fold import evolve
from engine.reading.feed import seat_feed
from engine.reading.view import seat_view
from engine.state import State
from service.core.tables import event_store, record_signing
from service.core.tables.event_store import SummaryUpdate, Times
from service.core.tables.lobby import dealing
from service.core.tables.news import publisher
from service.core.tables.stored_game import NotFound, Stored, existing
from service.core.tables.views import Head, log_head_of
from service.platform import yielding
from service.platform.database import clock_jumps, deadline
from service.platform.database.pool import transaction
from service.platform.timestamps import instant


class Current(NamedTuple):
    """A game that has been dealt, and the head of its log."""

    stored: Stored
    head: Head


def load_current(game_id: UUID, found: Stored | None = None) -> Stored:
    """Return a game, brought up to date.

    A game that has waited for reveals long enough is dealt. One that is idle past its limit is ended (R21). If the time
    of a seat is over, what the pace says happens (R31). If a bot is to move, it moves. `found` is the game if it has
    just been loaded.
    Raises NotFound.
    """
    stored = found or event_store.load(game_id)
    if stored is not None and stored.reveals_due:
        dealing.finish(game_id)
        stored = event_store.load(game_id)
    if stored is None:
        raise NotFound
    if stored.log is None or stored.finished_at is not None:
        return stored
    if stored.time_is_over or stored.restarts_at is not None:
        return _load_out_of_time(game_id)
    if stored.idle:
        return _load_idle(game_id)
    assert stored.to_move is not None
    is_bots_turn = stored.bots[stored.to_move] is not None
    if is_bots_turn and move_bots(stored, log_head_of(stored, stored.log)).stored is not stored:
        return load_current(game_id)
    return stored


def _load_idle(game_id: UUID) -> Stored:
    """End a game that is still idle, and return it.

    The clock is read before, since it may have jumped.
    """
    clock_jumps.observe()
    stored = existing(event_store.load(game_id))
    if not stored.idle or stored.log is None:  # the clock has jumped, or the game has continued
        return stored
    append(stored, log_head_of(stored, stored.log), GameAborted("idle"))
    return load_current(game_id)


def _load_out_of_time(game_id: UUID) -> Stored:
    """End the time of the seat to move if it is still over after a reading of the clock, and return the game.

    The event has the time of the deadline, whenever it is noticed. If the clock of the database has jumped during the
    turn, or nobody served, the turn begins again after that.
    """
    clock_jumps.observe()
    stored = existing(event_store.load(game_id))
    game_clock, restarts_at = stored.clock, stored.restarts_at
    if stored.log is None or game_clock is None or game_clock.deadline is None:
        return stored  # the game has continued
    event: LaterEvent
    if restarts_at is not None:
        event, at = ClockChanged(None, "restart"), restarts_at
    elif not stored.time_is_over:
        return stored
    else:
        at = instant(game_clock.deadline)
        is_end = game_clock.pace.on_timeout == "end"
        event = GameAborted("timed_out") if is_end else ClockChanged(game_clock.to_move, "bot")
    if append(stored, log_head_of(stored, stored.log), event, at=at) is None:
        later = event_store.load(game_id)
        if later is None or later.newest == stored.newest:  # the clock was set back: `at` has not passed yet
            return later or stored
    return load_current(game_id)


def append(stored: Stored, before: Head, event: LaterEvent, *, at: datetime | None = None) -> Current | None:
    """Append an event to the log, announce it, and return the game with it.

    `before` is the head of the game's log. `at` is the time of the event; without it, the event happens now. Return
    None if another request has appended an event first, or the time of the seat to move is over. The event that ends
    the game also freezes its record.
    """
    state, document = evolve(before.state, event), document_of(event)
    times = _times_of(stored, event, at)
    with nullcontext() if state.ending is None else transaction():
        stamp = event_store.append(stored, state.version, event, document, before.hash, summary_of(state), times)
        if stamp is None:
            return None
        after = stored.followed_by(event, *stamp, to_move=state.to_move, ended=state.ending is not None)
        if state.ending is not None:
            record_signing.freeze(after, state)
    current = Current(after, Head(state, stamp.hash, stamp.at, stamp.log_point, before.state))
    publisher.announce(stored.game_id, state.version, current)
    return current


def _times_of(stored: Stored, event: LaterEvent, at: datetime | None) -> Times:
    game_clock = stored.clock
    if game_clock is None:
        return Times(at)
    ends = at is None and game_clock.deadline is not None and game_clock.pace.on_timeout != "wait"
    deadline = instant(game_clock.deadline) if ends and game_clock.deadline is not None else None
    is_paused = game_clock.after(event, game_clock.since).is_paused
    return Times(at, deadline, game_clock.due_after(event), is_paused)


_choosing: Final = threading.Lock()
"""Held while a bot chooses. Otherwise the bots of many tables choose one after the other, and all requests wait."""


def move_bots(stored: Stored, head: Head) -> Current:
    """Let bots move, or vote, until it is a person's turn, a pause or the end. Return the game after their moves.

    `head` is the head of the game's log. A bot gets only the view and the feed of its seat. If another request appends
    an event first, such as the same move of the bot for a stream, the bots go on after it.
    """
    rules, seats = stored.rules, stored.seats
    seated = {seat: bot for seat, bot in enumerate(stored.bots) if bot is not None}
    if not seated:
        return Current(stored, head)
    bots = players.at_table(seated, rules, seats)
    dice = yielding.between(secrets.randbelow)  # a bot compares turns for tens of milliseconds, and draws all the time
    while True:
        command: Command
        if (seat := _voter(head.state, bots)) is not None:
            command = CastAbortVote()
        elif (seat := head.state.to_move) in bots and not (stored.clock is not None and stored.clock.is_paused):
            assert stored.log is not None
            feed = seat_feed(stored.log, seat)
            with deadline.holding(_choosing):
                command = bots[seat].choose(seat_view(head.state, seat), feed, dice)
                yielding.give_way()  # before the bot of another table chooses
        else:
            break
        event = decide(head.state, seat, command)
        appended = append(stored, head, event)
        if appended is None:
            later = event_store.load(stored.game_id)
            if later is None or later.log is None or later.newest == stored.newest:  # the time of the bot is over
                break
            appended = Current(later, log_head_of(later, later.log))
        stored, head = appended
    return Current(stored, head)


def _voter(state: State, bots: Collection[int]) -> int | None:
    """Return a bot that has to vote to abort the game, since all others have (R21)."""
    missing = set(range(state.seats)) - set(state.abort_votes)
    return min(missing, default=None) if state.ending is None and state.abort_votes and missing <= set(bots) else None


def abort_idle(limit: int = 1000) -> int:
    """End at most `limit` games that are idle past their limit (R21).

    Returns the number of games that have ended.
    """
    clock_jumps.observe()
    return sum([load_current(game_id).finished_at is not None for game_id in event_store.idle_games(limit)])


def end_times(limit: int = 100) -> int:
    """End the times of seats that are over in at most `limit` games (R31), so that lists show what is true.

    Returns the number of games that have gone on.
    """
    return sum([not load_current(game_id).time_is_over for game_id in event_store.games_out_of_time(limit)])


def summary_of(state: State) -> SummaryUpdate:
    """Return the summary columns of a state."""
    result = state.result
    if result is None:
        return SummaryUpdate(state.turn, state.to_move, outcome=None, reason=None, score=None)
    return SummaryUpdate(state.turn, state.to_move, result.outcome, result.reason, result.score)
