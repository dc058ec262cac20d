"""Files and links as people have them: of other years, other programs, cut off, quoted, or with an end that says so."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from engine.fold import fold, steps
from engine.formats.hanab_live.links import read_link, stored_number, write_link
from engine.formats.hanab_live.options import renamed
from engine.formats.hanab_live.reader import ImportRefused, read
from engine.formats.hanab_live.writer import Brought, write
from engine.rules import resolve
from engine.rules.variants import VARIANTS
from engine.score import Ending
from tests.engine.hanab_live_exports import codes, comparable, export_of, real, written
from tests.engine.random_games import PERFECT, WASTEFUL, Setting, game
from tests.engine.stacked import stacked
from tests.rows import in_one_test

FOUND = Path(__file__).parents[1] / "games" / "as_found"
SHARED = Path(__file__).parents[3] / "shared" / "games"
WHOLE = real()

Json = dict[str, Any]


@in_one_test(
    ("name", "noted", "turns"),
    [
        ("empty_notes.json", [], 55),
        ("escaped_notes.json", ["html-notes"], 55),
        ("format_of_2018.json", ["old-format"], 55),
        ("unknown_cards.json", ["unknown-cards"], 12),
    ],
)
def test_exports_as_found(name: str, noted: list[str], turns: int) -> None:
    """Each is read as the same game as the export of today, as far as it goes, and what is special is said."""
    imported, whole = read(real(f"as_found/{name}")), read({**WHOLE, "players": ["North", "East", "South"]})
    assert (codes(imported), imported.state.turn) == (noted, turns)
    is_short = name == "unknown_cards.json"
    assert imported.log.later[:turns] == whole.log.later[:turns]
    assert imported.state.ending == (("aborted", "left") if is_short else whole.state.ending)
    assert codes(read(written(imported))) == (["unknown-cards"] if is_short else [])
    if noted in ([], ["unknown-cards"]):
        assert comparable(written(imported)) == comparable(real(f"as_found/{name}"))


def test_notes_of_2020() -> None:
    """HTML entities are undone once. A note of today with a bare sign stays."""
    assert read(real("as_found/escaped_notes.json")).brought.notes[0] == ["i5 -->", "don't", "a & b"]
    for note, shown in (("a &amp;gt; b", "a &gt; b"), ("&gt; is > than &lt;", "&gt; is > than &lt;"), ("R&D", "R&D")):
        assert read({**WHOLE, "notes": [[note], [], []]}).brought.notes[0] == [shown]


@in_one_test("name", ["links_with_end.txt", "links_with_seed.txt"])
def test_links_as_found(name: str) -> None:
    """They are read without a remark, and come back."""
    for link in (FOUND / name).read_text().split():
        export = read_link(link)
        imported = read(export)
        assert codes(imported) == [] and imported.seed == (export.get("seed"))
        assert imported.state.ending == (("lost", "strikeout") if "end" in name else ("won", "fireworks_complete"))
        assert comparable(written(imported)) == comparable(export)
        assert read_link(write_link(written(imported)) or "")["actions"] == export["actions"]


def _ended_games() -> dict[str, Json]:
    """Return an export for each way in which moves end a game."""
    strikes = "edition=hanab_live empty_clues=false early_end=no_points_left starting_seat=0"
    games = {"strikeout": export_of(stacked("r5 y5 g5 b1 w1 r4 y4 g4 b2 w2", "p0 p5 p1", rules=strikes))}
    finale = {"ending": "grand_finale", "finale_loss": "irreplaceable"}
    for n in range(40):
        rules = resolve("hanab_live", {"starting_seat": 0, **(finale if n % 2 else {})}, 2)
        log = game(Setting(rules, 2), n, (PERFECT, WASTEFUL)[n // 2 % 2]._replace(chats=0.0))
        games.setdefault((fold(log).ending or Ending("aborted", "left")).reason, export_of(log))
        if games.keys() >= AGREE.keys() - {"no_legal_action"}:
            break
    return games


AGREE = {
    "fireworks_complete": 1,
    "last_round_over": 1,
    "no_points_left": 1,
    "strikeout": 2,
    "irreplaceable_card_lost": 8,
    "no_legal_action": 9,
}


def test_an_end_that_agrees_is_read() -> None:
    """A last action with an end condition is read if the moves say the same, and left out if not."""
    games = _ended_games()
    assert games.keys() >= AGREE.keys() - {"no_legal_action"}
    for reason, export in games.items():
        before = read(export)
        for value in range(11):
            ended = {**export, "actions": [*export["actions"], {"type": 4, "target": 1, "value": value}]}
            imported = read(ended)
            agrees = AGREE[reason] == value
            assert comparable(written(imported)) == comparable(ended)
            if agrees or reason != "no_points_left":
                assert (imported.log, codes(imported)) == (before.log, [] if agrees else ["end-left-out"])
            if agrees:
                link = write_link(ended) or ""
                assert codes(read(read_link(link))) in ([], ["incomplete"], ["end-left-out"])  # it has no options


def test_an_end_that_the_moves_do_not_show() -> None:
    """It is left out, unless it aborted the game or says that the game went on."""
    aborts = {3: "timed_out", 4: "terminated", 5: "speedrun_failed", 6: "idle", 10: "agreed"}
    for target, value in product((0, -1), range(11)):
        export = {**WHOLE, "actions": [*WHOLE["actions"][:20], {"type": 4, "target": target, "value": value}]}
        imported = read(export)
        assert imported.state.ending == Ending("aborted", aborts.get(value, "left"))  # type: ignore[arg-type]
        assert codes(imported) == ([] if value in aborts or value == 0 else ["end-left-out"])
        assert comparable(written(imported)) == comparable(export) and not imported.is_incomplete
        longer = read({**export, "actions": [*export["actions"], *WHOLE["actions"][20:]]})
        assert longer.state.turn == 20 and codes(longer) == ["after-the-end" if value in aborts else "incomplete"]


def test_what_is_empty_is_absent() -> None:
    """Programs write members that are empty."""
    empty: list[object] = ["", [], {}, None]
    for name in ("id", "options", "notes", "characters", "seed", "variant"):
        for value in empty:
            export = {**WHOLE, "options": {"deckPlays": True}, name: value}
            assert read(export | {"options": {"deckPlays": True}}).state.turn == 55
    assert read({**WHOLE, "options": {"deckPlays": True, "variant": ""}}).brought.options == {"deckPlays": True}


def test_old_names_of_variants() -> None:
    """Each is read under the name of today, which is said, and comes back under it."""
    rows = [line.split("\t") for line in _lines(SHARED / "renamed_variants.tsv")[1:] if line]
    listed = {old: today for old, today, *_ in rows} or {"Six Suits": "6 Suits"}
    for old, today in listed.items():
        variant = renamed(old)
        assert variant is not None and variant.name == today and old not in VARIANTS
        for members in ({"options": {"variant": old}}, {"variant": old}, {"options": {"variant": old}, "variant": old}):
            imported = read({**_short(today), **members})
            assert (imported.brought.options["variant"], codes(imported)) == (today, ["renamed-variant"])
            assert imported.remarks[0].detail == f"The variant {old} is called {today} today."
            assert written(imported)["options"] == {"variant": today}


def _lines(file: Path) -> list[str]:
    return file.read_text().splitlines() if file.exists() else ["", ""]


def _short(variant: str) -> Json:
    """Return a game of one move."""
    rules = resolve("hanab_live", {"variant": variant, "starting_seat": 0}, 2)
    suits = rules.palette.suits
    deck = [rules.palette.cards[code] for code in rules.palette.deck]
    return {
        "players": ["Ada", "Ben"],
        "deck": [{"suitIndex": suits.index(card.suit), "rank": card.rank} for card in deck],
        "actions": [{"type": 0, "target": 0, "value": 0}],
    }


def test_suits_that_have_moved() -> None:
    """In 2018, `White & Rainbow` had the white suit before the rainbow. What is no suit is refused."""
    for card in ({"suitIndex": 9, "rank": 1}, 5):
        with pytest.raises(ImportRefused, match="#/deck/0"):
            read({**_short("No Variant"), "variant": "White & Rainbow", "deck": [card]})
    export = _short("Rainbow & White (6 Suits)")
    for card in export["deck"]:
        card["suitIndex"] = (0, 1, 2, 3, 5, 4)[card["suitIndex"]]
    imported = read({**export, "variant": "White & Rainbow"})
    assert (
        imported.log.deck
        == read({**_short("Rainbow & White (6 Suits)"), "variant": "Rainbow & White (6 Suits)"}).log.deck
    )


@in_one_test(
    ("text", "number"),
    [
        ("https://hanab.live/replay/292758/31", 292758),
        ("https://hanabi.live/replay/158643/34", 158643),
        ("\ufeffhttps://hanab.live/replay/5#3\r\n", 5),
        ("<https://www.hanab.live/shared-replay/5?utm_source=mail&x=1#3>", 5),
        ("> https://hanab.live/\n> replay/5\n", 5),
        ("\n\n  (https://fireworks.cards/replay/5).", 5),
        ("“hanab.live/export/5”", 5),
        ("https://hanab.live/game/31882#28", None),
    ],
)
def test_addresses_as_they_are_passed_on(text: str, number: int | None) -> None:
    """Quotes, queries, turns and older names of the site are understood. A table has another number than its replay."""
    assert stored_number(text) == number


@in_one_test(
    "form",
    [
        "https://hanab.live/replay-json/{}?utm_source=x",
        "<https://hanab.live/replay-json/{}>",
        "> <https://hanabi.live/shared-replay-json/{}#7>",
        "\ufeff{}\n\n",
    ],
)
def test_links_as_they_are_passed_on(form: str) -> None:
    """A link may be wrapped at its hyphens."""
    link = (write_link(WHOLE) or "").rpartition("/")[2]
    for wrapped in (link, link.replace("-", "-\n> ")):
        assert read_link(form.format(wrapped)) == read_link(link)


def in_old_form(export: Json) -> Json:
    """Return an export in the format of 2018 to 2020."""
    last = len(export["deck"]) - 1
    actions: list[object] = []
    for action in export["actions"]:
        kind, target, value = action["type"], action["target"], action["value"]
        if kind in (2, 3):
            actions.append({"type": 0, "target": target, "clue": {"type": 3 - kind, "value": value}})
        elif kind == 4:
            actions.append({"type": {3: 4, 6: 5}[value], "target": target, "clue": None})
        else:
            actions.append({"type": 3 if target == last else kind + 1, "target": target, "clue": None})
    deck = [{"suit": card["suitIndex"], "rank": card["rank"]} for card in export["deck"]]
    return {"players": export["players"], "deck": deck, "actions": actions, "variant": "none"}


@in_one_test(
    "end",
    [
        {"type": 0, "target": 49, "value": 0},  # from the deck
        {"type": 4, "target": -1, "value": 3},
        {"type": 4, "target": -1, "value": 6},
    ],
)
def test_all_actions_of_the_old_format(end: Json) -> None:
    """Each stands for an action of today."""
    log = game(Setting(resolve("hanab_live", {"starting_seat": 0}, 2), 2), 3, PERFECT._replace(chats=0.0))
    before = next(state for state in steps(log) if state.deck_size == 1)
    export = export_of(log.until(before.version))
    export["actions"].append(end)
    options = {"deckPlays": True} if end["target"] == 49 else {}
    old, new = read(in_old_form(export)), read({**export, "options": options})
    assert (old.log, old.brought.tail, old.brought.options) == (new.log, new.brought.tail, options)


@in_one_test(
    ("change", "pointer"),
    [
        ({"deck": 5}, "#/deck"),
        ({"deck": [7]}, "#/deck/0"),
        ({"options": 5}, "#/options"),
        ({"actions": [{"type": 0, "target": 1, "clue": {"type": 2, "value": 1}}]}, "#/actions/0/clue"),
        ({"actions": [7, {"type": 3, "clue": None}]}, "#/actions/0"),
    ],
)
def test_faults_of_the_old_format(change: Json, pointer: str) -> None:
    """They are refused as those of the format of today."""
    for variant in ("none", "White & Rainbow"):
        with pytest.raises(ImportRefused) as refusal:
            read({**in_old_form(WHOLE), "variant": variant, **change})
        assert refusal.value.pointer.startswith(pointer)


def test_an_older_import_knows_who_ended_its_game() -> None:
    """Its actions after the last turn are unknown, so they are written as for a game of this service."""
    aborted = read({**WHOLE, "actions": [*WHOLE["actions"][:9], {"type": 4, "target": 2, "value": 4}]})
    older = Brought(aborted.brought.options, aborted.brought.notes, ended_by=2)
    assert write(aborted.log, aborted.players, older) == write(aborted.log, aborted.players, aborted.brought)
    assert [loss.code for loss in write(aborted.log, aborted.players).losses] == ["ended-by"]
