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

from engine.wording import N_
from service.platform import timestamps
from service.platform.database.list_position import Page, Position
from service.platform.database.unreadable_rows import shown
from service.platform.wire.field_types import Text
from service.platform.wire.operation import Parameter
from service.platform.wire.problems import invalid
from service.platform.wire.request_fields import DecimalDigits
from service.platform.wire.request_parsing import load_query
from service.platform.wire.responses import as_json

MAX_LIMIT: Final = 100
"""The maximum number of rows of a page."""

LIMIT: Final = Parameter(
    "limit",
    "query",
    DecimalDigits("The maximum number of games on a page.", least=1, most=MAX_LIMIT, load_default=20),
    50,
)

CURSOR: Final = Parameter(
    "cursor", "query", Text("The position of the page, from the `Link` of the previous page.", least=1, most=200)
)


class _Listed(Protocol):
    """An item with a position in its list."""

    @property
    def position(self) -> Position:
        """The value by which the list is ordered, and the id."""


Item = TypeVar("Item", bound=_Listed)


def page_of(found: Sequence[Item], limit: int, render_item: Callable[[Item], object]) -> Response:
    """Return a page of at most `limit` items, rendered by `render_item`.

    If `found` has more items, the response has a link to the next page, and its cursor as `next`. Damaged items are
    left out (`service.platform.database.unreadable_rows`).
    """
    items = found[:limit]
    headers, cursor = {}, None
    if len(found) > limit:
        cursor = cursor_of(items[-1].position)
        query = {**request.args.to_dict(), "cursor": cursor}
        headers["Link"] = f'<{request.path}?{urlencode(query)}>; rel="next"'
    return as_json({"items": [*shown(items, render_item)], "next": cursor}, headers=headers)


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
        parsed = timestamps.parse(value) if kind is datetime else value
        game_id = UUID(digits)
    except (binascii.Error, ValueError, TypeError, AttributeError):
        return None
    if type(parsed) is not kind:
        return None
    if isinstance(parsed, int) and not -1 <= parsed <= 30:
        return None
    return Position(parsed, game_id)


def page_query() -> Page:
    """Return the requested page of a list ordered by time."""
    return page_in(load_query())


def page_in(query: Mapping[str, Any]) -> Page:
    """Return the page in a parsed query of a list ordered by time."""
    return Page(position_in(query, datetime), query["limit"])


def position_in(query: Mapping[str, Any], kind: type[datetime] | type[int]) -> Position | None:
    if query["cursor"] is None:
        return None
    position = position_of(query["cursor"], kind)
    if position is None:
        raise invalid("?cursor", N_("is not a cursor of this list"))
    return position
