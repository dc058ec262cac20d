"""Bots play legal turns, use only their view, and play well."""

from collections.abc import Callable, Iterator
from random import Random
from statistics import fmean
from typing import Any

import pytest

from benchmarks.engine.bot_games import Table, play
from engine.bots import BOTS, USUAL_BOT, Bot, Dice, at_table, usual_bot
from engine.bots.hgroup_bot import Choice
from engine.bots.hgroup_clues import Clues
from engine.bots.hgroup_comparison import best_of, deals
from engine.bots.hgroup_hand import OwnHand
from engine.bots.hgroup_prospect import prospect
from engine.bots.hgroup_rest_of_game import Deal, Start
from engine.commands import Play, Turn
from engine.conventions.following import follow_clue, follow_play
from engine.conventions.from_feed import table_of
from engine.conventions.inference import infer
from engine.conventions.levels import rules_of
from engine.conventions.review import reviewed
from engine.conventions.table import UNSEEN
from engine.conventions.table import Table as ConventionTable
from engine.conventions.thoughts import Link, Reading, Told
from engine.decide import decide
from engine.events import Log
from engine.fold import evolve, fold, steps
from engine.formats.notation.moves import write_move
from engine.formats.notation.positions import read_position
from engine.reading.feed import seat_feed
from engine.reading.knowledge import own_knowledge, prospects
from engine.reading.view import View, seat_view, watcher_view
from engine.rules import palette_of, resolve
from engine.rules.variants import BOOKLETS, VARIANTS
from engine.state import State
from tests.engine.random_games import (
    IN_PART,
    SETTINGS,
    WASTEFUL,
    Setting,
    deal,
    every_setting,
    game,
    games_of,
    seat_to_move,
    setting,
)
from tests.engine.slow import slow_tables
from tests.engine.worlds import other_world
from tests.rows import in_one_test, slow_unless

PLAYED = {id_: bot for id_, bot in BOTS.items() if id_ not in ("hgroup-2", "hgroup-3", "hgroup-4")}
"""The bots without the levels that contain nothing but what the others have."""

every_bot = pytest.mark.parametrize("bot", PLAYED.values(), ids=PLAYED)
every_bot_and_setting = pytest.mark.parametrize(
    ("bot", "n"),
    [
        pytest.param(bot, n, id=f"{bot.id}-{n}", marks=() if n in IN_PART else pytest.mark.slow)
        for bot in PLAYED.values()
        for n, of in enumerate(SETTINGS)
        if bot.can_sit(of.rules, of.seats)
    ],
)


def view_to_move(state: State) -> View:
    """Return the view of the seat to move."""
    return seat_view(state, seat_to_move(state))


def variant_game(bot: Bot, seed: int, seats: int, variant: str, **options: Any) -> State:
    """Return the end of a whole game with a variant between copies of a bot."""
    rules = resolve("hanab_live", {"variant": variant, **options}, seats)
    *_, end = bot_game(bot, Setting(rules, seats), seed)
    return end


def bot_log(bot: Bot, of: Setting, seed: int) -> Log:
    """Return a whole game between copies of a bot."""
    dice, log = Random(seed).randrange, deal(of, seed)
    state = fold(log)
    while state.ending is None:
        event = decide(state, seat_to_move(state), choice(bot, state, log, dice))
        state, log = evolve(state, event), log.followed_by(event)
    return log


def bot_game(bot: Bot, of: Setting, seed: int) -> Iterator[State]:
    """Yield the states of a whole game between copies of a bot."""
    yield from steps(bot_log(bot, of, seed))


def choice(bot: Bot, state: State, log: Log, dice: Dice) -> Turn:
    """Return the turn that a bot chooses at the end of a log."""
    return bot.choose(view_to_move(state), seat_feed(log, seat_to_move(state)), dice)


def test_levels_at_one_table() -> None:
    """All bots of `hgroup` play the lowest of their levels. Other bots play as ever."""
    rules = resolve("de", {}, 4)
    bots = at_table({0: "hgroup-3", 1: "kagiya", 3: "hgroup-2"}, rules, 4)
    assert {seat: bot.id for seat, bot in bots.items()} == {0: "hgroup-2", 1: "kagiya", 3: "hgroup-2"}
    assert at_table({2: "random"}, rules, 4) == {2: BOTS["random"]}


