"""Request bodies of branches and lines."""

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import fields

from engine.commands import Turn
from engine.rules import MAX_SEATS
from service.http.wire.problems import Problem, fault
from service.http.wire.request_parsing import Strict, json_body, load
from service.http.wire.schemas.fields import MAX_INT, Items, PlainText, WholeNumber, between, length, one_of
from service.http.wire.schemas.moves import command_of, load_move
from service.replays.branches import NewBranch
from service.replays.lines import Line

__all__ = ["line", "new_branch"]

_MAX_MOVES: Final = 200
"""More turns than any game has."""

_MAX_TITLE_LENGTH: Final = 100


class _LineBody(Strict):
    at = WholeNumber(required=True, validate=between(0, MAX_INT))
    moves = Items(fields.Raw(), most=_MAX_MOVES, error=f"must have at most {_MAX_MOVES} moves", required=True)
    seat = WholeNumber(load_default=None, validate=between(0, MAX_SEATS - 1))


class _BranchBody(_LineBody):
    title = PlainText(load_default=None, validate=length(_MAX_TITLE_LENGTH))
    deal = fields.String(load_default="original", validate=one_of(("original", "resampled")))


def new_branch() -> NewBranch:
    """Return the branch that the body describes. Its moves need no `expected_version`."""
    body = load(_BranchBody(), json_body())
    if (body["deal"] == "resampled") != (body["seat"] is not None):
        detail = "is missing" if body["seat"] is None else "has no meaning without a resampled deal"
        raise Problem("invalid-request", errors=[fault("#/seat", detail)])
    return NewBranch(body["at"], _moves(body), body["title"], body["seat"])


def line() -> Line:
    """Return the line that the body describes. Its moves need no `expected_version`."""
    body = load(_LineBody(), json_body())
    return Line(body["at"], _moves(body), body["seat"])


def _moves(body: Mapping[str, Any]) -> tuple[Turn, ...]:
    moves = []
    for number, move in enumerate(body["moves"]):
        where, version = f"#/moves/{number}", body["at"] + number
        loaded = load_move(move, where)
        if loaded.get("expected_version", version) != version:
            raise Problem("invalid-request", errors=[fault(f"{where}/expected_version", f"must be {version}")])
        moves.append(command_of(loaded))
    return tuple(moves)
