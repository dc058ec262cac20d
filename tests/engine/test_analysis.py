"""Analysis of games: cases by hand, and comparison with an independent analysis."""

from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.cards import Card
from engine.commands import Discard, GiveRankClue, Play, Turn
from engine.events import Log, TurnTaken
from engine.fold import fold
from engine.formats.hanab_live import reader
from engine.reading.analysis import Analysis, Cause, LateCard, LostPoints, Solved, analyse
from engine.reading.event_analysis import EventAnalysis
from engine.reading.feed import CardItem
from engine.reading.losing_turns import Reachable
from engine.reading.progress import contexts
from engine.reading.progress import curve as course
from engine.reading.solver import Budget, curve, losses, saving_turns
from engine.reading.solver.lines import played
from tests.engine.corpus import FILES, read_file
from tests.engine.hanab_live_exports import real
from tests.engine.random_games import every_setting, games_of
from tests.engine.slow_analysis import slow_analysis
from tests.engine.stacked import stacked
from tests.rows import in_one_test, slow_unless


def short(card: tuple[str, int]) -> str:
    return f"{card[0][0]}{card[1]}"


@pytest.mark.parametrize(
    ("moves", "last_copy", "late"),
    [
        ("c1:red", None, LateCard(Card("white", 5), 50, 50)),
        ("d0", Card("red", 5), None),
    ],
)
def test_a_loss_names_the_card_that_no_longer_fits(moves: str, last_copy: Card | None, late: LateCard | None) -> None:
    """The last copy that is gone, or the last card of the deck that is needed and has no other copy."""
    log = stacked("r5 r1 r2 r3 r4  y5 y2 y2 y3 g5", moves)
    loss = analyse(log, solved=Solved([Reachable(25, 25), Reachable(24, 24)], {})).losses[-1]
    assert (loss.last_copy, loss.late) == (last_copy, late)


# Cases by hand: the cards dealt first, moves, and the analysis of the last move.


class Row(NamedTuple):
    """A game, and words of the expected description of its last event."""

    title: str
    top: str
    moves: str
    expected: str
    rules: str = ""
    seats: int = 2


# A row for each figure; whole games equal the independent analysis below.
ROWS = [
    # Seat 0 does not see 45 of the 50 cards. 15 of them are ones, 3 of each suit, if the other hand has none.
    Row("a misplay", "r2 r1 r3 r4 r5  y2 y2 y3 y3 y4", "p0", "misplay; gamble 1/3; strikes 1; spent 1; causes -"),
    # Card 5 is known to be a 1. All three red 1 are visible, so a red clue gives no information about it.
    Row(
        "public information is not new",
        "r1 r1 r2 r2 r3  y1 y2 y3 g4 b5  r1",
        "p0 c0:5 d1 c0:4 d10 c0:3 c1:1 c0:2 c1:red",
        "clue; touched -; new -; informed 6,7,8,9",
    ),
    Row(
        "a five is discarded",
        "r5 r1 r2 r3 r4  y1 y2 y3 g4 b5",
        "c1:5 c0:5 d0",
        "discard; attainable 25>24; lost 1; dead r5; critical -; causes card_lost",
    ),
    Row(
        "one of two copies",
        "r2 r2 r3 r4 r5  y1 y2 y3 g4 b5",
        "c1:5 c0:5 d0",
        "attainable 25>25; lost 0; dead -; critical r2; causes -",
    ),
    Row(
        "a five is misplayed",
        "r5 r1 r2 r3 r4  y1 y2 y3 g4 b5",
        "p0",
        "misplay; attainable 25>24; lost 1; dead r5; causes card_lost,strike",
    ),
    Row(
        "one of two tokens is lost",
        "r1 r2 r3 r4 r5  y1 y2 y3 y4 y5",
        "p0 p5 p1 p6 p2 p7 p3 c0:5 p4=red",
        "landed; tokens_lost 1; spent 2; tokens 8",
        "color_declaration=true",
    ),
    # The pace: points + deck + seats - attainable, here 0 + 40 + 5 - 30.
    Row("five seats, six suits", "r1 r2 r3 r4  r5 y1 y2 y3", "c1:5", "pace 15", "multicolor=ten", 5),
    # Cards gotten (played or clued) for clues. Cards 5 and 10 are red 1 and clued as 1. When all five 1 are played,
    # both are dead by common knowledge.
    Row(
        "dead by common knowledge",
        "r1 y1 g1 b1 w1  r1 y2 g3 b4 w4  r1",
        "p0 c0:1 p1 c0:5 p2 c0:5 p3 c0:5 p4 c0:5 c1:1",
        "gotten 5; spent 6",
    ),
    # After the end, the reachable score is the points on the table.
    Row(
        "the last strike",
        "r2 r1 r4 y3 r5  y2 y2 y3 b3 b4",
        "p1 c0:5 p0 c0:5 p2 c0:5 p3",
        "lost 25; reachable 0; points 2; causes strike,game_lost; pace -",
        "strike_tokens=2",
    ),
    Row(
        "the grand finale is lost",
        "r5 r1 r3 r4 r2  y2 y2 y3 y3 y4",
        "p1 c0:5 d0",
        "lost 25; reachable 0; causes card_lost,game_lost; pace -",
        "ending=grand_finale finale_loss=irreplaceable",
    ),
    Row(
        "an aborted game",
        "r1 r1 r2 r2 r3  y1 y2 y3 g4 b5",
        "p0 0:v+ 1:v+",
        "abort_vote; lost 24; reachable 1; causes -",
    ),
]


