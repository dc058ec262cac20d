"""Laws that hold in every game, and comparison with the slow rules."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import get_args

import pytest

from engine.cards import COLORS
from engine.clues import decoded_marks
from engine.codec import deal_of, event_of, log_of, packed, row_of
from engine.commands import (
    CastAbortVote,
    Command,
    Discard,
    GiveColorClue,
    GiveRankClue,
    Play,
    ReorderHand,
    Turn,
)
from engine.decide import GameNotRunning, IllegalMove, NotYourTurn, decide
from engine.events import (
    ClockChanged,
    Event,
    GameAborted,
    Log,
    as_command,
)
from engine.fold import evolve, fold, steps
from engine.reading.view import open_view, seat_view, watcher_view
from engine.state import State
from tests.cards import SUITS
from tests.engine.random_games import SETTINGS, every_setting, games_of
from tests.engine.slow import SlowTable, slow_tables, suits_of
from tests.engine.variant_games import every_game, logs_of, tables
from tests.engine.variant_table import COLOR_CLUE, DISCARD, PLAY, VariantTable


@every_game
def test_fold_is_evolve_step_by_step(n: int) -> None:
    """`fold`, `steps` and `evolve` return the same states, and the commands again the same events."""
    for log in logs_of(n):
        states = list(steps(log))
        state = fold(log.until(0))
        for event, stepped in zip(log.later, states[1:], strict=True):
            if not isinstance(event, GameAborted | ClockChanged):
                assert decide(state, event.seat, as_command(event)) == event
            state = evolve(state, event)
            assert state == stepped
        assert fold(log) == states[-1]
        assert [state.version for state in states] == list(range(len(log.events)))


@every_game
def test_every_card_is_in_exactly_one_place(n: int) -> None:
    """Each dealt card is in one hand, discarded, or on a stack."""
    for log in logs_of(n):
        palette = log.deal.rules.palette
        for state in steps(log):
            in_hands = [card for hand in state.hands for card in hand]
            elsewhere = [*state.discards, *in_hands]
            assert len(elsewhere) == len(set(elsewhere)) and set(elsewhere) <= set(range(state.dealt))
            on_stacks = [
                code for stack, at in zip(palette.stacks, state.fireworks, strict=True) for code in stack.codes[at]
            ]
            played = [log.deck[card] for card in range(state.dealt) if card not in elsewhere]
            assert sorted(played) == sorted(on_stacks)
            assert len(on_stacks) == state.table_points <= state.attainable <= palette.max_score
            assert len(state.marks) == state.dealt == len(log.deck) - state.deck_size
            assert set(state.face_down) <= {*range(state.dealt)} - {*in_hands}


@every_setting
def test_states_equal_the_slow_rules(n: int) -> None:
    """R1 to R22: every state equals the one of the slow rules."""
    for log in games_of(n):
        for state, slow in zip(steps(log), slow_tables(log), strict=True):
            assert [list(hand) for hand in state.hands] == slow.hands
            assert list(state.discards) == slow.discards
            assert dict(zip(state.suits, state.fireworks, strict=True)) == slow.fireworks
            assert (state.clue_tokens, state.strikes, state.turn) == (slow.tokens, slow.strikes, slow.turns)
            assert state.dealt == slow.drawn
            assert state.ending == slow.end
            assert state.to_move == (None if slow.end else slow.to_move)
            assert state.turns_left == (None if slow.last_turns is None else len(slow.last_turns))
            assert set(state.abort_votes) == slow.votes


@every_setting
def test_marks_and_prospects_equal_the_slow_rules(n: int) -> None:
    """R6, R8, R13: marks and prospects equal those of the slow rules."""
    for log in games_of(n)[n % 4 :: 4]:
        for state, slow in zip(steps(log), slow_tables(log), strict=True):
            reach = [slow.reachable(suit) for suit in suits_of(slow.rules)]
            assert list(state.ceilings) == reach
            view = watcher_view(state)
            assert view.attainable_score == slow.attainable()
            assert list(view.lost_fireworks or ()) == [
                suit for suit in suits_of(slow.rules) if slow.reachable(suit) < 5
            ]
            if state.version % 6 == n % 6 or state.ending:
                check_marks(state, slow)


def check_marks(state: State, slow: SlowTable) -> None:
    """Check the marks of all dealt cards against the slow table."""
    for card in range(state.dealt):
        marks = decoded_marks(state.palette)[state.marks[card]]
        assert {(suit, rank) for suit in marks.possible_suits for rank in marks.possible_ranks} == slow.possible(card)
        assert {*marks.clued_colors, *marks.clued_ranks} == slow.clued(card)
    shown = {card.card: card.marks for hand in open_view(state).hands for card in hand.cards}
    assert shown == {card: decoded_marks(state.palette)[state.marks[card]] for hand in state.hands for card in hand}


@cache
def conceivable_turns(cards: int, seats: int) -> tuple[Turn, ...]:
    """Return every conceivable turn, including impossible ones."""
    ids = range(-1, cards + 2)
    targets = range(-1, seats + 2)
    return (
        *(Play(card, color) for card in ids for color in (None, *SUITS)),
        *(Discard(card) for card in ids),
        *(GiveColorClue(target, color) for target in targets for color in COLORS),
        *(GiveRankClue(target, rank) for target in targets for rank in range(-1, 9)),
    )


@every_game
def test_legal_actions_are_exactly_the_accepted_turns(n: int) -> None:
    """`decide` accepts exactly the legal actions of the seat to move, which are those of the other engines."""
    for log in logs_of(n)[:5]:
        for state, others in zip(steps(log), legal_turns(log), strict=True):
            assert watcher_view(state).legal_actions == ()
            for seat in range(state.seats):
                assert seat == state.to_move or seat_view(state, seat).legal_actions == ()
            if state.to_move is not None and state.version % 12 == n % 12:
                legal = seat_view(state, state.to_move).legal_actions
                assert len(legal) == len(set(legal))
                assert set(legal) == others() == accepted(state)


def legal_turns(log: Log) -> Iterator[Callable[[], set[Command]]]:
    """Yield for each version what finds the legal turns, by the slow rules or the second engine."""
    if log.deal.rules.variant is None:
        yield from (slow.legal for slow in slow_tables(log))
        return
    for table in tables(log):
        yield lambda table=table: {command_of(table, *turn) for turn in table.legal()}  # type: ignore[misc]


def command_of(table: VariantTable, kind: int, target: int, value: int) -> Turn:
    """Return a turn of the second engine as our command."""
    if kind in (PLAY, DISCARD):
        return Play(target) if kind == PLAY else Discard(target)
    if kind == COLOR_CLUE:
        return GiveColorClue(target, table.variant.clue_colors[value])
    return GiveRankClue(target, value)


def accepted(state: State) -> set[Command]:
    """Return the conceivable turns that `decide` accepts."""
    turns: set[Command] = set()
    for turn in conceivable_turns(len(state.deck), state.seats):
        try:
            event = decide(state, state.to_move or 0, turn)
        except IllegalMove:
            continue
        assert (event.seat, as_command(event)) == (state.to_move, turn)
        turns.add(turn)
    return turns


@every_setting
def test_refused_turns(n: int) -> None:
    """Turns of other seats and commands after the end are refused."""
    for log in games_of(n)[::4]:
        *running, last = steps(log)
        for state in running[:: 1 + n % 3]:
            for seat in {*range(state.seats)} - {state.to_move}:
                with pytest.raises(NotYourTurn):
                    decide(state, seat, Play(state.hands[seat][0] if state.hands[seat] else 0))
        assert last.ending is not None
        assert last.to_move is None
        for seat in range(last.seats):
            for command in (Play(0), GiveRankClue(1, 1), CastAbortVote(), ReorderHand(last.hands[seat])):
                with pytest.raises(GameNotRunning):
                    decide(last, seat, command)


@every_game
def test_stored_rows_are_read_as_the_same_events(n: int) -> None:
    """A log stored as rows is read as the same log."""
    for log in logs_of(n):
        rows = [row_of(event) for event in log.events]
        stored = {version: json.loads(json.dumps(row.data)) for version, row in enumerate(rows) if row.data is not None}
        assert log_of(log.deck, [packed(row) for row in rows], stored) == log
        assert deal_of(stored[0]) == log.deal
        for version, event in enumerate(log.later, 1):
            assert event_of(*rows[version][:4], stored.get(version)) == event


def test_the_random_games_cover_everything() -> None:
    """The random games have every end and every kind of event, but no clock (`test_clock`)."""
    logs = [log for n in range(len(SETTINGS)) for log in games_of(n)]
    endings = {state.ending.reason for state in map(fold, logs) if state.ending}
    kinds = {type(event) for log in logs for event in log.events}
    assert endings == {
        "strikeout",
        "irreplaceable_card_lost",
        "fireworks_complete",
        "last_round_over",
        "no_legal_action",
        "no_points_left",
        "agreed",
        "idle",
        "no_show",
        "terminated",
    }
    assert kinds == {kind for union in get_args(Event) for kind in (get_args(union) or (union,))} - {ClockChanged}
