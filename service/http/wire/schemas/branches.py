"""Request bodies of branches and lines."""

import secrets
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from marshmallow import fields

from engine.commands import Turn
from engine.rules import MAX_SEATS
from service.http.wire.problems import Problem, fault
from service.http.wire.request_parsing import Strict, json_body, load
from service.http.wire.schemas.fields import MAX_INT, Items, PlainText, WholeNumber, between, length, one_of
from service.http.wire.schemas.moves import command_of, load_move
from service.replays.branches import NewBranch
from service.replays.lines import Line, OtherDeal

__all__ = ["LineAt", "analysed_line", "known_line", "line", "new_branch"]

_MAX_MOVES: Final = 200
"""More turns than any game has."""

_MAX_TITLE_LENGTH: Final = 100


class _LineBody(Strict):
    at = WholeNumber(required=True, validate=between(0, MAX_INT))
    moves = Items(fields.Raw(), most=_MAX_MOVES, error=f"must have at most {_MAX_MOVES} moves", required=True)
    seat = WholeNumber(load_default=None, validate=between(0, MAX_SEATS - 1))
    deal = fields.String(load_default="original", validate=one_of(("original", "resampled")))
    deal_seat = WholeNumber(load_default=None, validate=between(0, MAX_SEATS - 1))
    deal_seed = WholeNumber(load_default=None, validate=between(0, MAX_INT))


class _KnowledgeBody(_LineBody):
    version = WholeNumber(required=True, validate=between(0, MAX_INT))


class _AnalysisBody(_KnowledgeBody):
    class Meta:
        exclude = ("seat",)


class _BranchBody(_LineBody):
    class Meta:
        exclude = ("deal_seat",)

    title = PlainText(load_default=None, validate=length(_MAX_TITLE_LENGTH))


class LineAt(NamedTuple):
    """A version of a line, or of the game before it."""

    line: Line
    version: int


def new_branch() -> NewBranch:
    """Return the branch that the body describes. Its moves need no `expected_version`."""
    body = load(_BranchBody(), json_body())
    return NewBranch(body["at"], _moves(body), body["title"], _deal(body, "seat"))


def line() -> Line:
    """Return the line that the body describes. Its moves need no `expected_version`."""
    return _line(load(_LineBody(), json_body()))


def known_line() -> LineAt:
    """Return the line that the body describes, and the version whose knowledge it asks for."""
    return _line_at(_KnowledgeBody())


def analysed_line() -> LineAt:
    """Return the line that the body describes, and the version whose analysis it asks for."""
    return _line_at(_AnalysisBody())


def _line_at(schema: Strict) -> LineAt:
    body = load(schema, json_body())
    last = body["at"] + len(body["moves"])
    if body["version"] > last:
        raise Problem("invalid-request", errors=[fault("#/version", f"must be from 0 to {last}")])
    return LineAt(_line(body), body["version"])


def _line(body: Mapping[str, Any]) -> Line:
    return Line(body["at"], _moves(body), body.get("seat"), _deal(body, "deal_seat"))


def _deal(body: Mapping[str, Any], seat: str) -> OtherDeal | None:
    """Return another deal for the seat in the member `seat`, and with a random seed if the body has none."""
    if body["deal"] == "resampled":
        if body[seat] is None:
            raise Problem("invalid-request", errors=[fault(f"#/{seat}", "is missing")])
        seed = body["deal_seed"]
        return OtherDeal(body[seat], secrets.randbelow(MAX_INT + 1) if seed is None else seed)
    for member in (seat, "deal_seed"):
        if body[member] is not None:
            raise Problem("invalid-request", errors=[fault(f"#/{member}", "has no meaning without a resampled deal")])
    return None


def _moves(body: Mapping[str, Any]) -> tuple[Turn, ...]:
    moves = []
    for number, move in enumerate(body["moves"]):
        where, version = f"#/moves/{number}", body["at"] + number
        loaded = load_move(move, where)
        if loaded.get("expected_version", version) != version:
            raise Problem("invalid-request", errors=[fault(f"{where}/expected_version", f"must be {version}")])
        moves.append(command_of(loaded))
    return tuple(moves)