def test_the_usual_bot() -> None:
    """It plays by the conventions that most people know, or is the first of the others that plays by all the rules."""
    two, six = [resolve("hanab_live", {"variant": "No Variant"}, seats) for seats in (2, 6)]
    funnels, null = [
        resolve("hanab_live", {"variant": name}, 2) for name in ("Funnels (5 Suits)", "Null-Ones (5 Suits)")
    ]
    assert [usual_bot(2, two), usual_bot(6, six), usual_bot(2, two, funnels)] == [USUAL_BOT, "kagiya", "kagiya"]
    assert usual_bot(2, two, null) == "random" and USUAL_BOT.startswith("hgroup")


@every_bot_and_setting
def test_whole_games(bot: Bot, n: int) -> None:
    """A bot plays whole games legally, under all options."""
    *_, end = bot_game(bot, SETTINGS[n], seed=n)
    assert end.ending is not None


@every_bot_and_setting
def test_two_worlds(bot: Bot, n: int) -> None:
    """In any position a bot chooses a legal turn, which does not depend on unseen cards."""
    random = Random(n)
    log = games_of(n)[n % 10]
    exchanged = 0
    for table, state in zip(slow_tables(log), steps(log), strict=True):
        if state.to_move is None or state.version % 7:
            continue
        past = log.until(state.version)
        other = other_world(past, table, state.to_move, random)
        turns = [choice(bot, fold(world), world, Random(n).randrange) for world in (past, other or past)]
        assert turns[0] == turns[1] and turns[0] in view_to_move(state).legal_actions
        exchanged += other is not None
    assert exchanged > 0


@every_bot
def test_no_turn_to_choose(bot: Bot) -> None:
    """A bot refuses a view without a legal turn."""
    *_, end = bot_game(BOTS["random"], SETTINGS[0], seed=0)
    start = fold(deal(SETTINGS[0], 0))
    waiting = seat_view(start, (seat_to_move(start) + 1) % start.seats)
    for view in (waiting, watcher_view(start), seat_view(end, 0)):
        with pytest.raises(ValueError, match="not to move"):
            bot.choose(view, (), Random(0).randrange)


def test_random_draws_among_all() -> None:
    """The random bot chooses the legal turn that the dice select."""
    view = view_to_move(fold(deal(SETTINGS[0], 0)))
    turns = [BOTS["random"].choose(view, (), lambda n, at=at: at) for at in range(len(view.legal_actions))]  # type: ignore[misc]
    assert tuple(turns) == view.legal_actions


# How kagiya reads its own hand: a position and its turn. Card 0 is the oldest.
READINGS = """
# Without a clue it plays nothing, and discards the oldest card.
hands r1 y1 g1 b1 w1 / r3 r3 w3 w3 b4; tokens 0 | d0
# The newest card touched only by a color is the next of its suit.
hands r4 g1+g y3 g2+g b3 / r3 r3 w3 w3 b4; tokens 0 | p3
# If another hand has the next card touched, it is the following card, which the bot does not play yet.
hands r4 g1+g y3 g2+g b3 / r3 g1+g w3 w3 b4; tokens 0 | d0
hands b3 r1+1 r1+1 y1+y / g1+1 y4 y2 y1+y / g1+g g3+3 g4+4 y1+1; tokens 1 | d0
# It plays a card touched by a rank if all useful cards of that rank are playable.
hands r1+1 y4 g4 b4 w4 / r3 r3 w3 w3 b4; tokens 0 | p0
# Otherwise it does not discard that card, even the oldest.
hands r2+2 y4 g4 b4 w4 / r3 r3 w3 w3 b4; fireworks r1; tokens 0 | d1
# It plays a fully known card if the card is playable, and discards it first if the card is useless.
hands r4 y2+y2 g4 b4 w4 / r3 r3 w3 w3 b4; fireworks y1; tokens 0 | p1
hands r4 y1+y1 g4 b4 w4 / r3 r3 w3 w3 b4; fireworks y1; tokens 0 | d1
# Of two plays it chooses the one that makes a card of another hand playable.
hands r2+r2 y1+y1 g4 b4 w4 / y2+y2 r4 w3 w3 b4; fireworks r1; tokens 0 | p1
# With one strike token left it plays only certainly playable cards.
hands r1+r y4 g4 b4 w4 / r3 r3 w3 w3 b4; tokens 0; strikes 2 | d1
hands r1+r1 y4 g4 b4 w4 / r3 r3 w3 w3 b4; tokens 0; strikes 2 | p0
# In the last round it gives no clue to a seat without a turn.
hands b3 y1 b2 r1 / g3 b3 y2 r3 / y1 g1 y1 b2; deck -; tokens 1; turns_left 2 | d0
# It names the color only if the color is known.
rules color_declaration=true; hands r1+r1 y4 g4 b4 w4 / r3 r3 w3 w3 b4; tokens 0 | p0=red
rules color_declaration=true; hands r1+1 y4 g4 b4 w4 / r3 r3 w3 w3 b4; tokens 0 | p0
# A reversed suit begins with its five.
rules variant="Reversed (5 Suits)"; hands b3 p5+p y4 g4 b4 / r3 r3 y3 y3 b4; tokens 0 | p1
rules variant="Reversed (5 Suits)"; hands b3 y4 p5+p5 g4 b4 / r3 r3 y3 y3 b4; tokens 0 | p2
rules variant="Reversed (5 Suits)"; hands b3 y4 p1+p1 g4 b4 / r3 r3 y3 y3 b4; tokens 0 | d0
# A card that clues of two colors touch tells its suit.
rules variant="Rainbow (5 Suits)"; hands b3 y4 a1+rb1 g4 b4 / r3 r3 y3 y3 b4; tokens 0 | p2
"""


