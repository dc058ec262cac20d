"""Verdicts: they know no more than the seat, and agree with the exact expectation where it can be enumerated."""

import math
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from itertools import islice, repeat
from random import Random
from statistics import fmean

import pytest

from engine.bots import BOTS
from engine.bots.bot import Dice
from engine.bots.hgroup_bot import Choice
from engine.commands import Discard, GiveRankClue, Play, Turn
from engine.conventions.from_feed import table_of
from engine.conventions.levels import rules_of
from engine.conventions.review import reviewed
from engine.conventions.review.viewer_thoughts import expected
from engine.decide import decide
from engine.events import AbortVoteCast, GameDealt, Log, TurnTaken, as_command
from engine.fold import evolve, fold, steps
from engine.proof.deal import shuffle
from engine.reading.feed import seat_feed
from engine.reading.sampled_deals import enumerated, resampled
from engine.reading.view import View, seat_view
from engine.rules import resolve
from engine.verdict.deals import fitting, plain, unlikeliness
from engine.verdict.judging import SURE, Compared, Effort, judged, played_out
from engine.verdict.playing import Playing
from engine.verdict.screening import decision_at, screened
from engine.verdict.searching import choose_at
from engine.verdict.seen import Seen, seen_by
from service.features.analysis import solving
from service.features.analysis.packed_verdicts import GameDecisions
from tests.engine.conventions.test_review import real_game
from tests.rows import in_one_test

LEVEL = 3
BRIEF = Effort(screened=2, few=1, rounds=(4,))


@cache
def game(seats: int, seed: int) -> Log:
    """Return a game that seats play by the fixed order of the conventions, with a random turn now and then."""
    random, rules = Random(seed), resolve("de", {"multicolor": "none"}, seats)
    log = Log(GameDealt(rules, seats, 0), shuffle(rules.palette, seed.to_bytes(32)), [])
    state = fold(log)
    while state.to_move is not None:
        view = seat_view(state, state.to_move)
        turn = by_order(view, log)
        if random.random() < 0.05:
            turn = random.choice(view.legal_actions)
        event = decide(state, state.to_move, turn)
        state, log = evolve(state, event), log.followed_by(event)
    return log


def by_order(view: View, log: Log) -> Turn:
    """Return the turn of a seat by the fixed order, as it saw a game."""
    assert view.viewer is not None
    return Choice(view, seen_by(log, view.viewer, LEVEL).table).by_order()


def dice_of(name: str) -> Dice:
    """Return the dice of a name."""
    return Random(name).randrange


def late(log: Log, most: int) -> Iterator[tuple[int, list[bytes]]]:
    """Yield the versions of turns before which few deals fit what the seat saw, with the decks."""
    for version, event in enumerate(log.later, 1):
        before = log.until(version - 1)
        if isinstance(event, TurnTaken) and fold(before).deck_size < 3:
            decks = enumerated(before, event.seat, most)
            if decks is not None and len(decks) > 1:
                yield version, decks


@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_nothing_depends_on_what_the_seat_did_not_see(seats: int) -> None:
    """Two deals that a seat cannot tell apart give the same verdict."""
    log, random = game(seats, 1), Random(seats)
    version = log.version - 2 * seats
    event = log.later[version - 1]
    assert isinstance(event, TurnTaken)
    other = log.until(version - 1)._replace(deck=resampled(log.until(version - 1), event.seat, random.randrange))
    assert other.deck != log.deck
    seen, real = decided(log, version)
    assert judged(seen, real, dice_of, BRIEF) == judged(seen_by(other, event.seat, LEVEL), real, dice_of, BRIEF)


