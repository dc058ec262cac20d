"""Import of hanab.live exports: real, generated and unsupported ones."""

import json
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from engine.events import CardDiscarded, CardPlayed, GameAborted, HandReordered, Log
from engine.fold import evolve, fold, steps
from engine.formats.hanab_live.reader import Import, ImportRefused, read, unknown_members
from engine.formats.hanab_live.writer import write
from engine.formats.notation.games import write_game
from engine.rules import resolve
from tests.engine.documents import Removed, member, one_of_each_kind
from tests.engine.documents import changed as with_member
from tests.engine.hanab_live_exports import NAMES, codes, comparable, export_of, real, written
from tests.engine.random_games import PERFECT, STEADY, WASTEFUL, Setting, Style, game
from tests.engine.stacked import stacked
from tests.rows import in_one_test, slow_unless


def refused(export: object) -> tuple[str, str | None]:
    """Return the pointer and the ruling with which an export is refused."""
    with pytest.raises(ImportRefused) as refusal:
        read(export)
    assert str(refusal.value) == f"{refusal.value.pointer}: {refusal.value.why}"
    return refusal.value.pointer, refusal.value.rule


def test_a_real_game() -> None:
    """A real export is read completely, including notes and options."""
    game = read(real())
    assert game.state == fold(game.log)
    assert game.state.ending == ("won", "fireworks_complete")
    assert (sum(game.state.fireworks), game.state.strikes, game.state.turn) == (25, 0, 55)
    assert (game.players, game.external_id, game.seed) == (("Alice", "Bob", "Cathy"), 2906, None)
    assert game.brought.options == {"deckPlays": True}
    assert [list(notes) for notes in game.brought.notes] == [["y3?", "y4", "r2"], [], ["not 1", "y4", "b3>", "p4?"]]
    assert game.log.deal.rules == resolve("hanab_live", {"starting_seat": 0, "deck_plays": True}, 3)


def test_positions_of_a_real_game() -> None:
    """The states of the real game equal some counts by hand.

    These are the tokens, strikes, points and cards in the deck at some versions.
    """
    states = list(steps(read(real()).log))
    seen = [(state.clue_tokens, state.strikes, sum(state.fireworks), state.deck_size) for state in states]
    assert [seen[version] for version in (0, 1, 2, 5, 13, 55)] == [
        *((8, 0, 0, 35), (7, 0, 0, 35), (7, 0, 1, 34), (4, 0, 1, 34), (2, 0, 5, 29), (3, 0, 25, 1))
    ]


@in_one_test(
    ("name", "turns", "ending", "points", "strikes", "tokens"),
    [
        ("hanab_live_1885467.json", 40, "aborted left", 17, 0, 1),
        ("hanab_live_1915981.json", 58, "won fireworks_complete", 25, 0, 4),
        ("variants/hanab_live_1875304.json", 24, "finished no_points_left", 14, 0, 6),
        ("variants/hanab_live_1876746.json", 27, "finished no_points_left", 14, 0, 3),
        ("variants/hanab_live_1883183.json", 28, "finished last_round_over", 14, 1, 1),
        ("variants/hanab_live_1883650.json", 6, "aborted terminated", 0, 0, 6),
        ("variants/hanab_live_1885375.json", 34, "aborted left", 18, 1, 4),
        ("variants/hanab_live_1888970.json", 48, "aborted terminated", 22, 0, 1),
        ("variants/hanab_live_1899044.json", 17, "aborted left", 6, 0, 5),
        ("variants/hanab_live_1916791.json", 29, "aborted terminated", 14, 0, 1),
        ("variants/hanab_live_12345.json", 50, "finished no_points_left", 24, 0, 2),
        ("variants/hanab_live_12346.json", 53, "won fireworks_complete", 25, 1, 8),
        ("variants/hanab_live_98745.json", 82, "finished last_round_over", 29, 1, 5),
        ("variants/hanab_live_149251.json", 53, "finished last_round_over", 23, 0, 4),
        ("variants/hanab_live_675774.json", 60, "finished no_points_left", 29, 2, 2),
    ],
)
def test_real_games_of_variants(name: str, turns: int, ending: str, points: int, strikes: int, tokens: int) -> None:
    """A real export of a variant is read completely. An export that stops before the end is a game that was left."""
    export = real(name)
    imported = read(export)
    state = imported.state
    assert state.rules.variant == export.get("options", {}).get("variant")
    assert (state.turn, " ".join(state.ending or ()), state.table_points) == (turns, ending, points)
    assert (state.strikes, state.clue_tokens, state.half_token) == (strikes, tokens, False)
    assert imported.seed == export.get("seed")


