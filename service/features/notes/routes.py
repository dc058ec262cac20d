"""Notes of players and comments of readers: routes and request bodies."""

from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response, request

from engine.wording import N_
from service.core.common_parameters import IF_MATCH_ANY, IF_NONE_MATCH
from service.core.replays import finished_game
from service.core.requests import auth, error_handlers
from service.core.requests.auth import game_id_of, player_in
from service.core.tables import lookup
from service.core.tables.lookup import GameRequest, id_of
from service.features.notes import comments, notes
from service.features.notes.notes import MAX_NOTE_LENGTH, PlayerNote
from service.features.notes.rendering import (
    Anchor,
    Comment,
    CommentId,
    CommentList,
    Note,
    NoteList,
    SharedNote,
    SharedNoteList,
)
from service.platform.database.unreadable_rows import shown
from service.platform.wire.field_types import Flag, Text
from service.platform.wire.headers import E_TAG, LINK
from service.platform.wire.operation import Answer, Body, Link, Operation, Parameter
from service.platform.wire.pagination import CURSOR, LIMIT, page_of, page_query
from service.platform.wire.problems import invalid
from service.platform.wire.request_fields import Paragraphs, length
from service.platform.wire.request_parsing import Request, empty_body, json_body, load
from service.platform.wire.responses import as_json, is_expected, no_content

ANCHOR: Final = Parameter(
    "anchor",
    "path",
    Anchor("The subject of the note: `game`, a turn up to the present one, or a card of the deck."),
    "turn-0",
)

COMMENT: Final = Parameter("comment", "path", CommentId("The comment."), "c_019906a4c3e17b50000137e2d2f86a00")

routes = Blueprint("notes", __name__, url_prefix="/v1")


class _TextBody(Request):
    text = Paragraphs(named="Paragraphs", required=True, validate=length(MAX_NOTE_LENGTH))


class UpdateNoteRequest(_TextBody):
    """The new text of a note."""

    shared = Flag("True to show the note after the end of the game; by default false.", load_default=False)


class CreateCommentRequest(_TextBody):
    """A comment on a replay."""

    anchor = Text(named="Anchor", required=True)


_TO_NOTES = Link("notes", "listNotes", "All notes of the caller on this game.")


@routes.get("/games/<game>/notes")
@Operation(
    "listNotes",
    scope="notes:read",
    seat_token=True,
    price=5,
    answers={
        200: Answer(
            NoteList,
            "The notes.",
            examples=("notes",),
        )
    },
)
def list_notes(game: str) -> Response:
    """List your notes.

    Returns the caller's own notes on this game with their history: first on the game, then on turns, then on cards.
    Only players have notes, and no one else sees them here. The token needs the scope `notes:read`.
    """
    player = player_in(game)
    return as_json({"items": [*shown(notes.of_caller(player), Note.render)]})


@routes.put("/games/<game>/notes/<anchor>")
@Operation(
    "updateNote",
    scope="notes",
    seat_token=True,
    price=10,
    stores=400,
    parameters=(IF_MATCH_ANY, IF_NONE_MATCH),
    body=Body(UpdateNoteRequest),
    answers={
        200: Answer(
            Note,
            "The changed note.",
            examples=("note",),
            headers=(E_TAG,),
            links=(_TO_NOTES,),
        ),
        201: Answer(
            Note,
            "The new note.",
            examples=("note",),
            headers=(E_TAG,),
            links=(_TO_NOTES,),
        ),
    },
    problems=(
        ("game-not-running", "the game has not started"),
        (
            "limit-reached",
            "too many `notes` of the caller on this game, `note-characters` in them, or `notes-of-account`",
        ),
        ("revision-conflict", "the note does not match `If-Match` or `If-None-Match`"),
    ),
)
def put_note(game: str, anchor: str) -> Response:
    """Write a note.

    Writes a note on the game, on a turn (`turn-17`: the table after seventeen turns, up to the present one) or on a
    card, wherever the card is. Only the author sees it while the game runs. Each text is stored with the version of
    the newest event; a text that is written at the same version replaces the previous one. After the end of the
    game, readers of the replay see a note with `shared`, with its history; `shared` can be changed at any time.
    Limits per player and game: 150 notes, 100 versions per note (a further one replaces the last), and about
    200,000 characters in total. With `If-Match`, only this version of the note is changed; with `If-None-Match: *`,
    only a new note is written. The token needs the scope `notes`.
    """
    player = player_in(game)
    new = load(UpdateNoteRequest(), json_body())
    return _tagged(notes.put(player, anchor, new["text"], shared=new["shared"], fits=_fits))


