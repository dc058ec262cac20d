"""Routes of the caller's invitations, and of the accounts that the caller blocks."""

from uuid import UUID

from flask import Blueprint, Response

from service import ids
from service.games.lobby import invitations
from service.games.lookup import NotFound
from service.http.pipeline import auth
from service.http.wire import render, schemas
from service.http.wire.operation import Operation
from service.http.wire.pagination import page_of
from service.http.wire.problems import Problem, fault
from service.http.wire.responses import no_content
from service.identity import blocks
from service.identity.tokens import Caller

__all__ = ["routes"]

routes = Blueprint("invitations", __name__, url_prefix="/v1/me")


@routes.get("/invitations")
@Operation("listInvitations", scope="read", compressed=False)
def list_invitations() -> Response:
    """List your invitations.

    Returns the open games for which the caller has an invitation but no seat, newest invitation first. Invitations
    by blocked accounts are not among them, nor those by a player whose earlier invitation to the game the caller
    has declined. The token needs the scope `read`.
    """
    caller = auth.caller()
    query = schemas.page_query()
    found = invitations.of_account(caller.account_id, query.limit + 1, query.after)
    return page_of(found, query.limit, render.received_invitation)


@routes.delete("/invitations/<game>")
@Operation("deleteInvitation", scope="play")
def decline_invitation(game: str) -> Response:
    """Decline an invitation.

    Ends the caller's invitations to a game. Further invitations by the same players to this game are not shown and
    have no effect. Who sent them is not told. The token needs the scope `play`. The request has no body.
    """
    caller = auth.caller()
    game_id = ids.parse("g", game)
    if game_id is None:
        raise NotFound
    invitations.require_invited(game_id, caller)  # an unknown game is reported before an invalid body
    schemas.empty_body()
    invitations.decline(game_id, caller)
    return no_content()


@routes.get("/blocks")
@Operation("listBlocks", scope="read", compressed=False)
def list_blocks() -> Response:
    """List the accounts that you have blocked.

    Returns the blocked accounts, oldest block first. The token needs the scope `read`.
    """
    caller = auth.caller()
    query = schemas.page_query()
    return page_of(blocks.listed(caller, query.after, query.limit), query.limit, render.block)


@routes.put("/blocks/<account>")
@Operation("createBlock", scope="play", stores=200)
def block_account(account: str) -> Response:
    """Block an account.

    The blocked account can no longer take a seat in games that the caller creates, and its invitations are not
    shown to the caller, including those already sent. The account is not told: its invitations get the usual
    response, a private game of the caller is `not-found`, and only a seat in a public one is `seat-refused`. Games
    in which both have a seat go on. To block an account twice has no further effect. The token needs the scope
    `play`. The request has no body.
    """
    caller, account_id = _caller_and_account(account)
    if account_id == caller.account_id:
        raise Problem("invalid-request", errors=[fault("?account", "is the caller's own account")])
    if not blocks.add(caller, account_id):
        raise NotFound
    return no_content()


@routes.delete("/blocks/<account>")
@Operation("deleteBlock", scope="play")
def unblock_account(account: str) -> Response:
    """Unblock an account.

    Invitations of the account that are still open are shown again. The token needs the scope `play`. The request
    has no body.
    """
    caller, account_id = _caller_and_account(account)
    if not blocks.remove(caller, account_id):
        raise NotFound
    return no_content()


def _caller_and_account(account: str) -> tuple[Caller, UUID]:
    caller = auth.caller()
    schemas.empty_body()
    account_id = ids.parse("a", account)
    if account_id is None:
        raise NotFound
    return caller, account_id
