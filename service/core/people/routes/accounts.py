"""Routes of accounts: creation, public profiles, and the caller's own name, export and games."""

from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response, request

from service.core import feature
from service.core.common_parameters import IF_MATCH, IF_MATCH_ANY, IF_NONE_MATCH
from service.core.people import accounts, data_export
from service.core.people.names import MAX_NAME_LENGTH
from service.core.people.routes.sign_ins import CreateAccountRequest, checked_name, new_account_name
from service.core.people.schemas import Account, Export, Me, PublicAccount
from service.core.people.tokens import Caller
from service.core.replays.lists.games import games_of
from service.core.requests import auth
from service.core.tables.lookup import existing
from service.core.tables.news import publisher
from service.core.tables.rendering.view_schemas import FROM_GAMES, GameList
from service.core.tables.routes import lists as game_lists
from service.core.tables.routes.lists import STATUS, page
from service.platform.limits import gates
from service.platform.requests import exchange, sign_in_cookie
from service.platform.wire.field_types import Text
from service.platform.wire.headers import E_TAG, LINK, NOT_MODIFIED, RENEWED_COOKIE
from service.platform.wire.operation import Answer, Body, Link, Operation, Parameter
from service.platform.wire.pagination import CURSOR, LIMIT
from service.platform.wire.problems import Problem
from service.platform.wire.rendering import renderer_of
from service.platform.wire.request_fields import PlainText, length
from service.platform.wire.request_parsing import Request, empty_body, json_body, load
from service.platform.wire.request_record import current, language
from service.platform.wire.responses import as_json, is_expected, no_content, revised

_CHANGED: Final = ("revision-conflict", "the account does not match `If-Match` or `If-None-Match`")

routes = Blueprint("accounts", __name__, url_prefix="/v1")


class UpdateMeRequest(Request):
    """The changes of the caller's account."""

    name = PlainText(named="Name", required=True, validate=length(MAX_NAME_LENGTH))


@routes.post("/accounts")
@Operation(
    "createAccount",
    token=False,
    price=10,
    alone=True,
    stores=600,
    quota="accounts",
    plays=True,
    body=Body(CreateAccountRequest),
    answers={
        201: Answer(
            Account,
            "The account, with its token.",
            examples=("account",),
            links=(
                Link("me", "getMe", "The account, with its `token` as the bearer token."),
                Link("game", "createGame", "A first game, with its `token` as the bearer token."),
                Link("events", "listMyEvents", "All events of its games, with its `token` as the bearer token."),
                Link("replays", "listReplays", "The finished games of the account.", {"player": "id"}),
            ),
        )
    },
    problems=("name-taken",),
)
def create_account() -> Response:
    """Create an account.

    Creates an account and returns its token. The token is shown only once; the service stores only a digest of it.
    Blanks around the name are removed, and typographic apostrophes become `'`. A name that another account has, or
    that looks like one, is `name-taken`. `Idempotency-Key` has no effect here, since a token is never repeated: a
    repeated request creates another account.
    """
    return as_json(Account.render(accounts.create(new_account_name(), language())), HTTPStatus.CREATED)


@routes.get("/accounts/<name>")
@Operation(
    "getAccount",
    price=40,
    answers={
        200: Answer(
            PublicAccount,
            "The account.",
            examples=("known-account",),
            links=(
                Link("replays", "listReplays", "The finished games of the account.", {"player": "id"}),
                Link("stats", "getStats", "The statistics of its games, with further filters.", {"player": "id"}),
            ),
        )
    },
)
def get_account(name: str) -> Response:
    """Read the public page of an account.

    Returns the account's name, its creation time, and statistics of its finished public games, as in `GET
    /v1/stats`. Private and sandbox games are not included. The name may differ in case, in accents and by
    look-alike characters: `ada` finds Ada. An account whose name contains a slash can be
    found by its id only.
    """
    auth.caller_if_any()
    account = existing(accounts.public(name))
    added = {
        name: renderer_of(each.field)(each.of(account))
        for hooks in feature.hooks()
        for name, each in hooks.profile.items()
    }
    return as_json({**PublicAccount.render(account), **added})


