"""Laws that hold in every game of every variant, and comparison with the second engine."""

import json
from collections import Counter
from typing import Any

import pytest

from engine.clues import decoded_marks
from engine.fold import fold, steps
from engine.formats.hanab_live.reader import read
from engine.formats.hanab_live.writer import write
from engine.formats.notation.positions import read_position, write_position
from engine.reading.knowledge import hindsight, knowledge
from engine.reading.odds import probabilities
from engine.reading.view import open_view, seat_view
from engine.rules import palette_of
from engine.state import State
from tests.engine.random_games import Style
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
from tests.engine.variant_table import play_export
from tests.rows import in_one_test, slow_unless

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
