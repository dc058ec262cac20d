"""Tests of the verification of a contest's results."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine import __main__ as command
from engine.codec import event_of, row_of_document
from engine.events import GameDealt, Log
from engine.proof.contest_results import (
    TYPE,
    digest_of,
    faults_in_log,
    is_results,
    matchpoints_of,
    placed,
    verify_results,
)
from engine.proof.deal import commitment, secret_commitment, seed_of, shuffle
from engine.proof.log_entries import Entry, bound_id
from engine.proof.record import Record
from engine.proof.record_json import write
from engine.proof.signatures import signed_message
from engine.rules import resolve, rules_as_dict
from tests.engine.records import GAME, KEY, SALT, SECRET, record_of, seating
from tests.rows import in_one_test

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
    said: Json = {"paused_s": 0, "bots_took": [], "knew_deck": []}
    return {**game, "score": score, "finished_at": "2026", "matchpoints": matchpoints, **said, **more}


def results(**changes: Any) -> Json:
    """Return the results of three teams, of which one was withdrawn, without a signature."""
    played = record()
    own = {"game": GAME, "head": played.events[-1].hash, "outcome": "aborted", "finished_at": played.finished_at}
    deck = {
        "commitment": commitment(DECK, SALT),
        "secret_commitment": secret_commitment(SECRET),
        "secret": SECRET.hex(),
        "salt": SALT.hex(),
        "log_id": "g_d",
    }
    document: Json = {
        "contest": "x_1",
        "title": "Cup",
        "seats": 2,
        "who": "all",
        "rounds": [{"rules": rules_as_dict(RULES), "pace": None, "opens_at": "", "closes_at": None, "decks": [deck]}],
        "entries": [{"entry": name, "name": name, "withdrawn": name == "c", "members": []} for name in "abc"],
        "tables": [table("a", 0, 0, **own), table("b", 25, 3), table("c", 25, 3)],
        "standings": [
            {"place": 1, "entry": "b", "played": 1, "matchpoints": 3, "sum": 25, "full": 1, "bots_took": 0},
            {"place": 2, "entry": "a", "played": 1, "matchpoints": 0, "sum": 0, "full": 0, "bots_took": 0},
            {"place": None, "entry": "c", "played": 1, "matchpoints": 3, "sum": 25, "full": 1, "bots_took": 0},
        ],
        "log_index": 7,
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


def in_time(content: Json, end_of_round: str | None = None) -> None:
    """Let the first game not count, and end in time if the round has no other end."""
    content["rounds"][0]["closes_at"] = end_of_round or record().finished_at
    content["tables"][0].update(head=None, outcome=None, score=None, finished_at=None, matchpoints=None)
    content["standings"][1].update(played=0)


def test_results_and_a_record_are_verified() -> None:
    """The record of a game agrees with them."""
    check = verify_results(signed(results()), [write(record())])
    assert (check.fault, check.title, check.games, check.checked) == (None, "Cup", 3, 1)
    too_late = changed(lambda one: in_time(one, "2000-01-01T00:00:00Z"))
    assert verify_results(too_late, [write(record())]).fault is None


@in_one_test(
    ("fault", "raw"),
    [
        ("malformed", b"{}"),
        ("malformed", b"["),
        ("signature", signed(results()).replace(b'"Cup"', b'"Cap"')),
        ("deck", changed(lambda one: one["rounds"][0]["decks"][0].update(secret=SALT.hex()))),
        ("matchpoints", changed(lambda one: one["tables"][0].update(matchpoints=1))),
        ("log", signed(results(log_index=None))),
        ("table", changed(lambda one: one["tables"][0].update(entry="d"))),
        ("table", changed(lambda one: one["tables"][0].update(deck=1))),
        ("table", changed(lambda one: one["tables"][0].update(game="g_b"))),
        ("table", changed(lambda one: one["tables"][0].update(entry="b"))),
        ("standings", changed(lambda one: one["standings"][0].update(place=2))),
        ("standings", changed(lambda one: one["standings"].append(one["standings"][0]))),
    ],
)
def test_wrong_results_have_a_fault(fault: str, raw: bytes) -> None:
    """Also if the service has signed them."""
    assert verify_results(raw).fault == fault


@in_one_test(
    ("fault", "raw", "game"),
    [
        ("game", signed(results()), b"{}"),
        ("game", signed(results()), write(record()).replace(b"idle", b"none", 1)),
        ("game", changed(lambda one: one["tables"][0].update(game="g_2")), write(record())),
        ("result", changed(lambda one: one["tables"][0].update(head="00")), write(record())),
        ("result", signed(results()), write(record(bytes(reversed(DECK))))),
        ("result", changed(in_time), write(record())),
    ],
)
def test_a_record_that_contradicts_the_results_is_a_fault(fault: str, raw: bytes, game: bytes) -> None:
    """It is wrong, of another game, has another deck or end, or ended in time and does not count."""
    assert verify_results(raw, [game]).fault == fault


def test_who_walks_away_takes_no_points_from_others() -> None:
    """A deck that a team of the round has not ended counts as worse than all that others have ended."""
    content = results()
    tables, standings = content["tables"], content["standings"]
    tables[2].update(head=None, outcome=None, score=None, finished_at=None, matchpoints=None)
    tables[0]["matchpoints"], tables[1]["matchpoints"] = 2, 4
    standings[0]["matchpoints"], standings[1]["matchpoints"] = 4, 2
    standings[2].update(played=0, matchpoints=0, sum=0, full=0)
    assert verify_results(signed(content)).fault is None
    del tables[2]  # as if the team had begun nothing in this round
    assert verify_results(signed(content)).fault == "matchpoints"
    assert matchpoints_of([5, 7, 7], absent=2) == [4, 7, 7]


def test_a_bot_does_not_count_among_people() -> None:
    """The game of a seat that a bot took is in the results of a contest for people, but has no points."""
    content = results(who="people")
    content["tables"][1].update(bots_took=[0], matchpoints=None)
    content["tables"][0]["matchpoints"], content["tables"][2]["matchpoints"] = 2, 4
    placed = {"a": (1, 1, 2, 0, 0, 0), "b": (2, 0, 0, 0, 0, 1), "c": (None, 1, 4, 25, 1, 0)}
    names = ("place", "played", "matchpoints", "sum", "full", "bots_took")
    content["standings"] = [{"entry": entry, **dict(zip(names, of, strict=True))} for entry, of in placed.items()]
    assert verify_results(signed(content)).fault is None
    assert verify_results(signed({**content, "who": "all"})).fault == "matchpoints"


def log_entries(content: Json) -> list[tuple[int, Entry]]:
    """Return the entries that a log has of results."""
    of_deck = secret_commitment(SECRET)
    entries = [Entry("commitment", of_deck, game=bound_id(of_deck, "g_d"))]
    for one in content["tables"]:
        game = bound_id(of_deck, one["game"])
        entries += [Entry("contest-deal", of_deck, game, "dd"), Entry("contest-end", of_deck, game, one["head"])]
    return list(enumerate([*entries, Entry("contest-results", of_deck, digest=digest_of(content))]))


def test_the_log_has_the_results() -> None:
    """Each entry that it lacks is a fault, and each that the results lack."""
    content = results()
    entries = log_entries(content)
    assert faults_in_log(content, entries) == []
    assert all(len(faults_in_log(content, entries[:lost] + entries[lost + 1 :])) == 1 for lost in range(len(entries)))
    shorter = {**content, "tables": content["tables"][1:]}
    lines = faults_in_log(shorter, entries)
    assert lines[0] == "round 1, deck 1: the results lack a game, whose deal is entry 1 of the log"
    assert lines[1:] == ["the log has the digest of other results"]


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
