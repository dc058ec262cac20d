"""Laws that hold in every game of every variant, and comparison with the second engine."""

import json
from collections import Counter
from typing import Any

import pytest

from engine.cards import COLORS
from engine.clues import decoded_marks
from engine.codec import log_of, packed, row_of
from engine.commands import Discard, GiveColorClue, GiveRankClue, Play, Turn
from engine.decide import IllegalMove, decide
from engine.events import TurnTaken, as_command
from engine.fold import evolve, fold, steps
from engine.formats.hanab_live.reader import read
from engine.formats.hanab_live.writer import write
from engine.formats.notation.games import read_game, write_game
from engine.formats.notation.positions import read_position, write_position
from engine.proof.record_json import read as read_record
from engine.proof.record_json import write as write_record
from engine.proof.verify import CHECKS, verify
from engine.reading.knowledge import hindsight, knowledge
from engine.reading.odds import probabilities
from engine.reading.view import open_view, seat_view, watcher_view
from engine.rules import palette_of
from engine.state import State
from tests.engine.random_games import PERFECT, STEADY, Setting, Style
from tests.engine.records import played
from tests.engine.variant_facts import Clue, Front, clues, composition, names, orders, touch_table, variant_of
from tests.engine.variant_games import (
    ENDS,
    MECHANISMS,
    ROWS,
    check_table,
    fronts_of,
    masked,
    mechanisms,
    quiet,
    tables,
    variant_games,
)
from tests.engine.variant_table import COLOR_CLUE, DISCARD, PLAY, VariantTable, play_export
from tests.rows import IN_FULL, in_one_test, slow_unless

every_row = in_one_test("row", range(ROWS))

PLAYERS = ("Ada", "Béla", "Chloé", "Đorđe", "Eva", "Fen")


def test_the_rows_have_every_mechanism() -> None:
    """The random games have every modifier, every flag of a suit, all seats, options and ends."""
    logs = [log for row in range(ROWS) for log in variant_games(row)]
    rules = [log.deal.rules for log in logs]
    assert {mechanism for one in rules for mechanism in mechanisms(one.variant or "")} == set(MECHANISMS)
    assert {log.deal.seats for log in logs} == {2, 3, 4, 5, 6}
    assert {(one.hand_size, one.deck_plays) for one in rules} == {
        (size, plays) for size in ("normal", "one_more", "one_less") for plays in (False, True)
    }
    assert {(one.empty_clues, one.finale_loss) for one in rules} == {
        (empty, loss) for empty in (False, True) for loss in (None, "irreplaceable")
    }
    endings = {state.ending for state in map(fold, logs) if state.ending is not None}
    assert set(ENDS) - {("lost", "no_legal_action")} <= endings


@every_row
def test_fold_is_evolve_step_by_step(row: int) -> None:
    """`fold`, `steps` and `evolve` return the same states, and the commands again the same events."""
    for log in variant_games(row):
        states = list(steps(log))
        state = states[0]
        for event, stepped in zip(log.later, states[1:], strict=True):
            if isinstance(event, TurnTaken):
                assert decide(state, event.seat, as_command(event)) == event
            state = evolve(state, event)
            assert state == stepped
        assert fold(log) == states[-1]


@every_row
def test_every_card_is_in_exactly_one_place(row: int) -> None:
    """Each dealt card is in one hand, discarded, or on a stack."""
    for log in variant_games(row):
        palette = log.deal.rules.palette
        for state in steps(log):
            elsewhere = [*state.discards, *(card for hand in state.hands for card in hand)]
            assert len(elsewhere) == len(set(elsewhere)) and set(elsewhere) <= set(range(state.dealt))
            on_stacks = [
                code for stack, at in zip(palette.stacks, state.fireworks, strict=True) for code in stack.codes[at]
            ]
            played = [log.deck[card] for card in range(state.dealt) if card not in elsewhere]
            assert sorted(played) == sorted(on_stacks)
            assert len(on_stacks) == state.table_points <= state.attainable <= palette.max_score
            assert len(state.marks) == state.dealt == len(log.deck) - state.deck_size
            assert set(state.face_down) <= {*state.discards, *(card for card in range(state.dealt))} - {
                card for hand in state.hands for card in hand
            }


