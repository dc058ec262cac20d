"""Client id metadata documents: what an app says of itself at the address that is its `client_id`."""

import time
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from socket import SOCK_STREAM, getaddrinfo
from threading import Lock
from typing import Any, Final, NamedTuple

import httpx
import orjson

from service.plain_text import NotPlain, plain_text
from service.webhooks import addresses
from service.webhooks.addresses import BadAddress, Policy
from service.webhooks.sending import trusted

__all__ = ["MAX_BYTES", "MAX_NAME", "Document", "Unusable", "fetch", "forget", "shown"]

MAX_BYTES: Final = 5 * 1024
"""The maximum size of a document, as the specification recommends."""

MAX_NAME: Final = 40

_TIMEOUT_S: Final = 3.0
_ADDRESSES: Final = 2
"""How many addresses of a name are tried."""
_KEPT_S: Final = 600
_FAILURE_KEPT_S: Final = 30
_MAX_KEPT: Final = 500
_MAX_REDIRECTS: Final = 20
_HEADERS: Final = {"Accept": "application/json", "Accept-Encoding": "identity", "User-Agent": "hanabi-oauth/1"}

_resolver: Final = ThreadPoolExecutor(4, thread_name_prefix="resolver")
_known: Final[dict[str, tuple[float, "Document | Unusable"]]] = {}
_lock: Final = Lock()


class Unusable(Exception):
    """There is no usable document at an address. The message says why."""


class Document(NamedTuple):
    """The parts of a document that count."""

    name: str
    redirect_uris: tuple[str, ...]


def fetch(url: str, policy: Policy) -> Document:
    """Return the document at an address. It is fetched again after ten minutes. Raises Unusable.

    The rules for addresses are those of webhooks: the connection goes to a checked address of the public Internet.
    """
    now = time.monotonic()
    until, found = _known.get(url, (0.0, None))
    if found is None or until < now:
        try:
            found = _document(url, _read(url, policy))
        except Unusable as error:
            found = error
        with _lock:
            _known.pop(url, None)
            while len(_known) >= _MAX_KEPT:
                del _known[next(iter(_known))]
            _known[url] = (now + (_KEPT_S if isinstance(found, Document) else _FAILURE_KEPT_S), found)
    if isinstance(found, Unusable):
        raise Unusable(*found.args)
    return found


def forget() -> None:
    """Forget all documents, for tests."""
    _known.clear()


def _read(url: str, policy: Policy) -> bytes:
    """Return the content at an address. Redirects are not followed. It is given up after three seconds in total."""
    deadline = time.monotonic() + _TIMEOUT_S
    target = None
    try:
        target = addresses.parse(url, policy)
        look_up: Future[Any] = _resolver.submit(getaddrinfo, target.host, target.port, type=SOCK_STREAM)
        found = dict.fromkeys(str(entry[4][0]) for entry in look_up.result(_TIMEOUT_S))
        allowed = [address for address in found if policy.allows(address)]
    except (BadAddress, OSError, UnicodeError, TooSlow):
        allowed = []
    if target is None or not allowed:
        raise Unusable("its host is unknown or may not be asked")
    for address in allowed[:_ADDRESSES]:
        host = f"[{address}]" if ":" in address else address
        try:
            with (
                httpx.Client(verify=trusted(), trust_env=False, follow_redirects=False, timeout=_TIMEOUT_S) as client,
                client.stream(
                    "GET",
                    f"{target.scheme}://{host}:{target.port}{target.path}",
                    headers={"Host": target.authority, **_HEADERS},
                    extensions={"sni_hostname": target.host},
                ) as response,
            ):
                if response.status_code != httpx.codes.OK:
                    raise Unusable(f"its status is {response.status_code}")
                return _content(response, deadline)
        except (httpx.ConnectError, httpx.ConnectTimeout):
            continue
        except (httpx.HTTPError, httpx.InvalidURL, ValueError):
            break
    raise Unusable("it could not be read")


def _content(response: httpx.Response, deadline: float) -> bytes:
    content = b""
    for part in response.iter_raw():
        content += part
        if len(content) > MAX_BYTES:
            raise Unusable(f"it has more than {MAX_BYTES} bytes")
        if time.monotonic() > deadline:
            raise Unusable("it took too long")
    return content


def _document(url: str, content: bytes) -> Document:
    try:
        found = orjson.loads(content)
    except orjson.JSONDecodeError:
        raise Unusable("it is not JSON") from None
    if not isinstance(found, dict) or found.get("client_id") != url:
        raise Unusable("its client_id is not its address")
    if found.get("token_endpoint_auth_method", "none") != "none":
        raise Unusable("its token_endpoint_auth_method is not none")
    redirects = found.get("redirect_uris", [])
    if not isinstance(redirects, list) or not all(isinstance(one, str) for one in redirects):
        raise Unusable("its redirect_uris are not a list of texts")
    return Document(shown(found.get("client_name")), tuple(redirects[:_MAX_REDIRECTS]))


def shown(name: object) -> str:
    """Return the name of an app as it may be shown; nothing for one that is no plain text."""
    try:
        return plain_text(name)[:MAX_NAME] if isinstance(name, str) else ""
    except NotPlain:
        return ""
