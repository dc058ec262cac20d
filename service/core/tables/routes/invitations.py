"""Invitations to games and of the caller, and accounts that the caller blocks: routes, bodies and JSON."""

from http import HTTPStatus
from uuid import UUID

from flask import Blueprint, Response

from engine.wording import N_
from service.core.common_values import AccountId, GameId, NextCursor, Time
from service.core.people import blocks
from service.core.people.program_schema import PROGRAM
from service.core.people.tokens import Caller
from service.core.requests import auth, error_handlers
from service.core.requests.auth import game_id_of, player_in
from service.core.rules.rendering import Rules
from service.core.tables import lookup
from service.core.tables.lobby import invitations
from service.core.tables.lobby.invitations import CreatedInvitation
from service.core.tables.lookup import GameRequest, NotFound, id_of
from service.core.tables.rendering.clocks import PaceInGame
from service.core.tables.rendering.marks import MARKS
from service.platform.database.unreadable_rows import shown
from service.platform.wire.field_types import Items, Object, ResponseSchema, Text, Whole
from service.platform.wire.headers import LINK
from service.platform.wire.operation import Answer, Body, Link, Operation
from service.platform.wire.pagination import CURSOR, LIMIT, page_of, page_query
from service.platform.wire.problems import Problem, fault, invalid
from service.platform.wire.rendering import Rendered
from service.platform.wire.request_fields import MAX_LIFETIME_S, between, parsed_id
from service.platform.wire.request_parsing import Request, empty_body, json_body, load
from service.platform.wire.request_record import settings
from service.platform.wire.responses import as_json, no_content


class Invitation(Rendered[CreatedInvitation]):
    """An invitation to an open game."""

    code = Text("The code, shown only once; null for an invitation of one account, which needs none.", null=True)
    account = AccountId(
        "The invited account; null if anyone with the code is invited.", attribute="account_id", null=True
    )
    expires_at = Time()


class InvitedAccount(Rendered[invitations.SentInvitation]):
    """An account that is invited to a game."""

    account = AccountId(attribute="account_id")
    name = Text("The name of the account.")
    status = Text(
        "What became of the invitation.",
        values={
            "pending": "It waits.",
            "accepted": "The account has a seat.",
            "declined": "The account has declined.",
            "expired": "It has expired or was withdrawn.",
        },
    )
    expires_at = Time()


class InvitedAccountList(ResponseSchema):
    """The accounts that are invited to a game."""

    items = Items(Object(InvitedAccount), "The accounts, without those who are invited by a code.")


class CreateInvitationRequest(Request):
    """An invitation to create: for an account, or for anyone with its code."""

    expires_in_s = Whole(
        "The lifetime of the invitation in seconds; by default 604,800, a week.",
        load_default=invitations.LIFETIME_S,
        validate=between(60, MAX_LIFETIME_S),
    )
    account = Text("The invited account; without it, anyone with the code.", named="AccountId")


class ReceivedInvitation(Rendered[invitations.OpenInvitation]):
    """A game with an invitation for the caller, in which it can take a seat."""

    game = GameId(attribute="game_id")
    status = Text("The status of the game: `open`.", facts={"const": "open"})
    invited_by = Text("The name of the player who invites.")
    inviter = AccountId(
        "The account of the player who invites; null if it is deleted.", attribute="inviter_id", null=True
    )
    program = PROGRAM
    seats = Whole("The number of seats.", attribute="setting.seats", least=2, most=6)
    rules = Object(Rules, attribute="setting.rules")
    pace = Object(PaceInGame, "Null without a clock.", attribute="setting.pace", null=True)
    vars().update(MARKS)
    expires_at = Time()


class ReceivedInvitationList(ResponseSchema):
    """The invitations to open games that the caller has received."""

    items = Items(Object(ReceivedInvitation), "The invitations.", most=100)
    next = NextCursor()


class BlockedAccount(Rendered[blocks.BlockedAccount]):
    """An account that the caller has blocked."""

    account = AccountId(attribute="account_id")
    name = Text("The current name of the account.")
    program = PROGRAM
    blocked_at = Time()


class BlockedAccountList(ResponseSchema):
    """The accounts that the caller has blocked."""

    items = Items(Object(BlockedAccount), "The blocked accounts.", most=100)
    next = NextCursor()


routes = Blueprint("invitations", __name__, url_prefix="/v1")


@routes.post("/games/<game>/invitations")
@Operation(
    "createInvitation",
    scope="games:create",
    price=8,
    stores=400,
    repeatable=True,
    plays=True,
    body=Body(CreateInvitationRequest, required=False),
    answers={
        201: Answer(
            Invitation,
            "The invitation.",
            examples=("invitation", "invitation-account"),
            links=(
                Link(
                    "seat",
                    "createSeat",
                    "The invited player takes a seat: with `code` in the body, or without one if `account` is invited.",
                ),
            ),
        )
    },
    problems=(
        "not-a-player",
        "game-not-open",
        "awaiting-reveals",
        (
            "limit-reached",
            "the game has too many invitations (`invitations-of-game`), or the caller has sent too many to open games "
            "(`invitations`), or to this account within 24 hours (`invitations-to-account`)",
        ),
    ),
)
def invite(game: str) -> Response:
    """Invite to a game.

    Creates a code with which anyone can take a seat in a private game, while the game is open and the code is
    valid. It is shown only once. With `account`, the invitation is for that account only: it needs no code, and
    `GET /v1/me/invitations` and `GET /v1/me/events` list it. An account that has blocked the caller, or declined an
    earlier invitation by the caller to this game, does not see it. A private game stays open for at least as long
    as its invitations.
    """
    caller = auth.caller()
    game_id = lookup.player_seat(GameRequest(game_id_of(game), caller)).stored.game_id
    body = load(CreateInvitationRequest(), json_body(optional=True))
    account_id = parsed_id("a", body["account"], "#/account") if "account" in body else None
    open_for_s = settings().open_game_timeout_s
    created = invitations.invite(game_id, caller, body["expires_in_s"], account_id, open_for_s)
    return as_json(Invitation.render(created), HTTPStatus.CREATED)


