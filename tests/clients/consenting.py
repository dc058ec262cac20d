"""A person with a browser, who answers apps."""

import json
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode, urlsplit

if TYPE_CHECKING:
    from hanabi_client import Client


class Person:
    """The owner of a token with all scopes."""

    def __init__(self, server: str, token: str, *, allow: bool = True, issuer: str | None = None) -> None:
        """With an `issuer`, the browser brings the app answers that are not from the service."""
        self._known = (server, token, allow, issuer)
        self._server, self._token, self._allow, self._issuer = self._known

    @property
    def visit(self) -> str:
        """A program in Python that is the browser of this person."""
        server, token, allow, issuer = self._known
        person = f"Person({server!r}, {token!r}, {allow=!r}, {issuer=!r})"
        return f"from tests.clients.consenting import Person\n{person}.open(sys.argv[1])\n"

    def open(self, address: str) -> None:
        """Answer the app that has sent the browser to an address, and go back to it."""
        asked = dict(parse_qsl(urlsplit(address).query))
        if self._issuer is None:
            _get(self.answer(address))
            return
        for state in ("guessed", asked["state"]):
            answer = {"code": "x", "state": state, "iss": self._issuer}
            found = _get(f"{asked['redirect_uri']}?{urlencode(answer)}")
            assert found == (200 if state == asked["state"] else 404)

    def answer(self, address: str) -> str:
        """Answer the app. Return the address to which the browser goes."""
        body = {"request": urlsplit(address).query, "allowed": self._allow}
        location: str = self.post("/v1/me/apps", body)["location"]
        return location

    def type_code(self, code: str) -> None:
        """Answer the device that shows a code."""
        self.post("/v1/me/devices", {"code": code, "allowed": self._allow})

    def post(self, path: str, body: Any) -> Any:
        """Send a request with the token."""
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        request = urllib.request.Request(self._server + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)


def _get(address: str) -> int:
    try:
        with urllib.request.urlopen(address, timeout=60) as page:
            status: int = page.status
            return status
    except urllib.error.HTTPError as refused:
        return refused.code


def apps_of(client: "Client") -> list[str]:
    """Return the names of the apps that have access to the account of a client."""
    return [one["name"] for one in client.api.list_access()["items"] if one["kind"] == "app"]
