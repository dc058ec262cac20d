"""A person with a browser, who answers apps."""

import json
import urllib.request
from typing import Any
from urllib.parse import urlsplit

__all__ = ["Person"]


class Person:
    """The owner of a token with all scopes."""

    def __init__(self, server: str, token: str, *, allow: bool = True) -> None:
        self._server = server
        self._token = token
        self._allow = allow

    def open(self, address: str, *_: object) -> bool:
        """Answer the app that has sent the browser to an address, and go back to it."""
        asked = {"request": urlsplit(address).query, "allow": self._allow}
        back = self.post("/v1/me/apps", asked)["location"]
        with urllib.request.urlopen(back, timeout=60) as page:
            page.read()
        return True

    def type_code(self, code: str) -> None:
        """Answer the device that shows a code."""
        self.post("/v1/me/devices", {"code": code, "allow": self._allow})

    def post(self, path: str, body: Any) -> Any:
        """Send a request with the token."""
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        request = urllib.request.Request(self._server + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)