@in_one_test("n", range(55))
def test_a_real_game_with_an_illegal_action(n: int) -> None:
    """The game is read up to an action that is not possible. Nothing is read if it is the first."""
    export = real()
    whole = read(export)
    export["actions"][n] = {"type": n % 2, "target": 49, "value": 0}
    if n == 0:
        assert refused(export) == ("#/actions/0", "R10")
        return
    if n == 54:  # the option deckPlays
        return
    game = read(export)
    assert game.log.later == [*whole.log.later[:n], GameAborted("left")]
    assert (game.is_incomplete, codes(game), game.remarks[0].pointer) == (True, ["incomplete"], f"#/actions/{n}")
    assert comparable(written(game)) == comparable(export)


def test_a_real_game_with_missing_or_superfluous_actions() -> None:
    """A game whose last action is missing was left. Actions after the end are left out."""
    export = real()
    last = export["actions"].pop()
    left = read(export)
    assert (left.state.ending, left.log.version, codes(left)) == (("aborted", "left"), 55, [])
    export["actions"] += [last, {"type": 4, "target": 0, "value": 4}, last]
    longer = read(export)
    assert (longer.state.ending, codes(longer)) == (("won", "fireworks_complete"), ["after-the-end"])
    assert [(action["type"], action["value"]) for action in longer.brought.tail or ()] == [(4, 4), (0, 0)]


def live(
    seats: int,
    seed: int,
    style: Style,
    multicolor: str = "none",
    *,
    empty: bool = False,
    all_or_nothing: bool = False,
    **more: str | int,
) -> Log:
    """Return a game under hanab.live's rules. Seat 0 starts, unless other options are given."""
    finale = {"ending": "grand_finale", "finale_loss": "irreplaceable"} if all_or_nothing else {}
    options = {"multicolor": multicolor, "empty_clues": empty, "starting_seat": 0} | finale | more
    log = game(Setting(resolve("hanab_live", options, seats), seats), seed, style)
    return log._replace(deal=replace(log.deal, commitment=""))


def check_same(game: Import, log: Log) -> None:
    """Check that a game was read as this log."""
    assert game.log.deck == log.deck
    assert game.log.events == log.events
    assert game.state == fold(log)
    assert game.players == NAMES[: game.state.seats]


QUIET = [style._replace(chats=0.0) for style in (STEADY, PERFECT, WASTEFUL, Style(0.5, 0.2, 0.1, 0.0))]