@in_one_test("row", [row for row in READINGS.splitlines() if row and row[0] != "#"])
def test_readings(row: str) -> None:
    """The bot reads its hand by the convention."""
    position, move = row.split(" | ")
    assert write_move(BOTS["kagiya"].choose(view_to_move(read_position(position)), (), Random(0).randrange)) == move


@in_one_test(
    "position",
    [
        "hands r4 y4 g4 b4 w4 / r3 y3 g3 b3 w1",
        "hands r4 y4 g4 b4 w4 / r3 y1 g3 b3 w3",
        "hands r4 y4 g4 b4 / r3 y3 g3 b3 / r3 y4 g1 b3",
        "rules multicolor=wild_ten; hands r4 y4 g4 b4 w4 / r3 y3 g3 b3 m1",
    ],
)
def test_a_clue_brings_a_play(position: str) -> None:
    """Kagiya gives a clue that makes another seat play a playable card."""
    choose, dice = BOTS["kagiya"].choose, Random(0).randrange
    state = read_position(position)
    for _ in range(state.seats):
        state = evolve(state, decide(state, seat_to_move(state), choose(view_to_move(state), (), dice)))
    assert sum(state.fireworks) == 1
    assert state.strikes == 0


def test_the_last_copy_is_saved() -> None:
    """Kagiya clues a last copy before its seat would discard it."""
    choose, dice = BOTS["kagiya"].choose, Random(0).randrange
    state = read_position("hands r4 y4 g4 b4 w4 / r2 y3 g3 b3 w3; discards r2; tokens 2")
    for _ in range(2):
        state = evolve(state, decide(state, seat_to_move(state), choose(view_to_move(state), (), dice)))
    assert 5 in state.hands[1]


@every_setting
def test_the_last_strike_is_not_risked(n: int) -> None:
    """With one strike token left kagiya plays only certainly playable cards.

    It may play another card only if no other action is legal.
    """
    for log in games_of(n)[:2]:
        for state in steps(log):
            if state.to_move is not None and state.strikes == state.rules.strike_tokens - 1:
                view = view_to_move(state)
                turn = BOTS["kagiya"].choose(view, (), Random(0).randrange)
                if isinstance(turn, Play) and not all(isinstance(action, Play) for action in view.legal_actions):
                    possible = {(card.suit, card.rank) for card in own_knowledge(view)[turn.card]}
                    assert possible <= prospects(view).playable
                    assert turn.declared_color is None or {suit for suit, _ in possible} == {turn.declared_color}


