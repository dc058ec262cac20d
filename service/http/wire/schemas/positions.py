"""The request body of a position."""

from typing import Final

from marshmallow import fields

from engine.formats.notation.words import NotationError
from service.analysis.asked_positions import AskedPosition, of_notation
from service.http.wire.problems import Problem, fault
from service.http.wire.request_parsing import Strict, json_body, load
from service.http.wire.schemas.fields import length

__all__ = ["position"]

_MAX_LENGTH: Final = 4000
"""More than a position with all marks has."""


class _PositionBody(Strict):
    position = fields.String(required=True, validate=length(_MAX_LENGTH))


def position() -> AskedPosition:
    """Return the position in the body."""
    body = load(_PositionBody(), json_body())
    try:
        return of_notation(body["position"])
    except NotationError as error:
        detail = f"line {error.line}, column {error.column}: {error.reason}"
        raise Problem("invalid-request", errors=[fault("#/position", detail)]) from None
