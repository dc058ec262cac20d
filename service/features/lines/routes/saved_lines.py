"""Lines that are saved: routes, request bodies and JSON."""

from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response, url_for

from service.core.common_values import AccountId, LineId, NextCursor, Time
from service.core.people.program_schema import PROGRAM
from service.core.replays import finished_game
from service.core.replays.rendering import schemas as replay_schemas
from service.core.replays.rendering.schemas import SEAT
from service.core.requests import auth
from service.core.requests.auth import game_and_query, game_id_of
from service.core.tables import lookup
from service.core.tables.lookup import GameRequest, id_of
from service.core.tables.rendering.event_schemas import Outcome, Reason
from service.features.lines import saved_lines
from service.features.lines.lines import LineReplay
from service.features.lines.routes.lines import (
    CreateLineFramesRequest,
    LineFacts,
    PlayedLine,
    line_in_body,
    replay_json,
)
from service.features.lines.saved_lines import MAX_TITLE_LENGTH
from service.platform import ids
from service.platform.exact_json import Json
from service.platform.limits import gates
from service.platform.requests import exchange
from service.platform.wire.field_types import Flag, Items, Object, ResponseSchema, Text, Whole
from service.platform.wire.headers import LINK, LOCATION
from service.platform.wire.operation import Answer, Body, Link, Operation, Parameter
from service.platform.wire.pagination import CURSOR, LIMIT, page_of, page_query
from service.platform.wire.rendering import Rendered, itself
from service.platform.wire.request_fields import PlainText, length
from service.platform.wire.request_parsing import empty_body
from service.platform.wire.request_record import language
from service.platform.wire.responses import as_json, no_content


class LineLinks(Rendered[saved_lines.SavedLine]):
    """The addresses of its parts."""

    line = Text(
        "The address of the line.",
        pattern="^/v1/replays/g_[0-9a-f]{32}/lines/b_[0-9a-f]{32}$",
        computed=lambda line: f"/v1/replays/{ids.render('g', line.game_id)}/lines/{ids.render('b', line.line_id)}",
    )


class ListedLine(LineFacts, Rendered[saved_lines.SavedLine]):
    """A saved line in a list."""

    id = LineId(attribute="line_id")
    author = Text("The name of the account that saved it.")
    author_account = AccountId("The account that saved it; null if it is deleted.", null=True)
    program = PROGRAM
    mine = Flag("Whether the caller is the author.", attribute="is_callers")
    title = Text("Its title.", null=True)
    outcome = Outcome("How it ended; null if it stops before the end.", null=True)
    reason = Reason("Why it ended; null if it stops before the end.", null=True)
    score = Whole(
        "The score of the result; null before the end, and if the result has no score.", least=0, most=30, null=True
    )
    created_at = Time()
    links = Object(LineLinks, computed=itself)


class LineList(ResponseSchema):
    """A page of saved lines."""

    items = Items(Object(ListedLine), "The lines, newest first.")
    next = NextCursor()


class SavedLine(ListedLine, PlayedLine):
    """A saved line, and what its moves lead to."""


LINE: Final = Parameter("line", "path", LineId("The saved line."))

routes = Blueprint("saved_lines", __name__, url_prefix="/v1/replays/<game>/lines")


class CreateLineRequest(CreateLineFramesRequest):
    """A line to save: other moves from an event of a finished game."""

    title = PlainText("The title.", load_default=None, validate=length(MAX_TITLE_LENGTH))


_THIS: Final = {"game": "game", "line": "id"}
_FROM_LINE: Final = (
    Link("line", "getLine", "The same line again.", _THIS),
    Link("take_back", "deleteLine", "Delete the line, if it is the caller's.", _THIS),
)


@routes.post("")
@Operation(
    "createLine",
    scope="reviews:write",
    price=50,
    stores=800,
    repeatable=True,
    body=Body(CreateLineRequest),
    answers={
        201: Answer(
            SavedLine,
            "The line. `Location` is its address.",
            examples=("saved-line",),
            headers=(LOCATION,),
            links=_FROM_LINE,
        )
    },
    problems=(
        "game-not-finished",
        ("limit-reached", "the caller has saved 50 `lines` of this game, or 2,000 in all (`lines-of-account`)"),
        "illegal-move",
    ),
)
def save_line(game: str) -> Response:
    """Save a line.

    Stores what `POST /v1/replays/{game}/frames` plays, with its deck, for everyone who may read the replay. The
    moves need not end the game, and cannot include messages, votes or reorders. The token needs the scope
    `reviews:write`.
    """
    caller = auth.caller()
    replay, line, body = line_in_body(game, CreateLineRequest(), gates.WHOLE_LINE + gates.NOTICED)
    line_id = saved_lines.save(replay, caller, line, body["title"])
    location = url_for("saved_lines.get_line", game=game, line=ids.render("b", line_id))
    found = saved_lines.read(replay, caller, line_id, line.seat)
    return as_json(_line_json(*found, language()), HTTPStatus.CREATED, {"Location": location})


@routes.get("")
@Operation(
    "listLines",
    price=10,
    parameters=(LIMIT, CURSOR),
    answers={
        200: Answer(
            LineList,
            "The lines of this page, in order.",
            examples=("saved-lines",),
            headers=(LINK,),
            links=(Link("line", "getLine", "One of the lines.", {"game": "items/0/game", "line": "items/0/id"}),),
        )
    },
    problems=("game-not-finished",),
)
def list_lines(game: str) -> Response:
    """List the saved lines of a finished game.

    Returns the lines of all authors, newest first.
    """
    caller = auth.caller_if_any()
    game_id, page = game_and_query(game, caller, page_query)
    found = saved_lines.of_game(finished_game.load(game_id, caller), caller, page)
    return page_of(found, page.limit, ListedLine.render)


@routes.get("/<line>")
@Operation(
    "getLine",
    price=40,
    parameters=(SEAT,),
    answers={200: Answer(SavedLine, "The line.", examples=("saved-line",), links=_FROM_LINE)},
    problems=("game-not-finished",),
)
def get_line(game: str, line: str) -> Response:
    """Read a saved line.

    Returns a line with its events and the table after each, as `POST /v1/replays/{game}/frames` does.
    """
    caller = auth.caller_if_any()
    game_id, seat = game_and_query(game, caller, replay_schemas.seat_query)
    found, replay = saved_lines.read(finished_game.load(game_id, caller), caller, id_of("b", line), seat)
    if found.is_dealt:
        exchange.charge_units(gates.WHOLE_LINE)
    return as_json(_line_json(found, replay, language()))


@routes.delete("/<line>")
@Operation(
    "deleteLine",
    scope="reviews:write",
    answers={204: Answer(None, "The line was deleted.")},
    problems=("game-not-finished",),
)
def delete_line(game: str, line: str) -> Response:
    """Delete a saved line.

    Deletes one of the caller's own lines; another account's is `not-found`. The request has no body. The token needs
    the scope `reviews:write`.
    """
    caller = auth.caller()
    game_id = game_id_of(game)
    stored = lookup.load_visible(GameRequest(game_id, caller))
    empty_body()
    saved_lines.remove(finished_game.load(game_id, caller, stored), caller, id_of("b", line))
    return no_content()


def _line_json(line: saved_lines.SavedLine, replay: LineReplay, language: str) -> Json:
    return ListedLine.render(line) | replay_json(replay, language)