@routes.get("/me")
@Operation(
    "getMe",
    scope="profile:read",
    seat_token=True,
    suspended=True,
    compressed=False,
    plays=True,
    parameters=(IF_NONE_MATCH,),
    answers={
        304: NOT_MODIFIED,
        200: Answer(
            Me,
            "The account. A change must send its `ETag`.",
            examples=("me",),
            headers=(E_TAG, RENEWED_COOKIE),
            links=(Link("replays", "listReplays", "The games that the caller has finished.", {"player": "id"}),),
        ),
    },
)
def get_me() -> Response:
    """Read your account.

    Returns the account of the token, and the token's scopes. For a page of the service, the sign-in of the browser
    stands for the token. The token needs the scope `profile:read`.
    """
    caller = auth.caller()
    person = accounts.me(caller)
    response = revised(Me.render(person), person.revision)
    secret = sign_in_cookie.secret(request.environ)
    if current().by_cookie and secret is not None and not caller.used_today:
        sign_in_cookie.keep(response, secret)  # once a day, since browsers delete cookies after 400 days
    return response


@routes.patch("/me")
@Operation(
    "updateMe",
    scope="account",
    price=8,
    stores=200,
    parameters=(IF_MATCH, IF_NONE_MATCH),
    body=Body(UpdateMeRequest),
    answers={200: Answer(Me, "The changed account.", examples=("me",), headers=(E_TAG,))},
    problems=(
        "name-taken",
        _CHANGED,
        "precondition-required",
    ),
)
def rename_me() -> Response:
    """Change your name.

    Changes the name everywhere, including finished games. For 30 days, only this account can take its old name
    again. This holds for at most its twenty newest old names. Nobody can take a name that a moderator has taken
    away. `If-Match` must contain the account's `ETag`, which prevents lost updates. The token needs the scope
    `account`.
    """
    caller = auth.caller()
    name = _new_name()
    if "If-Match" not in request.headers:
        raise Problem("precondition-required")
    revision = _expected_revision(caller)
    person = accounts.rename(caller, name, revision)
    return revised(Me.render(person), person.revision)


@routes.delete("/me")
@Operation(
    "deleteMe",
    scope="account",
    price=20,
    suspended=True,
    parameters=(IF_MATCH_ANY, IF_NONE_MATCH),
    answers={204: Answer(None, "The account was deleted.")},
    problems=(_CHANGED,),
)
def delete_me() -> Response:
    """Delete your account.

    Removes the caller's name and id from all lists and replays, and revokes all its tokens. Its games remain. Its
    bots are deleted with it. This cannot be undone. Nobody else can take the name for 30 days. The request has no body.
    The token needs the scope `account`.
    """
    caller = auth.caller()
    empty_body()
    _expected_revision(caller)
    for account_id in accounts.delete(caller):
        publisher.announce_revocation(account_id)
    return no_content()


@routes.get("/me/export")
@Operation(
    "getMyExport",
    scope="account",
    suspended=True,
    price=50,
    compressed=False,
    answers={200: Answer(Export, "All data of the account.", examples=("export",))},
)
def export_me() -> Response:
    """Export your data.

    Returns the account, its tokens without their secrets, its seats, messages, notes, imports and blocked accounts.
    The token needs the scope `account`.
    """
    caller = auth.caller()
    added = {
        name: renderer_of(each.field)(each.of(caller))
        for hooks in feature.hooks()
        for name, each in hooks.exported.items()
    }
    data = {**Export.render(data_export.export(caller)), **added}
    exchange.charge_units(sum(len(rows) for rows in data.values() if isinstance(rows, list)) // gates.ROWS_A_UNIT)
    return as_json(data)


@routes.get("/me/games")
@Operation(
    "listMyGames",
    scope="profile:read",
    price=12,
    compressed=False,
    plays=True,
    parameters=(
        STATUS,
        Parameter(
            "turn",
            "query",
            Text(
                "Only games in which it is the caller's turn.",
                values={"mine": "Only games in which the caller's seat is to move."},
            ),
            "mine",
        ),
        LIMIT,
        CURSOR,
    ),
    answers={
        200: Answer(
            GameList,
            "The games of this page, in order.",
            examples=("games",),
            headers=(LINK,),
            links=FROM_GAMES,
        )
    },
)
def list_my_games() -> Response:
    """List your games.

    Returns the games in which the caller has a seat, newest first, including private and sandbox games. The token
    needs the scope `profile:read`.
    """
    caller = auth.caller()
    query = game_lists.my_games_query()
    return page(games_of(caller, query), query.limit)


def _new_name() -> str:
    """Return the new name in the body of a renamed account."""
    return checked_name(load(UpdateMeRequest(), json_body())["name"])


def _expected_revision(caller: Caller) -> int:
    """Return the account's revision. Raises revision-conflict if the request expects another one."""
    now = accounts.me(caller).revision
    if not is_expected(now):
        raise Problem("revision-conflict")
    return now
