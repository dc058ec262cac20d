"""Export to hanab.live: games are exported without changes or refused."""

import json
from typing import Any

import pytest

from engine.events import CardPlayed, GameAborted, Log, TurnTaken
from engine.fold import fold, steps
from engine.formats.hanab_live.reader import read
from engine.formats.hanab_live.writer import LOSSES, MAX_BYTES, REFUSALS, Export, write
from engine.reading.feed import ClueItem, feed, open_viewpoint
from engine.reading.replay import views
from engine.rules import EDITIONS, resolve
from engine.state import State
from tests.engine.hanab_live_exports import export_of, real
from tests.engine.random_games import IDLE, PERFECT, SETTINGS, STEADY, WASTEFUL, Setting, game, games_of, setting
from tests.engine.stacked import stacked
from tests.engine.variant_table import IllegalAction, play_export
from tests.rows import in_one_test, slow_unless

NAMES = ("Ada", "Béla", "Chloé", "Đorđe", "Eva")


def exported(log: Log, **more: Any) -> Export:
    """Return the export of a log, with players' names."""
    return write(log, NAMES[: log.deal.seats], **more)


def codes(export: Export) -> list[str]:
    """Return the codes of the losses."""
    return [loss.code for loss in export.losses]


def only_turns(log: Log) -> Log:
    """Return a game with only its turns and an abort."""
    later = [event for event in log.later if isinstance(event, TurnTaken | GameAborted)]
    return log._replace(later=later)


def table_of(state: State) -> tuple[object, ...]:
    """Return the parts of a state that our rules share with hanab.live's."""
    hands = tuple([tuple(sorted(hand)) for hand in state.hands])
    return hands, state.fireworks, state.discards, state.strikes, state.dealt, state.marks


def changes(log: Log) -> list[object]:
    """Return the different tables of a game, in order."""
    tables = [table_of(state) for state in steps(log)]
    return [table for table, before in zip(tables, [None, *tables], strict=False) if table != before]


