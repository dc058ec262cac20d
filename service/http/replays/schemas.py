"""Query parameters of a replay: frames, reading, revisions and exports."""

from typing import NamedTuple

from marshmallow import fields, validate

from engine.rules import MAX_SEATS
from engine.wording import N_
from service.http.wire.fields import DecimalDigits, between, one_of
from service.http.wire.links import REVISION
from service.http.wire.pagination import MAX_CURSOR_LENGTH
from service.http.wire.problems import Problem, fault
from service.http.wire.request_parsing import Strict, load_query
from service.replays.exporting import FORMATS, ExportFormat
from service.svg import SCHEMES, SchemeName

__all__ = [
    "DrawnQuery",
    "PictureQuery",
    "curve_query",
    "export_query",
    "frames_query",
    "picture_query",
    "reading_query",
    "revised_query",
    "seat_query",
]


class _RevisedQuery(Strict):
    """The query of an immutable response (`service.http.replays.caching`)."""

    rev = fields.String(
        validate=validate.Regexp(REVISION + r"\Z", error=N_("is not a revision: take one from `links`"))
    )


class SeatQuery(Strict):
    seat = DecimalDigits(load_default=None, validate=between(0, MAX_SEATS - 1))


class _FramesQuery(SeatQuery, _RevisedQuery):
    """The seat and the revision. marshmallow reports faults of the last base class first."""


class DrawnQuery(Strict):
    """The colors of a picture."""

    scheme = fields.String(load_default="dark", validate=one_of(tuple(SCHEMES)))


class _PictureQuery(_FramesQuery, DrawnQuery):
    """The seat, the revision and the colors."""


class _CurveQuery(_RevisedQuery, DrawnQuery):
    """The revision and the colors."""


class PictureQuery(NamedTuple):
    """What a picture of a position shows."""

    seat: int | None
    """None for open hands."""
    scheme: SchemeName


class _ReadingQuery(SeatQuery):
    cursor = fields.String(load_default=None, validate=validate.Length(1, MAX_CURSOR_LENGTH))


class _ExportQuery(Strict):
    format = fields.String(load_default=None, validate=one_of(FORMATS))
    report = fields.String(load_default=None, validate=one_of(("only",)))


def revised_query() -> None:
    """Raise invalid-request for any query parameter except `rev`."""
    load_query(_RevisedQuery())


def seat_query() -> int | None:
    """Return the seat of the requested view; None for open hands."""
    seat: int | None = load_query(SeatQuery())["seat"]
    return seat


def frames_query() -> int | None:
    """Return the seat of the requested frames; None for open hands. `rev` is allowed."""
    seat: int | None = load_query(_FramesQuery())["seat"]
    return seat


def picture_query() -> PictureQuery:
    """Return the seat and the colors of a picture. `rev` is allowed."""
    query = load_query(_PictureQuery())
    return PictureQuery(query["seat"], query["scheme"])


def curve_query() -> SchemeName:
    """Return the colors of a chart of one game. `rev` is allowed."""
    scheme: SchemeName = load_query(_CurveQuery())["scheme"]
    return scheme


def reading_query() -> tuple[int | None, str | None]:
    """Return the seat and the cursor of a reading.

    The seat is None for open hands, the cursor None for the start.
    """
    query = load_query(_ReadingQuery())
    return query["seat"], query["cursor"]


def export_query() -> tuple[ExportFormat | None, bool]:
    """Return the format of an export, and whether to report only.

    The format is None if the query has none; `Accept` then selects it.
    """
    query = load_query(_ExportQuery())
    if query["report"] and not query["format"]:
        raise Problem("invalid-request", errors=[fault("?format", N_("must be named where a report is asked for"))])
    return query["format"], query["report"] is not None
