"""The endpoints of the OAuth server, and the documents that describe it.

Their forms, answers and errors are those of the RFCs, so the contract does not describe them.
"""

from __future__ import annotations  # Authlib is loaded with the first request that needs it

from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response

from service.core.tables.lookup import NotFound
from service.features.oauth.apps import ALLOWED, GRANTS, SCOPES_OF_PARTS
from service.platform.languages import choice
from service.platform.requests.sign_in_cookie import own_origin
from service.platform.wire.operation import Operation
from service.platform.wire.responses import as_json

if TYPE_CHECKING:
    from service.features.oauth.routes.endpoints import Endpoint


routes = Blueprint("oauth", __name__)

_MAX_BODY_BYTES: Final = 16 * 1024


def _endpoint(*, price: int, stores: int = 0) -> Operation:
    return Operation(None, token=False, price=price, stores=stores, compressed=False, max_body_bytes=_MAX_BODY_BYTES)


@routes.get("/.well-known/oauth-authorization-server")
@Operation(None, token=False)
def get_server_metadata() -> Response:
    """Describe the OAuth server (RFC 8414)."""
    origin = own_origin()
    without_secret = ["none"]
    return as_json(
        {
            "issuer": origin,
            "authorization_endpoint": f"{origin}/oauth/authorize",
            "token_endpoint": f"{origin}/oauth/token",
            "revocation_endpoint": f"{origin}/oauth/revoke",
            "introspection_endpoint": f"{origin}/oauth/introspect",
            "registration_endpoint": f"{origin}/oauth/register",
            "device_authorization_endpoint": f"{origin}/oauth/device",
            "scopes_supported": ALLOWED,
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": GRANTS,
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": without_secret,
            "revocation_endpoint_auth_methods_supported": without_secret,
            "introspection_endpoint_auth_methods_supported": without_secret,
            "authorization_response_iss_parameter_supported": True,
            "client_id_metadata_document_supported": True,
            "request_parameter_supported": False,
            "request_uri_parameter_supported": False,
            "service_documentation": f"{origin}/docs/apps",
            "ui_locales_supported": choice.LANGUAGES,
        }
    )


@routes.get("/.well-known/oauth-protected-resource")
@routes.get("/.well-known/oauth-protected-resource/<path>")
@Operation(None, token=False)
def get_resource_metadata(path: str = "") -> Response:
    """Say which OAuth server gives tokens for the API, or for `/mcp` (RFC 9728)."""
    part = f"/{path}" if path else ""
    if part not in SCOPES_OF_PARTS:
        raise NotFound
    return as_json(
        {
            "resource": own_origin() + part,
            "authorization_servers": [own_origin()],
            "scopes_supported": SCOPES_OF_PARTS[part],
            "bearer_methods_supported": ["header"],
            "resource_name": "Hanabi",
            "resource_documentation": f"{own_origin()}/docs/{'mcp' if path == 'mcp' else 'http'}",
        }
    )


@routes.post("/oauth/token")
@_endpoint(price=10, stores=600)
def make_tokens() -> Response:
    """Exchange a code, the code of a device or a refresh token for tokens."""
    return _answer("token")


@routes.post("/oauth/device")
@_endpoint(price=30, stores=300)
def make_device_code() -> Response:
    """Return the codes of a device (RFC 8628)."""
    return _answer("device_authorization")


@routes.post("/oauth/revoke")
@_endpoint(price=5)
def revoke() -> Response:
    """End what an app may do (RFC 7009)."""
    return _answer("revocation")


@routes.post("/oauth/introspect")
@_endpoint(price=5)
def introspect() -> Response:
    """Say what a token allows, to the app that has it (RFC 7662)."""
    return _answer("introspection")


@routes.post("/oauth/register")
@_endpoint(price=5, stores=0)
def register() -> Response:
    """Say which `client_id` an app has that wants to register (RFC 7591). Nothing is stored."""
    from service.features.oauth.routes import endpoints

    return endpoints.registered()


def _answer(endpoint: Endpoint) -> Response:
    from service.features.oauth.routes import endpoints

    return endpoints.answered(endpoint)
