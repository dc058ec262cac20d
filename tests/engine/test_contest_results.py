"""Tests of the verification of a contest's results."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine import __main__ as command
from engine.codec import event_of, row_of_document
from engine.events import GameDealt, Log
from engine.proof.contest_results import TYPE, is_results, placed, verify_results
from engine.proof.deal import commitment, secret_commitment, seed_of, shuffle
from engine.proof.record import Record
from engine.proof.record_json import write
from engine.proof.signatures import signed_message
from engine.rules import resolve, rules_as_dict
from tests.engine.records import GAME, KEY, SALT, SECRET, record_of, seating

Json = dict[str, Any]

RULES = resolve("de", {"starting_seat": 0}, 2)
DECK = shuffle(RULES.palette, seed_of(SECRET, (None, None)))


def record(deck: bytes = DECK) -> Record:
    """Return a game of the deck that was aborted at once."""
    deal = GameDealt(RULES, 2, 0, commitment(deck, SALT), origin="contest", seating=seating(2))
    lines: list[Json] = [{"type": "clue", "seat": 0, "target": 1, "rank": 1}, {"type": "abort", "reason": "idle"}]
    return record_of(Log(deal, deck, [event_of(*row_of_document(line)) for line in lines]))


def table(entry: str, score: int, matchpoints: int, **more: Any) -> Json:
    """Return a game in the results."""
    game: Json = {"round": 0, "deck": 0, "entry": entry, "game": f"g_{entry}", "head": "", "outcome": "won"}
    return {**game, "score": score, "finished_at": "", "matchpoints": matchpoints, **more}


def results(**changes: Any) -> Json:
    """Return the results of three teams, of which one was withdrawn, without a signature."""
    played = record()
    own = {"game": GAME, "head": played.events[-1].hash, "outcome": "aborted", "finished_at": played.finished_at}
    deck = {
        "commitment": commitment(DECK, SALT),
        "secret_commitment": secret_commitment(SECRET),
        "secret": SECRET.hex(),
        "salt": SALT.hex(),
    }
    document: Json = {
        "contest": "x_1",
        "title": "Cup",
        "seats": 2,
        "rounds": [{"rules": rules_as_dict(RULES), "pace": None, "opens_at": "", "closes_at": None, "decks": [deck]}],
        "entries": [{"entry": name, "name": name, "withdrawn": name == "c", "members": []} for name in "abc"],
        "tables": [table("a", 0, 0, **own), table("b", 25, 3), table("c", 25, 3)],
        "standings": [
            {"place": 1, "entry": "b", "played": 1, "matchpoints": 3, "sum": 25, "full": 1},
            {"place": 2, "entry": "a", "played": 1, "matchpoints": 0, "sum": 0, "full": 0},
            {"place": None, "entry": "c", "played": 1, "matchpoints": 3, "sum": 25, "full": 1},
        ],
    }
    return {**document, **changes}


def signed(content: Json) -> bytes:
    """Return results with a signature, as JSON."""
    signature = KEY.sign(signed_message(TYPE, content)).hex()
    by = {"key": KEY.public_key().public_bytes_raw().hex(), "signature": signature}
    return json.dumps({**content, "type": TYPE, "signature": by}).encode()


def changed(change: Callable[[Json], object]) -> bytes:
    """Return results that were changed before they were signed."""
    content = results()
    change(content)
    return signed(content)


def test_results_and_a_record_are_verified() -> None:
    """The record of a game agrees with them."""
    check = verify_results(signed(results()), [write(record())])
    assert (check.fault, check.title, check.games, check.checked) == (None, "Cup", 3, 1)


@pytest.mark.parametrize(
    ("fault", "raw"),
    [
        ("malformed", b"{}"),
        ("malformed", b"["),
        ("signature", signed(results()).replace(b'"Cup"', b'"Cap"')),
        ("deck", changed(lambda one: one["rounds"][0]["decks"][0].update(secret=SALT.hex()))),
        ("matchpoints", changed(lambda one: one["tables"][0].update(matchpoints=1))),
        ("standings", changed(lambda one: one["standings"][0].update(place=2))),
        ("standings", changed(lambda one: one["standings"].append(one["standings"][0]))),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_wrong_results_have_a_fault(fault: str, raw: bytes) -> None:
    """Also if the service has signed them."""
    assert verify_results(raw).fault == fault


@pytest.mark.parametrize(
    ("fault", "raw", "game"),
    [
        ("game", signed(results()), b"{}"),
        ("game", signed(results()), write(record()).replace(b"idle", b"none", 1)),
        ("game", changed(lambda one: one["tables"][0].update(game="g_2")), write(record())),
        ("result", changed(lambda one: one["tables"][0].update(head="00")), write(record())),
        ("result", signed(results()), write(record(bytes(reversed(DECK))))),
    ],
)
def test_a_record_that_contradicts_the_results_is_a_fault(fault: str, raw: bytes, game: bytes) -> None:
    """It is wrong, of another game, or has another deck or end."""
    assert verify_results(raw, [game]).fault == fault


def test_equal_entries_share_a_place() -> None:
    """The sum of the scores decides between equal matchpoints; a withdrawn entry has no place."""
    sums = {"a": (4, 20), "b": (4, 20), "c": (4, 30), "d": (2, 40), "e": (9, 90)}
    assert placed(sums, ["e"]) == {"a": 2, "b": 2, "c": 1, "d": 4, "e": None}


def test_what_results_are() -> None:
    """Their type says so."""
    assert is_results(signed(results()))
    assert not any(map(is_results, (b"{}", b"[]", b"x")))


def test_the_command_verifies_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another key than one of the service's is no fault of the results, but they are not the service's."""
    good, bad, game, keys = (tmp_path / name for name in ("good", "bad", "game", "keys"))
    good.write_bytes(signed(results()))
    bad.write_bytes(signed(results(tables=[])))
    game.write_bytes(write(record()))
    keys.write_text('{"items": []}')
    assert command.main([str(good), "--game", str(game)]) == 0
    assert "verified. Cup, 3 games, 1 of them with their records." in capsys.readouterr().out
    assert command.main([str(good), "--keys", str(keys)]) == 1
    assert command.main([str(bad)]) == 1 and "WRONG, standings" in capsys.readouterr().out
