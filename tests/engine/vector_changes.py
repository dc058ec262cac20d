"""Changes of records, from which the faults of the test vectors are made."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from engine.proof.deal import commitment
from tests.engine.vector_records import event

Json = dict[str, Any]
Change = Callable[[Json], None]

OTHER_HASH: Final = 64 * "5"
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
"""The order of the group of Ed25519."""
OTHER_GAME: Final = "g_" + 32 * "1"


class Row(NamedTuple):
    """A changed record. `seal` is what was computed again after the change: a name of `record_vectors`."""

    record: str
    about: str
    code: str | None
    version: int | None = None
    change: Change | None = None
    seal: str = "nothing"
    replace: tuple[tuple[str, str], ...] = ()
    """Texts of the file with what stands there instead, each once."""


def core_of(document: Json) -> Json:
    """Return the part of a record with the events."""
    core: Json = document["core"] if document["record"] == 2 else document
    return core


def place_of(document: Json, pointer: str) -> tuple[Any, Any]:
    """Return the object or list with a member, and its name or index. `/core` is left out in record 1."""
    *way, last = pointer.split("/")[1:]
    place: Any = document
    for step in way:
        place = place[int(step)] if isinstance(place, list) else place[step]
    return place, int(last) if isinstance(place, list) and last != "-" else last


def put(pointer: str, value: Any) -> Change:
    """Return a change that sets a member."""

    def change(document: Json) -> None:
        place, at = place_of(document, pointer)
        place[at] = value

    return change


def malleated(document: Json) -> None:
    """Add the order of the group to S. The equation of Ed25519 still holds."""
    signature = document["signature"]
    s = int.from_bytes(bytes.fromhex(signature["signature"][64:]), "little")
    signature["signature"] = signature["signature"][:64] + (s + _ORDER).to_bytes(32, "little").hex()


def drop(pointer: str) -> Change:
    """Return a change that removes a member."""

    def change(document: Json) -> None:
        place, at = place_of(document, pointer)
        del place[at]

    return change


def all_of(*changes: Change) -> Change:
    """Return a change that makes several changes."""

    def change(document: Json) -> None:
        for one in changes:
            one(document)

    return change


def events(version: int, *lines: str, instead: int = 0) -> Change:
    """Return a change that inserts events, `instead` of so many others."""

    def change(document: Json) -> None:
        found = core_of(document)["events"]
        at = found[min(version, len(found) - 1)]["at"]
        found[version : version + instead] = [{**event(line), "at": at, "hash": 64 * "0"} for line in lines]

    return change


def last(line: str) -> Change:
    """Return a change that adds an event at the end."""
    return lambda document: events(len(core_of(document)["events"]), line)(document)


def turn(version: int, line: str) -> Change:
    """Return a change of one event."""
    return events(version, line, instead=1)


def ends_before(version: int) -> Change:
    """Return a change that removes the last events."""
    return lambda document: core_of(document)["events"].__delitem__(slice(version, None))


def swapped(pointer: str, other: int, one: int) -> Change:
    """Return a change that exchanges two items of a list."""

    def change(document: Json) -> None:
        place, at = place_of(document, pointer)
        found = place[at]
        found[other], found[one] = found[one], found[other]

    return change


def seconds_later(seconds: float) -> str:
    """Return the time of an event that came so long after the deal."""
    at = datetime(2026, 11, 21, 18, 30, tzinfo=UTC) + timedelta(seconds=seconds)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def clocked(version: int, line: str, seconds: float, instead: int = 1) -> Change:
    """Return a change that sets an event and its time."""
    return all_of(events(version, line, instead=instead), put(f"/core/events/{version}/at", seconds_later(seconds)))


def deal(**members: Any) -> Change:
    """Return a change of the deal."""
    return lambda document: core_of(document)["events"][0].update(members)


def rules(**options: Any) -> Change:
    """Return a change of the options."""
    return lambda document: core_of(document)["events"][0]["rules"].update(options)


def result(**members: Any) -> Change:
    """Return a change of the result."""
    return lambda document: core_of(document)["result"].update(members)


def stacked(document: Json) -> None:
    """Exchange two cards of the deck, and commit to the new deck."""
    core = core_of(document)
    deck = core["deck"]
    deck[-1], deck[1] = deck[1], deck[-1]
    suits = ["red", "yellow", "green", "blue", "white", "multicolor"]
    codes = bytes(5 * suits.index(card["suit"]) + card["rank"] - 1 for card in deck)
    core["events"][0]["commitment"] = commitment(codes, bytes.fromhex(core["salt"]))


def same_kind(document: Json) -> None:
    """Give the second clue of a game the kind of the first one."""
    first, second = [one for one in document["core"]["events"] if one["type"] == "clue"][:2]
    second.pop("rank" if "color" in first else "color", None)
    second.update({"color": "red"} if "color" in first else {"rank": 1})


def without_token(document: Json) -> None:
    """Give a clue right after the first one, which took the only token."""
    found = document["core"]["events"]
    first = next(version for version, one in enumerate(found) if one["type"] == "clue")
    seat = (found[first]["seat"] + 1) % 5
    turn(first + 1, f"clue {seat} {(seat + 1) % 5} 1")(document)


def told(member: str, value: Any) -> Change:
    """Return a change that makes the first clue a clue of another color or rank."""

    def change(document: Json) -> None:
        clue = next(one for one in document["core"]["events"] if one["type"] == "clue")
        clue.pop("rank", None), clue.pop("color", None)
        clue[member] = value

    return change
