"""The route to play again with the same people."""

from flask import Blueprint, Response

from service.core.requests import auth
from service.core.requests.auth import player_in
from service.core.tables.lobby.contributions import Contribution
from service.core.tables.lobby.creation import NewTable
from service.core.tables.lookup import GameRequest, PlayerSeat
from service.core.tables.rendering.schemas import _ContributionBody, contribution
from service.core.tables.rendering.view_schemas import FROM_VIEW, View
from service.core.tables.routes import view
from service.core.tables.routes.seats import created_or_joined
from service.core.tables.watching import SHOWS_HELD
from service.platform.refusal import Refusal
from service.platform.wire.field_types import Flag
from service.platform.wire.headers import E_TAG_OF_VIEW, LOCATION, LOCATION_OF_VIEW
from service.platform.wire.operation import Answer, Body, Operation
from service.platform.wire.request_parsing import json_body, load
from service.platform.wire.request_record import settings

routes = Blueprint("again", __name__, url_prefix="/v1/games")


class NotOver(Refusal):
    """The game goes on, so its players cannot play again yet."""

    code = "game-not-finished"


class CreateNextGameRequest(_ContributionBody):
    """How to play again."""

    show_hands = Flag(
        "Whether the caller agrees that watchers see all hands in the next game too, if they did in this one; by "
        "default false.",
        load_default=False,
    )


@routes.post("/<game>/again")
@Operation(
    "createNextGame",
    scope="games:create",
    price=25,
    stores=1800,
    repeatable=True,
    plays=True,
    body=Body(CreateNextGameRequest, required=False),
    answers={
        201: Answer(
            View,
            "The next game as the caller sees it. `Location` is its address.",
            examples=("game-open",),
            headers=(LOCATION, LOCATION_OF_VIEW, E_TAG_OF_VIEW),
            links=FROM_VIEW,
        )
    },
    problems=(
        "not-a-player",
        "game-not-finished",
        (
            "limit-reached",
            "the caller has too many `open-games`, `running-games`, `invitations` or `invitations-to-account`",
        ),
        ("bot-cannot-play", "a bot does not play this variant any more"),
        ("seat-refused", "another player continues the game, and has blocked the caller"),
        ("game-not-open", "the next game has started without the caller"),
        "commitment-taken",
    ),
)
def play_again(game: str) -> Response:
    """Play again.

    Creates an open game with the settings and bots of a finished game of the caller, gives the caller a seat, and
    invites the other players for a day. If another player has done so, and that game is still open, the caller gets
    a seat there. Watchers see hands only if all players agree to that anew, with `show_hands`. `POST /v1/games` with
    `deck_of` plays the same deck.
    """
    caller = auth.caller()
    player = player_in(game)
    body = load(CreateNextGameRequest(), json_body(optional=True))
    if player.stored.finished_at is None:
        raise NotOver
    new = _next(player, contribution(body), show_hands=body["show_hands"])
    return view.created(GameRequest(created_or_joined(caller, new), caller))


def _next(player: PlayerSeat, given: Contribution, *, show_hands: bool) -> NewTable:
    """Return the next game of a finished one, with the caller in seat 0, and invitations for the others."""
    stored = player.stored
    others = [one for one in stored.taken if one.seat != player.seat]
    setting = stored.setting._replace(replayed=False, contest_id=None)
    if setting.hands_delay is not None and not show_hands:
        setting = setting._replace(watching="table", hands_delay=None)
    if setting.watching == SHOWS_HELD and not settings().watchers_see_held_cards:
        setting = setting._replace(watching="hands")
    return NewTable(
        setting,
        private=stored.private and not stored.hidden,
        deck=None,
        bots=[one.bot for one in others if one.bot is not None],
        contribution=given,
        invited=[one.account_id for one in others if one.account_id is not None and not one.is_deleted],
        again_of=stored.game_id,
    )
