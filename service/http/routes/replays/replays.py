"""Routes of replays: lists, imports, frames, knowledge and verification."""

from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Final
from wsgiref.types import WSGIEnvironment

import orjson
from flask import Blueprint, Response, request, url_for

from service import ids, work
from service.analysis.curves import curves
from service.database import deadline, pool
from service.games import lookup
from service.games.lookup import GameRequest, NoSuchVersion
from service.http.pipeline import auth, errors, exchange
from service.http.pipeline.prices import LINE, body_bytes
from service.http.pipeline.rate_counters import address_key
from service.http.pipeline.replay_caching import cached
from service.http.routes.games.games import game_and_query, game_id_of
from service.http.wire import ndjson, render, schemas, sse
from service.http.wire.media_types import JSON, NDJSON
from service.http.wire.operation import Operation
from service.http.wire.pagination import page, summary
from service.http.wire.problems import Problem, fault
from service.http.wire.request_record import accepted_type, language
from service.http.wire.responses import as_json, as_lines, encoded, no_content, prefers
from service.http.wire.schemas import GameLine, Lines, WholeList
from service.http.wire.schemas.fields import MAX_INT
from service.identity.tokens import Caller
from service.replays import exporting, finished_game, importing, listing, replays, verification
from service.replays.finished_game import FinishedGame
from service.replays.listing import ListedGame
from service.statistics import deletion

__all__ = ["cache_name", "routes", "version_of"]

routes = Blueprint("replays", __name__, url_prefix="/v1/replays")


_MAX_IMPORT_BYTES: Final = 512 * 1024
"""The maximum size of an imported game: 1,000 events (230 kB) and half as much of texts."""
_LINK_HEAD_BYTES: Final = 80
_LINK_FACTOR: Final = 60
_MAX_EVENTS_BYTES: Final = 120_000
"""The bytes of 1,000 events. In a link, two bytes stand for an event, after a head with the deck."""


def _stored_bytes(environ: WSGIEnvironment) -> int:
    """Return an estimate of the bytes that an import leaves in the database, besides its body."""
    events = max(0, body_bytes(environ) - _LINK_HEAD_BYTES) * _LINK_FACTOR
    is_many = "ndjson" in environ.get("CONTENT_TYPE", "").lower()
    return 4000 + (events if is_many else min(events, _MAX_EVENTS_BYTES))


@routes.post("")
@Operation(
    "createReplay",
    scope="play",
    price=100,
    stores=_stored_bytes,
    repeatable=True,
    media_types=(),
    max_body_bytes=_MAX_IMPORT_BYTES,
)
def import_replay() -> Response:
    """Import a game, or many as lines of JSON. Importing a record again returns the same replay."""
    caller = auth.caller()
    lines = schemas.game_lines()
    if lines is not None:
        prefers(NDJSON)
        return _import_lines(caller, lines)
    prefers(JSON)
    game_id, is_new, notes = schemas.import_game(caller.account_id)
    location = url_for("replays.get_replay", game=ids.render("g", game_id))
    replay = render.replay(replays.replay(finished_game.load(game_id, caller)), language())
    return as_json({**replay, "notes": notes}, HTTPStatus.CREATED if is_new else HTTPStatus.OK, {"Location": location})


def _import_lines(caller: Caller, lines: Sequence[GameLine]) -> Response:
    """Import the games of all lines and report on each. If the request fails as a whole, none is kept."""
    exchange.charge_units(LINE * (len(lines) - 1))
    with pool.transaction():
        reports = errors.without_tokens(as_lines(_report(caller, line) for line in lines))
    return Response(reports, HTTPStatus.MULTI_STATUS, content_type=NDJSON)


def _report(caller: Caller, line: GameLine) -> dict[str, object]:
    work.give_way()
    deadline.restart()
    found = schemas.import_line(caller.account_id, line)
    if isinstance(found, importing.Imported):
        status, game = "imported" if found.is_new else "known", ids.render("g", found.game_id)
        return {"line": line.number, "status": status, "id": game, "notes": found.notes, "problem": None}
    return {"line": line.number, "status": "refused", "id": None, "notes": [], "problem": errors.problem_of(found)}


def _list_price(environ: WSGIEnvironment) -> int:
    """Return the units of a page of replays. Curves cost more."""
    return 80 if "curve=true" in environ["QUERY_STRING"] else 10


@routes.get("")
@Operation("listReplays", price=_list_price, media_types=(JSON, NDJSON))
def list_replays() -> Response:
    """List finished public games."""
    media_type = accepted_type()
    caller = auth.caller_if_any()
    if media_type == NDJSON:
        return _whole_list(caller, schemas.whole_list_query())
    query, has_curves = schemas.replays_query()
    found = listing.replays(query)
    return page(found, query.limit, curves([row.game_id for row in found[: query.limit]]) if has_curves else None)


_LICENSE_LINK: Final = f'<{listing.LICENSE}>; rel="license"'


