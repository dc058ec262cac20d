"""Routes: games, from the lobby to the last move."""

from http import HTTPStatus
from uuid import UUID

from flask import Blueprint, Response, url_for

from engine.commands import CastAbortVote, WithdrawAbortVote
from service import games, ids, talk
from service.api import auth, render, schemas
from service.api.answers import as_json, language
from service.games import NotFound, Place

__all__ = ["game_id_of", "routes"]

routes = Blueprint("games", __name__, url_prefix="/v1/games")


def game_id_of(text: str) -> UUID:
    """Return the id in a path; what has not the form of one is as unknown as one that nobody has."""
    game_id = ids.parse("g", text)
    if game_id is None:
        raise NotFound
    return game_id


def _place(game: str) -> Place:
    """Return the caller's place in a game; an unknown caller is told before an unknown game."""
    caller = auth.caller()
    return games.place(game_id_of(game), caller)


@routes.post("")
def create_game() -> Response:
    """Make a game with the caller in seat 0."""
    caller = auth.caller()
    new = schemas.new_game()
    game_id = games.create(
        caller,
        new.seats,
        new.edition,
        new.overrides,
        sandbox=new.sandbox,
        deck=new.deck,
        idle_limit_s=new.idle_limit_s,
    )
    location = url_for("games.get_game", game=ids.render("g", game_id))
    body = render.table(games.table(game_id, caller), language())
    return as_json(body, HTTPStatus.CREATED, {"Location": location})


@routes.get("/<game>")
def get_game(game: str) -> Response:
    """Answer with the caller's view."""
    caller = auth.caller_if_any()
    schemas.no_query()
    return as_json(render.table(games.table(game_id_of(game), caller), language()))


@routes.post("/<game>/seats")
def take_seat(game: str) -> Response:
    """Take a seat; the last one starts the game."""
    caller = auth.caller()
    game_id = game_id_of(game)
    games.table(game_id, caller)  # an unknown game is told before a faulty body
    games.join(game_id, caller, schemas.wanted_seat())
    return as_json(render.table(games.table(game_id, caller), language()), HTTPStatus.CREATED)


@routes.post("/<game>/moves")
def make_move(game: str) -> Response:
    """Carry out a turn; answer with its event and the view after it."""
    here = _place(game)
    move = schemas.move()
    entry, table = games.act(here, move.command, move.expected_version)
    return as_json(render.acted(entry, table, language()), HTTPStatus.CREATED)


@routes.put("/<game>/hand-order")
def reorder_hand(game: str) -> Response:
    """Lay the caller's cards in another order (R26)."""
    here = _place(game)
    entry, table = games.act(here, schemas.hand_order())
    return as_json(render.acted(entry, table, language()))


@routes.post("/<game>/abort-votes")
def cast_abort_vote(game: str) -> Response:
    """Vote to give the game up; the last seat's vote ends it (R21)."""
    here = _place(game)
    schemas.empty_body()
    entry, table = games.act(here, CastAbortVote())
    return as_json(render.acted(entry, table, language()), HTTPStatus.CREATED)


@routes.delete("/<game>/abort-votes")
def withdraw_abort_vote(game: str) -> Response:
    """Take the caller's vote to give up back (R21)."""
    here = _place(game)
    schemas.empty_body()
    entry, table = games.act(here, WithdrawAbortVote())
    return as_json(render.acted(entry, table, language()))


@routes.get("/<game>/messages")
def list_messages(game: str) -> Response:
    """Answer with what was said at the table (R27)."""
    caller = auth.caller_if_any()
    schemas.no_query()
    return as_json(render.messages(talk.heard(game_id_of(game), caller), language()))


@routes.post("/<game>/messages")
def say(game: str) -> Response:
    """Make a remark or say a text (R27)."""
    here = _place(game)
    return as_json(render.message(talk.say(here, schemas.message()), language()), HTTPStatus.CREATED)
