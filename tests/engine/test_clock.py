"""R31: Tests of the clock, computed from events and their times."""

from dataclasses import replace

import pytest

from engine.clock import Clock, Due, check, clock_of, is_possible, started
from engine.codec import deal_of, dealt_document, document_of, event_of, row_of, row_of_document
from engine.commands import ChangeClock, ClockChange, Play, Say
from engine.decide import IllegalMove
from engine.events import (
    ClockChanged,
    GameAborted,
    GameDealt,
    LaterEvent,
    RankClueGiven,
    Said,
    Seating,
    as_command,
    as_event,
)
from engine.fold import fold
from engine.formats.hanab_live.writer import write
from engine.formats.notation.games import read_game, write_game
from engine.pace import DAY_S, OnTimeout, Pace
from engine.proof.log_validation import IllegalLog, validated_steps
from engine.rules import Rules
from tests.engine.random_games import SETTINGS
from tests.engine.records import dealt
from tests.rows import in_one_test

TURN = Pace(turn_s=60)
BANK = Pace(bank_s=100, increment_s=10)
DAYS = Pace(turn_s=3 * DAY_S, vacation_days=5)
TAKEN = [RankClueGiven(0, 1, 1), RankClueGiven(1, 0, 1), RankClueGiven(0, 1, 2)]


def at_the_deal(pace: Pace, bots: tuple[str | None, ...] = (None, None), at: int = 0) -> Clock:
    clock = started(GameDealt(Rules(), 2, 0, seating=Seating("g", (None, None), bots), pace=pace), at)
    assert clock is not None
    return clock


def changed(seat: int | None, change: ClockChange, days: int | None = None) -> ClockChanged:
    return ClockChanged(seat, change, days)


def advanced(seconds: int) -> ClockChanged:
    return ClockChanged(1, "advance", None, seconds)


def run(pace: Pace, *events: tuple[LaterEvent, int]) -> Clock:
    """Return the clock after events at some times, in seconds."""
    deal = GameDealt(Rules(), 2, 0, pace=pace)
    clock = clock_of(deal, [event for event, _ in events], [0, *[1000 * at for _, at in events]])
    assert clock is not None
    return clock


ROWS: list[tuple[Pace, list[tuple[LaterEvent, int]], tuple[int, int], int | None]] = [
    (TURN, [], (60, 60), 60),
    (TURN, [(TAKEN[0], 20)], (60, 60), 80),
    (TURN, [(TAKEN[0], 20), (Said(0, None, "hi"), 30)], (60, 60), 80),
    (BANK, [], (100, 100), 100),
    (BANK, [(TAKEN[0], 30)], (80, 100), 130),
    (BANK, [(TAKEN[0], 30), (TAKEN[1], 50)], (80, 90), 130),
    (replace(BANK, on_timeout="wait"), [(TAKEN[0], 500)], (10, 100), 600),
    (BANK, [(GameAborted("idle"), 40)], (60, 100), 100),
    (BANK, [(GameAborted("timed_out"), 100)], (0, 100), 100),
    (BANK, [(changed(None, "restart"), 500)], (100, 100), 600),
    (BANK, [(changed(0, "pause"), 10)], (100, 100), 100),
    (BANK, [(changed(0, "pause"), 10), (changed(0, "resume"), 20)], (100, 100), 100),
    (BANK, [(changed(0, "pause"), 10), (changed(1, "pause"), 20)], (80, 100), None),
    (
        BANK,
        [(changed(0, "pause"), 10), (changed(1, "pause"), 20), (changed(0, "resume"), 30), (changed(0, "pause"), 40)],
        (80, 100),
        None,
    ),
    (
        BANK,
        [(changed(0, "pause"), 10), (changed(1, "pause"), 20), (changed(0, "resume"), 30), (changed(1, "resume"), 99)],
        (80, 100),
        179,
    ),
    (replace(BANK, on_timeout="bot", bot="kagiya"), [(changed(0, "bot"), 100)], (0, 100), None),
    (  # a bot takes the seat of the only one who wanted no pause
        replace(BANK, on_timeout="bot", bot="kagiya"),
        [(changed(1, "pause"), 10), (changed(0, "bot"), 100), (changed(1, "resume"), 300), (TAKEN[0], 300)],
        (10, 100),
        400,
    ),
    (replace(BANK, on_timeout="bot", bot="kagiya"), [(changed(0, "bot"), 100), (TAKEN[0], 100)], (10, 100), 200),
    (DAYS, [(changed(0, "vacation", 2), DAY_S)], (2 * DAY_S, 3 * DAY_S), 5 * DAY_S),
    (DAYS, [(changed(0, "vacation", 2), DAY_S), (changed(0, "vacation", 1), DAY_S)], (2 * DAY_S, 3 * DAY_S), 6 * DAY_S),
    (DAYS, [(changed(1, "vacation", 2), 0), (TAKEN[0], DAY_S)], (3 * DAY_S, 3 * DAY_S), 5 * DAY_S),
    (BANK, [(advanced(30), 10)], (60, 100), 70),
    (BANK, [(advanced(500), 10)], (0, 100), 10),
    (BANK, [(advanced(30), 10), (TAKEN[0], 20), (advanced(7), 40)], (60, 73), 113),
    (replace(BANK, on_timeout="wait"), [(advanced(7), 120)], (0, 100), 120),
    (BANK, [(changed(0, "pause"), 10), (changed(1, "pause"), 20), (advanced(99), 30)], (80, 100), None),
    (DAYS, [(changed(0, "vacation", 2), DAY_S), (advanced(DAY_S), DAY_S)], (2 * DAY_S, 3 * DAY_S), 4 * DAY_S),
    (DAYS, [(changed(0, "vacation", 2), DAY_S), (advanced(3 * DAY_S), DAY_S)], (DAY_S, 3 * DAY_S), 2 * DAY_S),
    (DAYS, [(changed(1, "vacation", 2), 0), (advanced(DAY_S), 0), (TAKEN[0], 0)], (3 * DAY_S, 3 * DAY_S), 4 * DAY_S),
]


