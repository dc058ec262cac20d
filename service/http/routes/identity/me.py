"""Routes of the caller's own account: name, export, games and tokens."""

from http import HTTPStatus

from flask import Blueprint, Response, request

from service import ids
from service.games.lookup import NotFound
from service.games.news import publisher
from service.http.pipeline import auth, errors, sign_in_cookie
from service.http.wire import render, schemas
from service.http.wire.operation import Operation
from service.http.wire.pagination import page
from service.http.wire.problems import Problem, fault
from service.http.wire.request_record import current
from service.http.wire.responses import as_json, no_content
from service.identity import accounts, sign_ins, tokens
from service.replays import data_export, listing

__all__ = ["routes"]

routes = Blueprint("me", __name__, url_prefix="/v1/me")


@routes.get("")
@Operation("getMe", scope="read", seat_token=True, suspended=True, compressed=False)
def get_me() -> Response:
    """Read your account.

    Returns the account of the token, and the token's scopes. For a page of the service, the sign-in of the browser
    stands for the token. The token needs the scope `read`.
    """
    caller = auth.caller()
    person = accounts.me(caller)
    response = as_json(render.me(person, caller), headers={"ETag": _tag(person.revision)})
    secret = sign_in_cookie.secret(request.environ)
    if current().by_cookie and secret is not None and not caller.used_today:
        sign_in_cookie.keep(response, secret)  # once a day, since browsers delete cookies after 400 days
    return response


@routes.patch("")
@Operation("updateMe", scope="account", stores=200)
def rename_me() -> Response:
    """Change your name.

    Changes the name everywhere, including finished games. For 30 days, only this account can take its old name
    again. This holds for at most its twenty newest old names. Nobody can take a name that a moderator has taken
    away. `If-Match` must contain the account's `ETag`, which prevents lost updates. The token needs the scope
    `account`.
    """
    caller = auth.caller()
    name = schemas.account_name()
    person = accounts.rename(caller, name, _expected_revision(caller))
    return as_json(render.me(person, caller), headers={"ETag": _tag(person.revision)})


@routes.delete("")
@Operation("deleteMe", scope="account", suspended=True)
def delete_me() -> Response:
    """Delete your account.

    Removes the caller's name and id from all lists and replays, and revokes all its tokens. Its games remain. This
    cannot be undone. Nobody else can take the name for 30 days. The request has no body. The token needs the scope
    `account`.
    """
    caller = auth.caller()
    schemas.empty_body()
    accounts.delete(caller)
    publisher.announce_revocation(caller.account_id)
    return no_content()


@routes.get("/export")
@Operation("getMyExport", scope="account", suspended=True, price=50, compressed=False)
def export_me() -> Response:
    """Export your data.

    Returns the account, its tokens without their secrets, its seats, messages, notes, imports and blocked accounts.
    The token needs the scope `account`.
    """
    caller = auth.caller()
    return as_json(render.personal_data(data_export.export(caller), caller))


@routes.get("/games")
@Operation("listMyGames", scope="read", price=12, compressed=False)
def list_my_games() -> Response:
    """List your games.

    Returns the games in which the caller has a seat, newest first, including private and sandbox games. The token
    needs the scope `read`.
    """
    caller = auth.caller()
    query = schemas.my_games_query()
    return page(listing.games_of(caller, query), query.limit)


@routes.get("/tokens")
@Operation("listTokens", scope="account", compressed=False)
def list_tokens() -> Response:
    """List your tokens.

    Returns the caller's valid tokens, oldest first, without their secrets. The token needs the scope `account`.
    """
    caller = auth.caller()
    return as_json({"items": [render.token(token, caller) for token in tokens.listed(caller)]})


@routes.post("/tokens")
@Operation("createToken", scope="account", stores=400, repeatable=True)
def make_token() -> Response:
    """Create a token.

    Creates a token and returns it. The token is shown only once. With `game`, it is bound to the caller's seat in
    that game, for a bot that plays it: it is valid for nothing else and expires with the game. The request's token
    needs the scope `account`.

    The new token has at most the scopes of the request's token and expires with it at the latest; without `scopes`
    or `expires_in_s`, it has the same. It is revoked when the request's token is. An account has at most 100 valid
    tokens.
    """
    caller = auth.caller()
    new = schemas.new_token(caller)
    for scope in new.scopes:
        auth.require_scope(caller, scope)
    token, secret = tokens.issue(caller, new.name, new.scopes, new.lifetime_s, new.game_id)
    return as_json(render.token(token, caller, secret), HTTPStatus.CREATED)


