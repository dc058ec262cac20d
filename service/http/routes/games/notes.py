"""Routes of a player's own notes and the shared notes of replays."""

from http import HTTPStatus

from flask import Blueprint, Response, request

from service.games.lookup import NotFound
from service.http.pipeline import auth, errors
from service.http.routes.games.games import game_id_of, player_in
from service.http.wire import render, schemas
from service.http.wire.operation import Operation
from service.http.wire.problems import Problem, fault
from service.http.wire.responses import as_json, no_content
from service.replays import finished_game, notes
from service.replays.notes import PlayerNote

__all__ = ["routes"]

routes = Blueprint("notes", __name__, url_prefix="/v1")


@routes.get("/games/<game>/notes")
@Operation("listNotes", scope="read", seat_token=True)
def list_notes(game: str) -> Response:
    """List your notes.

    Returns the caller's own notes on this game with their history: first on the game, then on turns, then on cards.
    Only players have notes, and no one else sees them here. The token needs the scope `read`.
    """
    player = player_in(game)
    return as_json({"items": [render.note(note) for note in notes.of_caller(player)]})


@routes.get("/games/<game>/notes/<anchor>")
@Operation("getNote", scope="read", seat_token=True)
def get_note(game: str, anchor: str) -> Response:
    """Read one of your notes.

    Returns one of the caller's notes with its history. The token needs the scope `read`.
    """
    player = player_in(game)
    note = notes.get(player, anchor)
    if note is None:
        raise NotFound
    return _tagged(note)


@routes.put("/games/<game>/notes/<anchor>")
@Operation("updateNote", scope="play", seat_token=True, stores=400)
def put_note(game: str, anchor: str) -> Response:
    """Write a note.

    Writes a note on the game, on a turn (`turn-17`: the table after seventeen turns, up to the present one) or on a
    card, wherever the card is. Only the author sees it while the game runs. Each text is stored with the version of
    the newest event; a text that is written at the same version replaces the previous one. After the end of the
    game, readers of the replay see a note with `shared`, with its history; `shared` can be changed at any time.
    Limits per player and game: 150 notes, 100 versions per note (a further one replaces the last), and about
    200,000 characters in total. With `If-Match`, only this version of the note is changed; with `If-None-Match: *`,
    only a new note is written. The token needs the scope `play`.
    """
    player = player_in(game)
    new = schemas.note()
    return _tagged(notes.put(player, anchor, new.text, shared=new.shared, fits=_matches))


@routes.delete("/games/<game>/notes/<anchor>")
@Operation("deleteNote", scope="play", seat_token=True)
def delete_note(game: str, anchor: str) -> Response:
    """Delete a note.

    Deletes a note with its history. The request has no body. The token needs the scope `play`.
    """
    player = player_in(game)
    schemas.empty_body()
    notes.delete(player, anchor, fits=_matches)
    return no_content()


@routes.get("/replays/<game>/notes")
@Operation("listSharedNotes")
def list_shared_notes(game: str) -> Response:
    """Read the players' shared notes.

    Returns the shared notes of the players of a finished game by seat, each with its history. For a game from
    hanab.live, these are the notes of the import, without versions and times.
    """
    caller = auth.caller_if_any()
    game_id = game_id_of(game)
    shared = notes.of_replay(finished_game.load(game_id, caller))
    return as_json({"items": [render.shared_note(note) for note in shared]})


def _tagged(note: PlayerNote) -> Response:
    status = HTTPStatus.CREATED if request.method == "PUT" and note.revision == 1 else HTTPStatus.OK
    return as_json(render.note(note), status, {"ETag": f'"{note.revision}"'})


def _matches(revision: int) -> bool:
    """Return True if `If-Match` and `If-None-Match` allow the change.

    The revision is that of the present note, 0 without a note.
    """
    tag = str(revision)
    if "If-Match" in request.headers and not (revision and request.if_match.contains(tag)):
        return False
    return not (revision and "If-None-Match" in request.headers and request.if_none_match.contains_weak(tag))


@routes.app_errorhandler(notes.NoSuchAnchor)
def _no_such_anchor(error: notes.NoSuchAnchor) -> Response:
    where = "#/anchor" if request.method == "POST" else "?anchor"
    why = f"must be game, a turn from turn-0 to turn-{error.turns}, or a card from card-0 to card-{error.cards - 1}"
    return errors.answer(Problem("invalid-request", errors=[fault(where, why)]))
