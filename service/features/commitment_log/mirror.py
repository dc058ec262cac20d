"""The files of a log of commitments, in a folder or at a service, and their checks."""

import json
import os
import time
import urllib.request
from base64 import b64decode, b64encode
from collections.abc import Callable, Collection, Iterator, Sequence
from hashlib import sha256
from http import HTTPStatus
from http.client import HTTPException
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlsplit

from engine.proof import keys
from engine.proof.keys import ListedKey, NoKeys
from engine.proof.merkle import leaf_hash, tree_hash
from engine.proof.signatures import Signature, is_signed, is_signed_note
from engine.proof.tiles import ENTRIES, TILE_WIDTH, Tile, TileRefused, entries_in, hashes_in, tile_path, tiles_of

HEAD: Final = "v1/log/head"
CHECKPOINT: Final = "log/checkpoint"
KEYS: Final = ".well-known/hanabi-keys"

_TIMEOUT_S: Final = 30
_MAX_BYTES: Final = 2**24
_ATTEMPTS: Final = 10
_LONGEST_WAIT_S: Final = 60.0
_MISSING: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT)  # a game that has not ended has no record
_BUSY: Final = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
_MAX_SIZE: Final = 10**9

Reader = Callable[[str], bytes]
"""A function that returns the file with a path. Raises Unreadable."""


class Unreadable(Exception):
    """A file cannot be read. The message says which."""


class NotThere(Unreadable):
    """The service answers that it does not have the file."""


class LogWrong(Exception):
    """What the log shows is not what it must be. The message says how."""


class Head(NamedTuple):
    """A head whose signature was checked."""

    size: int
    root: bytes
    at: str
    key: str


def folder(root: Path) -> Reader:
    """Return a reader of a folder with the layout of a service's paths."""

    def read(path: str) -> bytes:
        try:
            return (root / path).read_bytes()
        except OSError as error:
            raise Unreadable(f"{root / path}: {error.strerror}") from None

    return read


def service(url: str) -> Reader:
    """Return a reader of the service at an http or https address. Raises Unreadable for another address."""
    if urlsplit(url).scheme not in ("http", "https"):
        raise Unreadable(f"{url}: not an address that begins with http or https")

    def read(path: str) -> bytes:
        request = urllib.request.Request(f"{url.rstrip('/')}/{path}", headers={"User-Agent": "hanabi-verify"})
        for attempt in count(1):
            try:
                with urllib.request.urlopen(request, timeout=_TIMEOUT_S) as response:
                    content: bytes = response.read(_MAX_BYTES)
                    return content
            except (OSError, HTTPException, ValueError) as error:
                wait_s = _retry_after(error)
                if wait_s is None or attempt >= _ATTEMPTS:
                    is_missing = isinstance(error, HTTPError) and error.code in _MISSING
                    raise (NotThere if is_missing else Unreadable)(f"{request.full_url}: {error}") from None
            time.sleep(wait_s)
        raise AssertionError  # it has returned

    return read


def _retry_after(error: Exception) -> float | None:
    """Return the seconds after which a busy service wants to be asked again; None for any other error."""
    if not isinstance(error, HTTPError) or error.code not in _BUSY:
        return None
    try:
        return min(float(error.headers["Retry-After"]), _LONGEST_WAIT_S)
    except (TypeError, ValueError):
        return None


def write(root: Path, path: str, content: bytes) -> None:
    """Write a file of a folder, whole or not at all."""
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f"{target.name}.new")
    temporary.write_bytes(content)
    os.replace(temporary, target)


def keys_in(content: bytes) -> list[ListedKey]:
    """Return the public keys in the list of a service. Raises LogWrong."""
    try:
        return keys.keys_in(content)
    except NoKeys as refused:
        raise LogWrong(str(refused)) from None


def head_in(content: bytes, listed: Sequence[ListedKey]) -> Head:
    """Return the head in a document. Raises LogWrong unless a listed key has signed it that is not revoked."""
    head = signed_head(content)
    trust = keys.trust([item.key for item in listed], listed)
    if head.key in trust.revoked:
        raise LogWrong(f"the head is signed with the key {head.key}, which is revoked")
    if head.key not in trust.keys:
        raise LogWrong(f"the head is signed with the key {head.key}, which is not in the list of keys")
    return head


