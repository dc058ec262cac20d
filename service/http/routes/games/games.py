"""Routes of games: create, list, join, view, play and chat."""

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Final, TypeVar
from uuid import UUID

from flask import Blueprint, Response, current_app, request, url_for

from engine.commands import WithdrawAbortVote
from engine.decide import IllegalMove
from engine.proof.deal import CompositionError
from engine.rules import RulesError
from service import i18n, ids
from service.games import chat, lookup, play
from service.games.lobby import access, contributions, creation, invitations, seats
from service.games.lobby.seats import Timeouts
from service.games.lookup import GameRequest, NotFound, PlayerSeat
from service.http.pipeline import auth, errors, exchange, prices
from service.http.routes.games import game_view
from service.http.wire import render, schemas
from service.http.wire.operation import Operation
from service.http.wire.pagination import page
from service.http.wire.problems import Problem, fault, step
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
    """Create a game.

    Creates an open game with the caller in seat 0, and `bots` in the next seats. It starts when its last seat is taken.
    The rules are those of an edition, by default `de`, and single options can be overridden. The deck is shuffled with
    the system's secure random numbers. Only a sandbox game can have a given deck, first dealt card first (R3); it
    starts with seat 0 unless `starting_seat` says otherwise. Sandbox games are marked as such and do not count in
    statistics. A private game is in no list and visible only to players with a seat in it; others need an invitation.
    """
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
    """List games.

    Returns the games played here, newest first, except private and sandbox games.
    """
    auth.caller_if_any()
    query = schemas.games_query()
    return page(listing.games(query), query.limit)


@routes.get("/<game>")
@Operation("getGame")
def get_game(game: str) -> Response:
    """Read a game.

    Returns the table as the caller sees it. `legal_actions` is complete and exact if it is the caller's turn, and
    empty otherwise. Under `memory_aid` `none`, a running game shows neither `clues` nor `possible`. With the `ETag`
    of an earlier response in `If-None-Match`, the response is 304 if nothing has changed, at very low cost. With
    `knowledge=true`, the member `knowledge` contains what can be known about the cards: about the caller's own hand
    from everything that it sees, about the others from common knowledge only (R28). It uses the clues that the view
    shows.

    With `If-None-Match` and `Prefer: wait=30`, the response waits until the view changes, for at most that many
    seconds; then it is 304. So one request returns the next view as soon as there is one. A view of an ended game
    does not change.

    With `at`, it returns the table as the caller's seat saw it at that version, with the legal actions of that
    time, in running and finished games. It equals the replay's frame for this seat byte for byte. It contains no
    names, because names can change.
    """
    return game_view.response(game)


@routes.post("/<game>/seats")
@Operation("createSeat", scope="play", seat_token=True, price=15, stores=900, repeatable=True)
def take_seat(game: str) -> Response:
    """Take a seat.

    Takes the seat in the body, or the next free one if the body names none (an empty object, or no body at all). A
    private game requires the `code` of an invitation and is 404 without it; an invited account needs no code. The
    creator of the game can give seats to bots, with `bot`. When the last seat is taken, the cards are dealt and the
    game starts, unless a seat has given an `entropy_commitment`: then the game first waits for reveals, until
    `reveal_until`.
    """
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
    """Leave your seat.

    Frees the caller's seat while the game is open. A game in which no account has a seat any more disappears. The
    request has no body.
    """
    caller = auth.caller()
    game_id = lookup.player_seat(GameRequest(game_id_of(game), caller)).stored.game_id
    schemas.empty_body()
    seats.leave(game_id, caller)
    return no_content()