def words_of(event: EventAnalysis, causes: tuple[Cause, ...]) -> dict[str, str]:
    """Return the description of an event: words, each with its value."""
    after, information, risk = event.after, event.information, event.risk

    def listed(items: object) -> str:
        return ",".join(map(str, items)) or "-"  # type: ignore[call-overload]

    words: dict[str, object] = {
        event.kind: "",
        "attainable": f"{event.attainable_before}>{after.attainable_score}",
        "lost": event.points_lost,
        "reachable": after.reachable_score,
        "dead": listed(map(short, event.became_dead)),
        "critical": listed(map(short, event.became_critical)),
        "causes": listed(causes),
        "tokens_lost": event.tokens_lost,
        "tokens": after.clue_tokens,
        "strikes": after.strikes,
        "points": after.table_points,
        "pace": "-" if after.pace is None else after.pace,
        "gotten": after.cards_gotten,
        "spent": after.clues_spent,
    }
    if risk:
        words["misplay" if event.misplayed else "landed"] = ""
        words["safe" if risk.known_safe else "gamble"] = Fraction(risk.landing_deals, risk.deals)
    if information:
        words |= {
            "touched": listed(information.touched),
            "new": listed(information.newly_touched),
            "informed": listed(information.newly_informed),
        }
    return {word: str(value) for word, value in words.items()}


@in_one_test("row", ROWS)
def test_rows(row: Row) -> None:
    """The description of the last event has each expected word."""
    found = analyse(stacked(row.top, row.moves, seats=row.seats, rules=row.rules))
    causes = next((loss.causes for loss in found.losses if loss.version == found.last.version), ())
    description = words_of(found.events[-1], causes)
    expected = dict(words.partition(" ")[::2] for words in row.expected.split("; "))
    assert {word: description.get(word) for word in expected} == expected


# A game that runs out of turns, by hand.


def game_with_discards(discards: int) -> Analysis:
    """Return the analysis of a game of two seats with many discards.

    Seat 0 only gives clues. Seat 1 discards this number of spare cards.
    """
    spare = [f"{suit}{rank}" for suit in "rygbw" for rank in (1, 1, 2, 3, 4)]
    needed = [f"{suit}{rank}" for suit in "rygbw" for rank in (1, 2, 3, 4, 5)]
    deck = [*needed[:5], *spare, *needed[5:-1]]  # `stacked` adds the white 5
    return analyse(stacked(" ".join(deck), " ".join([f"c1:5 d{5 + n}" for n in range(discards)])))