@pytest.mark.parametrize(
    ("multicolor", "seats"),
    slow_unless(
        {("none", 5), ("ten", 2), ("five", 3), ("wild_ten", 4), ("wild_five", 2)}.__contains__,
        product(("none", "ten", "five", "wild_ten", "wild_five"), (2, 3, 4, 5)),
    ),
)
def test_generated_games_are_read_and_written(multicolor: str, seats: int) -> None:
    """Reading a generated export returns the same log, under all options, which is written as this export."""
    endings = set()
    for n in range(16):
        log = live(
            seats,
            n,
            QUIET[n // 4],
            multicolor,
            empty=n % 2 == 1,
            all_or_nothing=n % 4 > 1,
            starting_seat=n % seats if n % 3 == 0 else 0,
        )
        export = json.loads(json.dumps(export_of(log)))
        imported = read(export)
        check_same(imported, log)
        for again in (written(imported), write(log, NAMES[:seats]).game):
            assert again is not None and comparable(again) == comparable(export)
        endings.add(fold(log).ending)
    assert len(endings) > 2


@in_one_test("reason", ["agreed", "terminated", "idle", "timed_out", "left"])
def test_aborted_games(reason: Any) -> None:
    """R21: hanab.live's end actions abort the game, and so does a missing end.

    The actions are the ends by vote, by termination, by the clock and for an idle table.
    """
    whole = live(3, 1, PERFECT)
    log = whole._replace(later=[*whole.later[:8], GameAborted(reason)])
    check_same(read(export_of(log)), log)


STRIKEOUT = stacked(
    "r5 y5 g5 b1 w1 r4 y4 g4 b2 w2",
    "p0 p5 p1",
    rules="edition=hanab_live empty_clues=false early_end=no_points_left starting_seat=0",
)


def strikeout() -> dict[str, Any]:
    """Return the export of a game of three misplays.

    It has no clues, and no needed card is lost before its end.
    """
    return export_of(STRIKEOUT)


def test_a_missing_value_is_0() -> None:
    """A missing or null `value` is 0. Numbers such as 3.0 are valid."""
    export = strikeout()
    del export["actions"][0]["value"]
    export["actions"][1]["value"] = None
    export["actions"][2]["target"] = 1.0
    check_same(read(export), STRIKEOUT)


@in_one_test(
    "options",
    [
        {"timed": True, "timeBase": 120, "timePerTurn": 20},
        {"speedrun": False, "cardCycle": False, "deckPlays": False, "oneExtraCard": False},
        {"cardCycle": True},
        {"oneExtraCard": True, "oneLessCard": True},
        {"variant": "No Variant", "startingPlayer": 0},
        {"variant": None, "timed": None, "timeBase": None},
        {"detrimentalCharacters": False},
    ],
)
def test_options_that_change_nothing(options: dict[str, Any]) -> None:
    """Options that change nothing in this game are accepted."""
    imported = read(strikeout() | {"options": options})
    check_same(imported, STRIKEOUT)
    assert imported.brought.options == {name: value for name, value in options.items() if value is not None}


def test_a_failed_speedrun() -> None:
    """A speedrun that stops after the loss of a needed card failed. Without such a loss it was left."""
    log = live(2, 2, WASTEFUL)
    lost = next(state.version for state in steps(log) if state.attainable < 25)
    for version, reason in ((lost, "speedrun_failed"), (lost - 1, "left")):
        imported = read(export_of(log.until(version)) | {"options": {"speedrun": True}})
        assert imported.state.ending == ("aborted", reason)
        assert imported.log.later[:-1] == log.later[:version]


@pytest.mark.parametrize(
    ("seed", "style", "most"), [(3, PERFECT._replace(wastes=0.0), 25), (2, WASTEFUL, 24)], ids=["perfect", "went on"]
)
def test_a_speedrun_that_comes_to_its_end(seed: int, style: Style, most: int) -> None:
    """It is perfect, or its players went on after the loss of a needed card, and has the end of its last action."""
    log = live(2, seed, style)
    assert fold(log).attainable <= most and (fold(log).table_points == 25) == (most == 25)
    check_same(read(export_of(log) | {"options": {"speedrun": True}}), log)


def test_a_speedrun_lost_by_strikes_with_the_last_card() -> None:
    """A third strike ends a speedrun as a strikeout, as on hanab.live."""
    imported = read(strikeout() | {"options": {"speedrun": True}, "deck": _last_strike_loses()})
    assert imported.state.ending == ("lost", "strikeout")
    assert sum(imported.state.ceilings) < 25


def _last_strike_loses() -> list[dict[str, int]]:
    """Return the deck of three misplays, with its first card changed."""
    deck: list[dict[str, int]] = strikeout()["deck"]
    two = deck.index({"suitIndex": 0, "rank": 2})
    deck[0], deck[two] = deck[two], deck[0]
    return deck


def test_a_speedrun_that_fails_on_the_last_turn() -> None:
    """A speedrun that loses a needed card on its last turn ends with the last round."""
    export = export_of(next(lost for seed in range(300) if (lost := _lost_on_the_last_turn(seed))))
    assert read(export).state.ending == ("finished", "last_round_over")
    assert read(export | {"options": {"speedrun": True}}).state.ending == ("finished", "last_round_over")


def _lost_on_the_last_turn(seed: int) -> Log | None:
    """Return a game that loses a needed card on its last turn.

    None if the seed has no such game.
    """
    log = live(2, seed, PERFECT._replace(lands=0.9))
    before = fold(log.until(log.version - 1))
    if before.turns_left != 1 or before.to_move is None or before.clue_tokens == 8 or sum(before.ceilings) < 25:
        return None
    for card in before.hands[before.to_move]:
        last = CardDiscarded(before.to_move, card)
        if sum(evolve(before, last).ceilings) < 25:
            return log._replace(later=[*log.later[:-1], last])
    return None


def test_card_cycle() -> None:
    """With `cardCycle`, a giver's oldest card without a clue becomes the newest one after each clue."""
    log = stacked("r1 r2 y1 y2 g1 b1 b2 b3 w1 w2", "c1:1 c0:red c1:3", rules="edition=hanab_live starting_seat=0")
    imported = read(export_of(log) | {"options": {"cardCycle": True, "emptyClues": True}})
    words = [line.split()[1:] for line in write_game(imported.log).splitlines() if line[0].isdigit()]
    assert words == [["c1:1", "0:o1,2,3,4,0", "c0:red", "1:o5,7,8,9,6", "c1:3", "0:o1,3,4,0,2", "aborted:left"]]


def test_card_cycle_without_a_card_to_move() -> None:
    """A giver whose newest cards alone have no clue, or whose game has ended, reorders nothing."""
    log = stacked("y1 r1 r2 r3 r4 b1 b2 b3 w1 w2", "c1:1 c0:red", rules="edition=hanab_live starting_seat=0")
    export = export_of(log) | {"options": {"cardCycle": True, "emptyClues": True}}
    export["actions"].append({"type": 3, "target": 1, "value": 1})
    assert [event for event in read(export).log.later if isinstance(event, HandReordered)] == [
        HandReordered(0, (1, 2, 3, 4, 0)),
        HandReordered(1, (5, 7, 8, 9, 6)),
    ]


@pytest.mark.parametrize("flag", [{"cardCycle": True}, {"cardCycle": True, "variant": "Black (6 Suits)"}])
def test_card_cycle_changes_no_action(flag: dict[str, Any]) -> None:
    """A game with `cardCycle` has the actions of the same game without it, and is exported with the option."""
    multicolor = "five" if "variant" in flag else "none"
    for seed in range(4):
        log = live(3, seed, STEADY._replace(chats=0.0), multicolor)
        export = {**export_of(log), "options": flag}
        imported = read(export)
        turns = [event for event in imported.log.later if not isinstance(event, HandReordered)]
        assert turns == log.later and len(turns) < imported.log.version
        assert imported.state.marks == fold(log).marks
        written = write(imported.log, imported.players, imported.brought)
        assert (written.game, written.losses) == ({name: export[name] for name in export if name != "id"}, ())


def test_a_play_from_the_deck() -> None:
    """With `deckPlays` the last card can be played from the deck. Without the option that play is illegal."""
    log = live(2, 3, PERFECT)
    before = next(state for state in steps(log) if state.deck_size == 1)
    at = before.version
    export = export_of(log.until(at))
    export["actions"].append({"type": 0, "target": 49, "value": 0})
    assert read(export).remarks[0].pointer == f"#/actions/{at}"
    imported = read(export | {"options": {"deckPlays": True}})
    assert imported.log.later[at] == CardPlayed(before.to_move or 0, 49)
    assert (imported.state.hands, imported.state.dealt, imported.state.turns_left) == (before.hands, 50, 2)
    export["actions"][-1] = {"type": 1, "target": 49, "value": 0}
    assert read(export | {"options": {"deckPlays": True}}).remarks[0].pointer == f"#/actions/{at}"


UNKNOWN = {"suitIndex": -1, "rank": -1}


def test_a_deck_without_the_cards_not_drawn() -> None:
    """The export of a game that was left may lack cards that were not drawn. They come in the order of their codes."""
    export = strikeout()
    deck = list(STRIKEOUT.deck)
    export["deck"] = export["deck"][:12]
    assert refused(export) == ("#/deck", "R2")  # A game that has ended has a whole deck.
    export["actions"].pop()
    imported = read(export)
    assert (imported.brought.known_cards, imported.state.ending) == (12, ("aborted", "left"))
    assert list(imported.log.deck) == deck[:12] + sorted(deck[12:])
    assert codes(imported) == ["unknown-cards"]
    for known in (11, 9):
        export["deck"] = export["deck"][:known]
        assert refused(export) == ("#/deck", "R2")


def test_cards_that_nobody_saw() -> None:
    """They stand in the deck as -1, and the game ends before the first of them is drawn."""
    whole, deck = strikeout()["deck"], list(STRIKEOUT.deck)
    for known, turns in ((13, 3), (12, 3), (11, 1)):
        export = strikeout() | {"deck": whole[:known] + [UNKNOWN] * (50 - known)}
        imported = read(export)
        assert (imported.brought.known_cards, imported.state.turn) == (known, turns)
        assert codes(imported) == ["unknown-cards", *(["incomplete"] if turns < 3 else [])]
        assert list(imported.log.deck) == deck[:known] + sorted(deck[known:])
        assert comparable(written(imported)) == comparable(export)
    assert refused(strikeout() | {"deck": whole[:9] + [UNKNOWN] * 41})[1] == "R2"
    assert refused(strikeout() | {"deck": [*whole, UNKNOWN]})[1] == "R2"


def test_a_card_that_nobody_saw_stands_before_known_ones() -> None:
    """A missing card takes its place, and the game ends before it is drawn."""
    export = strikeout()
    export["deck"][11] = UNKNOWN
    imported = read(export)
    assert list(imported.log.deck) == list(STRIKEOUT.deck) and imported.state.turn == 1
    assert comparable(written(imported)) == comparable(export)


def test_unknown_members_are_left_out() -> None:
    """Newer exports have more members than the format that is known here."""
    export = strikeout() | {"tags": ["a"], "datetimeStarted": "2026-01-01T00:00:00Z"}
    check_same(read(export), STRIKEOUT)
    assert unknown_members(export) == {"tags", "datetimeStarted"} and not unknown_members(strikeout())


def test_a_wrong_deck_is_refused_with_the_wrong_card() -> None:
    """It is not one card too many after the missing one was added."""
    export = strikeout()
    deck = export["deck"]
    other = next(n for n, card in enumerate(deck) if card != deck[0])
    many = sum(card == deck[0] for card in deck) + 1
    for short in (len(deck), len(deck) - 5):
        export["deck"] = [*deck[:other], deck[0], *deck[other + 1 :]][:short]
        present = sum(card == deck[0] for card in export["deck"])
        with pytest.raises(ImportRefused) as error:
            read(export)
        assert error.value.why.startswith(f"{present} cards ") and present == many


def test_characters() -> None:
    """Detrimental characters are kept as facts, except those that change turns or plays."""
    options = {"options": {"detrimentalCharacters": True}}
    characters = [{"name": "Fuming", "metadata": 0}, {"name": "Dumbfounded", "metadata": -1}]
    imported = read(strikeout() | options | {"characters": characters})
    assert list(imported.brought.characters) == characters
    assert read(strikeout() | {"characters": None}).brought.characters == ()
    for name in ("Genius", "Panicky", "Contrarian", "Follower"):
        other = [characters[0], {"name": name, "metadata": 0}]
        assert refused(strikeout() | options | {"characters": other}) == ("#/characters/1", None)


def test_what_our_rules_lack_is_written_again() -> None:
    """Characters and the seat that ended the game come back, and nothing is lost."""
    export = strikeout() | {
        "actions": [{"type": 4, "target": 1, "value": 4}],
        "characters": [{"name": "Fuming", "metadata": 0}, {"name": "Color-Blind"}],
        "options": {"detrimentalCharacters": True},
    }
    imported = read(export)
    written = write(imported.log, imported.players, imported.brought)
    assert (written.game, written.losses) == ({name: export[name] for name in export if name != "id"}, ())


@pytest.mark.parametrize("options", [{}, {"options": None}, {"options": {"variant": "No Variant"}}])
def test_the_variant_can_stand_beside_the_options(options: dict[str, Any]) -> None:
    """Bots write it there."""
    imported = read(strikeout() | {"variant": "No Variant"} | options)
    check_same(imported, STRIKEOUT)
    assert imported.brought.options == {"variant": "No Variant"}


def test_a_game_that_went_on_without_points_left() -> None:
    """R20: such an old game is played to its end, without the option that ends it early."""
    log = live(2, 3, QUIET[2], early_end="never")
    assert fold(log).ending == ("finished", "last_round_over")
    check_same(read(export_of(log)), log)


# Changes to the export of three misplays, by pointer, and the pointer and ruling of the refusal.
FAULTS: list[tuple[dict[str, Any], str, str | None]] = [
    ({"/options": {"a~b/c": 1}}, "#/options/a~0b~1c", None),
    ({"/id": True}, "#/id", None),
    ({"/id": 2**60}, "#/id", None),
    ({"/characters": [{"name": "Fuming", "metadata": 0}]}, "#/characters", None),
    ({"/players": ["Alice"]}, "#/players", "R1"),
    ({"/players": list("ABCDEFG")}, "#/players", "R1"),
    ({"/players/1": ""}, "#/players/1", None),
    ({"/players/1": "x" * 101}, "#/players/1", None),
    ({"/options": {"startingPlayer": 2}}, "#/options/startingPlayer", None),
    ({"/options": {"startingPlayer": -1}}, "#/options/startingPlayer", None),
    ({"/options": {"variant": "Black (5 Suits)"}}, "#/deck", "R2"),
    ({"/options": {"variant": "Dark Null (7 Suits)"}}, "#/options/variant", None),
    ({"/options": {"variant": "none"}}, "#/options/variant", None),
    ({"/options": {"variant": "R+Y+G+B+P"}}, "#/options/variant", None),
    ({"/options": {"variant": "3 Suits"}}, "#/deck/3/suitIndex", "R2"),
    ({"/options": {"variant": "No Variant"}, "/variant": "6 Suits"}, "#/variant", None),
    ({"/variant": "6 Suits"}, "#/deck", "R2"),
    ({"/options": {"oneLessCard": 1}}, "#/options/oneLessCard", None),
    ({"/characters": [{"name": "Fuming"}, {"name": "x" * 101}]}, "#/characters/1/name", None),
    ({"/deck": []}, "#/deck", "R2"),
    ({"/deck/3/suitIndex": 5}, "#/deck/3/suitIndex", "R2"),
    ({"/deck/3/suitIndex": -1}, "#/deck/3/suitIndex", "R2"),
    ({"/deck/3/rank": 0}, "#/deck/3/rank", "R2"),
    ({"/deck/3/rank": 6}, "#/deck/3/rank", "R2"),
    ({"/deck/3/rank": 5}, "#/deck", "R2"),
    ({"/deck/3": Removed, "/deck/4": {"suitIndex": 0, "rank": 5}}, "#/deck", "R2"),
    ({"/notes": [[]]}, "#/notes", None),
    ({"/notes": [[], [1]]}, "#/notes/1", None),
    ({"/notes": [[""] * 56, []]}, "#/notes/0", None),
    ({"/actions": []}, "#/actions", None),
    ({"/actions/1/target": 5.5}, "#/actions/1/target", None),
]

NEEDED = ("players", "deck", "suitIndex", "rank", "actions", "type", "target", "characters", "name")
"""The members that cannot be missing, if there are detrimental characters."""


def test_each_member_of_another_type_is_named() -> None:
    """So is a member that is missing, and one that is not known."""
    flags = ("timed", "speedrun", "cardCycle", "deckPlays", "emptyClues", "oneExtraCard", "oneLessCard", "allOrNothing")
    numbers = {"startingPlayer": 0, "timeBase": 60, "timePerTurn": 5}
    whole = strikeout() | {
        "seed": "p2v0s1",
        "notes": [["a"], []],
        "characters": [{"name": "Fuming", "metadata": 0}] * 2,
        "options": {"variant": "No Variant", "detrimentalCharacters": True, **dict.fromkeys(flags, False), **numbers},
    }
    read(whole)
    for place in one_of_each_kind(whole):
        pointer, old = "/".join(["#", *map(str, place)]), member(whole, place)
        wrong = 7 if isinstance(old, dict | list) else [7]
        assert refused(with_member(whole, place, wrong)) == (pointer, None)
        if place[-1] in NEEDED:
            assert refused(with_member(whole, place, Removed)) == (pointer, None)
        if isinstance(old, dict):
            assert refused(with_member(whole, (*place, "foo"), 7)) == (f"{pointer}/foo", None)


# Changes to the same export that leave its first action, and the pointer to the action that is not possible.
TORN: list[tuple[dict[str, Any], str, str | None]] = [
    ({"/options": {"oneExtraCard": True}}, "#/actions/1", "R10"),
    ({"/actions/1/type": 6}, "#/actions/1/type", None),
    ({"/actions/1/type": -1}, "#/actions/1/type", None),
    ({"/actions/1/target": 4}, "#/actions/1", "R10"),
    ({"/actions/1/target": -1}, "#/actions/1", "R10"),
    ({"/actions/1": {"type": 1, "target": 4}}, "#/actions/1", "R9"),
    ({"/actions/1": {"type": 1, "target": 5}}, "#/actions/1", "R9"),
    ({"/actions/1": {"type": 2, "target": 1, "value": 0}}, "#/actions/1", "R5"),
    ({"/actions/1": {"type": 3, "target": 2, "value": 1}}, "#/actions/1", "R5"),
    ({"/actions/1": {"type": 3, "target": 0, "value": 4}}, "#/actions/1", "R7"),
    ({"/actions/1": {"type": 2, "target": 0, "value": 5}}, "#/actions/1", "R8"),
    ({"/actions/1": {"type": 2, "target": 0, "value": -1}}, "#/actions/1", "R8"),
    ({"/actions/1": {"type": 3, "target": 0}}, "#/actions/1", "R2"),
    ({"/actions/1": {"type": 3, "target": 0, "value": 6}}, "#/actions/1", "R2"),
    ({"/actions/1": {"type": 4, "target": 2, "value": 4}}, "#/actions/1/target", None),
    ({"/actions/1": {"type": 4, "target": -2, "value": 4}}, "#/actions/1/target", None),
    ({"/actions/1": {"type": 4, "target": 0, "value": 3}}, "#/actions/2", "R22"),
    ({"/actions/1": {"type": 4, "target": 0, "value": 5}}, "#/actions/2", "R22"),
    ({"/actions/1": {"type": 4, "target": 0, "value": 2}}, "#/actions/1/value", None),
    ({"/actions/1": {"type": 5, "target": 0, "value": 10}}, "#/actions/1", None),
    ({"/actions/1": {"type": 5, "target": -1, "value": 4}}, "#/actions/1", None),
    ({"/actions/1": {"type": 5, "target": -1, "value": 10}}, "#/actions/2", "R22"),
]


@in_one_test(("change", "pointer", "rule"), TORN)
def test_a_game_ends_before_an_action_that_is_not_possible(
    change: dict[str, Any], pointer: str, rule: str | None
) -> None:
    """The remark points at it, and the export comes back as it was brought."""
    export = changed(change)
    game = read(export)
    assert pointer.startswith(game.remarks[-1].pointer) and game.state.turn == 1
    assert comparable(written(game)) == comparable(export)
    assert (rule == "R22") == (codes(game) == ["after-the-end"])


@in_one_test(("change", "pointer", "rule"), FAULTS)
def test_faults(change: dict[str, Any], pointer: str, rule: str | None) -> None:
    """Everything unsupported is refused with a pointer and, if illegal, a ruling."""
    assert refused(changed(change)) == (pointer, rule)


def changed(change: dict[str, Any]) -> dict[str, Any]:
    """Return the export of three misplays with changed members."""
    export = strikeout()
    for pointer, value in change.items():
        place = [int(step) if step.isdigit() else step for step in pointer.strip("/").split("/")]
        export = with_member(export, tuple(place), value)
    return export


@in_one_test("export", [None, [], "x", 7, True])
def test_not_an_object(export: object) -> None:
    """A value that is not an object is refused as a whole."""
    assert refused(export) == ("#", None)
