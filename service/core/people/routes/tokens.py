"""Routes of tokens, and of the list of everything that has access to an account."""

from functools import partial
from http import HTTPStatus
from typing import Any, ClassVar, Final, NamedTuple
from uuid import UUID

from flask import Blueprint, Response

from engine.wording import N_
from service.core.common_values import SCOPES
from service.core.feature import Access, Entry
from service.core.people import access as people_access
from service.core.people import sign_ins, tokens
from service.core.people.names import MAX_NAME_LENGTH
from service.core.people.routes.sign_ins import INCLUDING, including_self
from service.core.people.schemas import AccessList, CreatedToken, Token, TokenList
from service.core.people.scopes import FOR_SEATS, GRANTABLE, Scope
from service.core.people.tokens import Caller
from service.core.requests import auth, error_handlers
from service.core.tables.lookup import NotFound
from service.core.tables.news import publisher
from service.platform import ids, timestamps
from service.platform.database.unreadable_rows import shown
from service.platform.wire.field_types import Items, Text, Whole
from service.platform.wire.operation import Answer, Body, Link, Operation, Parameter
from service.platform.wire.problems import invalid
from service.platform.wire.request_fields import MAX_LIFETIME_S, PlainText, between, length, parsed_id
from service.platform.wire.request_parsing import Request, empty_body, json_body, load
from service.platform.wire.responses import as_json, no_content

TOKEN: Final = Parameter(
    "token",
    "path",
    Text("The id of a token, or `current` for the request's own token.", pattern="^(current|t_[0-9a-f]{32})$"),
    "current",
)

ACCESS: Final = Parameter(
    "access",
    "path",
    Text("The id of what ends, as the list has it.", pattern="^([kt]_[0-9a-f]{32}|recovery-codes)$"),
    "t_019901a4c3e17b500000b1c2d2f86a00",
)

routes = Blueprint("tokens", __name__, url_prefix="/v1")


class CreateTokenRequest(Request):
    """A token to create."""

    name = PlainText(
        "The purpose of the token. Text without control characters, not blank.",
        required=True,
        validate=length(MAX_NAME_LENGTH),
        facts={"pattern": r"^[^\x00-\x1f\x7f]*$"},
    )
    facts: ClassVar = {"dependentSchemas": {"game": {"properties": {"scopes": {"items": {"enum": [*FOR_SEATS]}}}}}}

    scopes = Items(
        Text(
            "A scope that a token can get by this request.",
            values={scope: SCOPES[scope] for scope in GRANTABLE},
        ),
        "The scopes, of which the request's token must have each. By default those of the request's"
        " token; with `game`, `play` and `read`.",
        least=1,
        most=len(GRANTABLE),
        error=N_("must have 1 to {count} scopes", count=len(GRANTABLE)),
    )
    expires_in_s = Whole(
        "The lifetime in seconds, which must end before that of the request's token. By default, "
        "the token expires with the request's token, if that expires.",
        validate=between(60, MAX_LIFETIME_S),
    )
    game = Text("The game of the seat to which it is bound.", named="GameId")


class _NewToken(NamedTuple):
    """A token to create. Without a lifetime it expires with the token that issues it."""

    name: str
    scopes: tuple[Scope, ...]
    lifetime_s: int | None
    game_id: UUID | None


@routes.get("/me/tokens")
@Operation(
    "listTokens",
    scope="tokens",
    compressed=False,
    price=5,
    answers={200: Answer(TokenList, "The tokens.", examples=("tokens",))},
)
def list_tokens() -> Response:
    """List your tokens.

    Returns the caller's valid tokens, oldest first, without their secrets. The token needs the scope `tokens`.
    """
    caller = auth.caller()
    return as_json({"items": [*shown(tokens.listed(caller), Token.render)]})


@routes.post("/me/tokens")
@Operation(
    "createToken",
    scope="tokens",
    stores=400,
    repeatable=True,
    body=Body(CreateTokenRequest),
    answers={
        201: Answer(
            CreatedToken,
            "The token.",
            examples=("made-token",),
            links=(Link("revoke", "deleteToken", "Revoke the token.", {"token": "id"}),),
        )
    },
    problems=(
        ("not-a-player", "the caller has no seat in this game, or there is no such game"),
        ("limit-reached", "the account has 100 valid `tokens`"),
    ),
)
def make_token() -> Response:
    """Create a token.

    Creates a token and returns it. The token is shown only once. With `game`, it is bound to the caller's seat in
    that game, for a bot that plays it: it is valid for nothing else and expires with the game. The request's token
    needs the scope `tokens`.

    The new token has at most the scopes of the request's token and expires with it at the latest; without `scopes`
    or `expires_in_s`, it has the same. It is revoked when the request's token is. An account has at most 100 valid
    tokens.
    """
    caller = auth.caller()
    new = _new_token(caller)
    for scope in new.scopes:
        auth.require_scope(caller, scope)
    token, secret = tokens.issue(caller, new.name, new.scopes, new.lifetime_s, new.game_id)
    return as_json({**Token.render(token), "token": secret}, HTTPStatus.CREATED)


