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
    """Create an account. No later response contains its token."""
    return as_json(render.account(accounts.create(schemas.new_account_name())), HTTPStatus.CREATED)


@routes.get("/accounts/<name>")
@Operation("getAccount", price=40)
def get_account(name: str) -> Response:
    """Return the name and the statistics of an account."""
    auth.caller_if_any()
    account = accounts.public(name)
    if account is None:
        raise NotFound
    return as_json(render.profile(account, statistics.of(FinishedFilter(player=account.account_id))))
