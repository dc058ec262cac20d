# Written by `make contract` from ../_async. Do not edit.
"""Requests to the service: retries, problems and streams."""

import uuid
from collections.abc import Iterator, Mapping
from typing import Any, Final

import httpx

from hanabi_client.frames import Frame, FrameReader
from hanabi_client.problems import ProblemError
from hanabi_client.retries import MAX_WAIT_S, sleep, delay_s, growing_delay_s, is_temporary
from hanabi_client.types import VERSION

__all__ = ["Connection"]

_STREAM: Final = httpx.Timeout(30, read=45)  # the service sends a comment every 15 seconds
_SAFE: Final = {"GET", "PUT", "DELETE"}  # methods whose effect is the same if they arrive twice


class Connection:
    """Connections to one service with one token."""

    def __init__(
        self,
        base_url: str,
        token: str | None = None,
        *,
        language: str | None = None,
        attempts: int = 6,
        http: httpx.Client | None = None,
    ) -> None:
        self.base_url = base_url.rstrip("/")
        self.token = token
        self._language = language
        self._attempts = attempts
        self._http = http or httpx.Client(timeout=60)

    def close(self) -> None:
        """Close all connections."""
        self._http.close()

    def send(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any] | None = None,
        headers: Mapping[str, str | None] | None = None,
        body: object = None,
        accept: str = "application/json",
        media_type: str = "application/json",
        takes_key: bool = False,
        key: str | None = None,
        wait_s: float = 0,
    ) -> Any:
        """Send a request, and return the body of the response: JSON, text or bytes; None if it is empty.

        If the response is 202, since a result is not there yet, ask again for `wait_s` seconds. Raises ProblemError,
        and httpx.TransportError if the service cannot be reached.
        """
        own = {"Accept": accept} | ({"Content-Type": media_type} if body is not None else {})
        if takes_key:
            own["Idempotency-Key"] = key or str(uuid.uuid4())
        options = {
            "params": {name: _text(value) for name, value in (params or {}).items() if value is not None},
            "headers": own | {name: value for name, value in (headers or {}).items() if value is not None},
            **({"content": body} if isinstance(body, str) else {} if body is None else {"json": body}),
        }
        response = self.request(method, path, **options)
        while response.status_code == 202 and wait_s > 0:
            pause_s = min(delay_s(response, 2), wait_s)
            sleep(pause_s)
            wait_s -= pause_s
            response = self.request(method, path, **options)
        return _content(response)

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Send a request, several times if necessary, and return the response with its headers.

        `options` are those of httpx. Raises ProblemError and httpx.TransportError.
        """
        options["headers"] = self._headers() | options.get("headers", {})
        is_safe = method in _SAFE or "Idempotency-Key" in options["headers"]
        for attempt in range(1, self._attempts + 1):
            try:
                response = self._http.request(method, self.base_url + path, **options)
            except httpx.TransportError as error:
                was_sent = not isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout)
                if attempt == self._attempts or (was_sent and not is_safe):
                    raise
                pause_s = growing_delay_s(attempt)
            else:
                if response.status_code < 400:
                    return response
                pause_s = delay_s(response, attempt + 1)
                if not is_temporary(response) or attempt == self._attempts or pause_s > MAX_WAIT_S:
                    raise ProblemError.of(response)
            sleep(pause_s)
        raise AssertionError("unreachable")

    def frames(self, path: str, params: Mapping[str, str] | None = None) -> Iterator[Frame]:
        """Yield the frames of an event stream until it ends.

        After an interruption, it continues after the last frame. Raises ProblemError, for example if the token was
        revoked, and httpx.TransportError if the service cannot be reached for about half a minute.
        """
        reader = FrameReader()
        failures = 0
        while True:
            headers = self._headers() | {"Accept": "text/event-stream"}
            if reader.last_id is not None:
                headers["Last-Event-ID"] = reader.last_id
            refused: httpx.Response | None = None
            broken: httpx.TransportError | None = None
            try:
                stream = self._http.stream("GET", self.base_url + path, params=params, headers=headers, timeout=_STREAM)
                with stream as response:
                    if response.status_code == 204:  # nothing more will come
                        return
                    if response.status_code >= 400:
                        response.read()
                        refused = response
                    else:
                        for line in response.iter_lines():
                            frame = reader.read(line)
                            if frame is not None and frame.event != "bye":  # it says why the stream ends
                                failures = 0
                                yield frame
                                if frame.event == "end":
                                    return
            except httpx.TransportError as error:
                broken = error
            failures = 0 if broken is None and refused is None else failures + 1
            if broken is not None and failures == self._attempts:
                raise broken
            if refused is not None and (failures == self._attempts or not is_temporary(refused)):
                raise ProblemError.of(refused)
            pause_s = growing_delay_s(failures) if failures else reader.retry_s
            reader.reset()
            sleep(pause_s if refused is None else delay_s(refused, failures + 1))

    def _headers(self) -> dict[str, str]:
        return {
            "User-Agent": f"hanabi-client-python/{VERSION}",
            **({"Authorization": f"Bearer {self.token}"} if self.token else {}),
            **({"Accept-Language": self._language} if self._language else {}),
        }


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _content(response: httpx.Response) -> Any:
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    if not response.content:
        return None
    if kind.endswith("json") and not kind.endswith("ndjson"):
        return response.json()
    return response.text if kind.startswith("text/") or kind.endswith(("xml", "ndjson")) else response.content