@routes.delete("/me/tokens/<token>")
@Operation(
    "deleteToken",
    scope="tokens",
    price=10,
    parameters=(INCLUDING,),
    answers={204: Answer(None, "The token was revoked.")},
    problems=("would-lock-you-out", "last-way-in"),
)
def revoke_token(token: str) -> Response:
    """Revoke a token.

    Revokes a token, and all tokens that were issued with it, immediately and ends their open streams: nothing is
    sent to them after this response. `current` is the request's own token, with any scope; for another token, the
    request's token needs the scope `tokens`. If the request's token was itself issued with the one that ends, this is
    `would-lock-you-out` without `including=self`. Without the scope `account`, a token can end what it or its app has
    issued, and what may do no more than it. The request has no body.
    """
    may_end_itself = including_self()
    if token == "current":
        caller = auth.any_caller()
        empty_body()
        tokens.revoke(caller, caller.token_id)
        publisher.announce_revocation(caller.account_id)
        return no_content()
    caller = auth.caller()
    empty_body()
    token_id = ids.parse("t", token)
    try:
        found = token_id is not None and tokens.revoke(caller, token_id, including_self=may_end_itself)
    except tokens.EndsMore:
        auth.require_scope(caller, "account")
        raise
    if not found:
        raise NotFound
    publisher.announce_revocation(caller.account_id)
    return no_content()


@routes.get("/me/access")
@Operation(
    "listAccess",
    scope="account",
    price=10,
    compressed=False,
    answers={200: Answer(AccessList, "The list.", examples=("access",))},
)
def list_access() -> Response:
    """List what has access to your account.

    Returns the passkeys, recovery codes, sign-ins, apps, tokens, webhooks and browsers with push messages of the
    account in one list, oldest first. It is a tree: what ends with another one follows it. DELETE at `path` ends one
    with all below it. The token needs the scope `account`.
    """
    caller = auth.caller()
    found = [item for one in people_access.kinds() for item in shown(one.listed(caller), partial(_entry_json, one))]
    return as_json({"items": _as_tree(sorted(found, key=lambda item: item["created_at"]))})


@routes.delete("/me/access")
@Operation(
    "deleteOtherAccess",
    scope="account",
    price=12,
    answers={204: Answer(None, "All else has ended.")},
    problems=("issued-token",),
)
def end_all_other_access() -> Response:
    """End everything but this browser.

    Ends all that the list has, except the request's sign-in or token and those with which it was issued: also passkeys
    and recovery codes, so make new ones afterwards. Codes of links, merges and apps that wait end too, and all open
    streams. Bots keep their tokens. The request has no body. The token needs the scope `account`, and is not one that
    another token issued.
    """
    caller = auth.caller()
    empty_body()
    sign_ins.end_everything_else(caller)
    publisher.announce_revocation(caller.account_id)
    return no_content()


@routes.delete("/me/access/<access>")
@Operation(
    "deleteAccess",
    scope="account",
    price=10,
    parameters=(INCLUDING,),
    answers={204: Answer(None, "It has ended.")},
    problems=("would-lock-you-out", "last-way-in"),
)
def end_access(access: str) -> Response:
    """End something with access to your account.

    Ends a sign-in, an app, a passkey or the recovery codes of the list immediately, with all tokens that it issued and
    their open streams. Browsers that have signed in with a passkey or a code stay signed in. If the request's token was
    issued by what ends, this is `would-lock-you-out` without `including=self`. The request has no body. The token needs
    the scope `account`.
    """
    may_end_itself = including_self()
    caller = auth.caller()
    empty_body()
    if not people_access.end(caller, access, including_self=may_end_itself):
        raise NotFound
    publisher.announce_revocation(caller.account_id)
    return no_content()


def _new_token(caller: Caller) -> _NewToken:
    """Return the token that the body describes.

    By default it has the scopes of the caller's token, or play and read if it is bound to a game. Raises
    invalid-request for a token of one game with a scope that no seat needs.
    """
    body = load(CreateTokenRequest(), json_body())
    game_id = None
    scopes: tuple[Scope, ...] = tuple(body.get("scopes", [scope for scope in GRANTABLE if scope in caller.scopes]))
    if "game" in body:
        game_id = parsed_id("g", body["game"], "#/game")
        scopes = tuple(body.get("scopes", ("play", "read")))
        if not set(scopes) <= set(FOR_SEATS):
            raise invalid("#/scopes", N_("a seat-bound token can only have {values}", values=", ".join(FOR_SEATS)))
    return _NewToken(body["name"], scopes, body.get("expires_in_s"), game_id)


def _as_tree(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return items with each one behind what issued it."""
    known = {one["id"] for one in items}
    below: dict[str | None, list[dict[str, Any]]] = {}
    for one in items:
        below.setdefault(one["issued_by"] if one["issued_by"] in known else None, []).append(one)
    ordered, waiting = [], below.get(None, [])[::-1]
    while waiting:
        ordered.append(waiting.pop())
        waiting += below.get(ordered[-1]["id"], [])[::-1]
    return ordered


def _entry_json(kind: Access, entry: Entry) -> dict[str, Any]:
    """Return what has access."""
    public_id = ids.render(kind.letter, entry.row_id) if kind.letter and entry.row_id else kind.kind
    return {
        "kind": kind.kind,
        "id": public_id,
        "path": f"{kind.path}/{public_id}",
        "name": entry.name,
        "scopes": list(entry.scopes),
        "created_at": timestamps.rfc3339(entry.created_at),
        "used_on": timestamps.day(entry.used_on),
        "issued_by": ids.render_optional("t", entry.issued_by),
        "current": entry.current,
    }


@routes.app_errorhandler(tokens.OutlivesParent)
def _outlives_parent(error: tokens.OutlivesParent) -> Response:
    why = N_("must be at most {most_s}, the seconds until the request's token expires", most_s=error.most_s)
    return error_handlers.answer(invalid("#/expires_in_s", why))