@routes.delete("/<game>/seats/<seat>")
@Operation("deleteSeat", scope="play", seat_token=True)
def remove_seat(game: str, seat: str) -> Response:
    """Remove another seat.

    The creator of the game removes another seat, of a player or a bot, while the game is open. The seat becomes free,
    and its player's invitations to the game end. Block the player to keep it away. After the deal nobody can remove
    a seat: vote to abort instead (R21). A creator who has left the own game cannot remove seats. The request has no
    body.
    """
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
    r"""Contribute to the deal.

    Sets what the caller's seat contributes to the shuffle while seats are free, or reveals it. The deck is derived
    from the service's secret, to which `secret_commitment` commits when the game is created, and from what the
    seats contribute. The body has one of three members:

    - `entropy_commitment`: the commitment to 32 random bytes, which the seat reveals later. It is
      SHA-256("hanabi/1 entropy commitment\0" || bytes). No two seats of a game can have the same one. If at least one
      seat that contributes in this way plays fair, nobody can choose the deck.
    - `reveal`: these 32 bytes, when `reveal_until` is set. The last reveal deals the game. A repeated reveal changes
      nothing, also after the deal. Never reveal earlier.
    - `entropy`: an unpredictable text, which everyone sees. It is weaker: the service together with the player who
      joins or gives a text last can still choose the deck. `null` withdraws what the seat gave.

    A contribution replaces the previous one, and has no effect on a given deck. Save the view that you have before
    you reveal: `secret_commitment`, `entropies` and `entropy_commitments` of the deal must be equal to it, and
    `reveals` must have your bytes (`/docs/verification`).
    """
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
    """Invite to a game.

    Creates a code with which anyone can take a seat in a private game, while the game is open and the code is
    valid. The code is shown only once. With `account`, the invitation is for that account only: it takes a seat
    without a code, and `GET /v1/me/invitations` and `GET /v1/me/events` list the invitation. An account that has
    blocked the caller, or declined an earlier invitation by the caller to this game, does not see it. A private game
    stays open for at least as long as its invitations.
    """
    caller = auth.caller()
    game_id = lookup.player_seat(GameRequest(game_id_of(game), caller)).stored.game_id
    new = schemas.invitation()
    open_for_s = _settings().open_game_timeout_s
    created = invitations.invite(game_id, caller, new.lifetime_s, new.account_id, open_for_s)
    return as_json(render.invitation(created), HTTPStatus.CREATED)


@routes.post("/<game>/moves")
@Operation("createMove", scope="play", seat_token=True, stores=300, repeatable=True)
def make_move(game: str) -> Response:
    """Make a move.

    Plays or discards a card, or gives a clue: one of the view's `legal_actions`, as it is. `expected_version` is the
    version that the player saw: the move is rejected if another turn came after it. A reorder, a message or a vote in
    between does not matter. A rejected move changes nothing. Bots that are next to move do so before the response,
    which has all events after `expected_version`.

    A move that is sent twice takes effect once: if the turn after `expected_version` is this same move by this
    seat, it is the answer, with `Idempotency-Replayed`. A move without `expected_version` has no such protection:
    send it with an `Idempotency-Key`.
    """
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
    """Reorder your hand.

    Puts the caller's cards in this order, oldest place first (R26). It is not a turn, everyone sees it, and moves
    in transit stay valid. It is allowed three times between two turns; under `hand_reorder` `after_clue`, once the
    hand was given a clue.
    """
    player = player_in(game)
    result = play.act(player, schemas.hand_order())
    return as_json(render.acted(result, language()))


@routes.put("/<game>/card-orientation")
@Operation("updateCardOrientation", scope="play", seat_token=True, stores=300)
def turn_cards(game: str) -> Response:
    """Turn cards of your hand.

    Turns cards of the caller's hand the same way, to remember clues (R29). It is not a turn, everyone sees it, and
    moves in transit stay valid. It is allowed whenever `hand_reorder` allows a new order, and counts as one: three
    times in all between two turns. Games that were dealt before this existed refuse it with `no-turned-cards`.
    """
    player = player_in(game)
    result = play.act(player, schemas.card_orientation())
    return as_json(render.acted(result, language()))


@routes.post("/<game>/abort-votes")
@Operation("createAbortVote", scope="play", seat_token=True, stores=300, repeatable=True)
def cast_abort_vote(game: str) -> Response:
    """Vote to abort.

    Votes to abort the game. When all seats have voted, the game ends as aborted (R21). It is not a turn.

    If a seat has not made its first move within a time that the service sets (by default ten minutes after the move
    before it, or after the deal), one vote of any other seat ends the game, with the reason `no_show`. The event is
    `abort` then.
    """
    player = player_in(game)
    schemas.empty_body()
    result = play.vote_to_abort(player, _settings().first_move_timeout_s)
    return as_json(render.acted(result, language()), HTTPStatus.CREATED)


