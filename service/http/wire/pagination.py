"""Pagination of lists with opaque cursors and links to next pages."""

import base64
import binascii
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Protocol, TypeVar
from urllib.parse import urlencode
from uuid import UUID

import orjson
from flask import Response, request

from engine.reading.progress import Curve
from service import ids, timestamps
from service.http.wire import links
from service.http.wire.request_record import language
from service.http.wire.responses import as_json
from service.replays.listing import ListedGame, Position

__all__ = ["MAX_CURSOR_LENGTH", "cursor_of", "page", "page_of", "position_of", "summary"]

MAX_CURSOR_LENGTH: Final = 200


class _Listed(Protocol):
    """An item with a position in its list."""

    @property
    def position(self) -> Position:
        """The value by which the list is ordered, and the id."""


Item = TypeVar("Item", bound=_Listed)


def page(found: list[ListedGame], limit: int, curves: Mapping[UUID, Curve] | None = None) -> Response:
    """Return a page of at most `limit` games, with those of their curves that are given."""
    lang = language()
    return page_of(found, limit, lambda row: {**summary(row, lang), **_curve(row, curves or {})})


def _curve(row: ListedGame, curves: Mapping[UUID, Curve]) -> dict[str, Any]:
    return {"curve": curves[row.game_id]._asdict()} if row.game_id in curves else {}


def page_of(found: Sequence[Item], limit: int, render_item: Callable[[Item], object]) -> Response:
    """Return a page of at most `limit` items, rendered by `render_item`.

    If `found` has more items, the response has a link to the next page, and its cursor as `next`.
    """
    items = found[:limit]
    headers, cursor = {}, None
    if len(found) > limit:
        cursor = cursor_of(items[-1].position)
        query = {**request.args.to_dict(), "cursor": cursor}
        headers["Link"] = f'<{request.path}?{urlencode(query)}>; rel="next"'
    return as_json({"items": [render_item(item) for item in items], "next": cursor}, headers=headers)


def cursor_of(position: Position) -> str:
    """Return the cursor of the page after a position."""
    raw = orjson.dumps([position.value, position.game_id.hex])
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def position_of(cursor: str, kind: type[datetime] | type[int]) -> Position | None:
    """Return the position in a cursor, or None for an invalid cursor.

    `kind` is the type of the values by which the list is ordered.
    """
    try:
        value, digits = orjson.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        parsed = datetime.fromisoformat(value) if kind is datetime else value
        game_id = UUID(digits)
    except (binascii.Error, ValueError, TypeError, AttributeError):
        return None
    if type(parsed) is not kind or (isinstance(parsed, datetime) and parsed.tzinfo is None):
        return None
    if isinstance(parsed, int) and not -1 <= parsed <= 30:
        return None
    return Position(parsed, game_id)


def _account(account_id: str | None) -> str | None:
    return None if account_id is None else ids.render("a", UUID(account_id))


def summary(row: ListedGame, language: str) -> dict[str, Any]:
    """Return a game as a row of a list. Its links are for this language."""
    seats = {entry["seat"]: {**entry, "account": _account(entry["account"])} for entry in row.names or ()}
    free = {"name": None, "account": None, "bot": None}
    return {
        "id": ids.render("g", row.game_id),
        "status": row.status,
        "sandbox": row.sandbox,
        "private": row.private,
        "imported": row.imported,
        "claimed": row.claimed,
        "rules": row.rules,
        "seats": [seats.get(seat, {"seat": seat, **free}) for seat in range(row.seats)],
        "reveal_until": timestamps.rfc3339(row.reveal_until),
        "awaiting_reveals": row.awaiting_reveals or [],
        "version": row.version,
        "turn": row.turn,
        "to_move": row.to_move,
        "outcome": row.outcome,
        "reason": row.reason,
        "score": row.score,
        "created_at": timestamps.rfc3339(row.created_at),
        "started_at": timestamps.rfc3339(row.started_at),
        "finished_at": timestamps.rfc3339(row.finished_at),
        "links": links.of_replay(row.game_id, language) if row.status == "ended" else links.of_table(row.game_id),
    }
