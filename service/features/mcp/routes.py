"""The route of the MCP server over Streamable HTTP (`service.features.mcp.http_server`)."""

import importlib
from collections.abc import Iterable
from functools import partial
from http import HTTPStatus
from typing import Any, Final
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import orjson
from flask import Blueprint, Response, current_app, request

from service.core.people import scopes
from service.core.people.tokens import AccountSuspended, InvalidToken
from service.core.requests import auth
from service.core.requests.auth import NoBearer
from service.core.tables.lookup import NotFound
from service.platform import exact_json
from service.platform.requests.exchange import leave_slot
from service.platform.requests.sign_in_cookie import own_origin
from service.platform.wire.operation import Operation
from service.platform.wire.problems import Problem
from service.platform.wire.responses import accepted

routes = Blueprint("mcp", __name__)

_NO_JSON: Final = {"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "The body is no JSON object."}}


@routes.post("/mcp")
@Operation(None, token=False, price=10, media_types=(), compressed=False)
def answer_message() -> Response:
    """Answer a message of the Model Context Protocol, for the caller of the token.

    The cookie of a sign-in is not heeded. The slot is released, since the requests of a tool take their own.
    """
    try:
        server = importlib.import_module("service.features.mcp.http_server")
    except ImportError:  # the extra `mcp` is not installed
        raise NotFound from None
    try:
        caller = auth.token_owner()
    except AccountSuspended:
        raise
    except (InvalidToken, NoBearer):
        raise _unknown("invalid-token", ', error="invalid_token"') from None
    if caller is None:
        raise _unknown("missing-token")
    try:
        message: Any = exact_json.loads(request.get_data())
    except (orjson.JSONDecodeError, RecursionError):
        message = None
    if not isinstance(message, dict):
        return _json(_NO_JSON, HTTPStatus.BAD_REQUEST)
    leave_slot()
    token = request.headers["Authorization"].partition(" ")[2].strip()
    app = partial(_answer_tool, current_app._get_current_object())  # type: ignore[attr-defined]
    found = server.answer(message, server.Caller(app, own_origin(), token, request.remote_addr or ""))
    return accepted() if found is None else _json(found, HTTPStatus.OK)


def _answer_tool(app: WSGIApplication, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
    """Answer a request of a tool. The token of its caller need only be valid for `/mcp`."""
    return app({**environ, auth.WITHIN: "/mcp"}, start)


def _unknown(code: str, more: str = "") -> Problem:
    """Return the problem that tells a client where it gets a token (RFC 9728), and with which scopes."""
    metadata = f"{own_origin()}/.well-known/oauth-protected-resource/mcp"
    scope = " ".join(scopes.FOR_TOOLS)
    challenge = f'Bearer realm="hanabi", resource_metadata="{metadata}", scope="{scope}"{more}'
    return Problem(code, headers={"WWW-Authenticate": challenge})


def _json(body: dict[str, Any], status: HTTPStatus) -> Response:
    return Response(orjson.dumps(body), status, content_type="application/json")