@pytest.mark.parametrize("seats", slow_unless((3).__eq__, [2, 3, 4, 5]))
def test_kagiya_plays_well(seats: int) -> None:
    """Kagiya's mean score is at least 19, and it loses no game.

    This holds over 10 seeded games under the base rules.
    """
    ends = [[*bot_game(BOTS["kagiya"], setting({"seats": seats}), seed)][-1] for seed in range(10)]
    assert all(end.ending and end.ending.outcome in ("won", "finished") for end in ends)
    assert fmean(sum(end.fireworks) for end in ends) >= 19


@pytest.mark.parametrize(("seats", "seed"), slow_unless((3, 0).__eq__, [(2, 0), (3, 0), (4, 2), (5, 0)]))
def test_bots_with_conventions_play_well(seats: int, seed: int) -> None:
    """Copies of the bots that speak the H-group's conventions understand each other, and break none of them."""
    log = bot_log(BOTS["hgroup-5"], setting({"seats": seats}), seed)
    assert fold(log).table_points >= 20
    assert not reviewed(log, 5).faults


@pytest.mark.parametrize("seed", slow_unless((111).__eq__, [84, 111]))
def test_a_misread_clue_does_not_end_the_game(seed: int) -> None:
    """With one strike left, the bots trust no blind call and no old call, none in the last round, and call none."""
    assert play(Table("hgroup-3", "none", 3), seed).score > 15


