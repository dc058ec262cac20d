"""The events that are sent to webhooks, and their bodies.

A body has ids, versions and links, and nothing of the cards or of what players write. Its receiver reads the rest with
its token, so that it never gets more than its account may see.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid5

import orjson

from engine.events import ClockChanged, GameDealt, Said, TurnTaken
from engine.fold import steps
from service.core.feature import Call
from service.core.tables.calls import calls
from service.core.tables.stored_game import Stored, clock_after
from service.platform import ids, timestamps

_OF_GAMES: Final = {
    "your-turn": "It is the turn of the account's seat, also after a pause. Not while a planned move is due.",
    "game-started": "A game with a seat of the account was dealt.",
    "game-ended": "Such a game ended, for whatever reason.",
    "message": "Another seat of its game sent a message, during the game or afterwards.",
}
TEST: Final = "test"
"""The event of `POST /v1/me/webhooks/{webhook}/test`."""


def kinds() -> dict[str, str]:
    """Return the events that an account can choose, each with its meaning."""
    return {**_OF_GAMES, **{call.type: call.about for call in calls()}}


class Happening(NamedTuple):
    """An event for one account."""

    type: str
    key: str
    """What distinguishes it from all other events of this type."""
    at: datetime
    data: dict[str, Any]

    def id_for(self, webhook_id: UUID) -> UUID:
        """Return the id of the delivery, which is the same however often the event is found."""
        return uuid5(webhook_id, f"{self.type} {self.key}")

    @property
    def body(self) -> str:
        """The body of the request, as Standard Webhooks recommends it."""
        members = {"type": self.type, "timestamp": timestamps.rfc3339(self.at), "data": self.data}
        return orjson.dumps(members).decode()


def of_log(stored: Stored, seat: int, after: int, until: int) -> Iterator[Happening]:
    """Yield what has happened for a seat between two versions of a started game.

    It includes the current turn only, and only once: a turn that begins in a pause, when the pause ends.
    """
    assert stored.log is not None
    events, waits_since = stored.log.events, _waits_since(stored) if stored.to_move == seat else None
    for state in steps(stored.log, start=max(after, 0)):
        version = state.version
        if not after < version <= until:
            continue
        event, at = events[version], stored.times[version]
        assert at is not None  # only imported games have no times, and nobody plays them
        data = _of_game(stored.game_id, seat, version)
        if isinstance(event, GameDealt):
            yield _happening("game-started", stored.game_id, version, at, data)
        if isinstance(event, Said) and event.seat != seat:
            yield _message(stored.game_id, f"{version}", at, {**data, "from_seat": event.seat})
        if state.ending is not None:
            replay = f"/v1/replays/{data['game']}"
            data["links"] = {**data["links"], "replay": replay}
            yield _happening("game-ended", stored.game_id, version, at, data)
        elif version == waits_since:
            yield _happening("your-turn", stored.game_id, version, at, {**data, "turn": state.turn})


def turn_began(stored: Stored) -> int:
    """Return the version of the event with which the present turn began."""
    assert stored.log is not None
    return max(version for version, event in enumerate(stored.log.events) if isinstance(event, GameDealt | TurnTaken))


def _waits_since(stored: Stored) -> int | None:
    """Return the last event with which the present turn began or went on; None in a pause."""
    if stored.clock is not None and stored.clock.is_paused:
        return None
    assert stored.log is not None
    began = turn_began(stored)
    return next((version for version in range(stored.log.version, began, -1) if _ends_pause(stored, version)), began)


def _ends_pause(stored: Stored, version: int) -> bool:
    assert stored.log is not None
    if not isinstance(stored.log.events[version], ClockChanged):
        return False
    before, after = (clock_after(stored.log.until(one), stored.times[: one + 1]) for one in (version - 1, version))
    return before is not None and after is not None and before.is_paused and not after.is_paused


def late_message(game_id: UUID, seat: int, message_id: UUID, from_seat: int, at: datetime) -> Happening:
    """Return a message after the end of a game."""
    return _message(game_id, message_id.hex, at, {**_of_game(game_id, seat, None), "from_seat": from_seat})


def called(call: Call, one: Any) -> Happening:
    """Return what an account is told of."""
    return Happening(call.type, *call.told(one))


def test(at: datetime) -> Happening:
    """Return an event that the account has asked for."""
    return Happening(TEST, ids.new().hex, at, {"links": {"webhooks": "/v1/me/webhooks"}})


def _happening(kind: str, game_id: UUID, version: int, at: datetime, data: dict[str, Any]) -> Happening:
    return Happening(kind, f"{game_id} {version}", at, data)


def _message(game_id: UUID, key: str, at: datetime, data: dict[str, Any]) -> Happening:
    data["links"] = {**data["links"], "messages": f"{_path(game_id)}/messages"}
    return Happening("message", f"{game_id} {key}", at, data)


def _of_game(game_id: UUID, seat: int, version: int | None) -> dict[str, Any]:
    return {
        "game": ids.render("g", game_id),
        "seat": seat,
        "version": version,
        "links": {"game": _path(game_id)},
    }


def _path(game_id: UUID) -> str:
    return f"/v1/games/{ids.render('g', game_id)}"
