"""Apps, known by their addresses: nobody registers them.

A `client_id` is one of three addresses:

- `https://app.example`, an origin: the app may redirect to any address there;
- `https://app.example/client.json`, a client id metadata document, which lists the addresses of redirects;
- `http://localhost/a-name`, a program on the person's own computer, or one without an address: it redirects to any port
  of that computer.

Addresses are compared in their normal form (RFC 3986, section 6.2), in which an App has its `client_id`.
"""

import re
from functools import cached_property
from typing import Final
from urllib.parse import SplitResult, unquote, urlsplit

from service.features.oauth import client_documents
from service.features.oauth.apps import ALLOWED, GRANTS
from service.features.oauth.client_documents import Document, Unusable
from service.platform.outgoing import addresses
from service.platform.outgoing.addresses import BadAddress, Policy
from service.platform.outgoing.door import Failed
from service.platform.requests import exchange
from service.platform.wire.problems import Problem
from service.platform.wire.request_record import settings

ALWAYS: Final = "profile:read"
"""The scope that every app gets: without it, hardly anything can be read."""

_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
_MAX_LENGTH: Final = addresses.MAX_URL_LENGTH
_PORTS: Final = {"https": 443, "http": 80}
_ESCAPED: Final = re.compile(r"%[0-9A-Fa-f]{2}")
_UNRESERVED: Final = re.compile(r"[A-Za-z0-9._~-]")


class App:
    """An app as its `client_id` describes it, for Authlib. Its document is read when it is needed."""

    def __init__(self, parts: SplitResult) -> None:
        self.client_id = _normal(parts)
        self._parts = parts
        self.is_local = _is_loopback(parts)

    @property
    def host(self) -> str:
        """The host that people have to recognize, in ASCII."""
        return _authority(self._parts)

    @property
    def name(self) -> str:
        """What it calls itself, which nobody has checked. Raises InvalidClientError without a usable document."""
        if self.is_local:
            return client_documents.shown(unquote(self._parts.path.strip("/")))
        return "" if self._document is None else self._document.name

    @property
    def title(self) -> str:
        """Its host, or the name of a program, for lists."""
        return (self.name or self.host)[: client_documents.MAX_NAME]

    @cached_property
    def _document(self) -> Document | None:
        if self.is_local or self._parts.path in ("", "/"):
            return None
        try:
            found = client_documents.kept(self.client_id)
            if found is None:
                with exchange.outside():
                    asker = exchange.client().address
                    found = client_documents.fetch(self.client_id, Policy.of(settings()), asker=asker)
            return found
        except Failed:  # this client already asks for others
            raise Problem("service-unavailable", headers={"Retry-After": "3"}) from None
        except Unusable as why:
            from authlib.oauth2.rfc6749 import InvalidClientError

            raise InvalidClientError(description=f"The document at client_id cannot be used: {why}.") from None

    def get_client_id(self) -> str:
        """Return the `client_id`."""
        return self.client_id

    def get_default_redirect_uri(self) -> None:
        """Return None: each request names its address."""
        return

    def get_allowed_scope(self, scope: str | None) -> str:
        """Return the scopes that the app gets, in their usual order."""
        asked = {ALWAYS, *(scope or "").split()}
        return " ".join(each for each in ALLOWED if each in asked)

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        """Return True if codes may go to an address. The port of an address on the person's computer may vary."""
        found = _split(redirect_uri)
        if found is None:
            return False
        if self.is_local:
            return is_loopback(redirect_uri)
        if self._document is None:
            return found.scheme == "https" and _authority(found) == self.host
        without_port = _without_port(found) if _is_loopback(found) else None
        for listed in self._document.redirect_uris:
            parts = _split(listed)
            if parts is None or not (parts.scheme == "https" or _is_loopback(parts)):
                continue
            if listed == redirect_uri or (without_port is not None and _without_port(parts) == without_port):
                return True
        return False

    def check_client_secret(self, client_secret: str) -> bool:
        """Return False: no app has a secret."""
        return False

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        """Return True if the app need not authenticate itself in this way."""
        return method == "none"

    def check_response_type(self, response_type: str) -> bool:
        """Return True for the code, the only type."""
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        """Return True for what every app may use."""
        return grant_type in GRANTS


def app_of(client_id: str) -> App | None:
    """Return the app with a `client_id`; None if it is none of the three addresses. Nothing is fetched."""
    parts = _split(client_id)
    if parts is None or parts.query:
        return None
    if not _is_loopback(parts):
        try:
            addresses.parse(client_id, Policy.of(settings()))
        except BadAddress:
            return None
    return App(parts)


def is_of(stored: str, app: App) -> bool:
    """Return True if what is stored with a `client_id` is an app's. Earlier releases stored it as it was sent."""
    parts = _split(stored)
    return parts is not None and _normal(parts) == app.client_id


def is_loopback(url: str) -> bool:
    """Return True for an address on the person's own computer."""
    parts = _split(url)
    return parts is not None and _is_loopback(parts)


def origin_of(url: str) -> str | None:
    """Return the origin of an https address; None for any other text."""
    parts = _split(url)
    return None if parts is None or parts.scheme != "https" else f"https://{_authority(parts)}"


def _split(url: str) -> SplitResult | None:
    """Return the parts of an address of the web without a user and a fragment; None for any other text."""
    if len(url) > _MAX_LENGTH or not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        return None
    try:
        parts = urlsplit(url)
        _ = parts.port  # raises ValueError for a bad port
    except ValueError:
        return None
    if parts.scheme not in ("https", "http") or not parts.hostname or "@" in parts.netloc or "#" in url:
        return None
    return parts


def _normal(parts: SplitResult) -> str:
    """Return an address in its normal form: that of an origin has no path."""
    path = "" if parts.path == "/" else _ESCAPED.sub(_normal_escape, parts.path)
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.scheme}://{_authority(parts)}{path}{query}"


def _normal_escape(escaped: re.Match[str]) -> str:
    character = unquote(escaped[0], "latin-1")
    return character if _UNRESERVED.fullmatch(character) else escaped[0].upper()


def _authority(parts: SplitResult) -> str:
    """Return the host in lower case, with a port that is not the usual one."""
    host, port = parts.hostname or "", parts.port
    host = f"[{host}]" if ":" in host else host
    return host if port in (None, _PORTS[parts.scheme]) else f"{host}:{port}"


def _is_loopback(parts: SplitResult) -> bool:
    return parts.scheme == "http" and parts.hostname in _LOOPBACK


def _without_port(parts: SplitResult) -> tuple[str, str | None, str, str]:
    return (parts.scheme, parts.hostname, parts.path, parts.query)
