"""Request bodies with a game: records, hanab.live exports and notation."""

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from flask import request

from service.http.wire.problems import Problem
from service.http.wire.request_parsing import json_body, text_body
from service.http.wire.responses import HANAB_LIVE, JSON, NOTATION, RECORD
from service.replays import importing
from service.replays.importing import Imported, ImportFormat

__all__ = ["import_game"]

_FORMS: Final[Mapping[str, ImportFormat]] = {RECORD: "native", HANAB_LIVE: "hanab-live"}
"""By media type. The format of other JSON is detected by its members."""


def import_game(owner: UUID) -> Imported:
    """Import the game in the body for this account. Raises `importing.Refused`."""
    media_type = request.mimetype
    if media_type in (NOTATION, "text/plain"):
        return importing.import_notation(owner, text_body())
    if media_type != JSON and not media_type.endswith("+json"):
        accepted = (JSON, RECORD, HANAB_LIVE, NOTATION)
        raise Problem("unsupported-media-type", headers={"Accept-Post": ", ".join(accepted)})
    return importing.import_document(owner, json_body(), _FORMS.get(media_type))
