"""Imports of files and links as people have them, with a report in words, and their way back to hanab.live."""

import json
from pathlib import Path
from typing import Any

from engine.formats.hanab_live.links import write_link
from service.platform.languages.choice import LANGUAGES
from tests.rows import in_one_test
from tests.service.client import Api, Json

GAMES = Path(__file__).resolve().parents[2] / "games"
WHOLE: Json = json.loads((GAMES / "hanab_live_2906.json").read_text())


def exported(api: Api, replay: Json, name: str = "hanab-live") -> Any:
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
    assert exported(ada, replay)["actions"] == TORN["actions"]
    assert "incomplete" not in ada.post("/v1/replays", WHOLE).ok()["source"]


def test_notation_may_be_quoted(ada: Api) -> None:
    """A mail program puts a sign before each line, and an editor a mark before the first."""
    replay = ada.post("/v1/replays", WHOLE).ok()
    notation = exported(ada, replay, "notation")
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