def decided(log: Log, version: int) -> tuple[Seen, Turn]:
    """Return the decision of a turn."""
    decision = decision_at(log, version, LEVEL)
    assert decision is not None
    return decision


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "seed", "most", "positions", "deals"),
    [(3, 8, 8, 1, 16), (2, 5, 40, 4, 48), (2, 6, 40, 2, 48), (3, 3, 40, 4, 48), (3, 8, 40, 5, 48)],
)
def test_a_verdict_agrees_with_the_exact_expectation(
    seats: int, seed: int, most: int, positions: int, deals: int
) -> None:
    """Where all deals can be played, the differences are those of the mean over all of them."""
    log = game(seats, seed)
    found = 0
    for version, decks in islice(late(log, most), positions):
        seen, real = decided(log, version)
        verdict = judged(seen, real, dice_of, Effort(screened=2, few=1, rounds=(deals,), error=0))
        means = exact(log.until(version - 1), seen.seat, decks, [one.turn for one in verdict.choices])
        for one in verdict.choices:
            assert one.turn in means and one.deals <= deals
            assert abs(one.difference - (means[one.turn] - means[verdict.best.turn])) <= 4 * one.error + 0.01
        found += 1
    assert found


def exact(log: Log, seat: int, decks: list[bytes], turns: list[Turn]) -> Mapping[Turn, float]:
    """Return the expected points after each turn, from all deals, each read anew from its log."""
    held = reviewed(log, LEVEL).turns[-1].hands[seat]
    told = [deck for deck in decks if all(one.codes >> deck[one.card] & 1 for one in held)] or decks
    odd = [odd_turns(log._replace(deck=deck), seat, {one.card for one in held}) for deck in told]
    ratio = unlikeliness(min([number for number, _ in odd]), odd[0][1])
    weights = [ratio**number for number, _ in odd]
    return {
        turn: sum(
            weight * fmean([played(log._replace(deck=deck), turn, dice_of(f"exact {n}")) for n in range(2)])
            for deck, weight in zip(told, weights, strict=True)
        )
        / sum(weights)
        for turn in turns
    }


def odd_turns(log: Log, seat: int, own: set[int]) -> tuple[int, int]:
    """Return how many turns of others the conventions would not have taken, and how many turns these are."""
    odd = turns = 0
    for version, (state, event) in enumerate(zip(steps(log), log.later, strict=False)):
        if isinstance(event, TurnTaken) and event.seat != seat and own & {*state.hands[seat]}:
            usual = by_order(seat_view(state, event.seat), log.until(version))
            turns += 1
            odd += as_command(event) != usual
    return odd, turns


def played(log: Log, turn: Turn, dice: Dice) -> int:
    """Return the points of a deal if the bots go on after a turn."""
    state = fold(log)
    while state.to_move is not None:
        event = decide(state, state.to_move, turn)
        state, log = evolve(state, event), log.followed_by(event)
        if state.to_move is not None:
            bot, feed = BOTS[f"hgroup-{LEVEL}"], seat_feed(log, state.to_move)
            turn = bot.choose(seat_view(state, state.to_move), feed, dice)
    assert state.result is not None
    return state.result.score or 0


def test_deals_fit_what_the_seat_saw_and_what_the_others_did() -> None:
    """All that the seat saw is the same in each deal, and the tables are those that the others would have.

    Of hands with which another seat would have played, discarded or told something else, few are taken.
    """
    log, version = game(2, 3), 8
    seen, _ = decided(log, version)
    before, odd = log.until(version - 1), []
    now = fold(before)
    for one in islice(fitting(seen, dice_of), 4):
        assert seat_view(one.state, seen.seat) == seat_view(now, seen.seat)
        deal = before._replace(deck=bytes([now.palette.codes[card] for card in one.state.deck]))
        for seat, table in enumerate(one.tables):
            again = table_of(now.palette, 2, seat, rules_of(LEVEL), seat_feed(deal, seat))
            assert contents((table.held, table.told)) == contents((again.held, again.told))
        odd.append(odd_turns(deal, seen.seat, {*seen.own})[0])
    drawn = [plain(seen, dice_of(f"deal {number}")) for number in range(4)]
    assert max(odd) < max([odd_turns(deal, seen.seat, {*seen.own})[0] for deal in drawn])


