"""Imports of games: the route, and bodies with records, hanab.live exports and links, and notation."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import ClassVar, Final, NamedTuple
from uuid import UUID
from wsgiref.types import WSGIEnvironment

from flask import Blueprint, Response, request, url_for

from service.core.common_values import GameId
from service.core.people.tokens import Caller
from service.core.replays import finished_game, importing, replays
from service.core.replays.fetching import NoAnswer, Site
from service.core.replays.importing import Imported, ImportFormat, Refused
from service.core.replays.rendering.record_schemas import GameRecord
from service.core.replays.rendering.schemas import (
    FROM_REPLAY,
    ImportNotes,
    ImportRemark,
    ImportRemarks,
    LeftOut,
    Replay,
)
from service.core.replays.routes import import_from_links
from service.core.replays.routes.import_from_links import Fetched, ManyLinks
from service.core.requests import auth, error_handlers
from service.core.tables.sealed_decks import DeckSealed
from service.platform import ids, yielding
from service.platform.database import deadline, pool
from service.platform.limits import gates
from service.platform.limits.rate_limit import body_bytes
from service.platform.requests import exchange
from service.platform.wire.field_types import Object, Raw, ResponseSchema, Text, Whole
from service.platform.wire.headers import LOCATION
from service.platform.wire.media_types import HANAB_LIVE, JSON, NDJSON, NOTATION, RECORD
from service.platform.wire.operation import Answer, Body, Content, Operation
from service.platform.wire.problems import Problem, cited
from service.platform.wire.request_parsing import json_body, json_lines, text_body
from service.platform.wire.request_record import language, settings
from service.platform.wire.responses import as_json, as_lines, prefers


class ImportReport(ResponseSchema):
    """What became of a line of a request with many games."""

    line = Whole("The number of the line. Blank lines count, but have no report.", least=1, most=1001)
    status = Text(
        "What became of the line.",
        values={
            "imported": "The game is now a replay.",
            "known": "This record was imported before.",
            "refused": "The line is not a valid game; see `problem`.",
        },
    )
    id = GameId("The replay; null if the line was refused.", null=True)
    notes = ImportNotes()
    report = ImportRemarks()
    left_out = LeftOut()
    problem = Object(
        "Problem",
        "Why the line was refused; null if it was not. The status is that of a request with this line alone.",
        null=True,
    )


class GameLink(ResponseSchema):
    """A link of hanab.live that contains a whole game."""

    link = Text("Such as `https://hanab.live/replay-json/…`.", least=1)
    facts: ClassVar = {"additionalProperties": False}


routes = Blueprint("replay_imports", __name__, url_prefix="/v1/replays")

_MAX_LINES: Final = 50
"""The maximum number of games in a request."""

_FORMS: Final[Mapping[str, ImportFormat]] = {RECORD: "native", HANAB_LIVE: "hanab-live"}
"""By media type. The format of other JSON is detected by its members."""


def _import_game(owner: UUID) -> Imported:
    """Import the game in the body for this account. Raises `importing.Refused`."""
    media_type = request.mimetype
    if media_type in (NOTATION, "text/plain"):
        return importing.import_notation(owner, text_body())
    if media_type != JSON and not media_type.endswith("+json"):
        accepted = (JSON, RECORD, HANAB_LIVE, NDJSON, NOTATION)
        raise Problem("unsupported-media-type", headers={"Accept-Post": ", ".join(accepted)})
    document, site = json_body(), Site.of(settings())
    game = None if site is None else import_from_links.game(site, document)
    if game is not None:
        return game.store(owner)
    return importing.import_document(owner, document, _FORMS.get(media_type), raw=request.get_data())


class GameLine(NamedTuple):
    """A line of a request with many games."""

    number: int
    """From 1 on. Blank lines count, but have no report."""
    raw: bytes
    document: object
    """Parsed JSON, the game that a link stands for, or why there is none."""


def _game_lines() -> list[GameLine] | None:
    """Return the lines of a request with many games; None if it has one game.

    A link to the games of players is a line for each of them.
    """
    if request.mimetype != NDJSON:
        return None
    lines, site = [GameLine(*line) for line in json_lines(_MAX_LINES)], Site.of(settings())
    if site is None:
        return lines
    found, many = list[GameLine](), ManyLinks(site)
    for line in lines:
        games = many.games(line.document)
        found += [line] if games is None else [line._replace(document=game) for game in games]
    return found


def _import_line(owner: UUID, line: GameLine) -> Imported | Refused | Problem:
    """Import the game of a line for this account, or return why it is refused."""
    if isinstance(line.document, Refused | Problem):
        return line.document
    if isinstance(line.document, NoAnswer):
        return Problem(line.document.code)
    try:
        if isinstance(line.document, Fetched):
            return line.document.store(owner)
        return importing.import_document(owner, line.document, raw=line.raw)
    except Refused as refused:
        return refused
    except DeckSealed as sealed:
        return Problem(sealed.code)


_EXPORTS: Final = Raw(
    facts={
        "anyOf": [
            {"$ref": "#/components/schemas/HanabLiveGame"},
            {"$ref": "#/components/schemas/OldHanabLiveGame"},
        ]
    }
)
_HEAVY_BYTES: Final = 8 * 1024
"""The size from which a game is heavy. An export of an ordinary game has half of it."""
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
    scope="reviews:write",
    price=100,
    stores=_stored_bytes,
    repeatable=True,
    computes=False,
    media_types=(),
    max_body_bytes=_MAX_IMPORT_BYTES,
    body=Body(
        None,
        others=(
            Content(
                "application/json",
                Raw(
                    facts={
                        "anyOf": [
                            {"$ref": "#/components/schemas/HanabLiveGame"},
                            {"$ref": "#/components/schemas/OldHanabLiveGame"},
                            {"$ref": "#/components/schemas/GameRecord"},
                            {"$ref": "#/components/schemas/GameLink"},
                        ]
                    }
                ),
            ),
            Content("application/vnd.hanabi.record+json", Object(GameRecord)),
            Content("application/vnd.hanab-live+json", _EXPORTS),
            Content("application/x-ndjson", Text()),
            Content("text/x-hanabi", Text()),
        ),
    ),
    answers={
        207: Answer(
            None,
            "A report for each line of a request with many games.",
            others=(
                Content(
                    "application/x-ndjson",
                    Text("One `ImportReport` for each line that is not blank; each ends with a line feed."),
                    each_line=Object(ImportReport),
                ),
            ),
        ),
        201: Answer(
            Replay,
            "The replay. `Location` is its address.",
            examples=("replay-import",),
            headers=(LOCATION,),
            links=FROM_REPLAY,
        ),
        200: Answer(
            Replay,
            "The existing replay of this record. `Location` is its address.",
            examples=("replay-import",),
            headers=(LOCATION,),
            links=FROM_REPLAY,
        ),
    },
    problems=(
        (
            "unsupported-media-type",
            "this media type is not a format of games, or the body is compressed (`Content-Encoding`)",
        ),
        "import-refused",
        ("deck-sealed", "the caller has played the deck in a contest in which others have still to play it"),
        ("invalid-request", "the body is not UTF-8 text, has no line or more than 50, or the request has a query"),
    ),
)
def import_replay() -> Response:
    """Import a game.

    Accepts a whole game in any complete format of `GET /v1/replays/{game}/export`. `Content-Type` selects the
    format; JSON of another type is recognized by its structure. A record or notation with an illegal move is rejected,
    with the position of the move and the ruling. A game of hanab.live ends before it. Nothing is ever dropped silently:
    `report` has a sentence for each thing that was left out. `/docs/exchange` describes all formats.

    **A record** (`application/vnd.hanabi.record+json`) is verified first and rejected at the first fault. It keeps
    its chain, the times of its events, the players' names and the messages after the end, so its replay equals the
    original one, except for its id, `source`, and the times of the game; a private game becomes public. A record
    that was imported before returns the existing replay: 200. The signature of a signed record is kept. Whose key
    it is, the service does not judge: `/verification` names the key.

    Nobody can verify the times in a record. So the times of events and messages are shown as the record claims
    them, and `created_at` and `finished_at` of the game are the time of the import. The record's own are in
    `claimed` of its `source`. No time may be in the future or before 2010, or a minute before an earlier one.

    **An export of hanab.live** (`application/vnd.hanab-live+json`): any variant, also by an old name, two to six
    players and all options, since 2018. The game is stored with hanab.live's rules (edition `hanab_live`). A game whose
    actions stop before its end is `aborted` with the reason `left`; its deck can lack the cards that were not drawn.
    Games with the
    characters Genius, Panicky, Contrarian and Follower are rejected, because their rules are not played here.

    **A link of hanab.live with a whole game** (`{"link": "…"}` as `application/json`): its address, with or
    without scheme, host, query and `#turn`, as people quote it, or the compact text alone. It stands for an export:
    pointers such as `#/actions/17` are those of that export, and `#/link` is the link. The players are called Alice,
    Bob, Cathy and so on. The address or the number of a replay that hanab.live stores stands for its export, which
    the service fetches if its operator allows that (`HANAB_LIVE`); a game that was fetched before is returned with
    200. Without that, it is rejected, and the fault names the address of its export.

    **The notation** (`text/x-hanabi`, or `text/plain`).

    **Many games** (`application/x-ndjson`): 1 to 50 lines, each a record, an export of hanab.live or a
    `{"link": "…"}`. The response has the status 207 and a report for each line, in order. A rejected line changes
    nothing about the others. If the whole request fails, no game of it is kept.

    Names, messages and notes follow the rules of this API: a name has at most 40 characters, a text of a message 500,
    without control or invisible characters, and a seat has at most 200 messages after the end. The `source` of a
    record, or what an export of hanab.live contains besides the game, has at most 64,000 bytes.
    """
    caller = auth.caller()
    lines = _game_lines()
    if lines is not None:
        prefers(NDJSON)
        return _import_lines(caller, lines)
    prefers(JSON)
    if (request.content_length or _HEAVY_BYTES) >= _HEAVY_BYTES:
        exchange.enter_heavy()
    imported = _import_game(caller.account_id)
    location = url_for("replays.get_replay", game=ids.render("g", imported.game_id))
    replay = Replay.render(replays.replay(finished_game.load(imported.game_id, caller)), language())
    status = HTTPStatus.CREATED if imported.is_new else HTTPStatus.OK
    return as_json({**replay, **_reported(imported)}, status, {"Location": location})


def _reported(imported: Imported) -> dict[str, object]:
    """Return what an import says about its file."""
    report = [ImportRemark.render(one, language()) for one in imported.report]
    return {"notes": imported.notes, "report": report, "left_out": imported.left_out}


def _import_lines(caller: Caller, lines: Sequence[GameLine]) -> Response:
    """Import the games of all lines and report on each. If the request fails as a whole, none is kept."""
    exchange.charge_units(gates.LINE * max(0, len(lines) - 1))
    with pool.transaction():
        reports = error_handlers.without_tokens(as_lines(_report(caller, line) for line in lines))
    return Response(reports, HTTPStatus.MULTI_STATUS, content_type=NDJSON)


def _report(caller: Caller, line: GameLine) -> dict[str, object]:
    yielding.give_way()
    deadline.restart()
    exchange.enter_heavy()
    found = _import_line(caller.account_id, line)
    if isinstance(found, importing.Imported):
        return {
            "line": line.number,
            "status": "imported" if found.is_new else "known",
            "id": ids.render("g", found.game_id),
            **_reported(found),
            "problem": None,
        }
    problem = _refused(found) if isinstance(found, importing.Refused) else found
    return {
        "line": line.number,
        "status": "refused",
        "id": None,
        "notes": [],
        "report": [],
        "left_out": [],
        "problem": error_handlers.problem_of(problem),
    }


@routes.app_errorhandler(importing.Refused)
def _import_refused(error: importing.Refused) -> Response:
    return error_handlers.answer(_refused(error))


def _refused(error: importing.Refused) -> Problem:
    faults = [{**error.where, "detail": error.why, **cited(error.rule)}]
    return Problem("import-refused", errors=faults, rule=error.rule)