def signed_head(content: bytes) -> Head:
    """Return the head in a document. Raises LogWrong unless some key has signed it."""
    try:
        document: dict[str, Any] = json.loads(content)
        signed = {name: document[name] for name in ("size", "root", "at")}
        signature = Signature(document["signature"]["key"], document["signature"]["signature"])
        head = Head(int(signed["size"]), bytes.fromhex(signed["root"]), str(signed["at"]), signature.key)
        is_right = is_signed("hanabi/log-head", signed, signature)
    except (ValueError, TypeError, LookupError):
        raise LogWrong("the head is not that of a log") from None
    if not 0 <= head.size <= _MAX_SIZE:
        raise LogWrong("the head has an impossible size")
    if not is_right:
        raise LogWrong("the signature of the head is wrong")
    return head


def checkpoint_size(note: bytes) -> int:
    """Return the size of the tree in a checkpoint. Raises LogWrong."""
    try:
        return int(note.split(b"\n")[1])
    except (ValueError, IndexError):
        raise LogWrong("the checkpoint is not that of a log") from None


def check_checkpoint(note: bytes, head: Head, listed: Sequence[ListedKey], trusted: Collection[str]) -> None:
    """Raise LogWrong unless a checkpoint has the head, and the signature of a trusted key that is not revoked.

    After a rotation it can be another key than that of the head. Raise Unreadable if the checkpoint has a larger tree.
    Its origin names the oldest key of the service, so it stays the same (c2sp.org/tlog-checkpoint).
    """
    origin = f"hanabi-log-{listed[-1].key[:16]}"
    text = f"{origin}\n{head.size}\n{b64encode(head.root).decode()}\n"
    valid = keys.trust(trusted, listed).keys
    try:
        body, _, signed = note.decode().partition("\n\n")
        dash, name, encoded = signed.removesuffix("\n").split(" ")
        signature = b64decode(encoded, validate=True)
    except ValueError:
        raise LogWrong("the checkpoint is not that of a log") from None
    if checkpoint_size(note) > head.size:
        raise Unreadable("the log has grown with each attempt to read it")
    if f"{body}\n" != text:
        raise LogWrong("the checkpoint has another origin or another head than the log")
    signed_by = [Signature(key, signature[4:].hex()) for key in valid if signature[:4] == _note_id(origin, key)]
    if (dash, name) != ("\u2014", origin) or not any(is_signed_note(text, each) for each in signed_by):
        raise LogWrong("the signature of the checkpoint is wrong")


def _note_id(origin: str, key: str) -> bytes:
    return sha256(f"{origin}\n".encode() + b"\1" + bytes.fromhex(key)).digest()[:4]


def tiles(size: int, since: int = 0) -> Iterator[Tile]:
    """Yield the bundles and tiles of a log, without full ones that it had at the size `since` already."""
    yield from tiles_of(ENTRIES, size, since)
    for level in count():
        found = tiles_of(level, size, since)
        if not found and size >> 8 * level == 0:
            return
        yield from found


def checked_leaves(head: Head, read: Reader) -> list[bytes]:
    """Return all entries of a log whose files have the hash of the head. Raises LogWrong and Unreadable."""
    try:
        leaves = [leaf for tile in tiles_of(ENTRIES, head.size) for leaf in entries_in(tile, _file(read, tile))]
        row = list(map(leaf_hash, leaves))
        if tree_hash(row) != head.root:
            raise LogWrong("the entries do not have the root of the signed head: some were changed or removed")
        for level in count():
            found = tiles_of(level, head.size)
            if not found:
                return leaves
            for tile in found:
                if hashes_in(tile, _file(read, tile)) != row[tile.start : tile.end]:
                    raise LogWrong(f"the tile {tile_path(tile)} has other hashes than its entries")
            full = range(0, len(row) - TILE_WIDTH + 1, TILE_WIDTH)
            row = [tree_hash(row[start : start + TILE_WIDTH]) for start in full]
    except TileRefused as error:
        raise LogWrong(str(error)) from None
    raise AssertionError  # a tree has a last level


def _file(read: Reader, tile: Tile) -> bytes:
    return read(f"log/tile/{tile_path(tile)}")
