"""Routes of accounts: creation and public profiles."""

from http import HTTPStatus

from flask import Blueprint, Response

from service.games.lookup import NotFound
from service.http.pipeline import auth
from service.http.wire import render, schemas
from service.http.wire.operation import Operation
from service.http.wire.responses import as_json
from service.identity import accounts
from service.replays.listing import FinishedFilter
from service.statistics import statistics

__all__ = ["routes"]

routes = Blueprint("accounts", __name__, url_prefix="/v1")


@routes.post("/accounts")
@Operation("createAccount", token=False, price=10, stores=600, quota="accounts")
def create_account() -> Response:
    """Create an account.

    Creates an account and returns its token. The token is shown only once; the service stores only a digest of it.
    Blanks around the name are removed, and typographic apostrophes become `'`. A name that another account has, or
    that looks like one, is `name-taken`. `Idempotency-Key` has no effect here, since a token is never repeated: a
    repeated request creates another account.
    """
    return as_json(render.account(accounts.create(schemas.new_account_name())), HTTPStatus.CREATED)


@routes.get("/accounts/<name>")
@Operation("getAccount", price=40)
def get_account(name: str) -> Response:
    """Read the public page of an account.

    Returns the account's name, its creation time, and statistics of its finished public games, as in `GET
    /v1/stats`. Private and sandbox games are not included. The name may differ in case, in accents and by
    look-alike characters: `ada` finds Ada. An account whose name contains a slash can be
    found by its id only.
    """
    auth.caller_if_any()
    account = accounts.public(name)
    if account is None:
        raise NotFound
    return as_json(render.profile(account, statistics.of(FinishedFilter(player=account.account_id))))
