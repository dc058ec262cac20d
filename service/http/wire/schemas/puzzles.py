"""Query parameters and request bodies of puzzles."""

from typing import Final, get_args

from marshmallow import fields

from engine.commands import Turn
from engine.reading.puzzles import THEMES, Level
from engine.rules import MAX_SEATS, MIN_SEATS
from service.analysis.puzzles import PuzzleFilter
from service.http.wire.problems import Problem, fault
from service.http.wire.request_parsing import Strict, json_body, load_query
from service.http.wire.schemas.fields import DecimalDigits, between, one_of
from service.http.wire.schemas.lists import PagedQuery, page_of
from service.http.wire.schemas.moves import command_of, load_move

__all__ = ["puzzle_turn", "puzzles_query", "steps_query"]

_LEVELS: Final = get_args(Level)


class _PuzzlesQuery(PagedQuery):
    theme = fields.String(load_default=None, validate=one_of(THEMES))
    difficulty = fields.String(load_default=None, validate=one_of(_LEVELS))
    seats = DecimalDigits(load_default=None, validate=between(MIN_SEATS, MAX_SEATS))


class _StepsQuery(Strict):
    steps = fields.String(load_default="false", validate=one_of(("true", "false")))


_STEPS: Final = _StepsQuery()


def puzzles_query() -> PuzzleFilter:
    """Return the filter and the page of the list of puzzles."""
    query = load_query(_PuzzlesQuery())
    return PuzzleFilter(query["theme"], query["difficulty"], query["seats"], *page_of(query))


def steps_query() -> bool:
    """Return whether the response has the table after each turn of the line."""
    return bool(load_query(_STEPS)["steps"] == "true")


def puzzle_turn(version: int) -> Turn:
    """Return the turn in the body, which answers a puzzle at this version. `expected_version` is optional.

    The query may have `steps`.
    """
    body = load_move(json_body(query=_STEPS), "#")
    if body.get("expected_version", version) != version:
        raise Problem("invalid-request", errors=[fault("#/expected_version", f"must be {version}")])
    return command_of(body)
