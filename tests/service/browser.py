"""A browser on the service's own pages: its cookies and its Fetch Metadata."""

from collections.abc import Mapping
from typing import Any

from flask import Flask
from werkzeug.http import parse_cookie

from tests.service.client import Answer, Api, Json

OWN_PAGE = {"Sec-Fetch-Site": "same-origin", "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/131.0"}


class Browser:
    """A browser, with the cookies that it was given."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._api = Api(app)
        self.cookies: dict[str, str] = {}

    def send(
        self, method: str, path: str, body: Any = None, *, query: str = "", headers: Mapping[str, str] = OWN_PAGE
    ) -> Answer:
        """Send a request with the cookies of this browser, and keep those of the response."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {**headers, **({"Cookie": cookie} if cookie else {})}
        answer = self._api.send(method, path, body, query=query, headers=sent)
        for line in answer.set_cookies:
            name, value = next(iter(parse_cookie(line.partition(";")[0]).items()))
            if "Max-Age=0" in line:
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = value
        return answer

    def get(self, path: str, **options: Any) -> Answer:
        """Send a GET."""
        return self.send("GET", path, **options)

    def post(self, path: str, body: Any = None, **options: Any) -> Answer:
        """Send a POST."""
        return self.send("POST", path, body, **options)

    def delete(self, path: str, **options: Any) -> Answer:
        """Send a DELETE."""
        return self.send("DELETE", path, **options)

    def guest(self, name: str | None = None) -> Json:
        """Sign in as a guest, and return the account."""
        account: Json = self.post("/v1/sign-in/guest", {} if name is None else {"name": name}).ok()
        return account

    @property
    def secret(self) -> str:
        """The secret of its sign-in, which no script can read."""
        return self.cookies["hanabi-sign-in"]


def guest_browser(app: Flask) -> Browser:
    """Return a browser that is signed in as a guest."""
    browser = Browser(app)
    browser.guest()
    return browser
