"""Routes of seats: take and free them, and contribute to the deal."""

import re
from contextlib import suppress
from http import HTTPStatus
from typing import Final
from uuid import UUID

from flask import Blueprint, Response

from engine.wording import N_
from service.core.people.tokens import Caller
from service.core.requests import auth, error_handlers
from service.core.requests.auth import game_id_of
from service.core.tables import lookup
from service.core.tables.lobby import access, contributions, creation, seats
from service.core.tables.lobby.creation import AlreadyAgain, NewTable
from service.core.tables.lobby.seats import AlreadySeated, Timeouts
from service.core.tables.lookup import GameRequest, NotFound
from service.core.tables.rendering import schemas
from service.core.tables.rendering.schemas import CreateSeatRequest, UpdateEntropyRequest
from service.core.tables.rendering.view_schemas import FROM_VIEW, View, tag_of
from service.platform.limits import gates
from service.platform.requests import exchange
from service.platform.wire.headers import E_TAG_OF_VIEW, LOCATION_OF_VIEW
from service.platform.wire.operation import Answer, Body, Operation
from service.platform.wire.problems import invalid
from service.platform.wire.request_parsing import empty_body
from service.platform.wire.request_record import language, settings
from service.platform.wire.responses import as_json, no_content

routes = Blueprint("seats", __name__, url_prefix="/v1/games")

_SEAT: Final = re.compile("[0-9]")


@routes.post("/<game>/seats")
@Operation(
    "createSeat",
    scope="games:play",
    seat_token=True,
    price=20,
    stores=900,
    repeatable=True,
    plays=True,
    body=Body(CreateSeatRequest, required=False),
    answers={
        201: Answer(
            View,
            "The game as the caller sees it afterwards.",
            examples=("view-started", "game-awaiting-reveals"),
            headers=(LOCATION_OF_VIEW, E_TAG_OF_VIEW),
            links=FROM_VIEW,
        )
    },
    problems=(
        ("not-the-creator", "only the creator of the game can give seats to bots"),
        "seat-refused",
        "already-seated",
        ("game-not-open", "all seats are taken or the game is over"),
        ("limit-reached", "the caller has too many `seats-in-open-games` of others, or in `running-games`"),
        ("bot-cannot-play", "the bot does not play the variant of this game"),
        "commitment-taken",
        "deck-known",
        "seat-taken",
    ),
    without=("not-a-player",),
)
def take_seat(game: str) -> Response:
    """Take a seat.

    Takes the seat in the body, or else the next free one. A private game is 404 without the `code` of an invitation,
    which an invited account does not need. The creator of the game can give seats to bots, with `bot` and the scope
    `games:create` too. With `show_hands`, the caller agrees that watchers see all hands some turns later, if
    `watching` offers it; they do only if all people at the table agree. The last seat starts the game, unless a seat
    has given an `entropy_commitment`: then it first waits for reveals, until `reveal_until`.

    A game may play the deck of an earlier one (`replayed`). An account that has played, read or imported a game
    with it gets `deck-known`, and can take the seat with `knew_deck`, which everybody sees.
    """
    caller = auth.caller()
    game_id = game_id_of(game)
    # An unknown game is reported before an invalid body.
    access.require_access(game_id, caller, schemas.invitation_code())
    seat = schemas.seat()
    if seat.bot is None:
        seats.join(
            game_id,
            caller,
            seat.seat,
            seat.code,
            seat.contribution,
            timeouts(),
            knew_deck=seat.knew_deck,
            show_hands=seat.show_hands,
        )
    else:
        auth.require_scope(caller, "games:create")
        exchange.charge_units(gates.BOT)  # for its first move, which the last player to take a seat waits for
        seats.seat_bot(game_id, caller, seat.seat, seat.bot, timeouts())
    seated = lookup.read_view(GameRequest(game_id, caller))
    headers = {"Content-Location": f"{routes.url_prefix}/{game}", "ETag": f'"{tag_of(seated, language())}"'}
    return as_json(View.render(seated, language()), HTTPStatus.CREATED, headers)


@routes.delete("/<game>/seats/<seat>")
@Operation(
    "deleteSeat",
    scope="games:play",
    seat_token=True,
    plays=True,
    answers={204: Answer(None, "The seat is free again.")},
    problems=(
        ("not-the-creator", "only the creator of the game can remove other seats"),
        ("not-a-player", "the caller has no seat"),
        "game-not-open",
        "awaiting-reveals",
    ),
)
def free_seat(game: str, seat: str) -> Response:
    """Leave your seat, or remove another.

    Frees the caller's seat (`me`) while the game is open. A game without accounts in its seats disappears. With the
    scope `games:create` too, a creator with a seat removes another by its number, of a bot or a player, whose
    invitations end too. After the deal, vote to abort instead (R21).
    """
    caller = auth.caller()
    game_id = game_id_of(game)
    if seat == "me":
        lookup.player_seat(GameRequest(game_id, caller))
        empty_body()
        seats.leave(game_id, caller)
        return no_content()
    auth.require_scope(caller, "games:create")
    access.require_creator(game_id, caller)
    empty_body()
    if not _SEAT.fullmatch(seat):
        raise NotFound
    seats.remove(game_id, caller, int(seat))
    return no_content()


@routes.put("/<game>/seats/me/entropy")
@Operation(
    "updateEntropy",
    scope="games:play",
    seat_token=True,
    stores=200,
    plays=True,
    body=Body(UpdateEntropyRequest),
    answers={
        200: Answer(
            View,
            "The game as the caller sees it afterwards.",
            examples=("game-open", "game-awaiting-reveals"),
            links=FROM_VIEW,
        )
    },
    problems=(
        "game-not-open",
        ("awaiting-reveals", "all seats are taken, and the game waits for reveals"),
        "commitment-taken",
        "reveal-too-early",
        "reveal-mismatch",
    ),
)
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
    return as_json(View.render(lookup.read_view(GameRequest(game_id, caller)), language()))


def created_or_joined(caller: Caller, new: NewTable) -> UUID:
    """Create a table, or give the caller a seat at the open one that does the same. Return its id."""
    try:
        return creation.create(caller, new, timeouts())
    except AlreadyAgain as found:
        agrees = new.setting.hands_delay is not None
        with suppress(AlreadySeated):  # the answer was lost
            seats.join(
                *(found.game_id, caller, None, None, new.contribution, timeouts()),
                knew_deck=new.knew_deck,
                show_hands=agrees,
            )
        return found.game_id


def timeouts() -> Timeouts:
    return Timeouts(settings().open_game_timeout_s, settings().reveal_timeout_s)


@routes.app_errorhandler(seats.NoHandsShown)
def _no_hands_shown(_: seats.NoHandsShown) -> Response:
    why = N_("has no meaning here, as watchers of this table see no hands")
    return error_handlers.answer(invalid("#/show_hands", why))
