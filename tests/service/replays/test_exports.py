"""Tests of exports to the formats of other programs: contents, losses and refusals."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from service.core.replays.event_csv import COLUMNS
from service.platform.languages.choice import LANGUAGES
from tests.engine.variant_table import play_export
from tests.rows import in_one_test
from tests.service.client import Api, Game, Json, stacked
from tests.service.factories import NewGame, Players

REAL = Path(__file__).resolve().parents[2] / "games"

TYPES = {
    "hanab-live": "application/vnd.hanab-live+json",
    "notation": "text/x-hanabi",
    "csv": "text/csv",
}


@pytest.fixture(scope="module")
def ended(sandbox: NewGame) -> Game:
    """An aborted game with events of every kind."""
    game = sandbox(stacked("r1 r2 r3 r4 r5"), rules={"table_talk": "free"})
    ada, bela = (player.api for player in game.players)
    game.play("play 0", "clue 0 red")
    ada.put(f"{game.path}/hand-order", {"cards": [10, 4, 3, 2, 1]}).ok()
    bela.post(f"{game.path}/messages", {"text": '=1+1, "hm"'}).ok()
    ada.post(f"{game.path}/messages", {"remark": "no-information"}).ok()
    game.play("play 4", "discard 5")
    game.abort()
    ada.post(f"{game.path}/messages", {"text": "Thanks."}).ok()
    return game


def export(api: Api, game: Game | str, **query: str) -> Any:
    """Return the response to an export request."""
    name = game if isinstance(game, str) else game.id
    return api.get(f"/v1/replays/{name}/export", query="&".join(f"{key}={value}" for key, value in query.items()))


@pytest.mark.parametrize("format", TYPES)
def test_a_format_is_chosen_by_name_or_media_type(api: Api, ended: Game, format: str) -> None:
    """Format name and media type give the same file, with a name and a link to the report."""
    named = export(api, ended, format=format)
    path = f"{ended.replay_path}/export"
    accepted = api.get(path, headers={"Accept": f"text/html;q=0.1, {TYPES[format]}, */*;q=0.01"})
    assert named.raw == accepted.raw and named.raw
    assert named.headers["Content-Type"].partition(";")[0] == TYPES[format]
    assert named.headers["Content-Disposition"].startswith(f'attachment; filename="hanabi-{ended.id}.')
    address = named.headers["Link"].partition(">")[0].removeprefix("<")
    assert api.get(*address.split("?")[:1], query=address.partition("?")[2]).body["format"] == format


@in_one_test(
    ("query", "accept", "status"),
    [
        ("format=csv", "application/json", 200),
        ("format=csv", "text/html", 200),
        ("format=csv", "nonsense", 200),
        ("", "text/csv;q=0.5, text/html", 200),
        ("", "*/*", 200),
        ("", "text/html", 406),
        ("", "application/x-ndjson", 406),
        ("format=pgn", "*/*", 422),
        ("format=", "*/*", 422),
        ("format=csv&format=csv", "*/*", 422),
        ("report=only", "*/*", 422),
        ("format=csv&report=all", "*/*", 422),
        ("format=csv&report=only", "application/json", 200),
        ("format=csv&report=only", "text/csv", 406),
        ("formats=csv", "*/*", 422),
    ],
)
def test_the_query_overrides_accept(api: Api, ended: Game, query: str, accept: str, status: int) -> None:
    """An unknown media type is 406, an unknown name 422."""
    path = f"{ended.replay_path}/export"
    assert api.get(path, query=query, headers={"Accept": accept}).status == status


def test_the_csv_has_a_row_for_each_event(api: Api, ended: Game) -> None:
    """RFC 4180: lines end with CR LF, and each has all columns."""
    raw = export(api, ended, format="csv").raw.decode()
    assert raw.endswith("\r\n") and raw.count("\n") == raw.count("\r\n")
    rows = list(csv.DictReader(io.StringIO(raw, newline=""), strict=True))
    events = api.get(ended.replay_path).ok()["events"]
    assert tuple(rows[0]) == COLUMNS
    assert [(row["version"], row["type"], row["at"]) for row in rows] == [
        (str(event["version"]), event["type"], event["at"]) for event in events
    ]
    for row, event in zip(rows, events, strict=True):
        for name in ("clue_tokens", "strikes", "score", "table_points", "deck_size"):
            assert row[name] == ("" if event[name] is None else str(event[name]))
    kinds = {row["type"]: row for row in reversed(rows)}
    assert kinds["deal"]["dealt"].startswith("r1 r2 r3 r4 r5 / ")
    play = kinds["play"]
    assert (play["card"], play["suit"], play["rank"], play["landed"]) == ("0", "red", "1", "true")
    assert (play["effect"], play["half_clue_token"]) == ("played", "false")
    assert (play["name"], play["drawn_card"]) == (ended.players[0].name, "10")
    clue = kinds["clue"]
    assert (clue["target"], clue["clue_color"], clue["clue_rank"]) == ("0", "red", "")
    assert clue["touched"].split()[:4] == ["1", "2", "3", "4"]
    assert kinds["reorder"]["hand_order"] == "10 4 3 2 1"
    assert (kinds["message"]["remark"], kinds["message"]["text"]) == ("", '\'=1+1, "hm"')
    assert (rows[-1]["outcome"], rows[-1]["reason"]) == ("aborted", "agreed")


@in_one_test("name", ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(1)", "＝1", "'=1", 'a,"b",c'])
def test_no_csv_cell_is_a_formula(players: Players, api: Api, name: str) -> None:
    """A name that a spreadsheet would compute is prefixed with an apostrophe. Others stay as they are."""
    game = {**real(), "players": ["Alice", name, "Cathy"]}
    replay = players(1)[0].api.post("/v1/replays", game).ok()
    raw = export(api, replay["id"], format="csv").raw.decode()
    names = {row["name"] for row in csv.DictReader(io.StringIO(raw, newline=""), strict=True)} - {""}
    assert names == {"Alice", "Cathy", name if name[0] == "a" else f"'{name}"}


def real() -> Json:
    """Return a real export of hanab.live."""
    game: Json = json.loads((REAL / "hanab_live_2906.json").read_text())
    return game


def test_a_game_of_hanab_live_is_exported_as_it_was_imported(players: Players, api: Api) -> None:
    """Options and notes are the same, and after another import the frames, too."""
    ada = players(1)[0].api
    replay = ada.post("/v1/replays", real()).ok()
    sent = export(api, replay["id"], format="hanab-live").body
    assert sent == {name: value for name, value in real().items() if name != "id"}
    assert play_export(sent).score == 25
    again = ada.post("/v1/replays", sent).ok()
    frames = [api.get(f"/v1/replays/{one['id']}/frames").ok()["items"] for one in (replay, again)]
    for items in frames:
        for frame in items:
            del frame["id"], frame["head"]  # which depend on random values of each game
    assert frames[0] == frames[1]
    losses = export(api, replay["id"], format="hanab-live", report="only").body["losses"]
    assert [loss["code"] for loss in losses] == ["rating"]


@in_one_test("language", LANGUAGES)
def test_the_report_lists_losses(api: Api, ended: Game, language: str) -> None:
    """Codes and numbers are the same in all languages, the sentences are not."""
    path = f"{ended.replay_path}/export"
    found = {
        format: api.get(path, query=f"format={format}&report=only", headers={"Accept-Language": language}).ok()
        for format in TYPES
    }
    codes = {format: [loss["code"] for loss in report["losses"]] for format, report in found.items()}
    assert list(dict.fromkeys(codes["hanab-live"])) == [
        *("reorders", "talk", "abort-votes", "option", "times", "proof", "messages")
    ]
    assert codes["notation"] == ["times", "proof", "messages"]
    assert codes["csv"] == ["not-whole", "proof", "messages"]
    assert not any(report["refusal"] for report in found.values())
    by_code = {loss["code"]: loss for loss in found["hanab-live"]["losses"]}
    assert (by_code["reorders"]["count"], by_code["talk"]["count"]) == (1, 2)
    assert "1" in by_code["reorders"]["detail"]
    assert (by_code["times"]["detail"] == "The times of the moves are not exported.") == (language == "en")
    play_export(export(api, ended, format="hanab-live").body)


def test_a_refused_export_has_the_report(api: Api, sandbox: NewGame) -> None:
    """R12: hanab.live has no strike for a wrong declared color. The other formats have it."""
    game = sandbox(stacked("r1"), rules={"color_declaration": True})
    game.play("play 0 blue")
    game.abort()
    refused = export(api, game, format="hanab-live")
    assert (refused.status, refused.code) == (409, "export-refused")
    report = refused.body["report"]
    assert (report["refusal"]["code"], report["refusal"]["version"]) == ("other-outcome", 1)
    assert "declarations" in {loss["code"] for loss in report["losses"]}
    assert export(api, game, format="hanab-live", report="only").body == report
    for format in ("notation", "csv"):
        assert export(api, game, format=format).status == 200