@in_one_test(("pace", "events", "banks", "deadline"), ROWS)
def test_banks_follow_from_the_times_of_events(
    pace: Pace, events: list[tuple[LaterEvent, int]], banks: tuple[int, int], deadline: int | None
) -> None:
    clock = run(pace, *events)
    assert (tuple(bank / 1000 for bank in clock.banks), clock.deadline and clock.deadline / 1000) == (banks, deadline)


@in_one_test(("pace", "events", "banks", "deadline"), [row for row in ROWS if row[1]])
def test_the_deadline_after_an_event_is_known_before_its_time(
    pace: Pace, events: list[tuple[LaterEvent, int]], banks: tuple[int, int], deadline: int | None
) -> None:
    """The statement that stores the event adds its time."""
    *before, (event, at) = events
    due = run(pace, *before).due_after(event)
    if due is None:
        assert deadline is None
    else:
        found = max(due.not_before, 1000 * at if due.counts else 0) + due.left
        assert found / 1000 == deadline or isinstance(event, GameAborted)  # then no time runs


def test_a_game_without_a_pace_has_no_clock() -> None:
    assert clock_of(GameDealt(Rules(), 2, 0), TAKEN, [0, 1, 2, 3]) is None


def test_a_bot_has_no_deadline() -> None:
    """Its time does not run either."""
    clock = at_the_deal(BANK, ("kagiya", None))
    assert clock.deadline is None and clock.left(10_000_000) == 100_000 and clock.people == {1}
    assert clock.due_after(TAKEN[0]) == Due(100_000, 0, counts=True)


REFUSED = [
    (None, ChangeClock("pause"), "no-clock"),
    ("paused", Play(0), "paused"),
    ("paused", ChangeClock("pause"), "pause-wanted"),
    ("running", ChangeClock("resume"), "pause-not-wanted"),
    ("running", ChangeClock("vacation", 6), "no-vacation"),
    ("running", ChangeClock("vacation"), "no-vacation"),
    ("bot", ChangeClock("pause"), "handed-over"),
    ("bot", Play(0), "handed-over"),
    ("running", ChangeClock("advance", seconds=5), None),
    ("bot", ChangeClock("advance", seconds=5), None),
    (None, ChangeClock("advance", seconds=5), "no-clock"),
    ("running", Play(0), None),
    ("running", Say(None, "hi"), None),
    ("running", ChangeClock("pause"), None),
    ("running", ChangeClock("vacation", 5), None),
    ("paused", ChangeClock("resume"), None),
    (None, Play(0), None),
]


