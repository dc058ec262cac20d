"""Random games of random variants, and the same games on the second engine's table."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from engine.events import CardDiscarded, CardPlayed, ColorClueGiven, GameAborted, LaterEvent, Log, RankClueGiven
from engine.rules import Palette, palette_of, resolve
from engine.score import fitting
from engine.state import State
from tests.engine.random_games import (
    IDLE,
    IN_PART,
    PERFECT,
    SETTINGS,
    STEADY,
    WASTEFUL,
    WILD,
    Setting,
    Style,
    game,
    games_of,
    with_numbers,
)
from tests.engine.variant_facts import START, Front, names, variant_of
from tests.engine.variant_table import VariantTable
from tests.rows import Test

ROWS = 24
"""The number of rows of random games. Together they have a variant with each mechanism."""

STYLES = (STEADY, PERFECT, WASTEFUL, WILD, IDLE)


ENDS = {
    ("won", "fireworks_complete"): 1,
    ("finished", "last_round_over"): 1,
    ("finished", "no_points_left"): 1,
    ("lost", "strikeout"): 2,
    ("lost", "irreplaceable_card_lost"): 8,
    ("lost", "no_legal_action"): 9,
}
"""hanab.live's codes of ends."""


@cache
def mechanisms(name: str) -> frozenset[str]:
    """Return the mechanisms of a variant: its modifiers and the flags of its suits."""
    variant = variant_of(name)
    return variant.modifiers.union(*(suit.flags for suit in variant.suits))


MECHANISMS = sorted({mechanism for name in names() for mechanism in mechanisms(name)})


@cache
def _drawn() -> list[str]:
    """Return the names of all variants in a random order. The first ones have all mechanisms, the rarest ones first."""
    shuffled = names()
    Random(14).shuffle(shuffled)
    having = {mechanism: [name for name in shuffled if mechanism in mechanisms(name)] for mechanism in MECHANISMS}
    first = [found[0] for found in sorted(having.values(), key=len)]
    return list(dict.fromkeys([*first, *shuffled]))


def setting_of(name: str, seed: int, **chosen: Any) -> Setting:
    """Return a setting with a variant and random options of hanab.live, except for chosen ones."""
    random = Random(f"{seed} {name}")
    seats = chosen.pop("seats", random.randint(2, 6))
    options: dict[str, Any] = {
        "variant": name,
        "empty_clues": random.random() < 0.3,
        "hand_size": random.choice(("normal", "normal", "one_more", "one_less")),
        "deck_plays": random.random() < 0.4,
        "starting_seat": random.randrange(seats),
    }
    if random.random() < 0.3:
        options |= {"ending": "grand_finale", "finale_loss": "irreplaceable"}
    return Setting(resolve("hanab_live", options | chosen, seats), seats)


@cache
def variant_games(row: int) -> tuple[Log, ...]:
    """Return two games of a row. Each has its own variant."""
    drawn = _drawn()
    picks = (row, ROWS + row)
    return tuple(game(setting_of(drawn[n], n), n, STYLES[(row + n // ROWS) % 5]) for n in picks)


def every_game(test: Test) -> Test:
    """Run a test with the games of each setting and of each row of variants. Those of most settings are slow."""
    rows = range(len(SETTINGS), len(SETTINGS) + ROWS)
    return with_numbers(test, [*IN_PART, *rows], range(len(IN_PART), len(SETTINGS)))


def logs_of(n: int) -> Sequence[Log]:
    """Return the games of a setting, two in each style, or of a row of variants."""
    return games_of(n) if n < len(SETTINGS) else variant_games(n - len(SETTINGS))


def quiet(name: str, seed: int, *, turns: int = 300, style: Style | None = None, **chosen: Any) -> Log:
    """Return a game of a variant with turns only. Options can be chosen, and `seats`."""
    plain = (style or STYLES[seed % 3])._replace(chats=0.0, gives_up=0.0)
    return game(setting_of(name, seed, **chosen), seed, plain, turns=turns)


def played_card(log: Log, event: LaterEvent) -> int | None:
    """Return the card that an event plays, by a discard if its suit is inverted. None for other events."""
    if not isinstance(event, CardPlayed | CardDiscarded):
        return None
    inverted = log.deal.rules.palette.inverted >> log.deck[event.card] & 1 == 1
    return event.card if isinstance(event, CardPlayed) != inverted else None


def fronts_of(palette: Palette, codes: Any) -> list[Front]:
    """Return the cards with these codes, as the second engine writes them."""
    return [(palette.suits.index(palette.cards[code].suit), palette.cards[code].rank) for code in codes]


def masked(mask: int) -> set[Front]:
    """Return a set of codes as a set of cards of the second engine."""
    codes = [code for code in range(36) if mask >> code & 1]
    return {(code // 5, code % 5 + 1) if code < 30 else (code - 30, START) for code in codes}


def table_of(log: Log) -> VariantTable:
    """Return the second engine's table after the deal of a game by hanab.live's rules."""
    rules = log.deal.rules
    options = {
        "emptyClues": rules.empty_clues,
        "deckPlays": rules.deck_plays,
        "oneExtraCard": rules.hand_size == "one_more",
        "oneLessCard": rules.hand_size == "one_less",
        "allOrNothing": rules.ending == "grand_finale",
        "startingPlayer": log.deal.starting_seat,
    }
    assert rules.variant is not None
    return VariantTable(rules.variant, log.deal.seats, fronts_of(palette_of(rules.variant), log.deck), options)


def take(table: VariantTable, event: LaterEvent) -> None:
    """Carry out the command of an event on a table. An event that is not a turn changes nothing."""
    match event:
        case CardPlayed(card=card):
            table.command(0, card)
        case CardDiscarded(card=card):
            table.command(1, card)
        case ColorClueGiven(target=target, color=color):
            table.command(2, target, table.variant.clue_colors.index(color))
        case RankClueGiven(target=target, rank=rank):
            table.command(3, target, rank)
        case GameAborted():
            table.over = 4
        case _:
            pass


def tables(log: Log) -> Iterator[VariantTable]:
    """Yield the table after each event. It is the same mutable table each time."""
    table = table_of(log)
    yield table
    for event in log.later:
        take(table, event)
        yield table


def check_table(state: State, table: VariantTable) -> None:
    """Check a state against the second engine's table."""
    palette = state.palette
    # hanab.live draws a card after the last turn; R22 does not.
    hands = [sorted(card for card in hand if card < state.dealt) for hand in table.hands]
    assert [sorted(hand) for hand in state.hands] == hands
    assert list(state.discards) == table.discards
    assert [list(stack.cards[at]) for stack, at in zip(palette.stacks, state.fireworks, strict=True)] == table.stacks
    assert state.clue_tokens + state.half_token / 2 == table.tokens
    assert (state.strikes, state.turn, state.table_points) == (table.strikes, table.turn, table.points)
    assert state.attainable == table.max_score
    fits = {(suit, rank) for suit in range(len(table.stacks)) for rank in table.next_ranks(suit)}
    assert masked(fitting(palette, state.fireworks)) == fits
    if state.ending is None:
        assert table.over is None
        assert (state.to_move, state.turns_left, state.dealt) == (table.seat, table.turns_left, table.drawn)
        if palette.alternating:
            assert state.last_clue == table.last_kind
    elif state.ending.outcome == "aborted" or table.over is None:
        assert state.ending.outcome == "aborted" or (state.ending.reason == "no_legal_action" and not table.legal())
    else:
        assert ENDS[state.ending] == table.over
        assert state.result is not None and state.result.score == table.score
