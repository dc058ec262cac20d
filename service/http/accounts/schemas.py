"""Request bodies of accounts and tokens."""

from typing import NamedTuple
from uuid import UUID

from marshmallow import fields

from engine.wording import N_
from service.http.sign_in.schemas import checked_name
from service.http.wire.fields import MAX_LIFETIME_S, Items, PlainText, WholeNumber, between, length, one_of, parsed_id
from service.http.wire.problems import Problem, fault
from service.http.wire.request_parsing import Strict, json_body, load
from service.identity.names import MAX_NAME_LENGTH
from service.identity.tokens import SCOPES, Caller, Scope

__all__ = ["NewToken", "account_name", "new_token"]


class _NameBody(Strict):
    name = PlainText(required=True, validate=length(MAX_NAME_LENGTH))


class _TokenBody(_NameBody):
    scopes = Items(
        fields.String(validate=one_of(SCOPES)),
        least=1,
        most=len(SCOPES),
        error=N_("must have 1 to {count} scopes", count=len(SCOPES)),
    )
    expires_in_s = WholeNumber(validate=between(60, MAX_LIFETIME_S))
    game = fields.String()


class NewToken(NamedTuple):
    """A token to create. Without a lifetime it expires with the token that issues it."""

    name: str
    scopes: tuple[Scope, ...]
    lifetime_s: int | None
    game_id: UUID | None


def account_name() -> str:
    """Return the new name in the body of a renamed account."""
    return checked_name(load(_NameBody(), json_body())["name"])


def new_token(caller: Caller) -> NewToken:
    """Return the token that the body describes.

    By default it has the scopes of the caller's token, or play and read if it is bound to a game. Raises
    invalid-request for a token of one game with the scope `account`.
    """
    body = load(_TokenBody(), json_body())
    game_id = None
    scopes: tuple[Scope, ...] = tuple(body.get("scopes", [scope for scope in SCOPES if scope in caller.scopes]))
    if "game" in body:
        game_id = parsed_id("g", body["game"], "#/game")
        scopes = tuple(body.get("scopes", ("play", "read")))
        if "account" in scopes:
            raise Problem("invalid-request", errors=[fault("#/scopes", N_("a seat-bound token cannot have account"))])
    return NewToken(body["name"], scopes, body.get("expires_in_s"), game_id)
