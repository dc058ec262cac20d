"""Request bodies with games: records, hanab.live exports and links, and notation."""

from collections.abc import Mapping
from typing import Final, NamedTuple
from uuid import UUID

from flask import request

from service.http.wire.media_types import HANAB_LIVE, JSON, NDJSON, NOTATION, RECORD
from service.http.wire.problems import Problem
from service.http.wire.request_parsing import json_body, json_lines, text_body
from service.replays import importing
from service.replays.importing import Imported, ImportFormat, Refused

__all__ = ["GameLine", "game_lines", "import_game", "import_line"]

_MAX_LINES: Final = 50
"""The maximum number of games in a request."""

_FORMS: Final[Mapping[str, ImportFormat]] = {RECORD: "native", HANAB_LIVE: "hanab-live"}
"""By media type. The format of other JSON is detected by its members."""


def import_game(owner: UUID) -> Imported:
    """Import the game in the body for this account. Raises `importing.Refused`."""
    media_type = request.mimetype
    if media_type in (NOTATION, "text/plain"):
        return importing.import_notation(owner, text_body())
    if media_type != JSON and not media_type.endswith("+json"):
        accepted = (JSON, RECORD, HANAB_LIVE, NDJSON, NOTATION)
        raise Problem("unsupported-media-type", headers={"Accept-Post": ", ".join(accepted)})
    return importing.import_document(owner, json_body(), _FORMS.get(media_type), raw=request.get_data())


class GameLine(NamedTuple):
    """A line of a request with many games."""

    number: int
    """From 1 on. Blank lines count, but have no report."""
    raw: bytes
    document: object
    """Parsed JSON, or the Problem with it."""


def game_lines() -> list[GameLine] | None:
    """Return the lines of a request with many games; None if it has one game."""
    return [GameLine(*line) for line in json_lines(_MAX_LINES)] if request.mimetype == NDJSON else None


def import_line(owner: UUID, line: GameLine) -> Imported | Refused | Problem:
    """Import the game of a line for this account, or return why it is refused."""
    if isinstance(line.document, Problem):
        return line.document
    try:
        return importing.import_document(owner, line.document, raw=line.raw)
    except Refused as refused:
        return refused