@pytest.mark.parametrize(
    ("of", "some"),
    [
        (real_game, slice(24, 28)),  # after a bluff of people
        # one copy is left of what two cards seem to be
        pytest.param(partial(game, 5, 11), slice(-22, -1), marks=pytest.mark.slow),
        *[pytest.param(partial(game, seats, 4), slice(0, -1, 5), marks=pytest.mark.slow) for seats in range(2, 6)],
    ],
)
def test_deals_do_not_contradict_what_else_is_said(of: Callable[[], Log], some: slice) -> None:
    """What the conventions ask for, or clues alone prove, fits in all deals, and each card is what its seat thinks."""
    log = of()
    for turn in reviewed(log, LEVEL).turns[some]:
        assert turn.to_move is not None
        seen = seen_by(log.until(turn.version), turn.to_move, LEVEL)
        decks, playable = [plain(seen, dice_of(f"{number}")).deck for number in range(8)], seen.table.playable
        known = [held.card for held in seen.table.cards(seen.seat) if not held.possible & ~playable]
        asked = [ask.card for ask in turn.expected if ask.kind == "play"]
        assert all(playable >> deck[card] & 1 for card in [*known, *asked] for deck in decks)
        assert all(one.codes >> deck[one.card] & 1 for one in turn.hands[seen.seat] for deck in decks)