@routes.get("/games/<game>/invitations")
@Operation(
    "listInvitedAccounts",
    scope="games:play",
    seat_token=True,
    price=5,
    answers={200: Answer(InvitedAccountList, "The accounts.", examples=("invited-accounts",))},
)
def list_invited(game: str) -> Response:
    """List whom a game has invited.

    Returns the accounts that were invited to a game of the caller, and what became of that. An account that has blocked
    the caller does not see the invitation, and stays `pending`.
    """
    found = invitations.of_game(player_in(game).stored.game_id)
    return as_json({"items": [*shown(found, InvitedAccount.render)]})


@routes.get("/me/invitations")
@Operation(
    "listInvitations",
    scope="profile:read",
    compressed=False,
    plays=True,
    parameters=(LIMIT, CURSOR),
    answers={
        200: Answer(
            ReceivedInvitationList,
            "The invitations of this page.",
            examples=("received-invitations",),
            headers=(LINK,),
            links=(
                Link("seat", "createSeat", "A seat in one of the games.", {"game": "items/0/game"}),
                Link(
                    "decline",
                    "deleteInvitation",
                    "Decline the invitation to one of the games.",
                    {"game": "items/0/game"},
                ),
                Link(
                    "block",
                    "createBlock",
                    "Block the account that has sent one of them.",
                    {"account": "items/0/inviter"},
                ),
            ),
        )
    },
)
def list_invitations() -> Response:
    """List your invitations.

    Returns the open games for which the caller has an invitation but no seat, newest invitation first. Invitations
    by blocked accounts are not among them, nor those by a player whose earlier invitation to the game the caller
    has declined. The token needs the scope `profile:read`.
    """
    caller = auth.caller()
    query = page_query()
    found = invitations.of_account(caller.account_id, query.limit + 1, query.after)
    return page_of(found, query.limit, ReceivedInvitation.render)


@routes.delete("/me/invitations/<game>")
@Operation(
    "deleteInvitation",
    scope="games:play",
    plays=True,
    answers={204: Answer(None, "The caller is no longer invited to the game.")},
    without=("wrong-game",),
)
def decline_invitation(game: str) -> Response:
    """Decline an invitation.

    Ends the caller's invitations to a game. Further invitations by the same players to this game are not shown and
    have no effect. Who sent them is not told. The token needs the scope `games:play`. The request has no body.
    """
    caller = auth.caller()
    game_id = id_of("g", game)
    invitations.require_invited(game_id, caller)  # an unknown game is reported before an invalid body
    empty_body()
    invitations.decline(game_id, caller)
    return no_content()


@routes.get("/me/blocks")
@Operation(
    "listBlocks",
    scope="profile:read",
    compressed=False,
    parameters=(LIMIT, CURSOR),
    answers={
        200: Answer(
            BlockedAccountList,
            "The blocked accounts of this page.",
            examples=("blocks",),
            headers=(LINK,),
            links=(Link("unblock", "deleteBlock", "Unblock one of them.", {"account": "items/0/account"}),),
        )
    },
)
def list_blocks() -> Response:
    """List the accounts that you have blocked.

    Returns the blocked accounts, oldest block first. The token needs the scope `profile:read`.
    """
    caller = auth.caller()
    page = page_query()
    return page_of(blocks.listed(caller, page), page.limit, BlockedAccount.render)


@routes.put("/me/blocks/<account>")
@Operation(
    "createBlock",
    scope="games:play",
    stores=200,
    answers={204: Answer(None, "The account is blocked.")},
    problems=(("limit-reached", "the caller has 1,000 `blocks`"),),
)
def block_account(account: str) -> Response:
    """Block an account.

    The blocked account can no longer take a seat in games that the caller creates, and its invitations are not
    shown to the caller, including those already sent. The account is not told: its invitations get the usual
    response, a private game of the caller is `not-found`, and only a seat in a public one is `seat-refused`. Games
    in which both have a seat go on. To block an account twice has no further effect. The token needs the scope
    `games:play`. The request has no body.
    """
    caller, account_id = _caller_and_account(account)
    if account_id == caller.account_id:
        raise invalid("?account", N_("is your own account"))
    if not blocks.add(caller, account_id):
        raise NotFound
    return no_content()


@routes.delete("/me/blocks/<account>")
@Operation(
    "deleteBlock",
    scope="games:play",
    answers={204: Answer(None, "The account is no longer blocked.")},
)
def unblock_account(account: str) -> Response:
    """Unblock an account.

    Invitations of the account that are still open are shown again. The token needs the scope `games:play`. The request
    has no body.
    """
    caller, account_id = _caller_and_account(account)
    if not blocks.remove(caller, account_id):
        raise NotFound
    return no_content()


def _caller_and_account(account: str) -> tuple[Caller, UUID]:
    caller = auth.caller()
    empty_body()
    account_id = id_of("a", account)
    return caller, account_id


@routes.app_errorhandler(invitations.NoSuchAccount)
def _no_such_account(_: invitations.NoSuchAccount) -> Response:
    faults = [fault("#/account", N_("must be the id of an account"))]
    return error_handlers.answer(Problem("invalid-request", errors=faults))