@in_one_test("n", range(0, len(SETTINGS), 2))
def test_games_of_all_kinds(n: int) -> None:
    """A game is exported without changes, or refused with a code.

    Both our reader and an independent player find the same cards at the same places after
    each turn, and the same touched cards.
    """
    for log in games_of(n)[n // 2 % 2 :: 2]:
        if fold(log).ending is None:
            continue
        export = exported(log)
        assert (export.game is None) == (export.refusal is not None)
        assert codes(export) == sorted(codes(export), key=LOSSES.index)
        if export.refusal is not None:
            assert export.refusal.code in REFUSALS and 0 < export.refusal.version < len(log.events)
            continue
        exported_game = json.loads(json.dumps(export.game))
        assert "seed" not in exported_game  # with which hanab.live ignores the deck
        assert all((one["target"] < 0) == (one["type"] == 5) for one in exported_game["actions"] if one["type"] > 3)
        reread, replayed = read(exported_game), play_export(exported_game)
        original, copy = changes(log), changes(reread.log)
        if "ending" in codes(export):  # hanab.live ends otherwise, and R22 draws nothing after our end
            original, copy = original[:-1], copy[: len(original) - 1]
        assert original == copy
        final = fold(log)
        assert replayed.over is not None and replayed.strikes == final.strikes
        # hanab.live draws a card after the last turn; R22 does not.
        hands = [sorted(card for card in hand if card < final.dealt) for hand in replayed.hands]
        assert hands == [sorted(hand) for hand in final.hands]
        seen = [item.touched or () for item in feed(log, open_viewpoint(final.seats)) if isinstance(item, ClueItem)]
        assert [sorted(cards) for cards in replayed.touched] == [sorted(card.card for card in cards) for cards in seen]


@pytest.mark.parametrize("edition", slow_unless(("fr", "hanab_live").__contains__, EDITIONS))
def test_games_of_every_edition(edition: str) -> None:
    """Most games of every edition can be written.

    A game that continues after hanab.live would have ended it is refused.
    """
    written = 0
    for n in range(20):
        log = game(Setting(resolve(edition, {}, 3), 3), n, STEADY._replace(chats=0.0))
        export = exported(log)
        if export.refusal is not None:
            assert export.refusal.code == "game-over"
            with pytest.raises(IllegalAction):
                play_export(unchecked_export(log))
            continue
        written += 1
        reread = read(export.game)
        lost = {loss.values["option"] for loss in export.losses}
        assert {loss.code for loss in export.losses} <= {"option"}
        rules = log.deal.rules
        other = {name for name in rules.__slots__ if getattr(rules, name) != getattr(reread.log.deal.rules, name)}
        assert lost == other
        for original, copy in zip(views(log), views(reread.log), strict=True):
            assert original._replace(rules=copy.rules, result=copy.result) == copy
    assert written >= 10


def unchecked_export(log: Log) -> dict[str, Any]:
    """Return an export of a game's turns, unchecked by hanab.live's rules."""
    return {name: value for name, value in export_of(only_turns(log)).items() if name != "id"}


TOP = "r1 y1 g1 b1 w1 r2 y2 g2 b2 w2"

# Games of two seats: description, events, rules, and the code and version of the refusal.
REFUSED = [
    (
        "R5: hanab.live has eight tokens, so none is left",
        "c1:1 c0:1 c1:1 c0:1 c1:1 c0:1 c1:1 c0:1 c1:1",
        "clue_tokens=9",
        "no-clue-token",
        9,
    ),
    ("R12: a wrong color for a playable card", "p0=blue", "color_declaration=true", "other-outcome", 1),
]


@pytest.mark.parametrize(("about", "events", "rules", "code", "version"), REFUSED)
def test_moves_that_hanab_live_would_refuse(about: str, events: str, rules: str, code: str, version: int) -> None:
    """The refusal has the first move at fault and the reason."""
    log = stacked(TOP, f"{events} aborted:idle", rules=rules)
    assert exported(log).refusal == (code, version), about


def test_nothing_follows_hanab_lives_end() -> None:
    """R20: after the turn that leaves no points, hanab.live refuses a turn, and an end by a player too."""
    log = game(Setting(resolve("hanab_live", {"early_end": "never"}, 2), 2), 3, WASTEFUL._replace(chats=0.0))
    refusal = exported(log).refusal
    assert refusal is not None and refusal.code == "game-over"
    aborted = log._replace(later=[*log.later[: refusal.version - 1], GameAborted("idle")])
    assert exported(aborted).refusal == refusal


@in_one_test(
    ("events", "rules", "lost"),
    [
        ("p0 aborted:idle", "", ["option", "ended-by"]),
        ("p0 aborted:terminated", "", ["option", "ended-by"]),
        ("p0 aborted:agreed", "", ["option"]),
        ("p0 aborted:left", "", ["option"]),
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
def test_losses(events: str, rules: str, lost: list[str]) -> None:
    """Facts that hanab.live cannot express are reported, and the game is written."""
    log = stacked(TOP, events, rules=rules)
    export = exported(log)
    assert list(dict.fromkeys(codes(export))) == lost
    assert export.game is not None
    read(export.game)
    play_export(export.game)


def test_a_strikeout_on_the_last_turn() -> None:
    """R14 before R17: hanab.live, with three strike tokens, ends such a game with the points, which is reported."""
    log = game(setting({"seats": 2, "strike_tokens": 1}), 2, PERFECT)
    before = next(state for state in steps(log) if state.turns_left == 1)
    last = CardPlayed(before.to_move or 0, 22)
    export = exported(log._replace(later=[*log.later[: before.version], last]))
    assert export.refusal is None
    assert export.losses[-1] == ("ending", {"reason": "strikeout"})


def test_a_softlock() -> None:
    """R19: a finale on hanab.live ends too if the player to move has no card and no clue token."""
    rules = resolve("hanab_live", {"ending": "grand_finale", "starting_seat": 0, "hand_size": "one_less"}, 5)
    found = (
        game(Setting(rules, 5), seed, IDLE._replace(chats=0.0)) for seed in range(440, 1000)
    )  # no earlier one ends so
    log = next(log for log in found if fold(log).ending == ("lost", "no_legal_action"))
    export = exported(log)
    assert (export.losses, export.refusal) == ((), None)
    table = play_export(json.loads(json.dumps(export.game)))
    assert (table.over, table.hands[table.seat], table.tokens) == (9, [], 0)


def test_losses_have_values() -> None:
    """A loss has values: a count, an option, or a version."""
    log = stacked(TOP, "o4,3,2,1,0 c1:2 1:v+ 1:v- aborted:idle", rules="clue_tokens=9")
    found = {(loss.code, *sorted(loss.values.items())) for loss in exported(log).losses}
    assert {("reorders", ("count", 1)), ("abort-votes", ("count", 2)), ("tokens", ("version", 2))} <= found
    assert ("option", ("option", "clue_tokens"), ("value", 9)) in found


def test_a_real_export_is_written_unchanged() -> None:
    """An imported game is written unchanged, except for its id."""
    export = real()
    imported = read(export)
    written = write(imported.log, imported.players, imported.brought)
    del export["id"]
    assert (written.game, written.losses) == (export, ())


def test_notes_that_are_too_large_are_left_out() -> None:
    """A game too large for hanab.live is written without notes."""
    imported = read(real())
    for size, lost in ((1000, []), (6000, ["notes"])):
        written = write(imported.log, imported.players, notes=[["x" * size], [], []])
        assert written.game is not None
        assert (codes(written), "notes" in written.game) == (lost, not lost)
        assert len(json.dumps(written.game, separators=(",", ":"))) <= MAX_BYTES


def test_a_finale_with_strikes_only() -> None:
    """R15, R18: the finale is written if hanab.live can play it.

    On hanab.live it is an ordinary game, or a game with "all or nothing".
    """
    rules = resolve("fr", {"ending": "grand_finale"}, 3)
    found = {
        (n, (export := exported(game(Setting(rules, 3), n, style))).refusal is None): export
        for n in range(20)
        for style in (PERFECT, WASTEFUL)
    }
    assert {is_written for _, is_written in found} == {True, False}
    for export in found.values():
        if export.game is not None:
            assert play_export(export.game).over is not None