def test_discards_cost_points_when_turns_run_out() -> None:
    """Each discard lowers the pace, and below 0 costs a point."""
    found = game_with_discards(25)
    discards = [event for event in found.events if event.kind == "discard"]
    assert [event.after.pace for event in discards] == [16 - n for n in range(25)]
    assert [event.after.attainable_score for event in discards] == [25] * 25
    assert [event.points_lost for event in discards] == [0] * 17 + [1] * 8
    assert [event.after.reachable_score for event in discards] == [25] * 17 + [24 - n for n in range(8)]
    assert [(loss.version, loss.seat, loss.points, loss.causes) for loss in found.losses] == [
        (2 * n, 1, 1, ("time_lost",)) for n in range(18, 26)
    ]
    assert not any(loss.certain or loss.saving_turns for loss in found.losses)  # without the solver
    assert found.totals.points_lost == 8


# Comparison of whole games with the independent analysis.


def assert_agrees(log: Log) -> Analysis:
    """Check that the analysis equals the slow analysis, including totals."""
    found = analyse(log)
    deal, *events = found.events
    points = found.last.reachable_score
    assert (deal.points_lost, deal.attainable_lost, deal.risk) == (0, 0, None)
    assert [event.after for event in found.events] == [
        context.progress._replace(reachable_at_least=points) for context in contexts(log)
    ]
    slow = slow_analysis(log)
    for event, facts in zip(events, slow, strict=True):
        after, risk, information = event.after, event.risk, event.information
        measured = {name: getattr(after, name) for name in facts if hasattr(after, name)}
        measured |= {name: getattr(event, name) for name in ("attainable_lost", "points_lost", "tokens_lost")}
        measured |= {
            "became_critical": set(event.became_critical),
            "became_dead": set(event.became_dead),
            "risk": risk and (risk.landing_deals, risk.deals),
            "information": information
            and (list(information.touched), list(information.newly_touched), list(information.newly_informed)),
        }
        assert measured == facts, event
        assert event.attainable_lost == len(event.became_dead)
        assert event.points_lost >= 0 and after.reachable_at_least <= after.reachable_score <= after.attainable_score
        if risk is not None:
            assert event.misplayed or risk.landing_deals > 0
            assert not (event.misplayed and risk.known_safe)
    assert found.totals.points_lost == deal.after.reachable_score - found.last.reachable_score
    assert found.last.table_points == found.totals.landed
    plays = [(facts["risk"], event.misplayed) for event, facts in zip(events, slow, strict=True) if facts["risk"]]
    gambles = [misplayed for (landing, deals), misplayed in plays if landing < deals]
    totals = found.totals
    assert (totals.plays, totals.known_safe) == (len(plays), len(plays) - len(gambles))
    assert (totals.gambles, totals.gambles_landed) == (len(gambles), gambles.count(False))
    turns = [event for event in events if isinstance(event.item.event, TurnTaken)]
    assert found.totals.turns == found.totals.plays + found.totals.discards + found.totals.clues == len(turns)
    costly = [(event.after.version, event.seat, event.points_lost) for event in turns if event.points_lost]
    assert [(loss.version, loss.seat, loss.points) for loss in found.losses if loss.kind == "turn"] == costly
    return found


@every_setting
def test_whole_games(n: int) -> None:
    """The analysis of random games of all settings equals the slow analysis."""
    for log in games_of(n)[n % 10 :: 10]:
        assert_agrees(log)


@pytest.mark.parametrize(
    "path",
    slow_unless(FILES[::5].__contains__, [path for path in FILES if "variant=" not in path.read_text()]),
    ids=lambda path: path.stem,
)
def test_recorded_games(path: Path) -> None:
    """The analysis of the corpus equals the slow analysis."""
    assert_agrees(read_file(path).log)


def test_a_real_game() -> None:
    """A perfect game from hanab.live loses no points."""
    found = assert_agrees(reader.read(real()).log)
    assert (found.last.score, found.totals.points_lost, found.totals.misplays) == (25, 0, 0)
    assert all(event.think_time_ms is None for event in found.events)


# The exact analysis, with the curve of the solver.

Saving = dict[int, list[tuple[tuple[Turn, ...], int]]]


def solved(values: str, saving: Saving | None = None) -> Analysis:
    """Return the analysis of the game `c1:5 c0:5 d0 aborted:idle` with proved bounds by version, as `22-25`."""
    bounds = [Reachable(int(least), int(most)) for least, most in [value.split("-") for value in values.split()]]
    log = stacked("r5 r1 r2 r3 r4  y1 y2 y3 g4 b5", "c1:5 c0:5 d0 aborted:idle")
    return analyse(log, solved=Solved(bounds, saving or {}))


