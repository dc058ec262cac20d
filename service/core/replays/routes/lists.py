"""Lists of replays: route, filters, pages and streams."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple
from uuid import UUID
from wsgiref.types import WSGIEnvironment

import orjson
from flask import Blueprint, Response, current_app, request

from engine.reading.progress import Curve
from engine.wording import N_
from service.core import feature
from service.core.people.tokens import Caller
from service.core.replays import export_formats, finished_game
from service.core.replays.lists import line_streams, rows
from service.core.replays.lists.filters import FinishedFilter, ReplayFilter
from service.core.replays.lists.line_streams import LineStreams, TooManyReaders
from service.core.replays.lists.replays import LICENSE, finished_games, position_of_replay
from service.core.replays.rendering.record_schemas import GameRecord
from service.core.requests import auth, event_streams, waiting
from service.core.tables.rendering.event_schemas import Outcome
from service.core.tables.rendering.view_schemas import GameList, ListedGame
from service.core.tables.routes.lists import (
    WITH_EDITION,
    WITH_MULTICOLOR,
    WITH_SEATS,
    WITH_VARIANT,
    cards_in,
    page,
    summary,
)
from service.platform import timestamps
from service.platform.database import pool
from service.platform.limits.address_networks import address_key
from service.platform.wire.field_types import Object, OneOf, Text
from service.platform.wire.headers import NO_BUFFERING
from service.platform.wire.media_types import JSON, NDJSON
from service.platform.wire.operation import Answer, Content, Header, Link, Operation, Parameter
from service.platform.wire.pagination import CURSOR, MAX_LIMIT, position_in
from service.platform.wire.problems import Problem, fault, invalid
from service.platform.wire.request_fields import MAX_INT, DecimalDigits, Timestamp, parsed_id
from service.platform.wire.request_parsing import load_query
from service.platform.wire.request_record import accepted_type, language

LINK_OF_REPLAYS: Final = Header(
    "Link",
    "The address of the next page, absent on the last page. For a stream, the license of the games.",
    pattern=r"^</v1/replays\?[^<>]*>; "
    'rel="next"$|^<https://creativecommons\\.org/publicdomain/zero/1\\.0/>; rel="license"$',
)

WITH_PLAYER: Final = Parameter("player", "query", Text("Only games with a seat of this account.", named="AccountId"))

SCORE_GTE: Final = Parameter(
    "score_gte",
    "query",
    DecimalDigits(
        "Only games with at least this score; a game without a score counts as lower than every score.",
        least=0,
        most=30,
    ),
    20,
)

SCORE_LTE: Final = Parameter(
    "score_lte", "query", DecimalDigits("Only games with at most this score.", least=0, most=30), 25
)

WITH_OUTCOME: Final = Parameter("outcome", "query", Outcome("Only games with this outcome."), "won")

FINISHED_AFTER: Final = Parameter(
    "finished_after",
    "query",
    Timestamp("Only games that ended, or were imported, after this time (RFC 3339, with an offset)."),
    "2026-11-01T00:00:00Z",
)

IMPORTED: Final = Parameter(
    "imported",
    "query",
    Text(
        "Imported games instead of games that were played here.",
        values={"true": "Imported games.", "false": "Games that were played here."},
        load_default="false",
    ),
    "true",
)

FINISHED_BEFORE: Final = Parameter(
    "finished_before",
    "query",
    Timestamp("Only games that ended, or were imported, before this time (RFC 3339, with an offset)."),
    "2026-12-01T00:00:00Z",
)

FILTERS: Final = (
    WITH_EDITION,
    WITH_MULTICOLOR,
    WITH_VARIANT,
    WITH_SEATS,
    SCORE_GTE,
    SCORE_LTE,
    WITH_OUTCOME,
    FINISHED_AFTER,
    FINISHED_BEFORE,
    IMPORTED,
)
"""The filters of lists and statistics of finished games that do not name a player."""

routes = Blueprint("replay_lists", __name__, url_prefix="/v1/replays")

_DEFAULT_LIMIT: Final = 20

_MAX_CURVES: Final = 20
"""The maximum number of rows of a page with curves."""

Lines = Literal["record", "summary"]
"""The content of each line of a streamed list."""


class WholeList(NamedTuple):
    """A stream of finished games: filter, start, limit and content of lines."""

    filter: ReplayFilter
    after: UUID | None
    """The last game that the caller has received; None for a stream from the start or from a cursor."""
    limit: int | None
    lines: Lines


def _replays_query() -> tuple[ReplayFilter, bool]:
    """Return the filter and the page of the list of replays, and whether its games have their curves."""
    query = load_query()
    limit = _DEFAULT_LIMIT if query["limit"] is None else query["limit"]
    if limit > MAX_LIMIT:
        raise invalid("?limit", N_("must be from {low} to {high}", low=1, high=MAX_LIMIT))
    _refuse(query, ("after", "lines"), N_("is for application/x-ndjson alone"))
    has_curves = query["curve"] == "true"
    if has_curves and limit > _MAX_CURVES:
        raise invalid("?limit", N_("must be at most {most} with curve=true", most=_MAX_CURVES))
    return _replay_filter(query, limit), has_curves


def _refuse(query: Mapping[str, Any], names: Iterable[str], why: str) -> None:
    """Raise invalid-request for parameters of the other media type."""
    errors = [fault(f"?{name}", why) for name in names if query[name] is not None]
    if errors:
        raise Problem("invalid-request", errors=errors)


def newest_replays() -> ReplayFilter:
    """Return the filter of the first page of all replays, newest first."""
    return ReplayFilter(FinishedFilter(), "-finished", None, _DEFAULT_LIMIT)


def finished_query() -> FinishedFilter:
    """Return the filter of finished games, without a page."""
    return _finished(load_query())


def _whole_list_query() -> WholeList:
    """Return the filter of a stream of finished games.

    Raises invalid-request for both `after` and a cursor.
    """
    query = load_query()
    _refuse(query, ("curve",), N_("is for application/json alone"))
    if query["after"] is not None and query["cursor"] is not None:
        raise invalid("?after", N_("has no meaning beside a cursor"))
    after = None if query["after"] is None else parsed_id("g", query["after"], "?after")
    return WholeList(_replay_filter(query, MAX_LIMIT), after, query["limit"], query["lines"] or "record")


def _replay_filter(query: Mapping[str, Any], limit: int) -> ReplayFilter:
    kind = int if query["sort"].endswith("score") else datetime
    for member in ("name", "tag"):
        if "\0" in (query[member] or ""):
            raise invalid(f"?{member}", N_("must not have the character U+0000"))
    return ReplayFilter(_finished(query), query["sort"], position_in(query, kind), limit, query["name"], query["tag"])


def _finished(query: Mapping[str, Any]) -> FinishedFilter:
    player = None if query["player"] is None else parsed_id("a", query["player"], "?player")
    multicolor, variant = cards_in(query)
    # Responses show times to the millisecond: what a time excludes is what is shown as this time.
    after, before = query["finished_after"], query["finished_before"]
    return FinishedFilter(
        player=player,
        edition=query["edition"],
        multicolor=multicolor,
        variant=variant,
        seats=query["seats"],
        score_gte=query["score_gte"],
        score_lte=query["score_lte"],
        outcome=query["outcome"],
        finished_from=None if after is None else timestamps.shown_after(after),
        finished_before=None if before is None else timestamps.shown_from(before),
        imported=query["imported"] == "true",
    )


def _list_price(environ: WSGIEnvironment) -> int:
    """Return the units of a page of replays. Curves and names cost more."""
    query = environ["QUERY_STRING"]
    return 120 if "curve=true" in query else 15 if "name=" in query else 10


@routes.get("")
@Operation(
    "listReplays",
    price=_list_price,
    media_types=(JSON, NDJSON),
    plays=True,
    parameters=(
        WITH_PLAYER,
        Parameter(
            "name",
            "query",
            Text(
                "Only games of a player with this name. In games that were played here, it is the name of "
                "an account, or a similar one: case, accents and look-alike characters do not matter. With "
                "`imported=true`, it is a name that the imported game states, whatever the case of A to Z. "
                "Anybody may state any name, so the two are never mixed.",
                least=1,
                most=100,
            ),
            "Ada",
        ),
        Parameter(
            "tag",
            "query",
            Text("Only games with a comment that has this word after `#`.", least=1, most=30),
            "finesse",
        ),
        *FILTERS,
        Parameter(
            "sort",
            "query",
            Text(
                "The sort order: ascending, or descending with a leading minus.",
                values={
                    "finished": "The oldest first.",
                    "-finished": "The newest first.",
                    "score": "The lowest score first.",
                    "-score": "The highest score first.",
                },
                load_default="-finished",
            ),
            "-score",
        ),
        Parameter(
            "limit",
            "query",
            DecimalDigits(
                "The maximum number of games: at most 100 and by default 20 on a page; by default unlimited"
                " in a stream.",
                least=1,
                most=MAX_INT,
            ),
            50,
        ),
        CURSOR,
        Parameter(
            "after",
            "query",
            Text("For a stream: the id of the last known game; the stream starts after it.", named="GameId"),
        ),
        Parameter(
            "lines",
            "query",
            Text(
                "For a stream: the content of a line.",
                values={"record": "Whole records.", "summary": "Rows of the list."},
                facts={"default": "record"},
            ),
        ),
        Parameter(
            "curve",
            "query",
            Text(
                "Adds to each game of a page its `curve`: the points on the table and what could still be "
                "reached, by turn. Then `limit` is at most 20.",
                values={"true": "With the curves.", "false": "Without them."},
                facts={"default": "false"},
            ),
        ),
    ),
    answers={
        200: Answer(
            GameList,
            "The games in order: a page, or all of them.",
            examples=("games", "games-with-curves"),
            headers=(LINK_OF_REPLAYS, NO_BUFFERING),
            links=(Link("replay", "getReplay", "The whole game.", {"game": "items/0/id"}),),
            others=(
                Content(
                    "application/x-ndjson",
                    Text(
                        "One `Record` per line, or with `lines=summary` one `ListedGame`; each line ends with a "
                        "line feed."
                    ),
                    each_line=OneOf(Object(GameRecord), Object(ListedGame)),
                ),
            ),
        )
    },
    problems=("too-many-streams",),
)
def list_replays() -> Response:
    """List finished games.

    Returns the games that were played here and have ended, or with `imported=true` the imported games, except
    private and sandbox games: one page of them, or with `Accept: application/x-ndjson` all of them as a stream, one
    per line. The times of an imported game are those of its import; see `claimed`.

    The stream has the same filters and orders. Its speed is limited, so that it does not slow down running games.
    It ends properly in HTTP only if it is complete. After an interruption, `after` continues it with the id of the
    last game that was read. Each line is the record of a game, which `POST /v1/replays` and `hanabi import` accept,
    and which can be verified independently. The stream is dedicated to the public domain
    ([CC0](https://creativecommons.org/publicdomain/zero/1.0/)), as `Link` with `rel="license"` says.
    """
    media_type = accepted_type()
    caller = auth.caller_if_any()
    if media_type == NDJSON:
        return _whole_list(caller, _whole_list_query())
    query, has_curves = _replays_query()
    found = finished_games(query)
    return page(found, query.limit, _curves([row.game_id for row in found[: query.limit]]) if has_curves else None)


_LICENSE_LINK: Final = f'<{LICENSE}>; rel="license"'


def _whole_list(caller: Caller | None, query: WholeList) -> Response:
    replay_filter = query.filter
    if query.after is not None:
        position = position_of_replay(query.after, replay_filter.sort)
        if position is None:
            raise invalid("?after", N_("must be the id of a finished public game"))
        replay_filter = replay_filter._replace(after=position)
    streams: LineStreams = current_app.extensions["ndjson"]
    worker, lang = event_streams.subscriptions(), language()
    try:
        leave = streams.enter(None if caller is None else caller.account_id, address_key(request.remote_addr or ""))
    except TooManyReaders:
        raise waiting.too_many_streams() from None
    line = _LINES[query.lines]
    found = line_streams.lines(
        pool.bound(),
        streams,
        replay_filter,
        query.limit,
        lambda row: line(row, lang),
        lambda: worker.stopping or not worker.serving(),
    )
    response = Response(found, content_type=NDJSON, headers={"X-Accel-Buffering": "no", "Link": _LICENSE_LINK})
    response.call_on_close(leave)
    return response


_LINES: Final[Mapping[Lines, Callable[[rows.ListedGame, str], bytes]]] = {
    "record": lambda row, _: export_formats.native(finished_game.load(row.game_id, None)) + b"\n",
    "summary": lambda row, language: orjson.dumps(summary(row, language), option=orjson.OPT_APPEND_NEWLINE),
}


def _curves(games: Sequence[UUID]) -> Mapping[UUID, Curve]:
    return {
        game: curve for curves in feature.given(lambda hooks: hooks.curves) for game, curve in curves(games).items()
    }
