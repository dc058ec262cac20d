"""Request bodies of accounts and tokens."""

from typing import ClassVar, NamedTuple
from uuid import UUID

from engine.wording import N_
from service.http.sign_in.schemas import checked_name
from service.identity.names import MAX_NAME_LENGTH
from service.identity.scopes import FOR_SEATS, GRANTABLE, Scope
from service.identity.tokens import Caller
from service.wire.fields import MAX_LIFETIME_S, PlainText, between, length, parsed_id
from service.wire.members import Items, Text, Whole
from service.wire.problems import Problem, fault
from service.wire.request_parsing import Request, json_body, load
from service.wire.values import SCOPES

__all__ = ["account_name", "bot_name", "bot_token_name", "new_token"]


class UpdateMeRequest(Request):
    """The changes of the caller's account."""

    name = PlainText(named="Name", required=True, validate=length(MAX_NAME_LENGTH))


class CreateMyBotRequest(Request):
    """A bot to create."""

    name = PlainText(named="Name", required=True, validate=length(MAX_NAME_LENGTH))


class UpdateMyBotRequest(CreateMyBotRequest):
    """The new name of a bot."""


class CreateMyBotTokenRequest(Request):
    """A token of a bot to create."""

    name = PlainText(
        "The purpose of the token. Text without control characters, not blank.",
        required=True,
        validate=length(MAX_NAME_LENGTH),
    )


class CreateTokenRequest(UpdateMeRequest):
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
        (
            "The scopes, of which the request's token must have each. By default those of the request's"
            " token; with `game`, `play` and `read`."
        ),
        least=1,
        most=len(GRANTABLE),
        error=N_("must have 1 to {count} scopes", count=len(GRANTABLE)),
    )
    expires_in_s = Whole(
        (
            "The lifetime in seconds, which must end before that of the request's token. By default, "
            "the token expires with the request's token, if that expires."
        ),
        validate=between(60, MAX_LIFETIME_S),
    )
    game = Text("The game of the seat to which it is bound.", named="GameId")


class NewToken(NamedTuple):
    """A token to create. Without a lifetime it expires with the token that issues it."""

    name: str
    scopes: tuple[Scope, ...]
    lifetime_s: int | None
    game_id: UUID | None


def account_name() -> str:
    """Return the new name in the body of a renamed account."""
    return checked_name(load(UpdateMeRequest(), json_body())["name"])


def bot_name() -> str:
    """Return the name of a new or renamed bot."""
    return checked_name(load(CreateMyBotRequest(), json_body())["name"])


def bot_token_name() -> str:
    """Return the purpose of a new token of a bot."""
    name: str = load(CreateMyBotTokenRequest(), json_body())["name"]
    return name


def new_token(caller: Caller) -> NewToken:
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
            why = N_("a seat-bound token can only have {values}", values=", ".join(FOR_SEATS))
            raise Problem("invalid-request", errors=[fault("#/scopes", why)])
    return NewToken(body["name"], scopes, body.get("expires_in_s"), game_id)
