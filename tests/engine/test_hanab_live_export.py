"""Writing of hanab.live exports: an export opens as the same game, or the writer refuses a move by version."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.events import GameAborted, Log, TurnTaken
from engine.fold import fold, steps
from engine.formats.hanab_live.reader import read
from engine.formats.hanab_live.writer import LOSSES, MAX_BYTES, REFUSALS, Export, write
from engine.reading.feed import ClueItem, feed, open_viewpoint
from engine.reading.replay import views
from engine.rules import EDITIONS, resolve
from engine.state import State
from tests.engine.hanab_live_player import Broken, opened
from tests.engine.random_games import PERFECT, SETTINGS, STEADY, WASTEFUL, Setting, game, games_of
from tests.engine.stacked import stacked

REAL = Path(__file__).parents[1] / "games"
NAMES = ("Ada", "Béla", "Chloé", "Đorđe", "Eva")


def exported(log: Log, **more: Any) -> Export:
    """Return the export of a log, with generated names."""
    return write(log, NAMES[: log.deal.seats], **more)


def codes(export: Export) -> list[str]:
    """Return the codes of the losses."""
    return [loss.code for loss in export.losses]


def turns_alone(log: Log) -> Log:
    """Return a game with only its turns and an abort."""
    kept = [event for event in log.later if isinstance(event, TurnTaken | GameAborted)]
    return log._replace(later=kept)


def at_the_table(state: State) -> tuple[object, ...]:
    """The table of a game, under either rules."""
    hands = tuple([tuple(sorted(hand)) for hand in state.hands])
    return hands, state.fireworks, state.discards, state.strikes, state.dealt, state.marks


def changes(log: Log) -> list[object]:
    """Return the different tables of a game, in order."""
    tables = [at_the_table(state) for state in steps(log)]
    return [table for table, before in zip(tables, [None, *tables], strict=False) if table != before]


@pytest.mark.parametrize("n", range(0, len(SETTINGS), 2))
def test_games_of_all_kinds(n: int) -> None:
    """Whatever the rules: a game is refused by a code, or it opens twice, here and in a player of the tests' own, as a
    game in which the same cards lie at the same places after each turn, and the same cards are touched."""
    for log in games_of(n):
        if fold(log).ending is None:
            continue
        export = exported(log)
        assert (export.game is None) == (export.refusal is not None)
        assert codes(export) == sorted(codes(export), key=LOSSES.index)
        if export.refusal is not None:
            assert export.refusal.code in REFUSALS and 0 < export.refusal.version < len(log.events)
            continue
        sent = json.loads(json.dumps(export.game))
        back, there = read(sent), opened(sent)
        mine, theirs = changes(log), changes(back.log)
        if "ending" in codes(export):  # the end is another, and R22 draws nothing after ours
            mine, theirs = mine[:-1], theirs[: len(mine) - 1]
        assert mine == theirs
        final = fold(log)
        assert there.ended and there.strikes == final.strikes
        held = [sorted(card for card in hand if card < final.dealt) for hand in there.hands]  # R22, and they draw
        assert held == [sorted(hand) for hand in final.hands]
        seen = [item.touched or () for item in feed(log, open_viewpoint(final.seats)) if isinstance(item, ClueItem)]
        assert [sorted(cards) for cards in there.touched] == [sorted(card.card for card in cards) for cards in seen]


@pytest.mark.parametrize("multicolor", ["none", "ten", "five", "wild_ten", "wild_five"])
def test_under_its_own_rules_nothing_is_lost(multicolor: str) -> None:
    """A game of the edition hanab_live comes back with every frame as it was, for every seat and with open hands, and
    an empty report."""
    for n in range(12):
        seats = 2 + n % 4
        finale = {"ending": "grand_finale", "finale_loss": "irreplaceable"} if n % 3 == 2 else {}
        options = {"multicolor": multicolor, "starting_seat": n % seats, "empty_clues": n % 2 == 0, **finale}
        style = (STEADY, PERFECT, WASTEFUL)[n % 3]._replace(chats=0.0)
        log = game(Setting(resolve("hanab_live", options, seats), seats), n, style)
        export = exported(log)
        assert (export.losses, export.refusal) == ((), None)
        assert export.game is not None
        back = read(export.game)
        for seat in (None, *range(seats)):
            assert views(back.log, seat) == views(log, seat)
        assert opened(export.game).score == (0 if back.state.ending[0] == "lost" else sum(back.state.fireworks))  # type: ignore[index]


@pytest.mark.parametrize("edition", EDITIONS)
def test_games_of_every_edition(edition: str) -> None:
    """Most games of other editions can be written; those that continue past hanab.live's end are refused there."""
    went = 0
    for n in range(20):
        log = game(Setting(resolve(edition, {}, 3), 3), n, STEADY._replace(chats=0.0))
        export = exported(log)
        if export.refusal is not None:
            assert export.refusal.code == "game-over"
            with pytest.raises(Broken):
                opened(spoilt(log))
            continue
        went += 1
        back = read(export.game)
        lost = {loss.values["option"] for loss in export.losses}
        assert {loss.code for loss in export.losses} <= {"option"}
        rules = log.deal.rules
        other = {name for name in rules.__slots__ if getattr(rules, name) != getattr(back.log.deal.rules, name)}
        assert lost == other
        for mine, theirs in zip(views(log), views(back.log), strict=True):
            assert replace(mine, rules=theirs.rules, result=theirs.result) == theirs
    assert went >= 10