def _whole_list(caller: Caller | None, query: WholeList) -> Response:
    replay_filter = query.filter
    if query.after is not None:
        position = listing.position(query.after, replay_filter.sort)
        if position is None:
            raise Problem("invalid-request", errors=[fault("?after", "must be the id of a finished public game")])
        replay_filter = replay_filter._replace(after=position)
    streams, worker, lang = ndjson.streams(), sse.subscriptions(), language()
    try:
        leave = streams.enter(None if caller is None else caller.account_id, address_key(request.remote_addr or ""))
    except ndjson.TooManyReaders:
        raise Problem("too-many-streams", headers={"Retry-After": "5"}) from None
    line = _LINES[query.lines]
    found = ndjson.lines(
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


_LINES: Final[Mapping[Lines, Callable[[ListedGame, str], bytes]]] = {
    "record": lambda row, _: exporting.native(finished_game.load(row.game_id, None)) + b"\n",
    "summary": lambda row, language: orjson.dumps(summary(row, language), option=orjson.OPT_APPEND_NEWLINE),
}


@routes.get("/<game>")
@Operation("getReplay", price=30)
def get_replay(game: str) -> Response:
    """Return a finished game with open hands."""
    caller = auth.caller_if_any()
    game_id = game_id_of(game)
    return as_json(render.replay(replays.replay(finished_game.load(game_id, caller)), language()))


@routes.delete("/<game>")
@Operation("deleteReplay", scope="play")
def delete_replay(game: str) -> Response:
    """Delete a game that the caller has imported."""
    caller = auth.caller()
    game_id = game_id_of(game)
    if not deletion.is_hidden_import(game_id, caller):
        lookup.load_visible(GameRequest(game_id, caller))
    schemas.empty_body()
    deletion.delete_import(game_id, caller)
    return no_content()


@routes.get("/<game>/frames")
@Operation("listFrames", price=80, media_types=(JSON, NDJSON))
def list_frames(game: str) -> Response:
    """List the table after each event."""
    media_type = accepted_type()
    caller = auth.caller_if_any()
    game_id, seat = game_and_query(game, caller, schemas.frames_query)

    def make(replay: FinishedGame, language: str) -> object:
        items = render.frames(replays.frames(replay, seat), language)
        return as_lines(items) if media_type == NDJSON else {"id": game, "items": encoded(items)}

    return cached(game_id, caller, cache_name("frames", seat), make, media_type=media_type)


@routes.get("/<game>/frames/<version>")
@Operation("getFrame", price=30)
def get_frame(game: str, version: str) -> Response:
    """Return the table after one event."""
    caller = auth.caller_if_any()
    game_id, seat = game_and_query(game, caller, schemas.frames_query)
    number = version_of(version)

    def make(replay: FinishedGame, language: str) -> object:
        return next(iter(render.frames(replays.frames(replay, seat).only(number), language)))

    return cached(game_id, caller, cache_name(f"frames/{number}", seat), make, scope="process")


@routes.get("/<game>/frames/<version>/knowledge")
@Operation("getKnowledge", price=10)
def get_knowledge(game: str, version: str) -> Response:
    """Return what one seat or all could know after an event."""
    caller = auth.caller_if_any()
    game_id, seat = game_and_query(game, caller, schemas.frames_query)
    number = version_of(version)

    def make(replay: FinishedGame, _: str) -> object:
        return render.knowledge_at(replays.known_hands(replay, number, seat))

    return cached(game_id, caller, cache_name(f"knowledge/{number}", seat), make, scope="process")


@routes.get("/<game>/verification")
@Operation("getVerification", price=50)
def verify_replay(game: str) -> Response:
    """Verify a finished game from its log and what is stored beside it, on each request."""
    caller = auth.caller_if_any()
    game_id = game_id_of(game)
    return as_json(render.verification(verification.verified(finished_game.load(game_id, caller)), language()))


@routes.get("/<game>/reading")
@Operation("getReplayReading", price=12)
def read_replay(game: str) -> Response:
    """Return an event and the table after it. Nothing in it depends on later events."""
    caller = auth.caller_if_any()
    game_id, (seat, cursor) = game_and_query(game, caller, schemas.reading_query)
    version = 0 if cursor is None else _place(cursor, game, seat)
    try:
        step = replays.step(finished_game.load(game_id, caller), MAX_INT if version is None else version, seat)
    except NoSuchVersion:
        raise Problem("invalid-request", errors=[fault("?cursor", "is not a cursor of this reading")]) from None
    next_one = _cursor(step.frame.views[0].version + 1, game, seat) if step.has_next else None
    return as_json({**render.step(step, language()), "next": next_one})


def _cursor(version: int, game: str, seat: int | None) -> str:
    """Return the cursor of a version in a reading. The seat is None for open hands."""
    return f"{version}-{'open' if seat is None else seat}-{game}"


def _place(cursor: str, game: str, seat: int | None) -> int | None:
    """Return the version in a cursor. Return None for a cursor of another reading."""
    version = cursor.partition("-")[0]
    is_ours = version.isascii() and version.isdigit() and cursor == _cursor(int(version[:9]), game, seat)
    return int(version) if is_ours else None


def version_of(text: str) -> int:
    """Return the version in a path. Return an unused version if it is not a number."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else MAX_INT


def cache_name(what: str, seat: int | None) -> str:
    """Return the name of a cached answer. The seat is None for open hands."""
    return what if seat is None else f"{what}/seat {seat}"
