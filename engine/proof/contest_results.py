"""Verification of the results of a contest: one signed document, and the records of its games.

`docs/contests.md` describes the document. Whoever has it checks that the decks follow from the secrets that were
committed to, and that the points and places follow from the scores; with the records of the games, also the scores.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.proof.deal import commitment, secret_commitment, seed_of, shuffle
from engine.proof.record import Record
from engine.proof.signatures import Signature, is_signed
from engine.proof.verify import verify_file
from engine.rules import rules_from_dict

__all__ = ["FAULTS", "TYPE", "ResultsCheck", "is_results", "matchpoints_of", "placed", "verify_results"]

TYPE: Final = "hanabi/contest-results"

FAULTS: Final[Mapping[str, str]] = {
    "malformed": "These are not the results of a contest.",
    "signature": "The signature is not one of these results by that key.",
    "deck": "A deck or its secret is not the one that was committed to.",
    "matchpoints": "The matchpoints of a game do not follow from the scores.",
    "standings": "The standings do not follow from the games.",
    "game": "The record of a game is wrong, or is of a game that is not in the results.",
    "result": "The record of a game has another deck, end or score than the results.",
}
"""The description of each fault, in English."""

Json = dict[str, Any]
Place = tuple[int, int]


class ResultsCheck(NamedTuple):
    """The result of verifying the results of a contest."""

    fault: str | None
    """A key of FAULTS; None for correct results."""
    detail: str
    """The place of the fault."""
    title: str = ""
    games: int = 0
    """The number of games in the results."""
    checked: int = 0
    """How many of them have a record that agrees."""
    signed_by: str = ""


class _Wrong(Exception):
    def __init__(self, fault: str, detail: object = "") -> None:
        super().__init__(fault)
        self.fault, self.detail = fault, str(detail)


def is_results(raw: bytes) -> bool:
    """Return True if a file has the results of a contest, right or wrong."""
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.get("type") == TYPE


def matchpoints_of(scores: Sequence[int]) -> list[int]:
    """Return the matchpoints of the games of a deck: 2 for each lower score, and 1 for each other equal one."""
    return [2 * sum(other < score for other in scores) + scores.count(score) - 1 for score in scores]


def placed(sums: Mapping[str, tuple[int, int]], withdrawn: Iterable[str]) -> dict[str, int | None]:
    """Return the place of each entry by its matchpoints and the sum of its scores; None for withdrawn ones."""
    gone = set(withdrawn)
    ranked = [sums[entry] for entry in sums if entry not in gone]
    return {entry: None if entry in gone else 1 + sum(other > own for other in ranked) for entry, own in sums.items()}


def verify_results(raw: bytes, records: Sequence[bytes] = ()) -> ResultsCheck:
    """Return the verification of results with the records of some games, with the first fault.

    Raises ImportError if the library `cryptography` is missing.
    """
    try:
        document: Json = json.loads(raw)
        signed_by = _check_signature(document)
        decks = _check_decks(document)
        _check_matchpoints(document)
        _check_standings(document)
        for record in records:
            _check_record(document, decks, record)
        return ResultsCheck(None, "", document["title"], len(document["tables"]), len(records), signed_by)
    except _Wrong as wrong:
        return ResultsCheck(wrong.fault, wrong.detail)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError) as error:
        return ResultsCheck("malformed", str(error))


def _check_signature(document: Json) -> str:
    signature = Signature(document["signature"]["key"], document["signature"]["signature"])
    content = {name: value for name, value in document.items() if name not in ("type", "signature")}
    if not is_signed(TYPE, content, signature):
        raise _Wrong("signature", signature.key)
    return signature.key


def _check_decks(document: Json) -> dict[Place, Json]:
    decks: dict[Place, Json] = {}
    for number, each in enumerate(document["rounds"]):
        palette = rules_from_dict(each["rules"]).palette
        for place, deck in enumerate(each["decks"]):
            secret, salt = bytes.fromhex(deck["secret"]), bytes.fromhex(deck["salt"])
            cards = shuffle(palette, seed_of(secret, (None,) * document["seats"]))
            if (secret_commitment(secret), commitment(cards, salt)) != (deck["secret_commitment"], deck["commitment"]):
                raise _Wrong("deck", f"round {number}, deck {place}")
            decks[number, place] = {**deck, "closes_at": each["closes_at"]}
    return decks


def _check_matchpoints(document: Json) -> None:
    by_deck: dict[Place, list[Json]] = {}
    for table in document["tables"]:
        by_deck.setdefault((table["round"], table["deck"]), []).append(table)
    for (number, deck), tables in by_deck.items():
        if [one["matchpoints"] for one in tables] != matchpoints_of([one["score"] for one in tables]):
            raise _Wrong("matchpoints", f"round {number}, deck {deck}")


def _check_standings(document: Json) -> None:
    entries: Mapping[str, bool] = {one["entry"]: one["withdrawn"] for one in document["entries"]}
    own: dict[str, list[Json]] = {entry: [] for entry in entries}
    for table in document["tables"]:
        own[table["entry"]].append(table)
    sums = {
        entry: (sum(one["matchpoints"] for one in tables), sum(one["score"] for one in tables))
        for entry, tables in own.items()
    }
    places = placed(sums, [entry for entry, is_gone in entries.items() if is_gone])
    expected = {
        entry: (places[entry], len(tables), *sums[entry], sum(one["outcome"] == "won" for one in tables))
        for entry, tables in own.items()
    }
    stated = {
        one["entry"]: (one["place"], one["played"], one["matchpoints"], one["sum"], one["full"])
        for one in document["standings"]
    }
    if stated != expected or len(stated) != len(document["standings"]):
        raise _Wrong("standings")


def _check_record(document: Json, decks: Mapping[Place, Json], raw: bytes) -> None:
    record, report = verify_file(raw)
    if record is None or report.fault is not None:
        raise _Wrong("game", report.fault and report.fault.text)
    table = next((one for one in document["tables"] if one["game"] == record.id), None)
    if table is None:
        raise _Wrong("game", record.id)
    if _stated(table, decks[table["round"], table["deck"]]) != _played(record):
        raise _Wrong("result", record.id)


def _stated(table: Json, deck: Json) -> tuple[object, ...]:
    return "contest", deck["commitment"], table["head"], table["outcome"], table["score"], table["finished_at"]


def _played(record: Record) -> tuple[object, ...]:
    deal, last = record.log.deal, record.events[-1]
    return deal.origin, deal.commitment, last.hash, record.result.outcome, record.result.score or 0, record.finished_at
