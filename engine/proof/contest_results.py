"""Verification of the results of a contest: one signed document, and the records of its games.

`docs/contests.md` describes the document. Whoever has it checks that the decks follow from the secrets that were
committed to, and that the points and places follow from the scores; with the records of the games, also the scores;
with the log of commitments, that the decks are those that were announced, and that no game is missing.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.clock import clocks_of
from engine.events import ClockChanged, GameDealt
from engine.proof.chain import canonical
from engine.proof.deal import commitment, secret_commitment, seed_of, shuffle
from engine.proof.log_entries import Entry, bound_id
from engine.proof.record import Record
from engine.proof.signatures import Signature, is_signed
from engine.proof.verify import milliseconds_of, verify_file
from engine.rules import rules_from_dict

TYPE: Final = "hanabi/contest-results"

FAULTS: Final[Mapping[str, str]] = {
    "malformed": "These are not the results of a contest.",
    "signature": "The signature is not one of these results by that key.",
    "log": "The log of commitments does not have these results.",
    "deck": "A deck or its secret is not the one that was committed to.",
    "table": "A game has no such team or deck, or a team has two games of a deck.",
    "matchpoints": "The matchpoints of a game do not follow from the scores.",
    "standings": "The standings do not follow from the games.",
    "game": "The record of a game is wrong, or is of a game that is not in the results.",
    "result": "The record of a game has another deck, end or score than the results.",
}
"""The description of each fault, in English."""

Json = dict[str, Any]
Place = tuple[int, int]


class ClockFacts(NamedTuple):
    """What the clock of a game tells about its result."""

    paused_s: int
    """The seconds for which the game was paused."""
    bots_took: tuple[int, ...]
    """The seats that a bot took because their time was over."""


def clock_facts(dealt: GameDealt, changes: Sequence[ClockChanged], times: Sequence[int]) -> ClockFacts:
    """Return what the clock tells about a game.

    `times` contains the milliseconds of the deal, each change and the end.
    """
    clocks = clocks_of(dealt, changes, times[:-1])
    paused = sum(end - at for clock, at, end in zip(clocks, times, times[1:], strict=False) if clock.is_paused)
    took = {event.seat for event in changes if event.change == "bot" and event.seat is not None}
    return ClockFacts(paused // 1000, tuple(sorted(took)))


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


def digest_of(document: Json) -> str:
    """Return the digest of results, as the log of commitments has it. It does not cover names, which can change."""
    covered = {name: document[name] for name in ("contest", "seats", "who", "rounds", "tables", "standings")}
    covered["entries"] = [
        {
            "entry": one["entry"],
            "withdrawn": one["withdrawn"],
            "members": [{"seat": member["seat"], "bot": member["bot"]} for member in one["members"]],
        }
        for one in document["entries"]
    ]
    return hashlib.sha256(b"hanabi-log/1 results\0" + canonical(covered)).hexdigest()


def matchpoints_of(scores: Sequence[int], absent: int = 0) -> list[int]:
    """Return the matchpoints of the games of a deck: 2 for each lower score, and 1 for each other equal one.

    Each of the `absent` teams, which have not ended the deck, counts as a lower score.
    """
    return [2 * (sum(other < score for other in scores) + absent) + scores.count(score) - 1 for score in scores]


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
        _check_tables(document, decks)
        _check_matchpoints(document)
        _check_standings(document)
        if document["log_index"] is None:
            raise _Wrong("log")
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


def _named(number: int, deck: int) -> str:
    """Return a deck as people count, from 1 on."""
    return f"round {number + 1}, deck {deck + 1}"


def _check_decks(document: Json) -> dict[Place, Json]:
    decks: dict[Place, Json] = {}
    for number, each in enumerate(document["rounds"]):
        palette = rules_from_dict(each["rules"]).palette
        for place, deck in enumerate(each["decks"]):
            secret, salt = bytes.fromhex(deck["secret"]), bytes.fromhex(deck["salt"])
            cards = shuffle(palette, seed_of(secret, (None,) * document["seats"]))
            if (secret_commitment(secret), commitment(cards, salt)) != (deck["secret_commitment"], deck["commitment"]):
                raise _Wrong("deck", _named(number, place))
            decks[number, place] = {**deck, "closes_at": each["closes_at"]}
    return decks


def _check_tables(document: Json, decks: Mapping[Place, Json]) -> None:
    entries = {one["entry"] for one in document["entries"]}
    seen: set[object] = set()
    for table in document["tables"]:
        place = (table["round"], table["deck"])
        if table["entry"] not in entries or place not in decks or seen & {(place, table["entry"]), table["game"]}:
            raise _Wrong("table", f"{_named(*place)}, {table['game']}")
        seen |= {(place, table["entry"]), table["game"]}


def _counts(document: Json, table: Json) -> bool:
    """Return True for a game that ended in time, unless a bot played for one of the people for whom the contest is."""
    return table["finished_at"] is not None and not (document["who"] == "people" and table["bots_took"])


def _check_matchpoints(document: Json) -> None:
    teams: dict[int, set[str]] = {}
    by_deck: dict[Place, list[Json]] = {}
    for table in document["tables"]:
        teams.setdefault(table["round"], set()).add(table["entry"])
        by_deck.setdefault((table["round"], table["deck"]), []).append(table)
    for (number, deck), tables in by_deck.items():
        counted = [one for one in tables if _counts(document, one)]
        points = matchpoints_of([one["score"] for one in counted], len(teams[number]) - len(counted))
        expected = dict(zip([one["game"] for one in counted], points, strict=True))
        if [one["matchpoints"] for one in tables] != [expected.get(one["game"]) for one in tables]:
            raise _Wrong("matchpoints", _named(number, deck))


def _check_standings(document: Json) -> None:
    entries: Mapping[str, bool] = {one["entry"]: one["withdrawn"] for one in document["entries"]}
    own: dict[str, list[Json]] = {entry: [] for entry in entries}
    taken = dict.fromkeys(entries, 0)
    for table in document["tables"]:
        taken[table["entry"]] += bool(table["finished_at"] and table["bots_took"])
        if _counts(document, table):
            own[table["entry"]].append(table)
    sums = {
        entry: (sum(one["matchpoints"] for one in tables), sum(one["score"] for one in tables))
        for entry, tables in own.items()
    }
    places = placed(sums, [entry for entry, is_gone in entries.items() if is_gone])
    expected = {
        entry: (places[entry], len(tables), *sums[entry], sum(one["outcome"] == "won" for one in tables), taken[entry])
        for entry, tables in own.items()
    }
    stated = {
        one["entry"]: tuple([one[name] for name in ("place", "played", "matchpoints", "sum", "full", "bots_took")])
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
    deck = decks[table["round"], table["deck"]]
    deal = record.log.deal
    if (deal.origin, deal.commitment) != ("contest", deck["commitment"]):
        raise _Wrong("result", record.id)
    if table["finished_at"] is None:
        # A game that counts as not ended must have ended too late.
        withdrawn = {one["entry"] for one in document["entries"] if one["withdrawn"]}  # nobody waits for their games
        if deck["closes_at"] and record.finished_at <= deck["closes_at"] and table["entry"] not in withdrawn:
            raise _Wrong("result", record.id)
    elif _stated(table) != _played(record):
        raise _Wrong("result", record.id)


def _stated(table: Json) -> tuple[object, ...]:
    names = ("head", "outcome", "score", "finished_at", "paused_s", "bots_took")
    return tuple([table[name] for name in names])


def _played(record: Record) -> tuple[object, ...]:
    result, last = record.result, record.events[-1]
    facts = clock_facts(*_clock_changes(record))
    return last.hash, result.outcome, result.score or 0, record.finished_at, facts.paused_s, [*facts.bots_took]


def _clock_changes(record: Record) -> tuple[GameDealt, list[ClockChanged], list[int]]:
    times = [milliseconds_of(str(event.at)) for event in record.events]
    changed = [
        (event, at) for event, at in zip(record.log.later, times[1:], strict=True) if isinstance(event, ClockChanged)
    ]
    return record.log.deal, [event for event, _ in changed], [times[0], *[at for _, at in changed], times[-1]]


def faults_in_log(document: Json, entries: Sequence[tuple[int, Entry]]) -> list[str]:
    """Return what is wrong with right results by the entries of a log with their indexes, a line for each fault."""
    decks = {
        (number, place): deck
        for number, each in enumerate(document["rounds"])
        for place, deck in enumerate(each["decks"])
    }
    places = {deck["secret_commitment"]: place for place, deck in decks.items()}
    about = [(index, entry) for index, entry in entries if entry.secret_commitment in places]
    of_kind: dict[tuple[str, str], dict[str, tuple[int, Entry]]] = {}
    for index, entry in about:
        of_kind.setdefault((entry.kind, entry.secret_commitment), {})[entry.game or ""] = index, entry
    lines = []
    tables: dict[tuple[str, str], Json] = {}
    for (number, place), deck in decks.items():
        of_deck = deck["secret_commitment"]
        if bound_id(of_deck, deck["log_id"]) not in of_kind.get(("commitment", of_deck), {}):
            lines.append(f"{_named(number, place)}: the log does not have its commitment")
    for table in document["tables"]:
        of_deck = decks[table["round"], table["deck"]]["secret_commitment"]
        game = bound_id(of_deck, table["game"])
        tables[of_deck, game] = table
        _, dealt = of_kind.get(("contest-deal", of_deck), {}).get(game, (None, None))
        _, ended = of_kind.get(("contest-end", of_deck), {}).get(game, (None, None))
        if dealt is None:
            lines.append(f"{table['game']}: the log does not have its deal")
        if table["head"] is not None and (ended is None or ended.head != table["head"]):
            lines.append(f"{table['game']}: the log does not have its end")
    for (kind, of_deck), found in of_kind.items():
        number, place = places[of_deck]
        lines += [
            f"{_named(number, place)}: the results lack a game, whose deal is entry {index} of the log"
            for game, (index, _) in found.items()
            if kind == "contest-deal" and (of_deck, game) not in tables
        ]
    digests = [(index, entry.digest) for index, entry in about if entry.kind == "contest-results"]
    if digests != [(document["log_index"], digest_of(document))]:
        lines.append("the log has the digest of other results" if digests else "the log has no digest of the results")
    return lines
