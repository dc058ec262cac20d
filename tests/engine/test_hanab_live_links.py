"""Links of hanab.live with a whole game: round trips, what hanab.live reads in them, losses and refusals."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.events import GameAborted
from engine.fold import fold
from engine.formats.hanab_live.links import (
    LINK_LOSSES,
    PLAYERS,
    SHARED_LINK,
    link_losses,
    players_of_history,
    read_link,
    write_link,
)
from engine.formats.hanab_live.reader import ImportRefused, read
from engine.rules import resolve
from engine.rules.variants import VARIANTS
from tests.engine.hanab_live_exports import GAMES, export_of, real
from tests.engine.random_games import PERFECT, STEADY, Setting, game
from tests.rows import in_one_test

Json = dict[str, Any]

REAL = sorted(GAMES.rglob("hanab_live_*.json"))

WRITTEN_THERE = (
    "315mmphexkydblirwuap-fnuqcfvaxchpfktvkdsi-saggqwlrjobnu,03obeg-sagbwceoocepekocer1b-"
    "fctceqeuffpbxbejemfa-extaebfteswcfygae0ei-eneexaeze9f11bfwe5ka-f2pafleDkcfvedeheA1b-eK1aeJ,0"
)
"""The link that hanab.live's own client writes for `hanab_live_2906.json`."""


def export(deck: str = "", actions: str = "", variant: str = "No Variant", players: int = 2) -> Json:
    """Return a small export: cards as suit and rank, actions as type, target and value."""
    return {
        "players": list(PLAYERS[:players]),
        "deck": [{"suitIndex": int(suit), "rank": int(rank)} for suit, rank in map(list, deck.split())],
        "actions": [
            dict(zip(("type", "target", "value"), map(int, action.split(":")), strict=True))
            for action in actions.split()
        ],
        "options": {"variant": variant},
    }


@in_one_test(
    ("text", "game"),
    [
        ("215abfD,03aaedjfmb,0", export("01 02 11 75", "0:0:0 0:3:0 1:5:1 0:1:2")),
        ("615,00,11", export(variant="Dark Rainbow (6 Suits)", players=6)),
        # With a START card the highest rank is 7.
        ("217ahgN,11aa,40", export("01 11 07 71", "1:0:0", "Up or Down (6 Suits)")),
        # The lowest type is added, the lowest rank is not.
        ("325aei,44fb,0", export("01 11 21", "4:1:4", players=3)),
        # A missing value is 0.
        ("215a,02abbcca,1", export("01", "0:1:0 1:2:0 2:0:0", "6 Suits")),
    ],
)
def test_a_text_is_read_as_hanab_live_reads_it(text: str, game: Json) -> None:
    """The expected games come from hanab.live's own client."""
    assert read_link(text) == game


def test_a_link_is_written_as_hanab_live_writes_it() -> None:
    """The text of a real game equals that of hanab.live's own client."""
    assert write_link(real()) == SHARED_LINK + WRITTEN_THERE


@in_one_test("path", REAL)
def test_real_games_come_back(path: Path) -> None:
    """Deck, actions, variant and number of players of a real export are the same after a round trip."""
    whole = json.loads(path.read_text())
    whole.get("options", {}).pop("startingPlayer", None)  # see the next test
    link = write_link(whole)
    assert link is not None
    again = read_link(link)
    assert again["deck"] == whole["deck"] and len(again["players"]) == len(whole["players"])
    assert again["actions"] == [{"value": 0, **action} for action in whole["actions"]]
    assert again["options"]["variant"] == whole.get("options", {}).get("variant", "No Variant")
    assert write_link(again) == link and link_losses(again) == ()


def test_every_variant_has_a_link() -> None:
    """The variant of hanab.live comes back by its id, with all suits and ranks that a deck can have."""
    for name in VARIANTS:
        small = export("01 55 57 " + "11 " * 27, "0:0:0 3:1:5", name)
        assert read_link(write_link(small) or "") == small


@in_one_test("multicolor", ["none", "ten", "five", "wild_ten", "wild_five"])
@in_one_test("seats", [2, 3, 4, 5, 6])
def test_another_first_seat_becomes_the_first(multicolor: str, seats: int) -> None:
    """A link has no starting player, so the table is turned. The turns are the same, seat by seat."""
    start = seats - 1
    log = game(
        Setting(resolve("hanab_live", {"multicolor": multicolor, "starting_seat": start}, seats), seats),
        seats,
        STEADY._replace(chats=0.0),
    )
    link = write_link({**export_of(log), "players": list(PLAYERS[:seats])})
    assert link is not None
    state, turned = fold(log), read(read_link(link)).state
    assert (turned.fireworks, turned.strikes, turned.clue_tokens) == (state.fireworks, state.strikes, state.clue_tokens)
    assert (turned.ending, turned.turn) == (state.ending, state.turn)
    hands = [[log.deck[card] for card in hand] for hand in state.hands]
    deck = read(read_link(link)).log.deck
    assert [[deck[card] for card in hand] for hand in turned.hands] == hands[start:] + hands[:start]


