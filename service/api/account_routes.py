"""Routes: accounts."""

from http import HTTPStatus

from flask import Blueprint, Response

from service import accounts, ids
from service.api import render, schemas
from service.api.answers import as_json
from service.api.retries import once

__all__ = ["routes"]

routes = Blueprint("accounts", __name__, url_prefix="/v1")


@routes.post("/accounts")
@once
def create_account() -> Response:
    """Make an account and show its token, this once."""
    name = schemas.account_name()
    account_id, token = accounts.create(name)
    return as_json(render.account(ids.render("a", account_id), name, token), HTTPStatus.CREATED)
