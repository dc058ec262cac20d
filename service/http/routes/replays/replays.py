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
from service.http.wire.problems import Problem, cited, fault
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
    """Import a game.

    Accepts a whole game in any complete format of `GET /v1/replays/{game}/export`. `Content-Type` selects the
    format; JSON of another type is recognized by its structure. A game with an illegal move is rejected, with the
    position of the move and the ruling; nothing is ever dropped silently. `/docs/exchange` describes all formats.

    **A record** (`application/vnd.hanabi.record+json`) is verified first and rejected at the first fault. It keeps
    its chain, the times of its events, the players' names and the messages after the end, so its replay equals the
    original one, except for its id, `source`, and the times of the game; a private game becomes public. A record
    that was imported before returns the existing replay: 200. The signature of a signed record is kept. Whose key
    it is, the service does not judge: `/verification` names the key.

    Nobody can verify the times in a record. So the times of events and messages are shown as the record claims
    them, and `created_at` and `finished_at` of the game are the time of the import. The record's own are in
    `claimed` of its `source`. No time may be in the future or before 2010, or a minute before an earlier one.

    **An export of hanab.live** (`application/vnd.hanab-live+json`): any variant, two to six players and all
    options. The game is stored with hanab.live's rules (edition `hanab_live`). A game whose actions stop before its
    end is `aborted` with the reason `left`; its deck can lack the cards that were not drawn. Games with the
    characters Genius, Panicky, Contrarian and Follower are rejected, because their rules are not played here.

    **A link of hanab.live with a whole game** (`{"link": "…"}` as `application/json`): its address, with or
    without scheme, host and `#turn`, or the compact text alone. It stands for an export: pointers such as
    `#/actions/17` are those of that export, and `#/link` is the link. The players are called Alice, Bob, Cathy and
    so on. The address of a replay that hanab.live stores is rejected, since this service gets nothing from other
    sites; the fault names the address of its export.

    **The notation** (`text/x-hanabi`, or `text/plain`).

    **Many games** (`application/x-ndjson`): 1 to 50 lines, each a record, an export of hanab.live or a
    `{"link": "…"}`. The response has the status 207 and a report for each line, in order. A rejected line changes
    nothing about the others. If the whole request fails, no game of it is kept.

    Names, messages and notes follow the rules of this API: a name has at most 40 characters, a text of a message 500,
    without control or invisible characters, and a seat has at most 200 messages after the end. The `source` of a
    record, or what an export of hanab.live contains besides the game, has at most 64,000 bytes. Records of games with
    `ruleset` 1 are older than some of these rules: such a record is changed where nothing but its digest covers the
    text, and `notes` say so.
    """
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
    problem = _refused(found) if isinstance(found, importing.Refused) else found
    return {"line": line.number, "status": "refused", "id": None, "notes": [], "problem": errors.problem_of(problem)}


def _list_price(environ: WSGIEnvironment) -> int:
    """Return the units of a page of replays. Curves cost more."""
    return 80 if "curve=true" in environ["QUERY_STRING"] else 10


@routes.get("")
@Operation("listReplays", price=_list_price, media_types=(JSON, NDJSON))
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
    """Read a finished game.

    Returns everything about a game that has ended, to everyone; for a private game, only to its players. No one can
    read it before, including the players.
    """
    caller = auth.caller_if_any()
    game_id = game_id_of(game)
    return as_json(render.replay(replays.replay(finished_game.load(game_id, caller)), language()))


@routes.delete("/<game>")
@Operation("deleteReplay", scope="play")
def delete_replay(game: str) -> Response:
    """Delete an imported game.

    Deletes a game that the caller has imported, with everything that others have added to it: comments and
    branches. It disappears from lists and statistics. A game that was played here cannot be deleted. The importer
    can also delete a game that a moderator has hidden, but cannot import its record again. The request has no body.
    The token needs the scope `play`.
    """
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
    """Read a finished game frame by frame.

    Returns the table after each event, one frame per version from the deal on: with all hands open, or with `seat`
    exactly what that seat saw then. The response is one JSON document or, with `Accept: application/x-ndjson`, one
    frame per line. Frames contain no names of players.

    A finished game does not change. With `rev`, as in the replay's `links`, the response can be cached forever, and
    is compressed with gzip if the client accepts it. Without `rev`, it is in the language of `Accept-Language`,
    caches must revalidate it, and `Content-Location` is the permanent address.
    """
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
    """Read one frame of a finished game.

    Returns the table after the event with this version, as in `GET /v1/replays/{game}/frames`, with the same
    caching.
    """
    caller = auth.caller_if_any()
    game_id, seat = game_and_query(game, caller, schemas.frames_query)
    number = version_of(version)

    def make(replay: FinishedGame, language: str) -> object:
        return next(iter(render.frames(replays.frames(replay, seat).only(number), language)))

    return cached(game_id, caller, cache_name(f"frames/{number}", seat), make, scope="process")


@routes.get("/<game>/frames/<version>/knowledge")
@Operation("getKnowledge", price=10)
def get_knowledge(game: str, version: str) -> Response:
    """Read what each seat could know.

    Returns what each seat could know about its hand after the event with this version: from the clues, from
    counting the cards that it saw, and exactly, from counting every possible deal. `common` is common knowledge.
    Seats are assumed to remember everything, even under `memory_aid` `none`.
    """
    caller = auth.caller_if_any()
    game_id, seat = game_and_query(game, caller, schemas.frames_query)
    number = version_of(version)

    def make(replay: FinishedGame, _: str) -> object:
        return render.knowledge_at(replays.known_hands(replay, number, seat))

    return cached(game_id, caller, cache_name(f"knowledge/{number}", seat), make, scope="process")


@routes.get("/<game>/verification")
@Operation("getVerification", price=50)
def verify_replay(game: str) -> Response:
    """Verify a finished game.

    Verifies a finished game from the service's secret to the score: the chain of hashes, the deck, the commitments,
    the shuffle, each move, the result and the signature. A game played here is also compared with what was stored
    beside its events: the result and the times in the lists, the accounts in the seats, and the digest of its core
    from when it ended. Each request verifies it anew and returns the first fault. You need not trust this answer:
    the replay contains all its input, and `/docs/verification` explains how to check it.
    """
    caller = auth.caller_if_any()
    game_id = game_id_of(game)
    return as_json(render.verification(verification.verified(finished_game.load(game_id, caller)), language()))


@routes.get("/<game>/reading")
@Operation("getReplayReading", price=12)
def read_replay(game: str) -> Response:
    """Read a finished game without spoilers.

    Returns one event and the table after it: the deal without a `cursor`, and then the next event with `next` of
    the previous response, until `next` is null. A response reveals nothing about later events or their number. With
    `seat`, event and table are what that seat saw then; send the same `seat` with each cursor.
    """
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


@routes.app_errorhandler(importing.Refused)
def _import_refused(error: importing.Refused) -> Response:
    return errors.answer(_refused(error))


def _refused(error: importing.Refused) -> Problem:
    faults = [{**error.where, "detail": error.why, **cited(error.rule)}]
    return Problem("import-refused", errors=faults, rule=error.rule)
