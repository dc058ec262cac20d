"""Routes: games, from the lobby to the last move."""

from collections.abc import Callable
from http import HTTPStatus
from typing import TypeVar
from uuid import UUID

from flask import Blueprint, Response, request, url_for

from engine.commands import CastAbortVote, WithdrawAbortVote
from service import ids
from service.games import chat, lobby, play
from service.games.play import Edition, NotFound, Place
from service.http.pipeline import auth
from service.http.pipeline.idempotency import once
from service.http.wire import render, schemas
from service.http.wire.pagination import page
from service.http.wire.problems import Problem
from service.http.wire.responses import as_json, language, not_modified, nothing, tag_of
from service.identity.tokens import Caller
from service.replays import listing

__all__ = ["asked", "game_id_of", "routes"]

T = TypeVar("T")

routes = Blueprint("games", __name__, url_prefix="/v1/games")


def game_id_of(text: str) -> UUID:
    """Return the id in a path; what has not the form of one is as unknown as one that nobody has."""
    game_id = ids.parse("g", text)
    if game_id is None:
        raise NotFound
    return game_id


def asked(game: str, caller: Caller | None, query: Callable[[], T]) -> tuple[UUID, T]:
    """Return the id in a path, and what the query asks of that game.

    Whoever may not know of the game is told nothing else: NotFound or WrongGame come before invalid-request.
    """
    game_id = game_id_of(game)
    try:
        return game_id, query()
    except Problem:
        play.look(game_id, caller)
        raise


def _place(game: str) -> Place:
    """Return the caller's place in a game; an unknown caller is told before an unknown game."""
    return play.place(*auth.visit(game, "play"))


@routes.post("")
@once
def create_game() -> Response:
    """Make a game with the caller in seat 0."""
    caller = auth.caller("play")
    new = schemas.new_game()
    game_id = lobby.create(
        caller,
        new.seats,
        new.edition,
        new.overrides,
        sandbox=new.sandbox,
        private=new.private,
        deck=new.deck,
        idle_limit_s=new.idle_limit_s,
        entropy=new.entropy,
    )
    location = url_for("games.get_game", game=ids.render("g", game_id))
    body = render.table(play.table(game_id, caller), language())
    return as_json(body, HTTPStatus.CREATED, {"Location": location})


@routes.get("")
def list_games() -> Response:
    """Answer with public games, newest first."""
    auth.caller_if_any()
    query = schemas.games_query()
    return page(listing.games(query), query.limit)


@routes.get("/<game>")
def get_game(game: str) -> Response:
    """Answer with the caller's view, now or as it was at a version, or say that it has not changed."""
    edition = auth.glance(game) if request.if_none_match else None
    visit = None if edition else auth.visit(game)
    try:
        with_knowledge, at = schemas.game_query()
    except Problem:
        play.look(*(visit or auth.visit(game)))
        raise
    mark = ("" if at is None else "a") + ("k" if with_knowledge else "")
    if edition is not None and (at is None or at <= edition.version):
        tag = tag_of(edition if at is None else _then(at, edition.seat)) + mark
        if request.if_none_match.contains_weak(tag):
            return not_modified(tag)
    visit = visit or auth.visit(game)
    if at is None:
        table = play.table(*visit)
        body, view, edition = render.table(table, language()), table.view, table.edition
    else:
        found = play.frame(*visit, at)
        (body,), (view,) = render.frames(found, language()), found.views
        edition = _then(at, view.viewer)
    if with_knowledge:
        body["knowledge"] = render.own_knowledge(view)
    return as_json(body, headers={"ETag": f'"{tag_of(edition)}{mark}"'})


def _then(version: int, seat: int | None) -> Edition:
    """Return what a past view depends on: names, which change, are not in it."""
    return Edition(version, 0, seat)


@routes.post("/<game>/seats")
@once
def take_seat(game: str) -> Response:
    """Take a seat, or give one to a bot; the last one starts the game."""
    caller = auth.caller("play", at_a_table=True)
    game_id = game_id_of(game)
    lobby.require_welcome(game_id, caller, schemas.code_if_any())  # a game unknown is told before a faulty body
    wanted = schemas.wanted_seat()
    if wanted.bot is None:
        lobby.join(game_id, caller, wanted.seat, wanted.code, wanted.entropy)
    else:
        lobby.seat_bot(game_id, caller, wanted.seat, wanted.bot)
    return as_json(render.table(play.table(game_id, caller), language()), HTTPStatus.CREATED)


@routes.delete("/<game>/seats/me")
def leave_seat(game: str) -> Response:
    """Give the caller's seat back before the start."""
    caller = auth.caller("play", at_a_table=True)
    here = play.place(game_id_of(game), caller)
    schemas.empty_body()
    lobby.leave(here.stored.game_id, caller)
    return nothing()


@routes.put("/<game>/seats/me/entropy")
def give_entropy(game: str) -> Response:
    """Change what the caller's seat gives to the shuffle, while the game is open."""
    caller = auth.caller("play", at_a_table=True)
    game_id = play.place(game_id_of(game), caller).stored.game_id
    lobby.give_entropy(game_id, caller, schemas.entropy())
    return as_json(render.table(play.table(game_id, caller), language()))


@routes.post("/<game>/invitations")
@once
def invite(game: str) -> Response:
    """Make a code that opens a private game, or open it to an account."""
    caller = auth.caller("play", at_a_table=True)
    here = play.place(game_id_of(game), caller)
    wanted = schemas.invitation()
    invited = lobby.invite(here.stored.game_id, caller, wanted.lifetime_s, wanted.account_id)
    return as_json(render.invitation(invited), HTTPStatus.CREATED)


@routes.post("/<game>/moves")
@once
def make_move(game: str) -> Response:
    """Carry out a turn; answer with its event and the view after it."""
    here = _place(game)
    move = schemas.move()
    acted = play.act(here, move.command, move.expected_version)
    headers = {"Idempotency-Replayed": "true"} if acted.again else {}
    return as_json(render.acted(acted, language()), HTTPStatus.CREATED, headers)


@routes.put("/<game>/hand-order")
def reorder_hand(game: str) -> Response:
    """Lay the caller's cards in another order (R26)."""
    here = _place(game)
    acted = play.act(here, schemas.hand_order())
    return as_json(render.acted(acted, language()))


@routes.post("/<game>/abort-votes")
@once
def cast_abort_vote(game: str) -> Response:
    """Vote to give the game up; the last seat's vote ends it (R21)."""
    here = _place(game)
    schemas.empty_body()
    acted = play.act(here, CastAbortVote())
    return as_json(render.acted(acted, language()), HTTPStatus.CREATED)


@routes.delete("/<game>/abort-votes")
def withdraw_abort_vote(game: str) -> Response:
    """Take the caller's vote to give up back (R21)."""
    here = _place(game)
    schemas.empty_body()
    acted = play.act(here, WithdrawAbortVote())
    return as_json(render.acted(acted, language()))


@routes.get("/<game>/messages")
def list_messages(game: str) -> Response:
    """Answer with what was said at the table (R27)."""
    caller = auth.caller_if_any()
    game_id, _ = asked(game, caller, schemas.no_query)
    return as_json(render.messages(chat.heard(game_id, caller), language()))


@routes.post("/<game>/messages")
@once
def say(game: str) -> Response:
    """Make a remark or say a text (R27)."""
    here = _place(game)
    return as_json(render.message(chat.say(here, schemas.message()), language()), HTTPStatus.CREATED)