@pytest.mark.parametrize("giver", [1, 2])
def test_who_has_misled_a_seat_is_not_trusted_at_two_strikes(giver: int) -> None:
    """A clue of another partner is."""
    table = ConventionTable(palette_of("none"), 3, 0, rules_of(3))
    for card in range(15):
        table.draw(card // 5, card, UNSEEN if card < 5 else 3)
    red, blue = [1 << 5 * suit | 30 << 5 * suit for suit in (0, 3)]
    follow_clue(table, 1, 0, red, 0, [4])
    follow_play(table, 0, 4, 2, fits=False)
    follow_clue(table, giver, 0, blue, 0, [3])
    hand = OwnHand(table, careful=True, last_round=False)
    assert [held.card for held in hand.known_plays()] == ([3] if giver == 2 else [])


def test_the_same_card_on_two_chops() -> None:
    """It is in danger if the seats that hold its last copies move one after the other."""
    table = ConventionTable(palette_of("none"), 3, 0, rules_of(3))
    for seat in (1, 2):
        for place, code in enumerate((12, 3, 8, 18, 23)):  # the oldest is a three of the same suit
            table.draw(seat, 5 * seat + place, code)
    assert prospect(table).danger == {1: 2.5, 2: 0.1}


def test_all_ones_will_be_played() -> None:
    """The owner of several ones knows after each of them that the next one is another."""
    table = ConventionTable(palette_of("none"), 3, 0, rules_of(3))
    for place, code in enumerate((0, 5, 10, 3, 8)):
        table.draw(1, place, code)
    ones = table.palette.rank_touches[1]
    follow_clue(table, 0, 1, ones, 1, [0, 1, 2])
    assert prospect(table).plays == 3


def test_the_short_form_of_the_rest_plays_well() -> None:
    """From fresh deals, it gets nearly as many points as the bots that speak conventions."""
    for seats, least in ((3, 23.0), (5, 22.4)):
        scores = []
        for seed in range(40):
            log = deal(setting({"seats": seats}), seed)
            view, state = seat_view(fold(log), 0), fold(log)
            table = table_of(state.rules.palette, seats, 0, rules_of(3), seat_feed(log, 0))
            codes = [state.rules.palette.codes[card] for card in state.deck]
            own = {held.card: codes[held.card] for held in table.cards(0)}
            scores.append(Start(view, table).after(Deal(own, tuple(codes[state.dealt :])), None, plays=False))
        assert fmean(scores) > least


def table_at(state: State, level: int = 3) -> ConventionTable:
    """Return a position without clues as the seat to move sees it."""
    me, codes = seat_to_move(state), state.palette.codes
    table = ConventionTable(state.palette, state.seats, me, rules_of(level))
    for seat, hand in enumerate(state.hands):
        for card in hand:
            table.draw(seat, card, UNSEEN if seat == me else codes[state.deck[card]])
    table.positions, table.tokens, table.strikes = [*state.fireworks], state.clue_tokens, state.strikes
    for suit, top in enumerate(state.fireworks):
        for code in range(5 * suit, 5 * suit + top):
            table.left[code] -= 1
    for card in state.discards:
        table.left[codes[state.deck[card]]] -= 1
        table.copies[codes[state.deck[card]]] -= 1
    table.count()
    infer(table)
    return table


# What a bot with conventions does in its fixed order: a position and its turn. FINALE has one token.
ORDERS = """
# In the last round it plays a card that may fit, or first discards for a token if there is none.
LAST; turns_left 1 | p4
LAST; turns_left 2 | d0
# It saves the chop of the next seat, unless another clue is worth much more.
hands w4 w4 y4 b4 b4 / y2 g4 b3 g3 w3 / r4 r3 r3 g4 b3 | c1:2
hands w4 w4 y4 b4 b4 / y2 g4 b3 g3 w3 / r1 y1 g1 b1 b3 | c2:1
# Who can neither give a clue that touches a card nor discard plays the newest card; without cards any clue will do.
FINALE; hands r5 w1 / -; fireworks r4 y5 g5 b5 w5; deck - | p1
FINALE; hands - / -; fireworks r4 y5 g5 b5 w5; deck - | c1:red
"""


@in_one_test("row", [row for row in ORDERS.splitlines() if row and row[0] != "#"])
def test_the_fixed_order(row: str) -> None:
    """The bot does what comes first by its order."""
    position, move = row.split(" | ")
    hands = "hands r5 y1 g1 b1 w1 / r4 r3 y4 g4 b4; fireworks r4 y5 g5 b5 w5"
    last = f"{hands}; discards r1 r1 r2 y1 y2 y3 g1 g2 g3 b1 b2 b3 w1 w2 w3 w4; deck -; tokens 0"
    finale = "rules ending=grand_finale finale_loss=strikes_only clue_tokens=1"
    state = read_position(position.replace("FINALE", finale).replace("LAST", last))
    choice = Choice(view_to_move(state), table_at(state), Random(0).randrange)
    assert write_move(choice.by_order()) == move


def test_who_has_no_chop_compares_all_turns() -> None:
    """It may discard each card, and give a clue that is worth little."""
    state = read_position("hands b5 g5 w5 g4 y2 / y5 b4 y4 w2 y3; fireworks r1 g1; discards y2 g4; tokens 5")
    table = table_at(state)
    for held in table.cards(table.viewer):
        held.touched, held.inferred = True, 1 << state.palette.codes[state.deck[held.card]]
    choice = Choice(view_to_move(state), table, Random(0).randrange)
    turns = {write_move(turn) for turn in choice.clear_turns()}
    assert turns == {"d0", "d1", "d2", "d3", "d4", *[write_move(tried.clue) for tried in choice.tried()]}


def test_who_has_a_token_does_not_draw_the_last_card() -> None:
    """A clue that says nothing leaves the turns in which the other seat tells of a four, and the five is played too."""
    gone = "r1 r2 r3 r4 y1 y2 y3 y4 g1 g2 g4 b1 b3 b4 w1 w3"
    hands = "hands y4 w4 y1 y5 r1 / w2 w1 g1 b2 g3"
    state = read_position(f"{hands}; fireworks r5 y3 g5 b5 w5; discards {gone}; deck b1; tokens 5")
    table = table_at(state)
    five = table.cards(table.viewer)[3]
    five.touched, five.inferred = True, 1 << 9
    assert write_move(Choice(view_to_move(state), table, Random(0).randrange).turn()).startswith("c")


def test_the_risk_of_own_cards() -> None:
    """A clue that needs one of two own cards is riskier than one that needs a certain one."""
    state = read_position("hands r1 r2 / r3 g4")
    clues = Clues(view_to_move(state), table_at(state))
    one, two = [Reading(2, (Link(0, cards, 1, "prompt"),)) for cards in ((1,), (0, 1))]
    told = Told(0, 0, 1, 2, "play", (2,), [one, two])
    assert clues._risk(told, two) > clues._risk(told, one)


def test_turns_are_compared_on_the_same_deals() -> None:
    """Another turn takes the place of the usual one if it is better by more than a margin and chance."""
    some = [Deal({}, (place,)) for place in range(60)]

    def of_deck(score: Callable[[int], int]) -> Callable[[Deal], int]:
        return lambda deal: score(deal.deck[0])

    def best(*scores: Callable[[int], int]) -> int:
        return best_of([of_deck(score) for score in scores], iter(some), 0.1)

    assert best(lambda deck: 20, lambda deck: 20, lambda deck: 21) == 2
    assert best(lambda deck: 20, lambda deck: 20 + (deck % 9 == 0)) == 0
    assert best(lambda deck: 20, lambda deck: 15 + 10 * (deck % 2)) == 0
    assert best_of([of_deck(lambda deck: 20), of_deck(lambda deck: 21)], iter(()), 0.1) == 0


def test_deals_fit_what_is_known() -> None:
    """Each card gets a copy that is left. Without one there is no deal, and one without an end is dropped."""
    table = ConventionTable(palette_of("none"), 2, 0, rules_of(3))
    for card, codes in enumerate((0b011, 0b101, 0b110)):
        table.draw(0, card, UNSEEN)
        table.held[card].possible = table.held[card].inferred = codes
    table.left = [1, 1, 1] + [0] * 27
    found = list(deals(table, Random(0).randrange))
    assert {tuple(deal.own.values()) for deal in found} == {(0, 2, 1), (1, 0, 2)} and len(found) < 96
    table.left = [0] * 30
    assert not list(deals(table, Random(0).randrange))


def test_the_rest_goes_on_beside_an_empty_hand() -> None:
    """In a grand finale, a seat without a card has nothing to save, and may have nothing to do."""
    finale = "rules ending=grand_finale finale_loss=strikes_only; hands r4 r5 / -; fireworks r3 y5 g5 b5 w5; deck -"
    for tokens in (0, 2):
        state = read_position(f"{finale}; tokens {tokens}")
        table = table_at(state)
        for card in (0, 1):
            table.held[card].touched, table.held[card].inferred = True, 1 << 3 + card
        assert Start(view_to_move(state), table).after(Deal({0: 3, 1: 4}, ()), 0, plays=True) == 25


def test_a_card_played_from_the_deck() -> None:
    """It was in no hand, and bots that follow the game count it as played."""
    log = game(setting({"seats": 3, "deck_plays": True}), 0, WASTEFUL)
    before = next(state for state in steps(log) if state.deck_size == 1)
    event = decide(before, seat_to_move(before), Play(before.dealt))
    log = log.until(before.version).followed_by(event)
    state = fold(log)
    code = state.palette.codes[state.deck[before.dealt]]
    items = list(seat_feed(log, 0))
    table = table_of(state.palette, 3, 0, rules_of(3), items)
    assert table.hands == [list(hand) for hand in state.hands]
    left = sum([state.deck[card] == state.deck[before.dealt] for hand in state.hands for card in hand])
    assert table.left[code] == left


@pytest.mark.parametrize("seed", slow_unless((1).__eq__, range(3)))
def test_a_bot_with_conventions_survives_other_partners(seed: int) -> None:
    """Clues that break the conventions lead to no error."""
    ids, log, dice = (
        ("hgroup-5", "random", "kagiya", "hgroup-2"),
        deal(setting({"seats": 4}), seed),
        Random(seed).randrange,
    )
    state = fold(log)
    while state.ending is None:
        event = decide(state, seat_to_move(state), choice(BOTS[ids[seat_to_move(state)]], state, log, dice))
        state, log = evolve(state, event), log.followed_by(event)
    assert state.turn > 0


@pytest.mark.parametrize(
    "variant", slow_unless(("Brown (5 Suits)").__eq__, ["Rainbow (5 Suits)", "Pink (5 Suits)", "Brown (5 Suits)"])
)
def test_conventions_in_variants(variant: str) -> None:
    """The bots that speak the conventions play the variants that the guide covers."""
    assert variant_game(BOTS["hgroup-5"], 1, 3, variant).table_points >= 12


# Variants of hanab.live: kagiya plays some, random plays all.

KAGIYA_PLAYS = """
No Variant | yes
6 Suits | yes
Dark Rainbow (6 Suits) | yes
Pink & Dark Brown (6 Suits) | yes
Rainbow-Ones & Pink (5 Suits) | yes
Deceptive-Fives & Prism (4 Suits) | yes
Alternating Clues (5 Suits) | yes
Critical Fours (5 Suits) | yes
Funnels (5 Suits) | yes
Color Blind (5 Suits) | yes
Dark Rainbow Reversed (6 Suits) | yes
Up or Down (5 Suits) | no
Sudoku (5 Suits) | no
Throw It in a Hole (5 Suits) | no
Cow & Pig (5 Suits) | no
Duck (5 Suits) | no
Orange (5 Suits) | no
Clue Starved (5 Suits) | no
Ambiguous (4 Suits) | yes
Dual-Color (6 Suits) | yes
Matryoshka (6 Suits) | yes
Very Ambiguous (3 Suits) | no
Extremely Ambiguous (6 Suits) | no
Number Mute (5 Suits) | no
Number Blind (5 Suits) | no
Totally Blind (5 Suits) | no
Synesthesia (5 Suits) | no
Odds and Evens (5 Suits) | no
Null-Ones (5 Suits) | no
"""


@in_one_test("row", KAGIYA_PLAYS.strip().splitlines())
def test_kagiya_plays_some_variants(row: str) -> None:
    """Kagiya plays a variant if its convention suits the clues."""
    name, plays = row.split(" | ")
    assert BOTS["kagiya"].plays(palette_of(name)) == (plays == "yes")


def test_which_variants_a_bot_plays() -> None:
    """A bot says if it plays all variants. Those with fixed conventions do not play all games of the booklets."""
    palettes = [*map(palette_of, VARIANTS)]
    for bot in PLAYED.values():
        assert bot.id.startswith("hgroup") or all(bot.plays(palette_of(value)) for value in BOOKLETS), bot.id
        assert (bot.variants == "all") == all(map(bot.plays, palettes)), bot.id


@pytest.mark.parametrize("place", slow_unless((0, 873, 1164).__contains__, range(0, len(VARIANTS), 97)))
def test_whole_games_of_variants(place: int) -> None:
    """A bot plays whole games of the variants that it plays, also with six seats and with `deck_plays`."""
    name = [*VARIANTS][place]
    rules, seats = resolve("hanab_live", {"variant": name}, 2 + place % 5), 2 + place % 5
    for bot in PLAYED.values():
        if bot.can_sit(rules, seats):
            assert variant_game(bot, place, 2 + place % 5, name, deck_plays=place % 2 == 1).ending is not None


def test_the_last_card_of_the_deck() -> None:
    """The random bot plays it blind if its lot falls so. Kagiya does not."""
    log = game(setting({"seats": 2, "deck_plays": True}), 0, WASTEFUL)
    state = next(state for state in steps(log) if state.deck_size == 1)
    view = view_to_move(state)
    last = [
        place for place, turn in enumerate(view.legal_actions) if isinstance(turn, Play) and turn.card == state.dealt
    ]
    assert BOTS["random"].choose(view, (), lambda n: last[0]) == Play(state.dealt)
    assert BOTS["kagiya"].choose(view, (), Random(0).randrange) != Play(state.dealt)


@pytest.mark.parametrize(
    "name",
    slow_unless(
        ("Alternating Clues & White (5 Suits)", "White Reversed (5 Suits)", "Color Mute (6 Suits)").__contains__,
        [
            "Black & Brown (6 Suits)",
            "Rainbow-Fives & Null (5 Suits)",
            "Dark Omni & Dark Prism (6 Suits)",
            "Alternating Clues & White (5 Suits)",
            "White Reversed (5 Suits)",
            "Reversed (5 Suits)",
            "Scarce Ones (5 Suits)",
            "Chimneys & Pink (5 Suits)",
            "Color Mute (6 Suits)",
            "Dual-Color & Rainbow (6 Suits)",
        ],
    ),
)
def test_kagiya_plays_variants_well(name: str) -> None:
    """Its mean score over six seeded games is above half the maximum, and it loses no game."""
    ends = [variant_game(BOTS["kagiya"], seed, 3, name) for seed in range(6)]
    assert all(end.ending and end.ending.outcome in ("won", "finished") for end in ends)
    assert fmean(end.table_points for end in ends) > palette_of(name).max_score / 2