def contents(value: object) -> object:
    """Return a value with the attributes of its objects in their place, which compares by them."""
    if isinstance(value, Mapping):
        return {key: contents(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [contents(one) for one in value]
    names = getattr(type(value), "__slots__", None)
    return value if not names else [contents(getattr(value, name)) for name in names]


@in_one_test(
    ("difference", "error", "deals", "sure"),
    [(-0.5, 0.2, 48, True), (-0.3, 0.2, 48, False), (-0.5, 0.2, 8, False), (0.0, 0.0, 48, False)],
)
def test_only_what_is_above_chance_is_sure(difference: float, error: float, deals: int, *, sure: bool) -> None:
    """A difference below two standard errors, or on few deals, is not told."""
    assert Compared(Play(0), difference, error, 0, 0, deals).is_sure == sure


class Costly(Playing):
    """A game that ends after a turn, of which a discard costs points."""

    def __init__(self, cost: int) -> None:
        self.cost = cost

    def after(self, turn: Turn) -> Playing:
        """Return the end."""
        return Costly(self.cost if isinstance(turn, Discard) else 0)

    def play_on(self, dice: Dice, most: int | None = None) -> None:
        """Do nothing."""

    def points(self) -> int:
        """Return the points."""
        return -self.cost


def test_the_error_allows_for_what_few_deals_do_not_show() -> None:
    """If a turn costs a point in some deals, 95 of 100 samples are within two errors of the truth."""
    found = []
    for costly in range(17):
        games = iter([Costly(number < costly) for number in range(16)])
        found.append(played_out([Discard(0), GiveRankClue(1, 1)], games, dice_of, Effort(rounds=(16,))).choices[1])
    for chance in [percent / 100 for percent in range(5, 55, 5)]:
        within = [costly for costly, one in enumerate(found) if abs(chance + one.difference) <= SURE * one.error]
        assert sum([math.comb(16, costly) * chance**costly * (1 - chance) ** (16 - costly) for costly in within]) > 0.95


def test_a_hand_that_was_told_nothing_true_is_drawn_by_the_clues() -> None:
    """If no card can be what the conventions say, the clues alone count."""
    seen, _ = decided(game(2, 1), 9)
    vars(seen)["told"] = [0] * len(seen.own)
    assert sorted(plain(seen, dice_of("any")).deck) == sorted(game(2, 1).deck)


def test_the_searching_bot_plays() -> None:
    """It takes a legal turn near the end, and none when it is not to move."""
    log = game(2, 7)
    log = log.until(log.version - 1)
    state, bot = fold(log), choose_at(LEVEL, dice_of, range(40))
    assert state.to_move is not None
    view = seat_view(state, state.to_move)
    assert bot(view, seat_feed(log, state.to_move), dice_of("bot")) in view.legal_actions
    with pytest.raises(ValueError, match="not to move"):
        bot(seat_view(state, 1 - state.to_move), [], dice_of("bot"))


def test_the_searching_bot_does_not_search_when_it_may_lose_all() -> None:
    """At the last strike, and where little differs, it takes the turn of the conventions."""
    log = game(2, 7).until(4)
    state = fold(log)
    assert state.to_move is not None
    view, items = seat_view(state, state.to_move), [*seat_feed(log, state.to_move)]
    usual = Choice(view, seen_by(log, state.to_move, LEVEL).table, dice_of("bot")).turn()
    for decks, strikes in ((range(40), 2), (range(9), 0)):
        bot = choose_at(LEVEL, no_dice, decks)
        assert bot(view._replace(strikes=strikes), items, dice_of("bot")) == usual


def no_dice(name: str) -> Dice:
    """Raise the error of a search."""
    raise AssertionError(name)


@pytest.mark.slow
def test_the_searching_bot_plays_the_end() -> None:
    """Each of its turns is legal."""
    log, bot = game(2, 1), choose_at(LEVEL, dice_of, range(40))
    for state in [*steps(log)][-12:]:
        if state.to_move is not None:
            view = seat_view(state, state.to_move)
            turn = bot(view, seat_feed(log.until(state.version), state.to_move), dice_of("bot"))
            assert turn in view.legal_actions


@pytest.mark.slow
def test_the_screen_chooses_decisions() -> None:
    """Turns that others blame come first."""
    log = game(2, 1).until(1).followed_by(AbortVoteCast(0))
    assert screened(log, LEVEL, dice_of, [1], 1) == [1]
    assert screened(log, LEVEL, dice_of, [1], 1, [1]) == []


def test_what_the_screen_leaves_out() -> None:
    """Only a turn is a decision, and a turn that the bot would take is not asked about."""
    log = real_game().until(0)
    turn = Playing.of(log, LEVEL).turn(dice_of("1 usual"))
    log = log.followed_by(decide(fold(log), 0, turn)).followed_by(AbortVoteCast(0))
    assert screened(log, LEVEL, dice_of) == []
    assert decision_at(log, 2, LEVEL) is None


def test_turns_that_no_bot_would_do_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bluffs, gentleman's discards and what follows from them are not judged by partners who know neither."""
    monkeypatch.setattr(solving, "screened", lambda *_, left_out, **__: sorted(left_out))
    found = solving.game_decisions(real_game(), [], dice_of, lambda: 0.0)
    assert found == GameDecisions(2, (10, 11, 13, 14, 26, 27))


@in_one_test(("rounds", "hope", "deals"), [((16, 16, 16), -math.inf, 32), ((4, 16), 99, 4)])
def test_how_long_turns_are_played(rounds: tuple[int, ...], hope: float, deals: int) -> None:
    """Until the error is small enough, or no other turn has a hope."""
    log = game(2, 1)
    last = Playing.of(log.until(log.version - 1), LEVEL)
    turns = last.view().legal_actions[:2]
    effort = Effort(rounds=rounds, hope=hope, error=0.05)
    assert played_out(turns, repeat(last), dice_of, effort).deals == deals


def test_what_a_turn_may_cost() -> None:
    """Two standard errors above the difference."""
    assert Compared(Play(0), -0.1, 0.2, 1, 0, 16).most == pytest.approx(0.5)


def test_all_that_may_be_right_is_compared() -> None:
    """The bot's turn, what the conventions ask for, and each card that is known to fit, after any number of strikes."""
    log = game(2, 2)
    for state in [*steps(log)][-20:]:
        if state.to_move is None:
            continue
        view, items = seat_view(state, state.to_move), seat_feed(log.until(state.version), state.to_move)
        table = table_of(state.palette, 2, state.to_move, rules_of(LEVEL), items)
        may_discard = any(isinstance(turn, Discard) for turn in view.legal_actions)
        asks = expected(table, table.viewer, may_clue=view.clue_tokens > 0, may_discard=may_discard)
        sure = [held.card for held in table.cards(table.viewer) if not held.possible & ~table.playable]
        right: list[Turn] = [Play(card) for card in [*[ask.card for ask in asks if ask.kind == "play"], *sure]]
        right += [Discard(ask.card) for ask in asks if ask.kind == "discard"]
        assert {Choice(view, table, dice_of("bot")).turn(), *right} <= {*Choice(view, table).open_turns()}
