"""Tests of links of hanab.live, of many games in one request, and of files and links as people have them."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from engine.formats.hanab_live.links import SHARED_LINK, read_link, write_link
from service.platform.languages.choice import LANGUAGES
from service.platform.limits import rate_limit
from tests.rows import in_one_test
from tests.service.client import Answer, Api, Json, stacked
from tests.service.factories import NewGame

NDJSON = "application/x-ndjson"
GAMES = Path(__file__).resolve().parents[2] / "games"
REAL: Json = json.loads((GAMES / "hanab_live_2906.json").read_text())
LINK = write_link(REAL) or ""


def lines(api: Api, *documents: object, key: str | None = None, **headers: str) -> Answer:
    """Import many games: each a document, or bytes as they are."""
    raw = b"\n".join(one if isinstance(one, bytes) else json.dumps(one).encode() for one in documents)
    headers |= {"Content-Type": NDJSON} | ({} if key is None else {"Idempotency-Key": key})
    return api.post("/v1/replays", raw=raw, headers=headers)


def exported(api: Api, name: str, **query: str) -> Answer:
    """Return the export of a game as a link, or its report."""
    pairs = {"format": "hanab-live-link", **query}
    return api.get(f"/v1/replays/{name}/export", query="&".join(f"{key}={value}" for key, value in pairs.items()))


def test_a_link_is_imported_as_its_export(ada: Api) -> None:
    """Frames and result are those of the export. The players have the names of hanab.live's readers."""
    answer = ada.post("/v1/replays", {"link": LINK + "#5"})
    replay, same = answer.ok(), ada.post("/v1/replays", REAL).ok()
    assert (answer.status, answer.headers["Location"]) == (201, f"/v1/replays/{replay['id']}")
    assert [seat["name"] for seat in replay["seats"]] == ["Alice", "Bob", "Cathy"]
    assert (replay["result"], replay["deck"]) == (same["result"], same["deck"])
    assert replay["source"]["site"] == "hanab.live" and replay["source"]["options"] == {"variant": "No Variant"}


@in_one_test(
    ("link", "pointer", "why", "rule"),
    [
        (5, "#/link", "must be a string", None),
        ("", "#/link", "is not a link", None),
        ("https://hanab.live/replay/123456", "#/link", "https://hanab.live/export/123456", None),
        ("215aab,00,0", "#/deck", "", "R2"),
        (LINK.replace("03ob", "03ax"), "#/actions/0", "not-in-hand", "R10"),
    ],
)
def test_a_bad_link_is_refused_with_its_place(ada: Api, link: Any, pointer: str, why: str, rule: str | None) -> None:
    """A fault of the text is at `#/link`, a fault of the game where it would be in the export."""
    answer = ada.post("/v1/replays", {"link": link})
    assert (answer.status, answer.code, answer.body["rule"]) == (422, "import-refused", rule)
    (fault,) = answer.body["errors"]
    assert fault["pointer"] == pointer and why in fault["detail"]


def test_a_link_stands_alone(ada: Api) -> None:
    """With other members, it is not clear what is meant."""
    assert ada.post("/v1/replays", {"link": LINK, "id": 1}).body["errors"][0]["pointer"] == "#/link"


def test_a_game_of_hanab_live_is_exported_as_a_link(ada: Api) -> None:
    """The link contains the same deck and actions, and the report has what it lacks."""
    replay = ada.post("/v1/replays", REAL).ok()
    answer = exported(ada, replay["id"])
    assert (answer.raw.decode(), answer.headers["Content-Type"]) == (LINK + "\r\n", "text/uri-list; charset=utf-8")
    accepted = ada.get(f"/v1/replays/{replay['id']}/export", headers={"Accept": "text/uri-list"})
    assert accepted.raw == answer.raw
    losses = exported(ada, replay["id"], report="only").body["losses"]
    assert [(loss["code"], loss.get("count"), loss.get("option")) for loss in losses] == [
        ("link-option", None, "deckPlays"),
        ("card-notes", 7, None),
        ("rating", None, None),
        ("source", None, None),
    ]


@in_one_test("language", LANGUAGES)
def test_a_game_of_ours_is_exported_as_a_link(ada: Api, sandbox: NewGame, language: str) -> None:
    """The starting player is the first seat of the link. The losses are in the reader's language."""
    game = sandbox(stacked("r1 r2 r3 r4 r5"), rules={"starting_seat": 0})
    game.play("play 0", "clue 0 red", "play 1")
    game.abort()
    link = exported(ada, game.id).raw.decode().strip()
    assert link.startswith(SHARED_LINK)
    assert [action["type"] for action in read_link(link)["actions"]] == [0, 2, 0, 4]
    report = exported(ada, game.id, report="only").body
    headers = {"Accept-Language": language}
    told = ada.get(f"/v1/replays/{game.id}/export", query="format=hanab-live-link&report=only", headers=headers).body
    assert [loss["code"] for loss in told["losses"]] == [loss["code"] for loss in report["losses"]]
    details = {loss["code"]: loss["detail"] for loss in told["losses"]}
    assert "Alice" in details["link-names"] and "{" not in "".join(details.values())
    again = ada.post("/v1/replays", {"link": link}).ok()
    assert again["result"]["table_points"] == 2


