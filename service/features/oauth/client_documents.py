"""Client id metadata documents: what an app says of itself at the address that is its `client_id`."""

import time
from collections.abc import Hashable
from http import HTTPStatus
from threading import Lock
from typing import Final, NamedTuple

import orjson

from service.core.people import names
from service.platform.outgoing.addresses import Policy
from service.platform.outgoing.door import BUSY, Door, Failed
from service.platform.plain_text import NotPlain, plain_text

MAX_BYTES: Final = 5 * 1024
"""The maximum size of a document, as the specification recommends."""

MAX_NAME: Final = 40

_KEPT_S: Final = 600
_FAILURE_KEPT_S: Final = 30
_MAX_KEPT: Final = 500
_MAX_REDIRECTS: Final = 20
_WHY: Final = dict.fromkeys(("unknown-host", "address-refused"), "its host is unknown or may not be asked") | {
    "too-long": f"it has more than {MAX_BYTES} bytes",
    "timeout": "it took too long",
}

_door: Final = Door(8, total_s=3.0, name="hanabi-oauth/1")
_known: Final[dict[str, tuple[float, "Document | Unusable"]]] = {}
_lock: Final = Lock()


class Unusable(Exception):
    """There is no usable document at an address. The message says why."""


class Document(NamedTuple):
    """The parts of a document that count."""

    name: str
    redirect_uris: tuple[str, ...]


def kept(url: str) -> Document | None:
    """Return the document at an address if it was fetched of late. Raises Unusable if that failed of late."""
    until, found = _known.get(url, (0.0, None))
    if until < time.monotonic():
        return None
    if isinstance(found, Unusable):
        raise Unusable(*found.args)
    return found


def fetch(url: str, policy: Policy, *, asker: Hashable) -> Document:
    """Return the document at an address, and keep it for ten minutes. Raises Unusable, or Failed if it is not asked."""
    found: Document | Unusable
    try:
        found = _document(url, _read(url, policy, asker))
    except Unusable as error:
        found = error
    until = time.monotonic() + (_KEPT_S if isinstance(found, Document) else _FAILURE_KEPT_S)
    with _lock:
        _known.pop(url, None)
        while len(_known) >= _MAX_KEPT:
            del _known[next(iter(_known))]
        _known[url] = (until, found)
    if isinstance(found, Unusable):
        raise found
    return found


def forget() -> None:
    """Forget all documents, for tests."""
    _known.clear()


def _read(url: str, policy: Policy, asker: Hashable) -> bytes:
    try:
        answer = _door.get(url, policy, asker=asker, max_bytes=MAX_BYTES)
    except Failed as failed:
        if failed.reason == BUSY:
            raise
        raise Unusable(_WHY.get(failed.reason, "it could not be read")) from None
    if answer.status != HTTPStatus.OK:
        raise Unusable(f"its status is {answer.status}")
    return answer.body


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
    """Return the name of an app as it may be shown; nothing for one that is not plain text or a reserved word."""
    try:
        text = plain_text(name)[:MAX_NAME] if isinstance(name, str) else ""
        names.require_unreserved(text)
    except (NotPlain, names.NameRefused):
        return ""
    return text
