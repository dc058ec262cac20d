"""Requests to the service: retries, problems and streams."""

import uuid
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final, Protocol

import httpx

from hanabi_client.problems import ProblemError
from hanabi_client.retries import MAX_WAIT_S, async_sleep, delay_s, growing_delay_s, is_temporary
from hanabi_client.streams import Frame, FrameReader
from hanabi_client.types import VERSION

__all__ = ["AsyncConnection"]

_STREAM: Final = httpx.Timeout(30, read=45)  # the service sends a comment every 15 seconds
_SAFE: Final = {"GET", "PUT", "DELETE"}  # methods whose effect is the same if they arrive twice


class AsyncRenewal(Protocol):
    """Keeps the token of a connection valid."""

    async def renew(self) -> None:
        """Renew the token if it is about to end."""


class AsyncConnection:
    """Connections to one service with one token."""

    def __init__(
        self,
        base_url: str,
        token: str | None = None,
        *,
        language: str | None = None,
        attempts: int = 6,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self.base_url = base_url.rstrip("/")
        self.token = token
        self.renewal: AsyncRenewal | None = None
        """What keeps the token valid, after a person has signed in."""
        self._language = language
        self._attempts = attempts
        self._http = http or httpx.AsyncClient(timeout=60)

    async def close(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def send(
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
        response = await self.request(method, path, **options)
        while response.status_code == 202 and wait_s > 0:
            pause_s = min(delay_s(response, 2), wait_s)
            await async_sleep(pause_s)
            wait_s -= pause_s
            response = await self.request(method, path, **options)
        return _content(response)

    async def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Send a request, several times if necessary, and return the response with its headers.

        `options` are those of httpx. Raises ProblemError and httpx.TransportError.
        """
        response = await self.response(method, path, **options)
        if response.status_code >= 400:
            raise ProblemError.of(response)
        return response

    async def response(
        self, method: str, path: str, *, with_token: bool = True, repeatable: bool = False, **options: Any
    ) -> httpx.Response:
        """Send a request as `request` does, and return the response, also that of a problem.

        `repeatable` says that the effect of a POST is the same if it arrives twice.
        """
        if with_token and self.renewal is not None:
            await self.renewal.renew()
        options["headers"] = self._headers(with_token=with_token) | options.get("headers", {})
        is_safe = repeatable or method in _SAFE or "Idempotency-Key" in options["headers"]
        for attempt in range(1, self._attempts + 1):
            try:
                response = await self._http.request(method, self.base_url + path, **options)
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
                    return response
            await async_sleep(pause_s)
        raise AssertionError("unreachable")

    async def frames(self, path: str, params: Mapping[str, str] | None = None) -> AsyncIterator[Frame]:
        """Yield the frames of an event stream until it ends.

        After an interruption, it continues after the last frame. Raises ProblemError, for example if the token was
        revoked, and httpx.TransportError if the service cannot be reached for about half a minute.
        """
        reader = FrameReader()
        failures = 0
        while True:
            refused: httpx.Response | None = None
            broken: httpx.TransportError | None = None
            try:
                if self.renewal is not None:
                    await self.renewal.renew()
                headers = self._headers() | {"Accept": "text/event-stream"}
                if reader.last_id is not None:
                    headers["Last-Event-ID"] = reader.last_id
                stream = self._http.stream("GET", self.base_url + path, params=params, headers=headers, timeout=_STREAM)
                async with stream as response:
                    if response.status_code == 204:  # nothing more will come
                        return
                    if response.status_code >= 400:
                        await response.aread()
                        refused = response
                    else:
                        async for line in response.aiter_lines():
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
            await async_sleep(pause_s if refused is None else delay_s(refused, failures + 1))

    def _headers(self, *, with_token: bool = True) -> dict[str, str]:
        return {
            "User-Agent": f"hanabi-client-python/{VERSION}",
            **({"Authorization": f"Bearer {self.token}"} if self.token and with_token else {}),
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
