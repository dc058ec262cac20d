"""Query parameters of lists: filters, pages and cursors."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple, get_args
from uuid import UUID

from marshmallow import ValidationError, fields, validate

from engine.rules import EDITIONS, MAX_SEATS, MIN_SEATS, Multicolor
from engine.rules.variants import SAME_AS, variant_of
from engine.score import Outcome
from service.http.wire.pagination import MAX_CURSOR_LENGTH, position_of
from service.http.wire.problems import Problem, fault
from service.http.wire.request_parsing import Strict, load_query
from service.http.wire.schemas.fields import MAX_INT, DecimalDigits, Timestamp, between, one_of, parsed_id
from service.http.wire.schemas.replays import DrawnQuery
from service.replays.listing import FinishedFilter, GameFilter, MyGamesFilter, Position, ReplayFilter, Sort
from service.svg import SchemeName

__all__ = [
    "Lines",
    "PageQuery",
    "PagedQuery",
    "WholeList",
    "bots_query",
    "distribution_query",
    "finished_query",
    "games_query",
    "my_games_query",
    "newest_replays",
    "page_of",
    "page_query",
    "replays_query",
    "whole_list_query",
]

_MAX_LIMIT: Final = 100
"""The maximum number of rows of a page."""

_MAX_CURVES: Final = 20
"""The maximum number of rows of a page with curves."""

_STATUSES: Final = ("open", "running", "ended")

Lines = Literal["record", "summary"]
"""The content of each line of a streamed list."""


class PagedQuery(Strict):
    """The parameters of every paged list."""

    limit = DecimalDigits(load_default=20, validate=between(1, _MAX_LIMIT))
    cursor = fields.String(validate=validate.Length(1, MAX_CURSOR_LENGTH))


class _VariantName(fields.Field[str]):
    """A variant of hanab.live: its name or its string of rules. The value is the name."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        variant = variant_of(value)
        if variant is None:
            raise ValidationError("must be the name or the string of rules of a variant of hanab.live")
        return variant.name


class _RulesQuery(Strict):
    seats = DecimalDigits(load_default=None, validate=between(MIN_SEATS, MAX_SEATS))
    edition = fields.String(load_default=None, validate=one_of(EDITIONS))
    multicolor = fields.String(load_default=None, validate=one_of(get_args(Multicolor)))
    variant = _VariantName(load_default=None)


class _BotsQuery(Strict):
    variant = _VariantName(load_default=None)


class _GamesQuery(PagedQuery, _RulesQuery):
    status = fields.String(load_default=None, validate=one_of(_STATUSES))


class _MyGamesQuery(PagedQuery):
    status = fields.String(load_default=None, validate=one_of(_STATUSES))
    turn = fields.String(load_default=None, validate=one_of(("mine",)))


class _FinishedQuery(_RulesQuery):
    player = fields.String(load_default=None)
    score_gte = DecimalDigits(load_default=None, validate=between(0, 30))
    score_lte = DecimalDigits(load_default=None, validate=between(0, 30))
    outcome = fields.String(load_default=None, validate=one_of(get_args(Outcome)))
    finished_after = Timestamp(load_default=None)
    finished_before = Timestamp(load_default=None)
    imported = fields.String(load_default="false", validate=one_of(("true", "false")))


class _DistributionQuery(_FinishedQuery, DrawnQuery):
    """The filters and the colors of a histogram."""


def _refuse(_: object) -> None:
    raise ValidationError("is for application/x-ndjson alone")


def _refuse_in_stream(_: object) -> None:
    raise ValidationError("is for application/json alone")


class _ReplaysQuery(PagedQuery, _FinishedQuery):
    after: fields.Field[Any] = fields.String(validate=_refuse)
    lines: fields.Field[Any] = fields.String(validate=_refuse)
    curve: fields.Field[Any] = fields.String(load_default="false", validate=one_of(("true", "false")))
    sort = fields.String(load_default="-finished", validate=one_of(get_args(Sort)))
    name = fields.String(load_default=None, validate=validate.Length(1, 100))


class _WholeListQuery(_ReplaysQuery):
    limit = DecimalDigits(load_default=None, validate=between(1, MAX_INT))
    after = fields.String(load_default=None)
    lines = fields.String(load_default="record", validate=one_of(get_args(Lines)))
    curve = fields.String(validate=_refuse_in_stream)


class PageQuery(NamedTuple):
    """A page of a list. `after` is None for the first page."""

    after: Position | None
    limit: int