@in_one_test(("state", "command", "refusal"), REFUSED)
def test_what_the_clock_refuses(state: str | None, command: ChangeClock | Play | Say, refusal: str | None) -> None:
    clock = {
        None: None,
        "running": at_the_deal(DAYS),
        "paused": replace(at_the_deal(DAYS), is_paused=True, pause_votes=frozenset({0, 1})),
        "bot": at_the_deal(DAYS, ("kagiya", None)),
    }[state]
    try:
        check(clock, 0, command, sandbox=True)
    except IllegalMove as illegal:
        assert (illegal.refusal.code, illegal.refusal.rule) == (refusal, "R31")
    else:
        assert refusal is None


TIMES: list[tuple[OnTimeout, LaterEvent, int, bool]] = [
    ("end", TAKEN[0], 60, True),
    ("end", TAKEN[0], 61, False),
    ("end", Said(1, None, "hi"), 61, False),
    ("wait", TAKEN[0], 61, True),
    ("end", GameAborted("timed_out"), 60, True),
    ("end", GameAborted("timed_out"), 59, False),
    ("bot", GameAborted("timed_out"), 60, False),
    ("bot", changed(0, "bot"), 60, True),
    ("bot", changed(1, "bot"), 60, False),
    ("end", changed(0, "bot"), 60, False),
    ("end", changed(None, "restart"), 500, True),
    ("end", changed(0, "pause"), 500, False),
    ("wait", changed(None, "restart"), 500, False),
]


@in_one_test(("on_timeout", "event", "at", "is_due"), TIMES)
def test_what_can_happen_when(on_timeout: OnTimeout, event: LaterEvent, at: int, is_due: bool) -> None:
    """No event comes after the deadline, and a time that is over ends at it."""
    clock = at_the_deal(replace(TURN, on_timeout=on_timeout))
    assert is_possible(clock, event, 1000 * at, sandbox=True) == is_due


@in_one_test("event", [changed(1, "vacation", 3), changed(0, "pause"), changed(None, "restart"), advanced(60)])
def test_changes_of_the_clock_are_stored_and_written(event: ClockChanged) -> None:
    """As rows, documents and commands, and in the notation. The table does not change."""
    assert event_of(*row_of(event)) == event_of(*row_of_document(document_of(event))) == event
    log, _ = dealt(SETTINGS[0], 1)
    played = log.followed_by(event)
    assert fold(played)._replace(version=0) == fold(log)
    assert read_game(write_game(played)).later == [event]
    if event.seat is not None:
        assert as_event(event.seat, as_command(event)) == event


def test_only_the_clock_of_a_sandbox_game_can_be_advanced() -> None:
    """Nor can a record of another game say so."""
    clock = at_the_deal(TURN)
    with pytest.raises(IllegalMove) as refused:
        check(clock, 0, ChangeClock("advance", seconds=5), sandbox=False)
    assert refused.value.refusal.code == "not-a-sandbox"
    assert not is_possible(clock, advanced(5), 0, sandbox=False)


@pytest.mark.parametrize("event", [changed(0, "vacation", 366), changed(0, "vacation", 0), advanced(10_000_001)])
def test_a_log_has_no_numbers_that_a_record_cannot_have(event: ClockChanged) -> None:
    """Otherwise the record of an imported game could not be read."""
    with pytest.raises(IllegalLog):
        list(validated_steps(dealt(SETTINGS[0], 1)[0].followed_by(event)))


def test_the_deal_keeps_its_pace() -> None:
    deal = replace(dealt(SETTINGS[0], 1)[0].deal, pace=DAYS)
    assert deal_of(dealt_document({name: value for name, value in document_of(deal).items() if name != "type"})) == deal


@in_one_test(
    ("pace", "later", "options", "losses"),
    [
        (BANK, [], {"timed": True, "timeBase": 100, "timePerTurn": 10}, set()),
        (TURN, [], None, {"clock"}),
        (replace(BANK, on_timeout="wait"), [changed(0, "pause")], {"timed": True}, {"clock"}),
        (None, [changed(0, "pause")], None, {"clock"}),
    ],
)
def test_banks_are_exported_to_hanab_live(
    pace: Pace | None, later: list[LaterEvent], options: dict[str, object] | None, losses: set[str]
) -> None:
    """An end by time is action 4 with value 3."""
    log = dealt(SETTINGS[0], 1)[0]
    log = log._replace(deal=replace(log.deal, pace=pace), later=[*later, GameAborted("timed_out")])
    export = write(log, ["Ada", "Ben", "Cy", "Di", "Eve"][: log.deal.seats])
    assert export.game is not None and export.game["actions"][-1]["value"] == 3
    assert (options or {}).items() <= export.game.get("options", {}).items()
    assert {loss.code for loss in export.losses} & {"clock"} == losses