def words_of_loss(loss: LostPoints) -> str:
    since = "-" if loss.since is None else loss.since
    causes = ",".join(loss.causes) or "-"
    return f"{loss.kind} {loss.version} since {since}: {loss.points} {causes}{' certain' * loss.certain}"


@in_one_test(
    ("values", "lost", "expected"),
    [
        # The discard loses the red 5, the abort the rest.
        (
            "25-25 25-25 25-25 24-24 0-0",
            [0, 0, 0, 1, 24],
            "turn 3 since 2: 1 card_lost certain; end 4 since 3: 24 - certain",
        ),
        # The deal loses a point, which is then not lost again by the discard.
        ("24-24 24-24 24-24 24-24 0-0", [1, 0, 0, 0, 24], "deal 0 since -: 1 - certain; end 4 since 3: 24 - certain"),
        # A clue wastes a turn.
        (
            "25-25 24-24 24-24 23-23 0-0",
            [0, 1, 0, 1, 23],
            "turn 1 since 0: 1 time_lost certain; turn 3 since 2: 1 card_lost,time_lost certain; "
            "end 4 since 3: 23 - certain",
        ),
        # Where the bounds differ, the loss is known at the latest.
        ("25-25 24-25 24-25 24-24 0-0", [0, 0, 0, 1, 24], "turn 3 since 0: 1 card_lost; end 4 since 3: 24 - certain"),
        ("0-25 0-25 0-25 0-24 0-0", [0, 0, 0, 1, 24], "turn 3 since -: 1 card_lost; end 4 since -: 24 -"),
        # One event can be the latest of two losses, of which one is certain.
        (
            "25-25 24-25 24-25 23-23 0-0",
            [0, 0, 0, 2, 23],
            "turn 3 since 0: 1 card_lost,time_lost; turn 3 since 2: 1 card_lost,time_lost certain; "
            "end 4 since 3: 23 - certain",
        ),
    ],
)
def test_losses_follow_the_curve(values: str, lost: list[int], expected: str) -> None:
    """Each lost point has the event that lost it, or the latest that can have lost it."""
    found = solved(values)
    assert [event.points_lost for event in found.events] == lost
    assert "; ".join(map(words_of_loss, found.losses)) == expected
    assert found.totals.points_lost == sum([loss.points for loss in found.losses]) == 25
    assert found.exact == all(bounds.split("-")[0] == bounds.split("-")[1] for bounds in values.split())


def test_saving_turns_have_the_card_and_the_score() -> None:
    """A loss has the saving turns of the last version at which its points could be reached."""
    saving: Saving = {
        1: [((Play(0),), 25)],
        2: [((Play(1), Discard(5)), 25), ((GiveRankClue(1, 1),), 25)],
    }
    discard, end = solved("25-25 25-25 25-25 24-24 0-0", saving).losses
    assert [(turn.line, turn.score, turn.card) for turn in discard.saving_turns] == [
        ((Play(1), Discard(5)), 25, Card("red", 1)),
        ((GiveRankClue(1, 1),), 25, None),
    ]
    assert (discard.turn, discard.seat, discard.reachable_before) == (3, 0, 25)
    assert (end.turn, end.seat, end.reachable_before, end.saving_turns) == (3, None, 24, ())


def test_a_solved_game() -> None:
    """In a real game with a discarded 5, the solver's losses add up, and each saving line reaches its score."""
    log = stacked("r5 r1 r2 r3 r4  y1 y2 y3 g4 b5", "c1:5 c0:5 d0 p5 p1 c0:3 aborted:idle")
    budget = Budget(conflicts=20_000)
    values = curve(log, budget)
    since = {loss.since for loss in losses(log, values) if loss.kind == "turn"}
    lines = {version: saving_turns(log, version, budget) for version in since}
    saving = {version: [(line, values[version].lower) for line in kept] for version, kept in lines.items()}
    found = analyse(log, solved=Solved(values, saving))
    assert found.exact and found.events[0].after.reachable_score == 25
    assert [(loss.version, loss.points, loss.kind) for loss in found.losses] == [(3, 1, "turn"), (7, 22, "end")]
    assert found.losses[0].saving_turns
    for turn in found.losses[0].saving_turns:
        assert played(fold(log.until(2)), turn.line).table_points == turn.score == 25