@every_row
def test_each_step_equals_the_second_engine(row: int) -> None:
    """Every step of a game equals the one of the second engine."""
    for log in variant_games(row):
        for state, table in zip(steps(log), tables(log), strict=True):
            check_table(state, table)


@in_one_test("mechanism", ["Su", "UD", "reversed", "CS", "AC", "TH", "TB", "S1", "C4", "inverted"])
def test_special_rules_equal_the_second_engine(mechanism: str) -> None:
    """Every step of more games with the rules of plays, tokens and clues equals the one of the second engine."""
    having = [name for name in names() if mechanism in mechanisms(name)]
    for seed in range(6):
        style = Style(lands=0.25, blunders=0.25 * (seed % 2), wastes=0.8, chats=0.0)
        log = quiet(having[seed * len(having) // 6], seed, style=style)
        for state, table in zip(steps(log), tables(log), strict=True):
            check_table(state, table)


@every_row
def test_knowledge_equals_the_second_engine_and_never_excludes_the_truth(row: int) -> None:
    """Marks are the identities that all clues leave. Marks, knowledge and odds never exclude the truth."""
    for log in variant_games(row):
        deck = fronts_of(log.deal.rules.palette, log.deck)
        for state, table in zip(steps(log), tables(log), strict=True):
            if state.version % 5 != row % 5 and state.ending is None:
                continue
            public = table.public
            assert [masked(decoded_marks(state.palette)[marks].possible) for marks in state.marks] == [
                public[card] for card in range(state.dealt)
            ]
            assert all(deck[card] in public[card] for card in range(state.dealt))
            check_knowledge(state)


def check_knowledge(state: State) -> None:
    """Check that no knowledge about a card excludes its front."""
    for seat in range(state.seats):
        view = seat_view(state, seat)
        for hand in knowledge(view):
            for card in hand.cards:
                front = state.deck[card.card]
                assert front in [(one.suit, one.rank) for one in card.common]
                assert (card.own is None) == (hand.seat != seat)
                assert card.own is None or front in [(one.suit, one.rank) for one in card.own]
        for odds in probabilities(view):
            assert odds.chance([state.deck[odds.card]]) > 0
            assert sum(one.deals for one in odds.odds) == odds.deals
    if state.ending is not None:
        for hand in hindsight(open_view(state)):
            for card in hand.cards:
                assert state.deck[card.card] in [(one.suit, one.rank) for one in card.own or ()]


@every_row
def test_legal_actions(row: int) -> None:
    """`decide` accepts exactly the legal actions of the seat to move, which are those of the second engine."""
    for log in variant_games(row):
        for state, table in zip(steps(log), tables(log), strict=True):
            assert watcher_view(state).legal_actions == ()
            if state.to_move is None or state.version % 6 != row % 6:
                continue
            legal = seat_view(state, state.to_move).legal_actions
            assert len(legal) == len(set(legal))
            assert set(legal) == accepted(state) == {command_of(table, *turn) for turn in table.legal()}


def accepted(state: State) -> set[Turn]:
    """Return the conceivable turns that `decide` accepts."""
    turns: list[Turn] = [kind(card) for kind in (Play, Discard) for card in range(-1, len(state.deck) + 1)]
    for target in range(-1, state.seats + 1):
        turns += [GiveColorClue(target, color) for color in COLORS]
        turns += [GiveRankClue(target, rank) for rank in range(8)]
    found = set()
    for turn in turns:
        try:
            decide(state, state.to_move or 0, turn)
        except IllegalMove:
            continue
        found.add(turn)
    return found


def command_of(table: VariantTable, kind: int, target: int, value: int) -> Turn:
    """Return a turn of the second engine as our command."""
    if kind in (PLAY, DISCARD):
        return Play(target) if kind == PLAY else Discard(target)
    if kind == COLOR_CLUE:
        return GiveColorClue(target, table.variant.clue_colors[value])
    return GiveRankClue(target, value)


@IN_FULL
@every_row
def test_positions_and_games_are_read_as_they_were_written(row: int, in_full: bool) -> None:
    """Reading a written state or game returns the same one."""
    step = 1 if in_full else 8
    for log in variant_games(row):
        for state in [*steps(log)][row % step :: step]:
            text = write_position(state)
            again = read_position(text)
            assert again == state
            assert write_position(again) == text
        text = write_game(log)
        assert write_game(read_game(text)) == text
        assert read_game(text).later == log.later and read_game(text).deck == log.deck


@every_row
def test_stored_rows_are_read_as_the_same_events(row: int) -> None:
    """A log stored as rows is read as the same log."""
    for log in variant_games(row):
        rows = [row_of(event) for event in log.events]
        stored = {version: json.loads(json.dumps(row.data)) for version, row in enumerate(rows) if row.data is not None}
        assert log_of(log.deck, [packed(row) for row in rows], stored) == log


@every_row
def test_records_are_verified(row: int) -> None:
    """A record of a game is verified, and its JSON is read as the same record."""
    deal = variant_games(row)[0].deal
    record = played(Setting(deal.rules, deal.seats), row, (STEADY, PERFECT)[row % 2])
    report = verify(record)
    assert (report.fault, report.passed) == (None, CHECKS)
    assert read_record(write_record(record)) == record


@every_row
def test_exports_come_back(row: int) -> None:
    """A game is exported without any loss, read as the same game, and exported the same again."""
    for log in variant_games(row):
        game_of = quiet(log.deal.rules.variant or "", row)
        check_export(game_of)


def check_export(log: Any) -> None:
    """Check that a game is exported and read without any loss."""
    export = write(log, PLAYERS[: log.deal.seats])
    assert (export.losses, export.refusal) == ((), None)
    text = json.dumps(export.game)
    imported = read(json.loads(text))
    left = fold(log).ending is None
    assert imported.log.later[: log.version] == log.later and imported.log.version == log.version + left
    assert imported.log.deck == log.deck and imported.log.deal.rules == log.deal.rules
    assert (imported.state.ending == ("aborted", "left")) == left
    assert json.dumps(write(imported.log, imported.players, imported.brought).game) == text
    table = play_export(json.loads(text))
    assert (table.over is None) == left or imported.state.ending == ("lost", "no_legal_action")
    assert table.points == imported.state.table_points


@pytest.mark.parametrize("part", slow_unless((0).__eq__, range(16)))
def test_every_variant(part: int) -> None:
    """Each of the 2,426 variants deals, plays, prints, parses, folds, exports and comes back."""
    for name in names()[part::16]:
        check_facts(name)
        log = quiet(name, part, turns=3)
        state = fold(log)
        assert state.rules.variant == name or state.rules.multicolor != "variant"
        assert read_position(write_position(state)) == state
        check_export(log)


def check_facts(name: str) -> None:
    """Check the cards, clues, touches and orders of a variant against the second engine's."""
    palette, variant = palette_of(name), variant_of(name)
    found: dict[Clue, set[Front]] = {
        ("color", color): masked(touched) for color, touched in palette.color_touches.items()
    }
    found |= {("rank", rank): masked(touched) for rank, touched in palette.rank_touches.items()}
    assert list(found) == clues(variant)
    assert found == touch_table(name)
    assert Counter(fronts_of(palette, palette.deck)) == composition(name)
    for suit, stack in enumerate(palette.stacks):
        whole = [list(cards) for cards in stack.cards if len(cards) == variant.stack_size]
        assert sorted(whole) == sorted(orders(variant, suit))
    assert palette.max_score == variant.stack_size * len(variant.suits)
