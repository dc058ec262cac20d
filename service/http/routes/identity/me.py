"""Routes: the caller's own account and tokens."""

from http import HTTPStatus

from flask import Blueprint, Response, request

from service import ids
from service.games.play import NotFound
from service.http.pipeline import auth
from service.http.pipeline.idempotency import once
from service.http.wire import render, schemas
from service.http.wire.pagination import page
from service.http.wire.problems import Problem
from service.http.wire.responses import as_json, nothing
from service.identity import accounts, tokens
from service.replays import data_export, listing

__all__ = ["routes"]

routes = Blueprint("me", __name__, url_prefix="/v1/me")


@routes.get("")
def get_me() -> Response:
    """Answer with the caller's account."""
    caller = auth.caller("read", at_a_table=True)
    schemas.no_query()
    person = accounts.me(caller)
    return as_json(render.me(person, caller), headers={"ETag": _tag(person.revision)})


@routes.patch("")
def rename_me() -> Response:
    """Change the caller's name, if nobody has changed the account since the caller looked."""
    caller = auth.caller("account")
    name = schemas.account_name()
    person = accounts.rename(caller, name, _expected_revision(caller))
    return as_json(render.me(person, caller), headers={"ETag": _tag(person.revision)})


@routes.delete("")
def delete_me() -> Response:
    """Take the caller's name away everywhere, and its tokens. The games stay."""
    caller = auth.caller("account")
    schemas.empty_body()
    accounts.delete(caller)
    return nothing()


@routes.get("/export")
def export_me() -> Response:
    """Answer with all that is kept of the caller."""
    caller = auth.caller("account")
    schemas.no_query()
    return as_json(render.personal_data(data_export.export(caller)))


@routes.get("/games")
def list_my_games() -> Response:
    """Answer with the games that the caller has a seat in."""
    caller = auth.caller("read")
    query = schemas.my_games_query()
    return page(listing.games_of(caller, query), query.limit)


@routes.get("/tokens")
def list_tokens() -> Response:
    """Answer with the caller's tokens, without their secrets."""
    caller = auth.caller("account")
    schemas.no_query()
    return as_json({"items": [render.token(token) for token in tokens.listed(caller)]})


@routes.post("/tokens")
@once
def make_token() -> Response:
    """Make a token and show its secret, this once."""
    caller = auth.caller("account")
    new = schemas.new_token()
    token, secret = tokens.issue(caller, new.name, new.scopes, new.lifetime_s, new.game_id)
    return as_json(render.token(token, secret), HTTPStatus.CREATED)


@routes.delete("/tokens/<token>")
def revoke_token(token: str) -> Response:
    """Honour a token no longer; `current` is the one that asks, which needs no scope for that."""
    if token == "current":
        caller = auth.any_caller()
        schemas.empty_body()
        tokens.revoke(caller, caller.token_id)
        return nothing()
    caller = auth.caller("account")
    schemas.empty_body()
    token_id = ids.parse("t", token)
    if token_id is None or not tokens.revoke(caller, token_id):
        raise NotFound
    return nothing()


def _tag(revision: int) -> str:
    return f'"{revision}"'


def _expected_revision(caller: tokens.Caller) -> int:
    """Return the revision that `If-Match` names; precondition-required without it, revision-conflict for no match."""
    if "If-Match" not in request.headers:
        raise Problem("precondition-required")
    now = accounts.me(caller).revision
    if not request.if_match.contains(str(now)):
        raise Problem("revision-conflict")
    return now
