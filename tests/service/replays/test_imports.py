"""Tests of imports: round trips of games, and refusals with pointers."""

import json
import random
import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from engine.events import Log, Said
from engine.fold import fold
from engine.formats.notation.games import read_game, write_game
from engine.limits import MAX_EVENTS
from engine.proof import record_json
from engine.proof.record import Record
from engine.proof.record_json import from_json, sealed
from tests.engine.random_games import SETTINGS, games_of
from tests.engine.records import record_of, redealt
from tests.engine.stacked import stacked as a_log
from tests.rows import in_one_test, slow_unless
from tests.service.client import Answer, Api, Game, Json, stacked
from tests.service.factories import NewGame, Players

RECORD = "application/vnd.hanabi.record+json"
NOTATION = "text/x-hanabi"
NAMES = ("Ada", "Béla", "Chloé", "Đorđe", "Eva")
TIMES = ("created_at", "started_at", "finished_at")
NOT_KEPT = ("id", "source", "links", "private", "notes", "report", "left_out", *TIMES)


@pytest.fixture(scope="module")
def played(new_game: NewGame) -> Game:
    """A finished game with events of every kind and a later message."""
    game = new_game(rules={"table_talk": "free", "starting_seat": 0})
    first, second = (player.api for player in game.players)
    hand = [card["card"] for card in game.view(0)["hands"][0]["cards"]]
    first.put(f"{game.path}/hand-order", {"cards": hand[::-1]}).ok()
    second.post(f"{game.path}/messages", {"text": "Hm, “=1+1”?"}).ok()
    first.post(f"{game.path}/messages", {"remark": "no-information"}).ok()
    dice = random.Random(7)
    while (view := game.view(0))["result"] is None and view["turn"] < 12:
        game.play(dice.choice(game.view(view["to_move"])["legal_actions"]))
    if game.view(0)["result"] is None:
        game.abort()
    second.post(f"{game.path}/messages", {"text": "Thanks."}).ok()
    return game


def sent(api: Api, raw: bytes, media_type: str = RECORD) -> Answer:
    """Import a game. Return the response."""
    return api.post("/v1/replays", raw=raw, headers={"Content-Type": media_type})


def exported(api: Api, name: str, format: str = "native") -> bytes:
    """Return a game in an export format."""
    answer = api.get(f"/v1/replays/{name}/export", query=f"format={format}")
    assert answer.status == 200
    return answer.raw


def without_origin(replay: Json) -> Json:
    """Return the members of a replay that an import preserves. Its seats have no accounts."""
    seats = [{**seat, "account": None} for seat in replay["seats"]]
    return {
        **{name: value for name, value in replay.items() if name not in NOT_KEPT},
        "seats": seats,
    }


def frames(api: Api, name: str, seat: int | None = None, *, without: tuple[str, ...] = ()) -> list[Json]:
    """Return the frames of a replay without ids."""
    items = api.get(f"/v1/replays/{name}/frames", query="" if seat is None else f"seat={seat}").ok()["items"]
    return [{key: value for key, value in item.items() if key not in ("id", "private", *without)} for item in items]


def test_an_imported_record_is_the_same_replay(ada: Api, played: Game) -> None:
    """Every member except id, origin, links and the times of the game is the same.

    These are events and their times, hashes, names, secret and result, every frame for every viewer, and the messages
    after the end.
    """
    was = ada.get(played.replay_path).ok()
    raw = exported(ada, played.id)
    answer = sent(ada, raw)
    imported = answer.ok()
    assert (answer.status, answer.headers["Location"]) == (201, f"/v1/replays/{imported['id']}")
    assert imported["id"] != was["id"] and without_origin(imported) == without_origin(was)
    assert imported["source"] == {
        "site": "hanabi",
        "id": was["id"],
        "digest": json.loads(raw)["digest"],
        "origin": None,
        "claimed": {name: was[name] for name in TIMES},
    }
    assert was["finished_at"] < imported["finished_at"] == imported["created_at"] and imported["started_at"] is None
    for seat in (None, 0, 1):
        assert frames(ada, imported["id"], seat) == frames(ada, was["id"], seat)
    again = json.loads(exported(ada, imported["id"]))
    once = json.loads(raw)
    other = {name for name in once if once[name] != again[name]}
    assert other == {"id", "source", "digest"}
    assert again["messages"][0]["text"] == "Thanks."