@routes.delete("/tokens")
@Operation("deleteOtherTokens", scope="account")
def revoke_other_tokens() -> Response:
    """Revoke all other tokens.

    Revokes all tokens of the account except the request's own, and ends their open streams. The request's token
    remains, even if the token that issued it is revoked. Sign-ins of browsers remain too. The request has no body. The
    token needs the scope `account`.
    """
    caller = auth.caller()
    schemas.empty_body()
    tokens.revoke_others(caller)
    publisher.announce_revocation(caller.account_id)
    return no_content()


@routes.delete("/tokens/<token>")
@Operation("deleteToken", scope="account")
def revoke_token(token: str) -> Response:
    """Revoke a token.

    Revokes a token, and all tokens that were issued with it, immediately and ends their open streams: nothing is
    sent to them after this response. `current` is the request's own token, with any scope; for another token, the
    request's token needs the scope `account`. If the request's token was itself issued with the one that ends, this is
    `would-lock-you-out` without `including=self`. The request has no body.
    """
    including_self = schemas.including_self()
    if token == "current":
        caller = auth.any_caller()
        schemas.empty_body()
        tokens.revoke(caller, caller.token_id)
        publisher.announce_revocation(caller.account_id)
        return no_content()
    caller = auth.caller()
    schemas.empty_body()
    token_id = ids.parse("t", token)
    if token_id is None or not tokens.revoke(caller, token_id, including_self=including_self):
        raise NotFound
    publisher.announce_revocation(caller.account_id)
    return no_content()


@routes.get("/sign-ins")
@Operation("listSignIns", scope="account", compressed=False)
def list_sign_ins() -> Response:
    """List your sign-ins.

    Returns the browsers that are signed in to the caller's account, oldest first. The token needs the scope `account`.
    """
    caller = auth.caller()
    return as_json({"items": [render.sign_in(found, caller) for found in sign_ins.listed(caller)]})


@routes.delete("/sign-ins")
@Operation("deleteOtherSignIns", scope="account")
def end_other_sign_ins() -> Response:
    """End all other sign-ins.

    Ends all sign-ins of the account, except the one of the request or that which issued its token. The tokens that
    they issued end with them, and so do open streams. The request has no body. The token needs the scope `account`.
    """
    caller = auth.caller()
    schemas.empty_body()
    sign_ins.end_others(caller)
    publisher.announce_revocation(caller.account_id)
    return no_content()


@routes.delete("/sign-ins/<sign_in>")
@Operation("deleteSignIn", scope="account")
def end_sign_in(sign_in: str) -> Response:
    """End a sign-in.

    Ends a sign-in, and all tokens that it issued, immediately and with their open streams. If the request's token was
    issued by it, this is `would-lock-you-out` without `including=self`. The request has no body. The token needs the
    scope `account`.
    """
    including_self = schemas.including_self()
    caller = auth.caller()
    schemas.empty_body()
    sign_in_id = ids.parse("t", sign_in)
    if sign_in_id is None or not sign_ins.end(caller, sign_in_id, including_self=including_self):
        raise NotFound
    publisher.announce_revocation(caller.account_id)
    return no_content()


def _tag(revision: int) -> str:
    return f'"{revision}"'


def _expected_revision(caller: tokens.Caller) -> int:
    """Return the account's revision, which `If-Match` must have.

    Raises precondition-required without the header, and revision-conflict for another revision.
    """
    if "If-Match" not in request.headers:
        raise Problem("precondition-required")
    now = accounts.me(caller).revision
    if not request.if_match.contains(str(now)):
        raise Problem("revision-conflict")
    return now


@routes.app_errorhandler(tokens.OutlivesParent)
def _outlives_parent(error: tokens.OutlivesParent) -> Response:
    why = f"must be at most {error.most_s}, the seconds until the request's token expires"
    return errors.answer(Problem("invalid-request", errors=[fault("#/expires_in_s", why)]))
