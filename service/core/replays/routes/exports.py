"""Exports of replays: the route and its report on losses."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

import orjson
from flask import Blueprint, Response, request

from engine.formats.hanab_live import writer
from service.core.common_values import Language, Seat, Version
from service.core.replays import event_csv, export_formats, finished_game, replays
from service.core.replays.finished_game import FinishedGame
from service.core.replays.rendering import schemas
from service.core.replays.rendering.record_schemas import GameRecord, HanabLiveGame
from service.core.replays.replays import Replay
from service.core.replays.words import export_loss_words
from service.core.requests import auth, error_handlers
from service.core.requests.auth import game_and_query
from service.core.tables.rendering import game_json
from service.core.tables.rendering.event_schemas import Reason
from service.core.tables.words import result_words
from service.platform import ids
from service.platform.exact_json import Json
from service.platform.languages.choice import DEFAULT_LANGUAGE
from service.platform.wire.field_types import Items, Named, Object, Raw, ResponseSchema, Text, Whole
from service.platform.wire.media_types import HANAB_LIVE, JSON, LINK, NOTATION, RECORD
from service.platform.wire.operation import Answer, Content, Header, Operation, Parameter
from service.platform.wire.problems import Problem
from service.platform.wire.request_record import language
from service.platform.wire.responses import as_json, prefers

CONTENT_DISPOSITION: Final = Header(
    "Content-Disposition",
    "The name of the file, if the response is a file.",
    pattern='^attachment; filename="hanabi-g_[0-9a-f]{32}\\.[a-z.-]+"$',
)

LINK_TO_REPORT: Final = Header(
    "Link",
    "The address of the report of what the format cannot express.",
    pattern='^</v1/replays/g_[0-9a-f]{32}/export\\?format=[a-z-]+&report=only>; rel="describedby"; '
    'type="application/json"$',
)


class ExportFormat(Named):
    """A format of an export. `/docs/exchange` describes them."""

    of = Text(
        values={
            "native": "The record: everything about the game, as JSON.",
            "hanab-live": "The export of hanab.live, as JSON.",
            "hanab-live-link": "A link that opens the game at hanab.live.",
            "notation": "A game as text (`/docs/notation`).",
            "csv": "The events, one in a line.",
        }
    )


class Loss(ResponseSchema):
    """Something that a format cannot express. The values of the sentence are also in separate members."""

    code = Text(
        "What is lost; never translated.",
        values={
            "reorders": "Hands that were reordered.",
            "turned-cards": "Cards that were turned.",
            "talk": "Messages at the table.",
            "abort-votes": "Votes to abort the game.",
            "declarations": "Colors that were named with a play (R12).",
            "option": "An option that has another value when the export is read back.",
            "tokens": "The number of clue tokens, which differs there from `version` on.",
            "ended-by": "Who ended the game: the export names the seat to move.",
            "ending": "The way in which the game ended.",
            "clock": "The clock, which is of another kind than those of hanab.live.",
            "notes": "The players' notes, with which the game would be too long for hanab.live.",
            "link-names": "The names of the players.",
            "link-option": "An option of hanab.live that did not change this game.",
            "link-seats": "Which seat began: in the link, this player is the first.",
            "card-notes": "Notes on cards.",
            "not-whole": "The deck and the options.",
            "times": "The times of the moves.",
            "bots": "Which players are bots.",
            "rating": "The rating of the score.",
            "source": "Where the game came from.",
            "proof": "The commitment to the deck and the data that opens it.",
            "shared-notes": "Notes that players share.",
            "comments": "Comments of readers.",
            "messages": "Messages after the end.",
        },
    )
    detail = Language()
    count = Whole("The number of occurrences.", required=False, least=1)
    option = Text("With `option`, its name in `rules`; with `link-option`, its name at hanab.live.", required=False)
    value = Raw("With `option`, its value in this game.", required=False, facts={"type": ["string", "integer"]})
    seat = Seat("With `link-seats`, the seat that began.", required=False)
    version = Version("With `tokens`, the first event after which they differ.", required=False)
    reason = Reason("With `ending`, how the game ended here.", required=False)


class ExportRefusal(ResponseSchema):
    """Why a format cannot contain the game: the first event that its rules forbid."""

    code = Text(
        "The reason; never translated.",
        values={
            "game-over": "There, the game is over before this event.",
            "other-outcome": "There, the card would lie elsewhere after the move (R12).",
            "no-clue-token": "There, no clue token is left for this clue.",
            "clue-tokens-full": "There, all clue tokens are available, so nothing can be discarded.",
            "empty-clue": "There, this clue would touch no card.",
            "no-such-player": "There is no player to whom this clue could go.",
            "no-such-clue": "The variant has no such clue.",
            "not-in-hand": "There, the card is not in the hand of the seat to move.",
            "link-option": "A link has no options, and without them the game goes another way.",
        },
    )
    version = Version("The event.")
    detail = Language()


class ExportReport(ResponseSchema):
    """What a format cannot express about a game, and why the game cannot be exported."""

    format = ExportFormat()
    losses = Items(
        Object(Loss), "Everything that the format cannot express about this game; empty if there is nothing."
    )
    refusal = Object(ExportRefusal, "The first event that cannot be exported; null if all can.", null=True)


routes = Blueprint("exports", __name__, url_prefix="/v1/replays")


class _FileType(NamedTuple):
    """The media type and the writer of a format."""

    media_type: str
    parameters: str
    suffix: str
    write: Callable[[FinishedGame], str | bytes]


_FILE_TYPES: Final[Mapping[export_formats.ExportFormat, _FileType]] = {
    "native": _FileType(RECORD, "", "json", export_formats.native),
    "hanab-live": _FileType(
        HANAB_LIVE,
        "",
        "hanab-live.json",
        lambda game: orjson.dumps(export_formats.hanab_live_game(game)),
    ),
    "hanab-live-link": _FileType(
        LINK, "; charset=utf-8", "hanab-live.uri", lambda game: export_formats.hanab_live_link(game) + "\r\n"
    ),
    "notation": _FileType(NOTATION, "; charset=utf-8", "txt", export_formats.notation_text),
    "csv": _FileType(
        "text/csv",
        "; charset=utf-8; header=present",
        "csv",
        lambda game: _csv(replays.replay(game)),
    ),
}


@routes.get("/<game>/export")
@Operation(
    "getReplayExport",
    price=40,
    media_types=(),
    parameters=(
        Parameter("format", "query", ExportFormat("The format; it takes precedence over `Accept`."), "hanab-live"),
        Parameter(
            "report",
            "query",
            Text(
                "`only`: return the report of what the format cannot express, instead of the game. Needs `format`.",
                values={"only": "The report instead of the export."},
            ),
        ),
    ),
    answers={
        200: Answer(
            ExportReport,
            "The game as a file, or the report.",
            examples=("export-report",),
            headers=(CONTENT_DISPOSITION, LINK_TO_REPORT),
            others=(
                Content("application/vnd.hanabi.record+json", Object(GameRecord), ("record",)),
                Content("application/vnd.hanab-live+json", Object(HanabLiveGame), ("hanab-live-game",)),
                Content(
                    "text/uri-list",
                    Text("A link that opens the game on hanab.live, with CR and LF."),
                    ("game-link-file",),
                ),
                Content("text/x-hanabi", Text("A game in the notation of `/docs/notation`."), ("notation",)),
                Content(
                    "text/csv",
                    Text("A header line, then one event per row; every line ends with CR and LF."),
                    ("event-table",),
                ),
            ),
        )
    },
    problems=("game-not-finished", "export-refused"),
)
def export_replay(game: str) -> Response:
    """Export a finished game.

    Returns the whole game, in the format of `format` or else `Accept`: as its record, which can be verified and
    imported anywhere as the same replay; for hanab.live, or as a link that opens it there; in this project's text
    notation; or its events as a table (RFC 4180). `/docs/exchange` describes each format.

    A **report** lists what the format cannot express: `Link` contains its address, and `report=only` returns it
    alone. A game whose moves hanab.live would reject cannot be exported to it; the problem contains the report.
    """
    caller = auth.caller_if_any()
    game_id, (requested, report_only) = game_and_query(game, caller, schemas.export_query)
    format = requested or _accepted()
    if report_only:
        prefers(JSON)
        return as_json(_report_json(export_formats.report(finished_game.load(game_id, caller), format), language()))
    file_type = _FILE_TYPES[format]
    headers = {
        "Content-Disposition": f'attachment; filename="hanabi-{game}.{file_type.suffix}"',
        "Link": f'<{request.path}?format={format}&report=only>; rel="describedby"; type="{JSON}"',
    }
    content = file_type.write(finished_game.load(game_id, caller))
    return Response(content, headers=headers, content_type=file_type.media_type + file_type.parameters)


def _accepted() -> export_formats.ExportFormat:
    """Return the format that `Accept` prefers. Raises not-acceptable."""
    formats = {file_type.media_type: format for format, file_type in _FILE_TYPES.items()}
    return formats[prefers(*formats)]


@routes.app_errorhandler(export_formats.ExportRefused)
def _export_refused(error: export_formats.ExportRefused) -> Response:
    report = _report_json(error.report, language())
    return error_handlers.answer(Problem("export-refused", report=report))


def _report_json(report: export_formats.ExportReport, language: str) -> Json:
    """Return the losses of an export, or the refusal of the format."""
    refusal = report.refusal
    return {
        "format": report.format,
        "losses": [_loss(loss, language) for loss in report.losses],
        "refusal": refusal and {**refusal._asdict(), "detail": export_loss_words.refused_there(language, refusal.code)},
    }


def _loss(loss: writer.Loss, language: str) -> Json:
    values: Json = dict(loss.values)
    words = {**values, "reason": result_words.reason(language, values["reason"])} if "reason" in values else values
    return {"code": loss.code, **values, "detail": export_loss_words.loss(language, loss.code, **words)}


def _csv(replay: Replay) -> str:
    events = [game_json.entry(entry, replay.names, DEFAULT_LANGUAGE) for entry in replay.entries]
    return event_csv.table(ids.render("g", replay.game_id), events, replay.names, replay.setting.rules.palette)
