"""Requests to the service, with its limits."""

import time
from collections.abc import Mapping
from typing import Any, Final

import httpx

from service.platform.exact_json import Json

_TIMEOUT_S: Final = 60
_ATTEMPTS: Final = 8
_AGAIN: Final = {429, 502, 503, 504}
_LONGEST_PAUSE_S: Final = 30.0


class ServiceUnreachable(Exception):
    """The service does not answer, or something else answers."""


class Problem(Exception):
    """A problem document of the service."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        errors = [
            f"{each.get('pointer') or each.get('parameter')}: {each['detail']}" for each in document.get("errors", ())
        ]
        super().__init__("; ".join([f"{document.get('detail', document['title'])} ({document['code']})", *errors]))
        self.code: str = document["code"]


class Requests:
    """Sends requests with a token. Threads may share it."""

    def __init__(self, address: str, token: str | None = None, http: httpx.Client | None = None) -> None:
        self._http = http or httpx.Client(
            base_url=address.rstrip("/"), timeout=_TIMEOUT_S, headers={"Accept-Language": "en"}, follow_redirects=True
        )
        self._address = address
        self._has_answered = False
        self._headers = {} if token is None else {"Authorization": f"Bearer {token}"}

    def known_by(self, token: str) -> "Requests":
        """Return one with another token and the same connections."""
        known = Requests(self._address, token, self._http)
        known._has_answered = self._has_answered
        return known

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def get(self, path: str, *, wait_s: int = 0, **query: object) -> Any:
        """Return the JSON of a GET. Raises Problem or ServiceUnreachable."""
        headers = {"Prefer": f"wait={wait_s}"} if wait_s else {}
        return self._send("GET", path, headers, params={name: str(value) for name, value in query.items()})

    def post(self, path: str, body: Json | None = None, *, key: str | None = None) -> Any:
        """Return the JSON of a POST, which has the same effect twice, or has a key. Raises as `get` does."""
        return self._send("POST", path, {} if key is None else {"Idempotency-Key": key}, json=body or {})

    def delete(self, path: str) -> None:
        """Send a DELETE. Raises as `get` does."""
        self._send("DELETE", path, {})

    def _send(self, method: str, path: str, headers: Mapping[str, str], **content: Any) -> Any:
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                answer = self._http.request(method, path, headers={**self._headers, **headers}, **content)
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                # What never answered is a wrong address. A service that has answered comes back.
                ends = attempt == _ATTEMPTS or not self._has_answered
                if ends or not isinstance(error, httpx.TransportError):
                    raise ServiceUnreachable(f"{self._address} does not answer: {error}") from None
                time.sleep(min(2.0**attempt / 4, _LONGEST_PAUSE_S))
                continue
            self._has_answered = True
            if answer.is_success:
                return answer.json() if answer.content else None
            problem = _problem_of(answer)
            if attempt == _ATTEMPTS or not (answer.status_code in _AGAIN or problem["code"] == "request-in-progress"):
                raise Problem(problem)
            time.sleep(_pause_s(answer, attempt))
        raise AssertionError("unreachable")


def _problem_of(answer: httpx.Response) -> Json:
    if answer.headers.get("Content-Type", "").startswith("application/problem+json"):
        problem: Json = answer.json()
        return problem
    return {"title": f"status {answer.status_code} from something that is no Hanabi service", "code": "unknown"}


def _pause_s(answer: httpx.Response, attempt: int) -> float:
    asked = answer.headers.get("Retry-After", "")
    return min(float(asked) if asked.isdecimal() else 2.0**attempt / 4, _LONGEST_PAUSE_S)
