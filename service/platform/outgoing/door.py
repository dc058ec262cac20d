"""The one way to addresses that others choose.

An answer has a deadline over everything: the look-up of the name, the connection, TLS, the headers and the body. Its
address is checked (`addresses`), its body has a limit, and no redirect is followed.
"""

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Hashable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from threading import RLock
from typing import Final, NamedTuple

import httpcore

from service.platform.limits import gates
from service.platform.observability import logs
from service.platform.outgoing import addresses
from service.platform.outgoing.addresses import BadAddress, Policy
from service.platform.outgoing.streams import Backend, Failed, left_s, trusted

__all__ = ["BUSY", "Answer", "Door", "Failed"]

BUSY: Final = "busy"
"""The reason of an asker who has too many requests on their way."""


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    body: bytes


class Door:
    """A number of requests that may be on their way at a time.

    Each has a thread, also a look-up of a name that goes on after its deadline, and so has each asker at most two. So
    neither a slow name server nor an asker takes the places of others. Raises Failed, with one of the reasons
    `unknown-host`, `address-refused`, `connection-failed`, `certificate-refused`, `timeout`, `too-long` and BUSY.
    """

    def __init__(self, places: int, *, total_s: float, name: str) -> None:
        """`total_s` is the deadline of a request, in seconds, and `name` the value of `User-Agent`."""
        self._total_s, self._name = total_s, name
        self._threads: Final = ThreadPoolExecutor(places, thread_name_prefix=name)
        self._shared: Final[dict[str, _Flight]] = {}
        """Each GET that is on its way, by its address."""
        self._askers: Final = Counter[Hashable]()
        self._lock: Final = RLock()  # a flight that ends at once gives its place back under it

    def get(self, url: str, policy: Policy, *, asker: Hashable, max_bytes: int) -> Answer:
        """Return the answer to a GET. Those for one address that come at a time share it. Raises Failed."""
        with self._lock:
            flight = self._shared.get(url)
            if flight is None or flight.is_late:
                headers = {"Accept": "application/json", "Accept-Encoding": "identity"}
                flight = self._begin(asker, _Request("GET", url, policy, headers, b"", max_bytes))
                self._shared[url] = flight
        try:
            return flight.answer.result(max(0.0, flight.until - time.monotonic()))
        except TimeoutError:
            raise Failed("timeout") from None
        finally:
            with self._lock:
                if self._shared.get(url) is flight:
                    del self._shared[url]

    async def post(self, url: str, policy: Policy, headers: Mapping[str, str], body: bytes, *, asker: Hashable) -> int:
        """Send a POST, and return the status of its answer, which is not read further. Raises Failed."""
        with self._lock:
            flight = self._begin(asker, _Request("POST", url, policy, headers, body, None))
        try:
            return (await asyncio.wait_for(asyncio.wrap_future(flight.answer), self._total_s)).status
        except TimeoutError:
            raise Failed("timeout") from None

    def _begin(self, asker: Hashable, request: "_Request") -> "_Flight":
        """Start a request. The caller holds the lock. Raises Failed."""
        if self._askers[asker] >= gates.OUTGOING_EACH:
            raise Failed(BUSY)
        self._askers[asker] += 1
        if (trace := logs.trace_id.get()) is not None:
            headers = {**request.headers, "traceparent": f"00-{trace}-{secrets.token_hex(8)}-01"}
            request = request._replace(headers=headers)
        until = time.monotonic() + self._total_s
        answer = self._threads.submit(self._answer, request, until)
        answer.add_done_callback(lambda _: self._end(asker))
        return _Flight(until, answer)

    def _end(self, asker: Hashable) -> None:
        with self._lock:
            self._askers[asker] -= 1
            if not self._askers[asker]:
                del self._askers[asker]

    def _answer(self, request: "_Request", until: float) -> Answer:
        left_s(until)
        try:
            target = addresses.parse(request.url, request.policy)
        except BadAddress:  # since the operator has changed the settings
            raise Failed("address-refused") from None
        url = httpcore.URL(scheme=target.scheme, host=target.host, port=target.port, target=target.path)
        headers = [("Host", target.authority), ("User-Agent", self._name), *request.headers.items()]
        backend = Backend(request.policy, until, gates.OUTGOING_HEADERS_BYTES + (request.max_bytes or 0))
        try:
            with (
                # A kept connection could belong to another name with the same address.
                httpcore.HTTPConnection(url.origin, ssl_context=trusted(), network_backend=backend) as connection,
                connection.stream(request.method, url, headers=headers, content=request.body or None) as response,
            ):
                return Answer(response.status, _body(response, request.max_bytes))
        except (httpcore.NetworkError, httpcore.ProtocolError):
            raise Failed("connection-failed") from None


class _Request(NamedTuple):
    method: str
    url: str
    policy: Policy
    headers: Mapping[str, str]
    body: bytes
    max_bytes: int | None
    """The maximum size of the answer's body; None: it is not read."""


class _Flight(NamedTuple):
    until: float
    """Its deadline, by the monotonic clock."""
    answer: Future[Answer]

    @property
    def is_late(self) -> bool:
        return time.monotonic() >= self.until


def _body(response: httpcore.Response, max_bytes: int | None) -> bytes:
    content = b""
    for part in response.iter_stream() if max_bytes is not None else ():
        content += part
        if max_bytes is not None and len(content) > max_bytes:
            raise Failed("too-long")
    return content
