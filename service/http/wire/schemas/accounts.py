"""Request bodies of accounts and tokens."""

from typing import NamedTuple
from uuid import UUID

from marshmallow import fields, validate

from service.http.wire.problems import Problem, fault
from service.http.wire.request_parsing import Strict, json_body, load
from service.http.wire.schemas.fields import MAX_LIFETIME_S, PlainText, WholeNumber, between, length, one_of, parsed_id
from service.identity import names
from service.identity.names import MAX_NAME_LENGTH
from service.identity.tokens import SCOPES, Scope

__all__ = ["NewToken", "account_name", "new_account_name", "new_token"]


class _NewAccountBody(Strict):
    name = PlainText(validate=length(MAX_NAME_LENGTH))


class _NameBody(Strict):
    name = PlainText(required=True, validate=length(MAX_NAME_LENGTH))


class _TokenBody(_NameBody):
    scopes = fields.List(fields.String(validate=one_of(SCOPES)), validate=validate.Length(1, len(SCOPES)))
    expires_in_s = WholeNumber(validate=between(60, MAX_LIFETIME_S))
    game = fields.String()


class NewToken(NamedTuple):
    """A token to create. Without a lifetime it never expires."""

    name: str
    scopes: tuple[Scope, ...]
    lifetime_s: int | None
    game_id: UUID | None


def new_account_name() -> str | None:
    """Return the name in the body of a new account. None if the service chooses it."""
    name = load(_NewAccountBody(), json_body()).get("name")
    return None if name is None else _checked(name)


def account_name() -> str:
    """Return the new name in the body of a renamed account."""
    return _checked(load(_NameBody(), json_body())["name"])


def _checked(name: str) -> str:
    try:
        return names.checked(name)
    except names.NameRefused as refused:
        raise Problem("invalid-request", errors=[fault("#/name", str(refused))]) from None


def new_token() -> NewToken:
    """Return the token that the body describes.

    Raises invalid-request for a token of one game with the scope `account`.
    """
    body = load(_TokenBody(), json_body())
    game_id = None
    scopes: tuple[Scope, ...] = tuple(body.get("scopes", SCOPES))
    if "game" in body:
        game_id = parsed_id("g", body["game"], "#/game")
        scopes = tuple(body.get("scopes", ("play", "read")))
        if "account" in scopes:
            raise Problem("invalid-request", errors=[fault("#/scopes", "a seat-bound token cannot have account")])
    return NewToken(body["name"], scopes, body.get("expires_in_s"), game_id)