def spoilt(log: Log) -> dict[str, Any]:
    """Write all turns of a game of the base rules without hanab.live's rules."""
    from tests.engine.hanab_live_exports import export_of

    return {name: value for name, value in export_of(turns_alone(log)).items() if name != "id"}


BEGUN = "r1 y1 g1 b1 w1 r2 y2 g2 b2 w2"

# A game of two seats: deck, events, rules, and the refusal's code and version or the losses.
REFUSED = [
    (
        "R5 hanab.live counts eight tokens, so none is left",
        "c1:1 c0:1 c1:1 c0:1 c1:1 c0:1 c1:1 c0:1 c1:1",
        "clue_tokens=9",
        "no-clue-token",
        9,
    ),
    ("R12 a wrong color, and the card fits", "p0=blue", "color_declaration=true", "other-outcome", 1),
]


@pytest.mark.parametrize(("about", "events", "rules", "code", "version"), REFUSED)
def test_moves_that_it_would_refuse(about: str, events: str, rules: str, code: str, version: int) -> None:
    """The refusal has the version of the first move at fault, and the reason."""
    log = stacked(BEGUN, f"{events} aborted:idle", rules=rules)
    assert exported(log).refusal == (code, version), about


@pytest.mark.parametrize(
    ("events", "rules", "lost"),
    [
        ("p0 aborted:idle", "", ["option", "ended-by"]),
        ("p0 aborted:terminated", "", ["option", "ended-by"]),
        ("p0 aborted:agreed", "", ["option"]),
        ("p0 v+ 0:v+", "", ["abort-votes", "option"]),
        ("p0 0:v+ 0:v- aborted:agreed", "", ["abort-votes", "option"]),
        ("o4,3,2,1,0 1:o9,8,7,6,5 aborted:agreed", "", ["reorders", "option"]),
        ('s"hm" aborted:agreed', "table_talk=free", ["talk", "option"]),
        ("c1:2 aborted:agreed", "clue_tokens=9", ["option", "tokens"]),
        ("p0=red aborted:agreed", "color_declaration=true", ["declarations", "option"]),
        ("c1:2 p5=red aborted:agreed", "color_declaration=true", ["declarations", "option"]),
        ("c1:2 c0:2 p0=red aborted:agreed", "color_declaration=true", ["declarations", "option", "tokens"]),
        ("c1:2 p9", "strike_tokens=1", ["option", "ending"]),
    ],
)
def test_what_is_lost(events: str, rules: str, lost: list[str]) -> None:
    """Everything that hanab.live cannot express has a code, and the game is written nevertheless."""
    log = stacked(BEGUN, events, rules=rules)
    export = exported(log)
    assert list(dict.fromkeys(codes(export))) == lost
    assert export.game is not None
    read(export.game)
    opened(export.game)


def test_every_loss_has_its_numbers() -> None:
    """A loss has the values for a sentence: a count, an option with its value, or a version."""
    log = stacked(BEGUN, "o4,3,2,1,0 c1:2 1:v+ 1:v- aborted:idle", rules="clue_tokens=9")
    found = {(loss.code, *sorted(loss.values.items())) for loss in exported(log).losses}
    assert {("reorders", ("count", 1)), ("abort-votes", ("count", 2)), ("tokens", ("version", 2))} <= found
    assert ("option", ("option", "clue_tokens"), ("value", 9)) in found


def real() -> dict[str, Any]:
    """Return the real export."""
    found: dict[str, Any] = json.loads((REAL / "hanab_live_2906.json").read_text())
    return found


def test_a_real_export_comes_back_as_it_was() -> None:
    """A game imported from hanab.live is written as it was, except for its id."""
    export = real()
    came = read(export)
    back = write(came.log, came.players, options=came.options, notes=came.notes)
    del export["id"]
    assert (back.game, back.losses) == (export, ())


def test_notes_that_make_it_too_long_stay_here() -> None:
    """A game too large for hanab.live is written without its notes, and reports that."""
    came = read(real())
    for size, lost in ((1000, []), (6000, ["notes"])):
        back = write(came.log, came.players, notes=[["x" * size], [], []])
        assert back.game is not None
        assert (codes(back), "notes" in back.game) == (lost, not lost)
        assert len(json.dumps(back.game, separators=(",", ":"))) <= MAX_BYTES


def test_a_finale_that_only_strikes_lose() -> None:
    """R15, R18: such a finale is written if an ordinary game or "all or nothing" is the same game."""
    rules = resolve("fr", {"ending": "grand_finale"}, 3)
    found = {
        (n, (export := exported(game(Setting(rules, 3), n, style))).refusal is None): export
        for n in range(20)
        for style in (PERFECT, WASTEFUL)
    }
    assert {kept for _, kept in found} == {True, False}
    for export in found.values():
        if export.game is not None:
            assert opened(export.game).ended
