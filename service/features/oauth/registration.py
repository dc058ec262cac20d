"""Registration of apps (RFC 7591), for programs that ask for a `client_id`. Nothing is stored.

The answer is the address under which the app is known anyway: a program on the person's own computer by its name, and
any other by the origin to which it redirects.
"""

from typing import Any, Final
from urllib.parse import quote

import orjson
from authlib.oauth2.rfc7591 import InvalidClientMetadataError, InvalidRedirectURIError

from service.features.oauth import client_documents, clients
from service.features.oauth.apps import GRANTS

_MAX_REDIRECTS: Final = 20
_DEFAULT_GRANTS: Final = ["authorization_code"]
_RESPONSE_TYPES: Final = ["code"]


def registered(body: bytes) -> dict[str, Any]:
    """Return the metadata of an app with its `client_id`. What the server does not support is left out.

    Raises InvalidClientMetadataError and InvalidRedirectURIError.
    """
    try:
        asked = orjson.loads(body)
    except orjson.JSONDecodeError:
        asked = None
    if not isinstance(asked, dict):
        raise InvalidClientMetadataError("The body is no JSON object.")
    grants = [grant for grant in _texts(asked, "grant_types", _DEFAULT_GRANTS) if grant in GRANTS]
    if not grants or "code" not in _texts(asked, "response_types", _RESPONSE_TYPES):
        raise InvalidClientMetadataError("The server supports none of the grant_types or response_types.")
    name, scope = asked.get("client_name", ""), asked.get("scope")
    if not isinstance(name, str) or not isinstance(scope, str | None):
        raise InvalidClientMetadataError("The client_name or the scope is no text.")
    redirects = _texts(asked, "redirect_uris", [])
    if not redirects and "authorization_code" in grants:
        raise InvalidRedirectURIError("There are no redirect_uris.")
    app = clients.app_of(_client_id(redirects, client_documents.shown(name)))
    if app is None:
        raise InvalidRedirectURIError("The redirect_uris are not of the public Internet.")
    return {
        "client_id": app.client_id,
        "redirect_uris": [each for each in redirects if app.check_redirect_uri(each)],
        "grant_types": grants,
        "response_types": _RESPONSE_TYPES,
        "token_endpoint_auth_method": "none",
        **({"client_name": app.name} if app.name else {}),
        **({} if scope is None else {"scope": app.get_allowed_scope(scope)}),
    }


def _client_id(redirects: list[str], name: str) -> str:
    if not redirects or any(map(clients.is_loopback, redirects)):
        return f"http://localhost/{quote(name, safe='')}"
    origin = next(filter(None, map(clients.origin_of, redirects)), None)
    if origin is None:
        raise InvalidRedirectURIError("The redirect_uris are neither https nor on the person's own computer.")
    return origin


def _texts(asked: dict[str, Any], name: str, default: list[str]) -> list[str]:
    found = asked.get(name, default)
    if not isinstance(found, list) or len(found) > _MAX_REDIRECTS or not all(isinstance(one, str) for one in found):
        raise InvalidClientMetadataError(f"The {name} are not a list of at most {_MAX_REDIRECTS} texts.")
    return found