def test_many_games_are_imported_line_by_line(ada: Api) -> None:
    """Each line has a report in its order, and a refused line changes nothing about the others."""
    record = json.loads(ada.get(f"/v1/replays/{ada.post('/v1/replays', REAL).ok()['id']}/export").raw)
    bad = {**REAL, "actions": [{"type": 3, "target": 0, "value": 1}]}
    sent = [REAL, b"", {"link": LINK}, b"{", bad, record, b" \r", record, b'{"a":1,"a":1}', 7, b""]
    answer = lines(ada, *sent)
    assert (answer.status, answer.headers["Content-Type"]) == (207, NDJSON)
    reports = answer.body
    assert [(one["line"], one["status"]) for one in reports] == [
        (1, "imported"),
        (3, "imported"),
        (4, "refused"),
        (5, "refused"),
        (6, "imported"),
        (8, "known"),
        (9, "refused"),
        (10, "refused"),
    ]
    by_line = {one["line"]: one for one in reports}
    for number in (1, 3, 6):
        assert ada.get(f"/v1/replays/{by_line[number]['id']}").ok()["result"]["table_points"] == 25
    assert by_line[8]["id"] == by_line[6]["id"]
    assert {number: by_line[number]["problem"]["code"] for number in (4, 5, 9, 10)} == {
        4: "malformed-json",
        5: "import-refused",
        9: "malformed-json",
        10: "import-refused",
    }
    single = ada.post("/v1/replays", bad).body
    assert {**by_line[5]["problem"], "request_id": ""} == {**single, "request_id": ""}
    assert single["errors"][0]["pointer"] == "#/actions/0" and single["rule"] == "R5"


@pytest.mark.parametrize("count", [1, 50])
def test_a_key_makes_many_imports_one(ada: Api, count: int) -> None:
    """A repeated request gets the same reports and imports nothing again."""
    documents = [{"link": LINK}] * count
    first = lines(ada, *documents, key=f"many-{count}")
    again = lines(ada, *documents, key=f"many-{count}")
    assert first.raw == again.raw and again.headers["Idempotency-Replayed"] == "true"
    assert (again.status, again.headers["Content-Type"]) == (207, NDJSON)
    assert len({one["id"] for one in first.body}) == count


@in_one_test("raw", [b"", b"\n\n", b"{}\n" * 51, b"\n" * 1001 + b"{}"])
def test_the_number_of_lines_is_limited(ada: Api, raw: bytes) -> None:
    """A request has 1 to 50 games. Then none is imported."""
    answer = lines(ada, raw)
    assert (answer.status, answer.code) == (422, "invalid-request")
    assert answer.body["errors"] == [{"pointer": "#", "detail": "must have 1 to 50 lines with a game"}]


@in_one_test(
    ("headers", "status"),
    [
        ({"Accept": "application/json"}, 406),
        ({"Accept": NDJSON}, 207),
        ({"Accept": "*/*"}, 207),
        ({"Content-Encoding": "gzip"}, 415),
        ({"Idempotency-Key": "ü"}, 400),
    ],
)
def test_headers_of_many_imports(ada: Api, headers: dict[str, str], status: int) -> None:
    """The reports are NDJSON only, and nothing is imported for a client that does not accept it."""
    assert lines(ada, {"link": "x"}, **headers).status == status


def test_a_token_in_a_line_is_not_repeated(ada: Api) -> None:
    """A report hides what looks like a token."""
    answer = lines(ada, {"options": {"hnb_p_secret": 1}})
    assert b"hnb_" not in answer.raw and b"(hidden)" in answer.raw


def test_many_games_cost_more_than_one(app: Flask) -> None:
    """The bytes of many games have no upper limit, as those of one game have."""

    def environ(media_type: str, length: int) -> Any:
        return {"REQUEST_METHOD": "POST", "CONTENT_TYPE": media_type, "CONTENT_LENGTH": str(length)}

    operation = app.extensions["exchange"].operations["replay_imports.import_replay"]
    one = rate_limit.lasting_bytes(operation, environ("application/json", 400_000))
    many = rate_limit.lasting_bytes(operation, environ(f"{NDJSON}; charset=utf-8", 400_000))
    assert many > 30 * one > 0
    link = rate_limit.lasting_bytes(operation, environ("application/json", len(LINK) + 11))
    assert link > 8_000