def test_a_record_is_imported_once(ada: Api, players: Players, played: Game) -> None:
    """A second import, by anyone and in any format, is 200 with the first replay."""
    raw = exported(ada, played.id)
    first = sent(ada, raw).ok()
    document = json.loads(raw)
    loosely = json.dumps(dict(reversed(document.items())), indent=2).encode()
    for api, body in ((ada, raw), (players(1)[0].api, raw), (ada, loosely)):
        answer = sent(api, body, "application/json")
        assert (answer.status, answer.body["id"]) == (200, first["id"])
        assert answer.headers["Location"] == f"/v1/replays/{first['id']}"
    copy = exported(ada, first["id"])
    of_copy = sent(ada, copy).ok()
    assert of_copy["id"] != first["id"]
    assert (of_copy["source"]["id"], of_copy["source"]["origin"]) == (first["id"], None)


def test_a_private_game_becomes_public_and_a_sandbox_stays_one(ada: Api, sandbox: NewGame) -> None:
    """Only its players can export a private game. In the imported game its seats are names."""
    game = sandbox(stacked("r1"), private=True)
    game.abort()
    assert ada.get(f"{game.replay_path}/export", query="format=native").status == 404
    imported = sent(ada, exported(game.players[0].api, game.id)).ok()
    assert (imported["private"], imported["sandbox"]) == (False, True)
    assert {**ada.get(f"/v1/replays/{imported['id']}").ok(), "notes": [], "report": [], "left_out": []} == imported


def refused_texts(log: Log) -> bool:
    """Return True if a message of the game would be refused."""
    return any(isinstance(event, Said) and event.text in ("", "\u2028") for event in log.events)


@pytest.mark.parametrize("n", slow_unless(lambda n: n % 6 == 0, range(0, len(SETTINGS), 3)))
def test_games_of_all_kinds_survive_round_trips(ada: Api, n: int) -> None:
    """A game from notation has the same frames after an export and import as record or notation.

    As a record it is the same replay in every member.
    """
    whole = [log for log in games_of(n) if fold(log).ending is not None and not refused_texts(log)]
    for log in whole[n % 5 : n % 5 + 1]:
        names = NAMES[: log.deal.seats]
        first = sent(ada, write_game(log, names).encode(), NOTATION).ok()
        assert [seat["name"] for seat in first["seats"]] == list(names)
        assert first["source"] == {"site": "notation", "commitment": log.deal.commitment}
        second = sent(ada, exported(ada, first["id"])).ok()
        assert without_origin(second) == without_origin(first) and frames(ada, second["id"]) == frames(ada, first["id"])
        third = sent(ada, exported(ada, first["id"], "notation"), "text/plain; charset=utf-8").ok()
        proof = ("head", "secret_commitment")
        assert frames(ada, third["id"], 0, without=proof) == frames(ada, first["id"], 0, without=proof)
        words = [exported(ada, one["id"], "notation").decode() for one in (first, second, third)]
        assert len({re.sub("^commitment .*\n", "", text, flags=re.MULTILINE) for text in words}) == 1


def test_a_second_import_names_the_first_source(ada: Api) -> None:
    """A game of hanab.live keeps its source through any number of records."""
    export = json.loads(exported(ada, sent(ada, TEXT.encode(), NOTATION).ok()["id"], "hanab-live"))
    replay = ada.post("/v1/replays", {**export, "id": 17}).ok()
    for _ in range(3):
        replay = sent(ada, exported(ada, replay["id"])).ok()
        assert (replay["source"]["origin"]["site"], replay["source"]["origin"]["id"]) == ("hanab.live", 17)


LOG = a_log("r1 y1 g1 b1 w1 r2 y2 g2 b2 w2", "c1:2 p5 aborted:idle")
TEXT = write_game(LOG, ["Ada", "Eva"])


@pytest.fixture(scope="module")
def document(ada: Api, played: Game) -> Json:
    """The record of the played game, parsed."""
    found: Json = json.loads(exported(ada, played.id))
    return found


def with_valid_digest(document: Json) -> bytes:
    """Return a record with a valid digest, so that the test finds another fault."""
    found: Record = sealed(from_json(document))
    return record_json.write(found)


def other_seat(event: Json) -> None:
    """Change the seat of an event."""
    event["seat"] = 1 - event["seat"]


SPOILT: list[tuple[Callable[[Json], Any], str]] = [
    (lambda r: other_seat(r["core"]["events"][-1]), "#/core/events/"),
    (lambda r: r["core"]["deck"].reverse(), "#/core/events/0"),
    (lambda r: r["core"]["result"].update(table_points=29), "#"),
]


