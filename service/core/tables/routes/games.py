"""Routes of games: create, list, view, and count the watchers."""

from typing import TypeVar
from uuid import UUID

from flask import Blueprint, Response, request

from engine.proof.deal import CompositionError
from engine.rules import RulesError
from engine.wording import N_
from service.core.replays import finished_game
from service.core.replays.finished_game import FinishedGame
from service.core.replays.lists.games import public_games
from service.core.requests import auth, error_handlers
from service.core.tables import lookup, sealed_decks
from service.core.tables.lookup import GameRequest
from service.core.tables.rendering import schemas
from service.core.tables.rendering.schemas import CreateGameRequest
from service.core.tables.rendering.view_schemas import FROM_GAMES, FROM_VIEW, GameList, View
from service.core.tables.routes import lists, view
from service.core.tables.routes.lists import (
    STATUS,
    WATCHABLE,
    WITH_EDITION,
    WITH_MULTICOLOR,
    WITH_PACE,
    WITH_SEATS,
    WITH_VARIANT,
    page,
)
from service.core.tables.routes.seats import created_or_joined
from service.platform.limits import gates
from service.platform.requests import exchange
from service.platform.wire.headers import E_TAG_OF_VIEW, LINK, LOCATION, LOCATION_OF_VIEW
from service.platform.wire.operation import Answer, Body, Operation
from service.platform.wire.pagination import CURSOR, LIMIT
from service.platform.wire.problems import Problem, fault, invalid, step

T = TypeVar("T")

routes = Blueprint("games", __name__, url_prefix="/v1/games")


@routes.post("")
@Operation(
    "createGame",
    scope="games:create",
    price=10,
    stores=1800,
    repeatable=True,
    plays=True,
    body=Body(CreateGameRequest),
    answers={
        201: Answer(
            View,
            "The game as its creator sees it. `Location` is its address.",
            examples=("game-open", "game-replayed"),
            headers=(LOCATION, LOCATION_OF_VIEW, E_TAG_OF_VIEW),
            links=FROM_VIEW,
        )
    },
    problems=(
        (
            "limit-reached",
            "the caller has created too many `open-games`, plays in too many `running-games`, or has sent too many "
            "`invitations`, or `invitations-to-account` within 24 hours",
        ),
        "bot-cannot-play",
        ("invalid-request", "the body, an option or a pair of options is invalid; `errors` points to each fault"),
        "invalid-deck",
        ("deck-sealed", "the deck is played in a contest in which others have still to play it"),
        ("not-found", "there is no game `deck_of` that the caller may see"),
        ("game-not-finished", "the game `deck_of` has not ended"),
        "deck-known",
        ("seat-refused", "somebody whose game plays the deck has blocked the caller"),
        ("game-not-open", "the game to which the caller was invited has started without the caller"),
        "commitment-taken",
    ),
)
def create_game() -> Response:
    """Create a game.

    Creates an open game with the caller in seat 0, and `bots` in the next seats. It starts when its last seat is taken.
    The rules are those of an edition, by default `de`, and single options can be overridden. The deck is shuffled with
    the system's secure random numbers. Only a sandbox game can have a given deck, first dealt card first (R3); it
    starts with seat 0 unless `starting_seat` says otherwise. Sandbox games are marked as such and do not count in
    statistics. A private game is in no list and visible only to players with a seat in it; others need an invitation.

    With `invite`, the game is a challenge: these accounts are told as of any invitation, and accept by taking a seat.
    `GET /v1/games/{game}/invitations` shows who has declined. Leave the game to withdraw it.

    With `deck_of`, the game plays the deck of a finished one. Its `replayed` is true, but it does not say which game
    that was. The players should not know the deck. If the caller has played, read or imported a game with it, this
    operation and `createSeat` answer `deck-known`, unless `knew_deck` is sent; the seat then shows `knew_deck`. A
    player who reads such a game before the end gets the mark too. Nobody can know who has read a game without a token.
    The deal commits to the deck, and its `origin` is `replayed`: nothing proves that nobody knew the deck. The game
    counts apart in statistics. A sandbox game's deck makes a sandbox game. If somebody has invited the caller to such a
    game that is still open, the caller gets a seat there instead: all players of a game can play its deck again with
    `invite`.

    With as many `bots` as `seats`, in a sandbox game, the bots play alone, and the answer is the end of their game. Its
    replay has every turn.
    """
    caller = auth.caller()
    new = schemas.new_table(_unsealed)
    if new.bots:
        turns = gates.BOTS_GAME if len(new.bots) == new.setting.seats else 1
        exchange.charge_units(len(new.bots) * gates.BOT * turns)
    return view.created(GameRequest(created_or_joined(caller, new), caller))


def _unsealed(game_id: UUID) -> FinishedGame:
    """Return a finished game whose deck the caller may play."""
    exchange.charge_units(gates.DECK_AGAIN)
    found = finished_game.load(game_id, auth.caller(), is_read=False)
    sealed_decks.require_unsealed(found.stored)
    return found


@routes.get("")
@Operation(
    "listGames",
    price=8,
    plays=True,
    parameters=(STATUS, WATCHABLE, WITH_SEATS, WITH_EDITION, WITH_MULTICOLOR, WITH_VARIANT, WITH_PACE, LIMIT, CURSOR),
    answers={
        200: Answer(
            GameList,
            "The games of this page, in order.",
            examples=("games",),
            headers=(LINK,),
            links=FROM_GAMES,
        )
    },
)
def list_games() -> Response:
    """List games.

    Returns the games played here, newest first, except private and sandbox games.
    """
    auth.caller_if_any()
    query = lists.games_query()
    return page(public_games(query), query.limit)


@routes.app_errorhandler(lookup.NoSuchSeat)
def _no_such_seat(error: lookup.NoSuchSeat) -> Response:
    where = ("?" if request.method in ("GET", "HEAD") else "#/") + error.member
    return error_handlers.answer(invalid(where, N_("must be from 0 to {last}", last=error.seats - 1)))


@routes.app_errorhandler(lookup.VersionNotReached)
def _version_not_reached(error: lookup.VersionNotReached) -> Response:
    newest = error.newest
    detail = (
        N_("must be from 0 to {last}", last=newest)
        if newest >= 0
        else N_("names a version, and the game has not been dealt")
    )
    return error_handlers.answer(invalid("?at", detail))


@routes.app_errorhandler(RulesError)
def _rules_error(error: RulesError) -> Response:
    faults = [fault(f"#/rules{step(member)}", why) for member, why in error.faults.items()]
    return error_handlers.answer(Problem("invalid-request", errors=faults))


@routes.app_errorhandler(CompositionError)
def _composition_error(error: CompositionError) -> Response:
    return error_handlers.answer(Problem("invalid-deck", errors=[fault("#/deck", error.args[0], rule="R2")], rule="R2"))