@in_one_test(
    ("change", "losses"),
    [
        ({}, []),
        ({"players": ["Alice", "Bo"]}, [("link-names", {})]),
        ({"options": {"variant": "6 Suits", "timed": True, "timeBase": 0}}, [("link-option", {"option": "timed"})]),
        ({"options": {"startingPlayer": 1}}, [("link-seats", {"seat": 1})]),
        ({"actions": [{"type": 5, "target": -1, "value": 10}]}, [("ended-by", {})]),
        ({"actions": [{"type": 4, "target": -1, "value": 6}]}, [("ended-by", {})]),
        ({"actions": [{"type": 4, "target": 1, "value": 4}]}, []),
        ({"notes": [["", "r1"], ["b"]]}, [("card-notes", {"count": 2})]),
        ({"notes": [[""], []]}, []),
    ],
)
def test_losses(change: Json, losses: list[tuple[str, Json]]) -> None:
    """Each loss is reported once, and the order is fixed."""
    found = link_losses({**export("01"), **change})
    assert list(found) == losses
    assert [loss.code for loss in found] == sorted([loss.code for loss in found], key=LINK_LOSSES.index)


@pytest.mark.parametrize("reason", ["agreed", "idle", "terminated"])
def test_an_end_by_vote_or_by_the_server_gets_a_seat(reason: Any) -> None:
    """A link cannot contain the target -1, so the seat to move ends the game."""
    whole = game(Setting(resolve("hanab_live", {"starting_seat": 1}, 3), 3), 1, PERFECT._replace(chats=0.0))
    log = whole._replace(later=[*whole.later[:8], GameAborted(reason)])
    link = write_link({**export_of(log), "players": list(PLAYERS[:3])})
    assert link is not None
    *_, end = read_link(link)["actions"]
    assert end == {"type": 4, "target": 0 if reason == "terminated" else 2, "value": 6 if reason == "idle" else 4}


@in_one_test(
    "change",
    [
        {"players": list("abcdefg")},
        {"players": ["a"]},
        {"options": {"variant": "Nowhere (5 Suits)"}},
        {"deck": [{"suitIndex": 9, "rank": 7}] * 50},
        {"actions": [{"type": 0, "target": 62, "value": 0}]},
        {"actions": [{"type": 0, "target": 0, "value": 0}, {"type": 3, "target": 0, "value": 15}]},
    ],
)
def test_what_does_not_fit_is_not_written(change: Json) -> None:
    """No link is better than one that is read as another game."""
    assert write_link({**export("01 " * 50, "0:0:0"), **change}) is None


SHORT = "215abfD,03aaedjfmb,0"


@in_one_test(
    "text",
    [
        "https://hanab.live/replay-json/{}",
        "http://www.hanab.live/shared-replay-json/{}",
        "hanab.live/shared-replay-json/{}#5",
        "/replay-json/{}#",
        "HTTPS://HANAB.LIVE/replay-json/{}/",
        " {}\n",
        "{}#12",
    ],
)
def test_all_forms_of_a_link(text: str) -> None:
    """Scheme, host, turn, hyphens and escaped commas do not matter."""
    for compact in (SHORT, "-".join(SHORT), SHORT.replace(",", "%2C")):
        assert read_link(text.format(compact)) == read_link(SHORT)


@in_one_test(
    ("text", "players"),
    [
        (" https://hanab.live/history/Alice%20B\n", ("Alice B",)),
        ("www.hanab.live/history/Alice/Bob/", ("Alice", "Bob")),
        ("/history/a%2Fb", ("a/b",)),
        ("/history/a/b/c/d/e/f/g", ()),
        ("hanab.live/history/", ()),
        ("hanab.live/replay/123456", ()),
        ("example.org/history/Alice", ()),
        ("Alice", ()),
    ],
)
def test_an_address_of_the_games_of_players(text: str, players: tuple[str, ...]) -> None:
    """It has up to six names."""
    assert players_of_history(text) == players


@in_one_test(
    ("text", "why"),
    [
        ("", "is not a link"),
        ("hello world", "is not a link"),
        ("https://example.org/replay-json/" + SHORT, "is not a link"),
        ("https://hanab.live/game/31882#28", "address of a table"),
        ("https://hanab.live/replay/123456", "https://hanab.live/export/123456"),
        ("hanab.live/shared-replay/123456#5", "https://hanab.live/export/123456"),
        ("hanab.live/export/123456", "https://hanab.live/export/123456"),
        ("123456", "https://hanab.live/export/123456"),
        ("#123456", "https://hanab.live/export/123456"),
        ("hello", "separated by commas"),
        (SHORT + ",1,1", "separated by commas"),
        ("115a,00,0", "separated by commas"),
        ("715a,00,0", "separated by commas"),
        ("2" * 5000, "separated by commas"),
        ("2" * 19, "separated by commas"),
        ("215a,00," + "9" * 5000, "separated by commas"),
        ("251a,00,0", "lowest of 5 and a highest of 1"),
        ("215a,30aa,0", "lowest of 3 and a highest of 0"),
        ("215a,03aaa,0", "two characters for each action"),
        ("215a,03aa,999999", "the id 999999, and"),
    ],
)
def test_refusals(text: str, why: str) -> None:
    """The reason says what is wrong with the text."""
    with pytest.raises(ImportRefused, match=why) as refusal:
        read_link(text)
    assert refusal.value.pointer == "#"