@in_one_test(
    ("spoil", "pointer"),
    [
        *SPOILT,
        (lambda r: r.update(names=r["names"][:1]), "#/names"),
        (lambda r: r["names"].reverse(), "#"),
        (lambda r: r["core"].pop("salt"), "#/core"),
    ],
)
def test_an_untrue_or_malformed_record_is_refused(
    ada: Api, document: Json, spoil: Callable[[Json], Any], pointer: str
) -> None:
    """A record is verified before it is stored, with and without a valid digest. Names are covered by the digest."""
    bad = deepcopy(document)
    spoil(bad)
    for raw in (json.dumps(bad).encode(), *([with_valid_digest(bad)] if (spoil, pointer) in SPOILT else [])):
        answer = sent(ada, raw)
        assert (answer.status, answer.code) == (422, "import-refused")
        assert answer.body["errors"][0]["pointer"].startswith(pointer)


@in_one_test(
    ("text", "line", "column", "rule"),
    [
        ("hanabi 1\nseats 9\n", 2, 7, None),
        (TEXT.replace("p5", "p0"), 6, 8, "R10"),
        (TEXT.replace('"Ada"', '"\\ud800"'), 3, 9, None),
        (TEXT.replace("c1:2", "v+ v- " * (MAX_EVENTS // 2) + "c1:2"), 6, 3 * MAX_EVENTS, None),
    ],
)
def test_invalid_notation_is_refused_by_line_and_column(
    ada: Api, text: str, line: int, column: int, rule: str | None
) -> None:
    """The position is that of the unknown word or the illegal move."""
    answer = sent(ada, text.encode(), NOTATION)
    assert (answer.status, answer.code, answer.body["rule"]) == (422, "import-refused", rule)
    (fault,) = answer.body["errors"]
    assert (fault["line"], fault["column"]) == (line, column)


def test_notation_without_names(ada: Api) -> None:
    """Without names the seats have numbers."""
    replay = sent(ada, write_game(LOG).encode(), NOTATION).ok()
    assert [seat["name"] for seat in replay["seats"]] == ["Seat 0", "Seat 1"]


@in_one_test(
    ("raw", "media_type", "status"),
    [
        (TEXT.encode(), "text/csv", 415),
        (TEXT.encode(), "application/json", 400),
        (b"{}", NOTATION, 422),
        (b"\xff\xfe", NOTATION, 422),
        (b"{}", RECORD, 422),
        (b'{"format":"hanabi-record"}', "application/json", 422),
        (b" " * (512 * 1024 + 1), NOTATION, 413),
    ],
)
def test_the_media_type_selects_the_format(ada: Api, raw: bytes, media_type: str, status: int) -> None:
    """An unknown media type is 415 with the supported ones. Bodies have at most 512 KiB."""
    answer = sent(ada, raw, media_type)
    assert answer.status == status
    if status == 415:
        assert answer.headers["Accept-Post"].split(", ")[1:3] == [RECORD, "application/vnd.hanab-live+json"]


def test_a_seat_cannot_talk_longer_in_an_import_than_at_a_table(ada: Api) -> None:
    """R22: the messages, reorders and votes of a seat have the limit of the live game, which turns do not have."""
    pairs = " ".join(["v+ v-"] * (790 // 2 // 2))
    most, more = (TEXT.replace("c1:2 p5", f"{pairs} {last}") for last in ("v+", "v+ v-"))
    answer = sent(ada, more.encode(), NOTATION)
    assert (answer.status, answer.body["rule"], answer.body["errors"][0]["line"]) == (422, "R22", 6)
    assert sent(ada, most.encode(), NOTATION).status == 201


def test_a_record_of_another_ruleset_is_refused(ada: Api) -> None:
    """Games of ruleset 1 were dealt by 0.1.0 alone."""
    log = redealt(read_game(TEXT), "imported")
    answer = sent(ada, record_json.write(record_of(log._replace(deal=replace(log.deal, ruleset=1)), messages=())))
    assert (answer.code, answer.body["errors"][0]["pointer"]) == ("import-refused", "#/events/0/ruleset")


def test_a_file_that_is_not_canonical_is_noted(ada: Api, document: Json) -> None:
    """The file itself and the line of many tell it, as the verification of a file does."""
    canonical = record_json.write(from_json(document))
    rows = [(canonical, []), (canonical + b"\n", ["not-canonical"]), (json.dumps(document).encode(), ["not-canonical"])]
    for raw, notes in rows:
        assert sent(ada, raw).body["notes"] == notes
    lines = b"\n".join([canonical, json.dumps(document).encode()])
    answer = ada.post("/v1/replays", raw=lines, headers={"Content-Type": "application/x-ndjson"})
    assert [report["notes"] for report in answer.body] == [[], ["not-canonical"]]
