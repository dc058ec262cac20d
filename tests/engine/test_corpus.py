"""Old games keep their meaning: the corpus has the recorded results."""

from pathlib import Path
from typing import get_args

from engine.decide import decide
from engine.events import CardsTurned, ClockChanged, Event, GameAborted, as_command
from engine.fold import evolve, fold, steps
from engine.formats.notation.games import write_game
from engine.formats.notation.positions import read_position, write_position
from engine.reading.feed import CardItem, feed, watcher_viewpoint
from engine.rules import EDITIONS, OPTIONS
from engine.score import Reason
from tests.engine.corpus import FILES, legal, read_file, result_in_words
from tests.engine.slow import slow_tables
from tests.engine.variant_games import MECHANISMS, check_table, mechanisms, tables
from tests.rows import in_one_test

every_file = in_one_test("path", FILES)


@every_file
def test_recorded_games(path: Path) -> None:
    """Results, positions and numbers of legal actions equal the recorded ones."""
    recorded = read_file(path)
    states = list(steps(recorded.log))
    assert result_in_words(states[-1]) == recorded.result
    for version, actions, position in recorded.facts:
        assert write_position(states[version]) == position
        assert states[version] == read_position(position)
        assert legal(states[version]) == actions
    assert recorded.facts[-1].version == states[-1].version


@every_file
def test_recorded_games_are_written_the_same(path: Path) -> None:
    """Writing a recorded game returns its text."""
    recorded = read_file(path)
    assert write_game(recorded.log) == recorded.text


@every_file
def test_recorded_moves_are_still_legal(path: Path) -> None:
    """Every command of a recorded game still becomes the recorded event."""
    log = read_file(path).log
    state = fold(log.until(0))
    for event in log.later:
        if not isinstance(event, GameAborted | ClockChanged):
            assert decide(state, event.seat, as_command(event)) == event
        state = evolve(state, event)


@every_file
def test_recorded_ends_equal_those_of_the_slow_rules(path: Path) -> None:
    """The slow rules end each recorded game with the same result. A game of a variant equals the second engine's."""
    log = read_file(path).log
    if log.deal.rules.variant is None:
        *_, table = slow_tables(log)
        assert fold(log).ending == table.end
        return
    for state, other in zip(steps(log), tables(log), strict=True):
        check_table(state, other)


def test_the_corpus_covers_all_rules_and_ends() -> None:
    """The corpus covers all editions, options, numbers of seats, mechanisms of variants and ends."""
    logs = [read_file(path).log for path in FILES]
    rules = [log.deal.rules for log in logs]
    assert {game_rules.edition for game_rules in rules} == set(EDITIONS)
    for name, option in OPTIONS.items():
        values = {getattr(game_rules, name) for game_rules in rules}
        expected = {1, 8, 20} if name == "clue_tokens" else set(option.values)
        assert expected <= values, name
    assert {log.deal.seats for log in logs} == {2, 3, 4, 5, 6}
    variants = [game_rules.variant for game_rules in rules if game_rules.variant is not None]
    assert {mechanism for name in variants for mechanism in mechanisms(name)} == set(MECHANISMS)
    endings = [fold(log).ending for log in logs]
    assert {ending.reason for ending in endings if ending} == set(get_args(Reason))


def test_the_corpus_has_every_kind_of_event() -> None:
    """The corpus covers all kinds of events except turned cards and clocks, and all effects of plays."""
    logs = [read_file(path).log for path in FILES]
    kinds = {type(event) for log in logs for event in log.events}
    assert kinds == {kind for union in get_args(Event) for kind in (get_args(union) or (union,))} - {
        CardsTurned,
        ClockChanged,
    }
    plays = {
        (item.landed, item.tokens_gained, item.tokens_lost)
        for log in logs
        for item in feed(log, watcher_viewpoint())
        if isinstance(item, CardItem)
    }
    assert {(False, 0, 0), (False, 1, 0), (True, 0, 0), (True, 1, 0), (True, 0, 1), (True, 2, 0)} <= plays


def test_the_corpus_covers_both_cases_of_no_points_left() -> None:
    """R20: the corpus has both cases of a game without points left.

    One game ends because nothing more is attainable, another because no hand can score.
    """
    ends = [fold(read_file(path).log) for path in FILES]
    early = [state for state in ends if state.ending and state.ending.reason == "no_points_left"]
    assert {state.table_points == state.attainable for state in early} == {True, False}