WHOLE: Json = json.loads((GAMES / "hanab_live_2906.json").read_text())


def export_of(api: Api, replay: Json, name: str = "hanab-live") -> Any:
    """Return the export of a replay, and check that its report names no loss of the game itself."""
    report = api.get(f"/v1/replays/{replay['id']}/export", query=f"format={name}&report=only").ok()
    assert report["refusal"] is None
    answer = api.get(f"/v1/replays/{replay['id']}/export", query=f"format={name}")
    return answer.body if name == "hanab-live" else answer.raw.decode().strip()


TORN = {**WHOLE, "actions": [*WHOLE["actions"][:20], {"type": 0, "target": 49, "value": 0}, *WHOLE["actions"][20:]]}
SHORT = {**WHOLE, "actions": [{"type": 0, "target": 0, "value": 0}]}
REPORTED: list[tuple[Json, list[tuple[str, str]]]] = [
    (WHOLE, []),
    (TORN, [("incomplete", "#/actions/20")]),
    (
        {**WHOLE, "actions": [*WHOLE["actions"], {"type": 4, "target": 0, "value": 2}]},
        [("end-left-out", "#/actions/55")],
    ),
    ({**WHOLE, "actions": [*WHOLE["actions"], *WHOLE["actions"][-1:]]}, [("after-the-end", "#/actions/55")]),
    ({**WHOLE, "notes": [["a &lt; b"], [], []]}, [("html-notes", "#/notes")]),
    ({**WHOLE, "tags": []}, [("unknown-members", "#")]),
    (
        {**SHORT, "options": {"variant": "Odds And Evens (5 Suits)"}},
        [("renamed-variant", "#/options/variant")],
    ),
    (json.loads((GAMES / "as_found" / "format_of_2018.json").read_text()), [("old-format", "#/actions")]),
    (json.loads((GAMES / "as_found" / "unknown_cards.json").read_text()), [("unknown-cards", "#/deck")]),
]


@in_one_test(("number", "export", "reported"), [(n, *row) for n, row in enumerate(REPORTED)])
def test_what_was_changed_or_left_out_is_said(
    ada: Api, number: int, export: Json, reported: list[tuple[str, str]]
) -> None:
    """The report has a sentence for each note, in the language of the caller."""
    languages = ("en", [language for language in LANGUAGES if language != "en"][number % 4])
    said = set()
    for language in languages:
        replay = ada.post("/v1/replays", export, headers={"Accept-Language": language}).ok()
        assert [(line["code"], line["pointer"]) for line in replay["report"]] == reported
        assert replay["notes"] == [code for code, _ in reported]
        said |= {line["detail"] for line in replay["report"]}
    assert len(said) == (len(languages) if reported else 0)
    assert not any("{" in detail for detail in said)


def test_a_torn_game_is_marked_as_incomplete(ada: Api) -> None:
    """The replay shows the game up to there, and says so for as long as it is there."""
    replay = ada.post("/v1/replays", TORN).ok()
    shown = ada.get(f"/v1/replays/{replay['id']}").ok()
    assert (shown["source"]["incomplete"], shown["result"]["reason"], len(shown["events"])) == (True, "left", 22)
    assert export_of(ada, replay)["actions"] == TORN["actions"]
    assert "incomplete" not in ada.post("/v1/replays", WHOLE).ok()["source"]


def test_notation_may_be_quoted(ada: Api) -> None:
    """A mail program puts a sign before each line, and an editor a mark before the first."""
    replay = ada.post("/v1/replays", WHOLE).ok()
    notation = export_of(ada, replay, "notation")
    quoted = "\ufeff\n" + "\n".join(f"> {line}" for line in notation.splitlines()) + "\n\n"
    headers = {"Content-Type": "text/x-hanabi"}
    for text in (notation, quoted):
        again = ada.post("/v1/replays", raw=text.encode(), headers=headers).ok()
        assert again["result"] == replay["result"]


def test_a_line_of_many_games_has_a_report(ada: Api) -> None:
    """A line may begin with a byte order mark."""
    raw = b"\xef\xbb\xbf" + json.dumps(TORN).encode() + b"\n" + json.dumps({"link": f"<{write_link(WHOLE)}>"}).encode()
    answer = ada.post("/v1/replays", raw=raw, headers={"Content-Type": "application/x-ndjson"})
    assert [line["notes"] for line in answer.body] == [["incomplete"], []]
    assert [len(line["report"]) for line in answer.body] == [1, 0]