def test_think_times() -> None:
    """A think time starts at the previous turn or deal."""
    log = stacked("r1 r1 r2 r2 r3  y1 y2 y3 g4 b5", 'p0 1:s"Hm" c0:1 d1', rules="table_talk=free")
    assert [event.think_time_ms for event in analyse(log, [1000, 1500, 4000, 9000, 9001]).events] == [
        None,
        500,
        None,
        7500,
        1,
    ]
    assert analyse(log, [1000, 1500, 4000, 9000, 9001]).totals.think_time_ms == 8001
    assert [event.think_time_ms for event in analyse(log, [0, 1500, None, None, 9001]).events] == [
        None,
        1500,
        None,
        None,
        None,
    ]
    assert analyse(log, [5, 4, 4, 4, 4]).events[1].think_time_ms == 0
    assert analyse(log).totals.think_time_ms is None


def test_efficiency() -> None:
    """The efficiency is None before the first clue."""
    events = analyse(stacked("r1 r1 r2 r2 r3  y1 y2 y3 g4 b5", "p0 c0:2 c1:5 c0:5")).events
    assert [event.after.efficiency for event in events] == [None, None, 3.0, 2.0, 4 / 3]


def test_the_course_of_a_game() -> None:
    """It has the points on the table and what could be reached after each turn, from the solver if it has solved it."""
    log = stacked("r5 r1 r2 r3 r4  y5 y2 y2 y3 g5", "d0 v+ c0:1 p1")
    # The discard takes red 5, the vote is no turn.
    assert course(log) == ((0, 0, 0, 1), (25, 24, 24, 24))
    assert course(log, (25, 24, 23, 22, 21)) == ((0, 0, 0, 1), (25, 23, 22, 21))
    for score in ("zero", "none"):  # R14: no point of a lost game counts
        lost = stacked("r1 y3 r3 r4 r5  y5 y2 y2 y3 g5", "p0 p5", rules=f"strike_tokens=1 strikeout_score={score}")
        assert course(lost) == ((0, 1, 0), (25, 25, 0))
        solved = Solved(curve(lost, Budget()), {})
        for found in (analyse(lost), analyse(lost, solved=solved)):
            assert (found.last.reachable_score, found.last.is_exact, found.totals.points_lost) == (0, True, 25)


def test_seat_color_and_probability_of_a_play() -> None:
    """A play has a seat, a named color and a probability. An abort has neither seat nor color."""
    play, abort = analyse(stacked("r1 r1 r2 r2 r3  y1 y2 y3 g4 b5", "p0=red aborted:idle", rules=DECLARED)).events[1:]
    assert (play.seat, play.declared_color, abort.seat, abort.declared_color) == (0, "red", None, None)
    assert play.risk is not None and play.risk.probability == play.risk.landing_deals / play.risk.deals


DECLARED = "color_declaration=true"


# Games of variants, which the independent analysis does not play.


@pytest.mark.parametrize(
    "path",
    slow_unless(
        [path for path in FILES if path in FILES[::5] or "orange" in path.stem].__contains__,
        [path for path in FILES if "variant=" in path.read_text()],
    ),
    ids=lambda path: path.stem,
)
def test_games_of_variants(path: Path) -> None:
    """The points of a game are the cards that landed, and those lost are the rest of what could be reached."""
    log = read_file(path).log
    found = analyse(log)
    last, items = found.last, [event.item for event in found.events]
    effects = [item.effect for item in items if isinstance(item, CardItem)]
    assert effects.count("played") == found.totals.landed == last.table_points
    assert effects.count("misplayed") == found.totals.misplays == last.strikes
    totals = found.totals  # of inverted suits too, where a discard can play a card, and a play discards it
    assert totals.plays == totals.landed + totals.misplays
    assert totals.turns == totals.plays + totals.discards + totals.clues
    palette = log.deal.rules.palette
    assert found.totals.points_lost == sum([loss.points for loss in found.losses])
    assert found.totals.points_lost == palette.max_score - last.reachable_score
    assert all(event.risk.landing_deals <= event.risk.deals for event in found.events if event.risk is not None)