class WholeList(NamedTuple):
    """A stream of finished games: filter, start, limit and content of lines."""

    filter: ReplayFilter
    after: UUID | None
    """The last game that the caller has received; None for a stream from the start or from a cursor."""
    limit: int | None
    lines: Lines


def page_query() -> PageQuery:
    """Return the requested page of a list ordered by time."""
    return page_of(load_query(PagedQuery()))


def page_of(query: Mapping[str, Any]) -> PageQuery:
    """Return the page in a parsed query of a list ordered by time."""
    return PageQuery(_after(query, datetime), query["limit"])


def bots_query() -> str | None:
    """Return the variant that the bots must play; None for any."""
    variant: str | None = load_query(_BotsQuery())["variant"]
    return variant


def games_query() -> GameFilter:
    """Return the filter of the list of games."""
    query = load_query(_GamesQuery())
    return GameFilter(
        query["status"],
        query["seats"],
        query["edition"],
        *_cards(query),
        _after(query, datetime),
        query["limit"],
    )


def my_games_query() -> MyGamesFilter:
    """Return the filter of the list of the caller's games."""
    query = load_query(_MyGamesQuery())
    return MyGamesFilter(query["status"], query["turn"] == "mine", _after(query, datetime), query["limit"])


def replays_query() -> tuple[ReplayFilter, bool]:
    """Return the filter and the page of the list of replays, and whether its games have their curves."""
    query = load_query(_ReplaysQuery())
    has_curves = query["curve"] == "true"
    if has_curves and query["limit"] > _MAX_CURVES:
        raise Problem("invalid-request", errors=[fault("?limit", f"must be at most {_MAX_CURVES} with curve=true")])
    return _replay_filter(query, query["limit"]), has_curves


def newest_replays() -> ReplayFilter:
    """Return the filter of the first page of all replays, newest first."""
    query = _ReplaysQuery().load({})
    return _replay_filter(query, query["limit"])


def finished_query() -> FinishedFilter:
    """Return the filter of finished games, without a page."""
    return _finished(load_query(_FinishedQuery()))


def distribution_query() -> tuple[FinishedFilter, SchemeName]:
    """Return the filter of finished games, and the colors of their histogram."""
    query = load_query(_DistributionQuery())
    return _finished(query), query["scheme"]


def whole_list_query() -> WholeList:
    """Return the filter of a stream of finished games.

    Raises invalid-request for both `after` and a cursor.
    """
    query = load_query(_WholeListQuery())
    if query["after"] is not None and "cursor" in query:
        raise Problem("invalid-request", errors=[fault("?after", "has no meaning beside a cursor")])
    after = None if query["after"] is None else parsed_id("g", query["after"], "?after")
    return WholeList(_replay_filter(query, _MAX_LIMIT), after, query["limit"], query["lines"])


def _replay_filter(query: Mapping[str, Any], limit: int) -> ReplayFilter:
    kind = int if query["sort"].endswith("score") else datetime
    name = query["name"]
    if name is not None and "\0" in name:
        raise Problem("invalid-request", errors=[fault("?name", "must not have the character U+0000")])
    return ReplayFilter(_finished(query), query["sort"], _after(query, kind), limit, name)


def _finished(query: Mapping[str, Any]) -> FinishedFilter:
    player = None if query["player"] is None else parsed_id("a", query["player"], "?player")
    multicolor, variant = _cards(query)
    chosen = {name: query[name] for name in FinishedFilter._fields}
    return FinishedFilter(
        **{
            **chosen,
            "player": player,
            "multicolor": multicolor,
            "variant": variant,
            "imported": query["imported"] == "true",
        }
    )


def _cards(query: Mapping[str, Any]) -> tuple[str | None, str | None]:
    """Return the wanted `multicolor` and the wanted variant.

    A variant that the booklets have too is a value of `multicolor`. Raises invalid-request for both parameters.
    """
    multicolor, variant = query["multicolor"], query["variant"]
    if multicolor is not None and variant is not None:
        raise Problem("invalid-request", errors=[fault("?multicolor", "must be left out if a variant is chosen")])
    return (SAME_AS[variant], None) if variant in SAME_AS else (multicolor, variant)


def _after(query: Mapping[str, Any], kind: type[datetime] | type[int]) -> Position | None:
    if "cursor" not in query:
        return None
    position = position_of(query["cursor"], kind)
    if position is None:
        raise Problem("invalid-request", errors=[fault("?cursor", "is not a cursor of this list")])
    return position
