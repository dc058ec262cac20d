"""Queries of pictures."""

from typing import Final, NamedTuple

from service.features.pictures.svg import SchemeName
from service.platform.wire.field_types import Text
from service.platform.wire.operation import Parameter
from service.platform.wire.request_parsing import load_query

__all__ = ["SCHEME", "PictureQuery", "curve_query", "picture_query"]

SCHEME: Final = Parameter(
    "scheme",
    "query",
    Text(
        "The colors of the picture. Those of cards are the same in both.",
        values={"dark": "Light text on a dark ground.", "light": "Dark text on a light ground."},
        load_default="dark",
    ),
    "light",
)


class PictureQuery(NamedTuple):
    """What a picture of a position shows."""

    seat: int | None
    """None for open hands."""
    scheme: SchemeName


def picture_query() -> PictureQuery:
    """Return the seat and the colors of a picture. `rev` is allowed."""
    query = load_query()
    return PictureQuery(query["seat"], query["scheme"])


def curve_query() -> SchemeName:
    """Return the colors of a chart of one game. `rev` is allowed."""
    scheme: SchemeName = load_query()["scheme"]
    return scheme
