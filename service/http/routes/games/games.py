"""Routes of games: create, list, join, view, play and chat."""

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Final, TypeVar
from uuid import UUID

from flask import Blueprint, Response, current_app, url_for

from engine.commands import WithdrawAbortVote
from service import ids
from service.games import chat, lookup, play
from service.games.lobby import access, contributions, creation, invitations, seats
from service.games.lobby.seats import Timeouts
from service.games.lookup import GameRequest, NotFound, PlayerSeat
from service.http.pipeline import auth, exchange, prices
from service.http.routes.games import game_view
from service.http.wire import render, schemas
from service.http.wire.operation import Operation
from service.http.wire.pagination import page
from service.http.wire.problems import Problem
from service.http.wire.request_record import language
from service.http.wire.responses import as_json, no_content
from service.identity.tokens import Caller
from service.replays import listing
from service.settings import Settings

__all__ = ["game_and_query", "game_id_of", "player_in", "routes"]

T = TypeVar("T")

_SEAT: Final = re.compile("[0-9]")

routes = Blueprint("games", __name__, url_prefix="/v1/games")


def game_id_of(text: str) -> UUID:
    """Return the game id in a path. Raises NotFound for a malformed id."""
    game_id = ids.parse("g", text)
    if game_id is None:
        raise NotFound
    return game_id


def game_and_query(game: str, caller: Caller | None, query: Callable[[], T]) -> tuple[UUID, T]:
    """Return the game id in a path, and the parsed query.

    Raises NotFound or WrongGame, not invalid-request, for a caller who may not see the game.
    """
    game_id = game_id_of(game)
    try:
        return game_id, query()
    except Problem:
        lookup.load_visible(GameRequest(game_id, caller))
        raise


def player_in(game: str) -> PlayerSeat:
    """Return the caller's seat in a game. Authentication fails before an unknown game."""
    return lookup.player_seat(auth.game_request(game))


@routes.post("")
@Operation("createGame", scope="play", price=10, stores=1800, repeatable=True)
def create_game() -> Response:
    """Create a game with the caller in seat 0, and bots in the next seats."""
    caller = auth.caller()
    new = schemas.new_game()
    if new.bots:
        exchange.charge_units(len(new.bots) * prices.BOT)
    game_id = creation.create(
        caller,
        new.seats,
        new.edition,
        new.overrides,
        sandbox=new.sandbox,
        private=new.private,
        deck=new.deck,
        idle_limit_s=new.idle_limit_s,
        contribution=new.contribution,
        bots=new.bots,
        timeouts=_timeouts(),
    )
    location = url_for("games.get_game", game=ids.render("g", game_id))
    body = render.table(lookup.read_view(GameRequest(game_id, caller)), language())
    return as_json(body, HTTPStatus.CREATED, {"Location": location})


@routes.get("")
@Operation("listGames", price=8)
def list_games() -> Response:
    """List public games, newest first."""
    auth.caller_if_any()
    query = schemas.games_query()
    return page(listing.games(query), query.limit)


@routes.get("/<game>")
@Operation("getGame")
def get_game(game: str) -> Response:
    """Return the caller's view, present or past; 304 if the client has it, perhaps after a wait."""
    return game_view.response(game)


@routes.post("/<game>/seats")
@Operation("createSeat", scope="play", seat_token=True, price=15, stores=900, repeatable=True)
def take_seat(game: str) -> Response:
    """Take a seat, or give one to a bot. The last seat starts the game, or lets it wait for reveals."""
    caller = auth.caller()
    game_id = game_id_of(game)
    # An unknown game is reported before an invalid body.
    access.require_access(game_id, caller, schemas.invitation_code())
    seat = schemas.seat()
    if seat.bot is None:
        seats.join(game_id, caller, seat.seat, seat.code, seat.contribution, _timeouts())
    else:
        exchange.charge_units(prices.BOT)  # for its first move, which the last player to take a seat waits for
        seats.seat_bot(game_id, caller, seat.seat, seat.bot, _timeouts())
    return as_json(render.table(lookup.read_view(GameRequest(game_id, caller)), language()), HTTPStatus.CREATED)


@routes.delete("/<game>/seats/me")
@Operation("deleteMySeat", scope="play", seat_token=True)
def leave_seat(game: str) -> Response:
    """Leave the caller's seat before the start of the game."""
    caller = auth.caller()
    game_id = lookup.player_seat(GameRequest(game_id_of(game), caller)).stored.game_id
    schemas.empty_body()
    seats.leave(game_id, caller)
    return no_content()


