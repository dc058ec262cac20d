"""Routes: notes of players."""

from http import HTTPStatus

from flask import Blueprint, Response, request

from service.games import play
from service.games.play import NotFound, Place
from service.http.pipeline import auth
from service.http.routes.games.games import asked, game_id_of
from service.http.wire import render, schemas
from service.http.wire.responses import as_json, nothing
from service.identity.tokens import Scope
from service.replays import finished_game, notes
from service.replays.notes import PlayerNote

__all__ = ["routes"]

routes = Blueprint("notes", __name__, url_prefix="/v1")


def _place(game: str, scope: Scope) -> Place:
    caller = auth.caller(scope, at_a_table=True)
    return play.place(game_id_of(game), caller)


@routes.get("/games/<game>/notes")
def list_notes(game: str) -> Response:
    """Answer with the caller's own notes."""
    here = _place(game, "read")
    schemas.no_query()
    return as_json({"items": [render.note(note) for note in notes.of_caller(here)]})


@routes.get("/games/<game>/notes/<anchor>")
def get_note(game: str, anchor: str) -> Response:
    """Answer with one of the caller's own notes."""
    here = _place(game, "read")
    schemas.no_query()
    note = notes.one(here, anchor)
    if note is None:
        raise NotFound
    return _tagged(note)


@routes.put("/games/<game>/notes/<anchor>")
def put_note(game: str, anchor: str) -> Response:
    """Write a note, or write it anew."""
    here = _place(game, "play")
    new = schemas.note()
    return _tagged(notes.put(here, anchor, new.text, shared=new.shared, fits=_fits))


@routes.delete("/games/<game>/notes/<anchor>")
def delete_note(game: str, anchor: str) -> Response:
    """Take a note away, with all that it said."""
    here = _place(game, "play")
    schemas.empty_body()
    notes.delete(here, anchor, fits=_fits)
    return nothing()


@routes.get("/replays/<game>/notes")
def list_shared_notes(game: str) -> Response:
    """Answer with the notes that players show of a finished game."""
    caller = auth.caller_if_any()
    game_id, _ = asked(game, caller, schemas.no_query)
    shared = notes.of_replay(finished_game.load(game_id, caller))
    return as_json({"items": [render.shared_note(note) for note in shared]})


def _tagged(note: PlayerNote) -> Response:
    status = HTTPStatus.CREATED if request.method == "PUT" and note.revision == 1 else HTTPStatus.OK
    return as_json(render.note(note), status, {"ETag": f'"{note.revision}"'})


def _fits(revision: int) -> bool:
    """Say whether `If-Match` and `If-None-Match` allow this revision to be changed; 0 is a note that is not there."""
    tag = str(revision)
    if "If-Match" in request.headers and not (revision and request.if_match.contains(tag)):
        return False
    return not (revision and "If-None-Match" in request.headers and request.if_none_match.contains_weak(tag))