@routes.delete("/games/<game>/notes/<anchor>")
@Operation(
    "deleteNote",
    scope="notes",
    seat_token=True,
    parameters=(IF_MATCH_ANY, IF_NONE_MATCH),
    answers={204: Answer(None, "The note was deleted.")},
    problems=(("revision-conflict", "the note does not match `If-Match` or `If-None-Match`"),),
)
def delete_note(game: str, anchor: str) -> Response:
    """Delete a note.

    Deletes a note with its history. The request has no body. The token needs the scope `notes`.
    """
    player = player_in(game)
    empty_body()
    notes.delete(player, anchor, fits=_fits)
    return no_content()


@routes.get("/replays/<game>/notes")
@Operation(
    "listSharedNotes",
    price=5,
    answers={200: Answer(SharedNoteList, "The notes.", examples=("shared-notes",))},
    problems=("game-not-finished",),
)
def list_shared_notes(game: str) -> Response:
    """Read the players' shared notes.

    Returns the shared notes of the players of a finished game by seat, each with its history. For a game from
    hanab.live, these are the notes of the import, without versions and times.
    """
    caller = auth.caller_if_any()
    game_id = game_id_of(game)
    shared = notes.of_replay(finished_game.load(game_id, caller))
    return as_json({"items": [*shown(shared, SharedNote.render)]})


def _tagged(note: PlayerNote) -> Response:
    status = HTTPStatus.CREATED if request.method == "PUT" and note.revision == 1 else HTTPStatus.OK
    return as_json(Note.render(note), status, {"ETag": f'"{note.revision}"'})


def _fits(revision: int) -> bool:
    """Return True if the request allows the change. The revision is that of the present note, 0 without a note."""
    return is_expected(revision, exists=revision > 0)


@routes.app_errorhandler(notes.NoSuchAnchor)
def _no_such_anchor(error: notes.NoSuchAnchor) -> Response:
    where = "#/anchor" if request.method == "POST" else "?anchor"
    why = N_(
        "must be game, a turn from turn-0 to turn-{turns}, or a card from card-0 to card-{most}",
        turns=error.turns,
        most=error.cards - 1,
    )
    return error_handlers.answer(invalid(where, why))


@routes.get("/replays/<game>/comments")
@Operation(
    "listComments",
    price=5,
    parameters=(LIMIT, CURSOR),
    answers={
        200: Answer(
            CommentList,
            "The comments of this page.",
            examples=("comments",),
            headers=(LINK,),
            links=(
                Link("mine", "deleteComment", "Delete one of them, as its author.", {"comment": "items/0/id"}),
                Link("author", "getAccount", "The author of one of them.", {"name": "items/0/author/id"}),
            ),
        )
    },
    problems=("game-not-finished",),
)
def list_comments(game: str) -> Response:
    """List the comments on a finished game.

    Returns the comments on a finished game, oldest first; for a private game, only to its players.
    """
    caller = auth.caller_if_any()
    stored = lookup.load_visible(GameRequest(game_id_of(game), caller))
    page = page_query()
    replay = finished_game.load(stored.game_id, caller, stored)
    return page_of(comments.of_replay(replay, caller, page), page.limit, Comment.render)


@routes.post("/replays/<game>/comments")
@Operation(
    "createComment",
    scope="reviews:write",
    price=10,
    stores=400,
    repeatable=True,
    body=Body(CreateCommentRequest),
    answers={
        201: Answer(
            Comment,
            "The comment.",
            examples=("comment",),
            links=(
                Link("comments", "listComments", "All comments on this game."),
                Link("mine", "deleteComment", "Delete the comment.", {"comment": "id"}),
            ),
        )
    },
    problems=(
        "game-not-finished",
        ("limit-reached", "too many `comments` of the caller on this game, or `comments-a-day`"),
    ),
)
def add_comment(game: str) -> Response:
    """Comment on a finished game.

    Writes a comment on a finished game as a whole, on a turn (`turn-17`: the table after seventeen turns) or on a
    card. Everyone who may read the replay may write up to two hundred comments on it. The token needs the scope
    `reviews:write`.
    """
    caller = auth.caller()
    stored = lookup.load_visible(GameRequest(game_id_of(game), caller))
    new = load(CreateCommentRequest(), json_body())
    replay = finished_game.load(stored.game_id, caller, stored)
    return as_json(Comment.render(comments.add(replay, caller, new["anchor"], new["text"])), HTTPStatus.CREATED)


@routes.delete("/replays/<game>/comments/<comment>")
@Operation(
    "deleteComment",
    scope="reviews:write",
    answers={204: Answer(None, "The comment was deleted.")},
    problems=("game-not-finished",),
)
def delete_comment(game: str, comment: str) -> Response:
    """Delete a comment.

    Deletes one of the caller's own comments. The request has no body. The token needs the scope `reviews:write`.
    """
    caller = auth.caller()
    stored = lookup.load_visible(GameRequest(game_id_of(game), caller))
    empty_body()
    comment_id = id_of("c", comment)
    comments.remove(finished_game.load(stored.game_id, caller, stored), caller, comment_id)
    return no_content()