@routes.delete("/<game>/seats/<seat>")
@Operation("deleteSeat", scope="play", seat_token=True)
def remove_seat(game: str, seat: str) -> Response:
    """Remove another seat before the first move, as the game's creator."""
    caller = auth.caller()
    game_id = game_id_of(game)
    access.require_creator(game_id, caller)
    schemas.empty_body()
    if not _SEAT.fullmatch(seat):
        raise NotFound
    seats.remove(game_id, caller, int(seat))
    return no_content()


@routes.put("/<game>/seats/me/entropy")
@Operation("updateEntropy", scope="play", seat_token=True, stores=200)
def give_entropy(game: str) -> Response:
    """Set the contribution of the caller's seat to the deal, or reveal it before the deal."""
    caller = auth.caller()
    game_id = lookup.player_seat(GameRequest(game_id_of(game), caller)).stored.game_id
    given = schemas.entropy()
    if given.reveal is not None:
        contributions.reveal(game_id, caller, given.reveal)
    elif given.contribution is not None:
        contributions.give(game_id, caller, given.contribution)
    return as_json(render.table(lookup.read_view(GameRequest(game_id, caller)), language()))


@routes.post("/<game>/invitations")
@Operation("createInvitation", scope="play", seat_token=True, stores=400, repeatable=True)
def invite(game: str) -> Response:
    """Invite an account, or create an invitation with a code."""
    caller = auth.caller()
    game_id = lookup.player_seat(GameRequest(game_id_of(game), caller)).stored.game_id
    new = schemas.invitation()
    open_for_s = _settings().open_game_timeout_s
    created = invitations.invite(game_id, caller, new.lifetime_s, new.account_id, open_for_s)
    return as_json(render.invitation(created), HTTPStatus.CREATED)


@routes.post("/<game>/moves")
@Operation("createMove", scope="play", seat_token=True, stores=300, repeatable=True)
def make_move(game: str) -> Response:
    """Take a turn. Return its event and the view after it."""
    player = player_in(game)
    move = schemas.move()
    bots = sum([seated.bot is not None for seated in player.stored.players])
    if bots:
        exchange.charge_units(bots * prices.BOT)
    result = play.act(player, move.command, move.expected_version)
    headers = {"Idempotency-Replayed": "true"} if result.replayed else {}
    return as_json(render.acted(result, language()), HTTPStatus.CREATED, headers)


@routes.put("/<game>/hand-order")
@Operation("updateHandOrder", scope="play", seat_token=True, stores=300)
def reorder_hand(game: str) -> Response:
    """Reorder the caller's hand (R26)."""
    player = player_in(game)
    result = play.act(player, schemas.hand_order())
    return as_json(render.acted(result, language()))


@routes.put("/<game>/card-orientation")
@Operation("updateCardOrientation", scope="play", seat_token=True, stores=300)
def turn_cards(game: str) -> Response:
    """Turn cards of the caller's hand (R29)."""
    player = player_in(game)
    result = play.act(player, schemas.card_orientation())
    return as_json(render.acted(result, language()))


@routes.post("/<game>/abort-votes")
@Operation("createAbortVote", scope="play", seat_token=True, stores=300, repeatable=True)
def cast_abort_vote(game: str) -> Response:
    """Vote to abort the game. The last seat's vote ends it, or one vote if a seat has not shown up (R21)."""
    player = player_in(game)
    schemas.empty_body()
    result = play.vote_to_abort(player, _settings().first_move_timeout_s)
    return as_json(render.acted(result, language()), HTTPStatus.CREATED)


@routes.delete("/<game>/abort-votes")
@Operation("deleteAbortVote", scope="play", seat_token=True, stores=300)
def withdraw_abort_vote(game: str) -> Response:
    """Withdraw the caller's vote to abort (R21)."""
    player = player_in(game)
    schemas.empty_body()
    result = play.act(player, WithdrawAbortVote())
    return as_json(render.acted(result, language()))


@routes.get("/<game>/messages")
@Operation("listMessages", price=8)
def list_messages(game: str) -> Response:
    """List the chat messages of a game (R27)."""
    caller = auth.caller_if_any()
    game_id = game_id_of(game)
    return as_json(render.messages(chat.messages_of(game_id, caller), language()))


@routes.post("/<game>/messages")
@Operation("createMessage", scope="play", seat_token=True, stores=300, repeatable=True)
def say(game: str) -> Response:
    """Send a remark or a text to the chat (R27)."""
    player = player_in(game)
    return as_json(render.message(chat.say(player, schemas.message()), language()), HTTPStatus.CREATED)


def _timeouts() -> Timeouts:
    return Timeouts(_settings().open_game_timeout_s, _settings().reveal_timeout_s)


def _settings() -> Settings:
    settings: Settings = current_app.config["SERVICE_SETTINGS"]
    return settings
