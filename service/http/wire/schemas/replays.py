"""Query parameters of a replay: frames, reading, revisions and exports."""

from marshmallow import fields, validate

from engine.rules import MAX_SEATS
from service.http.wire.links import REVISION
from service.http.wire.pagination import MAX_CURSOR_LENGTH
from service.http.wire.problems import Problem, fault
from service.http.wire.request_parsing import Strict, load_query
from service.http.wire.schemas.fields import DecimalDigits, between, one_of
from service.replays.exporting import FORMATS, ExportFormat

__all__ = ["export_query", "frames_query", "reading_query", "revised_query", "seat_query"]


class _RevisedQuery(Strict):
    """The query of an immutable response (`service.http.pipeline.replay_caching`)."""

    rev = fields.String(validate=validate.Regexp(REVISION + r"\Z", error="is not a revision: take one from `links`"))


class _SeatQuery(Strict):
    seat = DecimalDigits(load_default=None, validate=between(0, MAX_SEATS - 1))


class _FramesQuery(_SeatQuery, _RevisedQuery):
    """The seat and the revision. marshmallow reports faults of the last base class first."""


class _ReadingQuery(_SeatQuery):
    cursor = fields.String(load_default=None, validate=validate.Length(1, MAX_CURSOR_LENGTH))


class _ExportQuery(Strict):
    format = fields.String(load_default=None, validate=one_of(FORMATS))
    report = fields.String(load_default=None, validate=one_of(("only",)))


def revised_query() -> None:
    """Raise invalid-request for any query parameter except `rev`."""
    load_query(_RevisedQuery())


def seat_query() -> int | None:
    """Return the seat of the requested view; None for open hands."""
    seat: int | None = load_query(_SeatQuery())["seat"]
    return seat


def frames_query() -> int | None:
    """Return the seat of the requested frames; None for open hands. `rev` is allowed."""
    seat: int | None = load_query(_FramesQuery())["seat"]
    return seat


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
        raise Problem("invalid-request", errors=[fault("?format", "must be named where a report is asked for")])
    return query["format"], query["report"] is not None
