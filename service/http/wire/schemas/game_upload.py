"""A whole game as the body of a request: in JSON of two shapes, or as lines of notation."""

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from flask import request

from service.http.wire.problems import Problem
from service.http.wire.request_parsing import json_body, text_body
from service.replays import importing
from service.replays.importing import Form, Taken

__all__ = ["HANAB_LIVE", "NOTATION", "RECORD", "take"]

RECORD: Final = "application/vnd.hanabi.record+json"
HANAB_LIVE: Final = "application/vnd.hanab-live+json"
NOTATION: Final = "text/x-hanabi"

_FORMS: Final[Mapping[str, Form]] = {RECORD: "native", HANAB_LIVE: "hanab-live"}
"""By media type: what the JSON is to be; any other JSON is told by its shape."""


def take(owner: UUID) -> Taken:
    """Keep the game that the body holds; Refused."""
    media_type = request.mimetype
    if media_type in (NOTATION, "text/plain"):
        return importing.take_notation(owner, text_body())
    if media_type != "application/json" and not media_type.endswith("+json"):
        accepted = ("application/json", RECORD, HANAB_LIVE, NOTATION)
        raise Problem("unsupported-media-type", headers={"Accept-Post": ", ".join(accepted)})
    return importing.take(owner, json_body(), _FORMS.get(media_type))