@routes.delete("/<game>/abort-votes")
@Operation("deleteAbortVote", scope="play", seat_token=True, stores=300)
def withdraw_abort_vote(game: str) -> Response:
    """Withdraw the vote to abort.

    Withdraws the caller's vote to abort (R21). The request has no body.
    """
    player = player_in(game)
    schemas.empty_body()
    result = play.act(player, WithdrawAbortVote())
    return as_json(render.acted(result, language()))


@routes.get("/<game>/messages")
@Operation("listMessages", price=8)
def list_messages(game: str) -> Response:
    """List messages.

    Returns the messages at the table, oldest first, and what may be said there (R27).
    """
    caller = auth.caller_if_any()
    game_id = game_id_of(game)
    return as_json(render.messages(chat.messages_of(game_id, caller), language()))


@routes.post("/<game>/messages")
@Operation("createMessage", scope="play", seat_token=True, stores=300, repeatable=True)
def say(game: str) -> Response:
    """Send a message.

    Sends a remark from the fixed list, or a text, as the game's `table_talk` allows (R27): under `remarks`, a
    remark on the caller's own move; under `free`, either at any time; at most five between two turns. The remark
    `no-information` can name cards of the caller's hand. After the end of the game, everything is allowed except to
    name cards, up to two hundred messages per seat; these have no `version`.
    """
    player = player_in(game)
    return as_json(render.message(chat.say(player, schemas.message()), language()), HTTPStatus.CREATED)


def _timeouts() -> Timeouts:
    return Timeouts(_settings().open_game_timeout_s, _settings().reveal_timeout_s)


def _settings() -> Settings:
    settings: Settings = current_app.config["SERVICE_SETTINGS"]
    return settings


@routes.app_errorhandler(play.VersionConflict)
def _version_conflict(error: play.VersionConflict) -> Response:
    missed = render.feed(error.missed, language())
    return errors.answer(Problem("version-conflict", version=missed["version"], events=missed["items"]))


@routes.app_errorhandler(lookup.NoSuchSeat)
def _no_such_seat(error: lookup.NoSuchSeat) -> Response:
    where = ("?" if request.method in ("GET", "HEAD") else "#/") + error.member
    return errors.answer(Problem("invalid-request", errors=[fault(where, f"must be from 0 to {error.seats - 1}")]))


@routes.app_errorhandler(seats.OwnSeat)
def _own_seat(_: seats.OwnSeat) -> Response:
    why = "is the caller's own: DELETE /v1/games/{game}/seats/me frees it"
    return errors.answer(Problem("invalid-request", errors=[fault("?seat", why)]))


@routes.app_errorhandler(lookup.VersionNotReached)
def _version_not_reached(error: lookup.VersionNotReached) -> Response:
    newest = error.newest
    detail = f"must be from 0 to {newest}" if newest >= 0 else "names a version, and the game has not been dealt"
    return errors.answer(Problem("invalid-request", errors=[fault("?at", detail)]))


@routes.app_errorhandler(invitations.NoSuchAccount)
def _no_such_account(_: invitations.NoSuchAccount) -> Response:
    return errors.answer(Problem("invalid-request", errors=[fault("#/account", "must be the id of an account")]))


@routes.app_errorhandler(IllegalMove)
def _illegal_move(error: IllegalMove) -> Response:
    refusal = error.refusal
    problem = Problem("illegal-move", refusal=refusal.code, rule=refusal.rule)
    return errors.answer(problem, i18n.refusal(language(), refusal.code, refusal.rule))


@routes.app_errorhandler(RulesError)
def _rules_error(error: RulesError) -> Response:
    faults = [fault(f"#/rules{step(member)}", why) for member, why in error.faults.items()]
    return errors.answer(Problem("invalid-request", errors=faults))


@routes.app_errorhandler(CompositionError)
def _composition_error(error: CompositionError) -> Response:
    return errors.answer(Problem("invalid-deck", errors=[fault("#/deck", str(error), rule="R2")], rule="R2"))
