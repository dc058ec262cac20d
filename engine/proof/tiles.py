"""Tiles: a Merkle tree as files that never change, by the specification c2sp.org/tlog-tiles.

A tile has up to 256 hashes in a row. At level 0 these are the hashes of leaves, and at each further level those of the
full tiles below. A bundle contains the entries of a tile at level 0. The last tile and the last bundle of each row are
partial until they are full; each width of a partial one is a file of its own.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from engine.proof.merkle import HASH_BYTES, Subtree, tree_hash

TILE_WIDTH: Final = 256
_HEIGHT: Final = 8
_MAX_LEVEL: Final = 7
"""Eight levels hold 2**64 leaves."""
_LENGTH_BYTES: Final = 2

ENTRIES: Final = -1
"""The level of a bundle of entries."""

_PATH: Final = re.compile(r"(entries|0|[1-9][0-9]?)/((?:x[0-9]{3}/)*[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?")


class TileRefused(ValueError):
    """A path or a file that is not that of a tile."""


class Tile(NamedTuple):
    """A tile with `width` hashes, or a bundle with as many entries if its level is ENTRIES."""

    level: int
    number: int
    width: int = TILE_WIDTH

    @property
    def start(self) -> int:
        """The place of its first hash in its row."""
        return self.number * TILE_WIDTH

    @property
    def end(self) -> int:
        """The place after its last hash in its row."""
        return self.start + self.width


def tile_path(tile: Tile) -> str:
    """Return the path of a tile below `tile/`, such as `0/x001/234.p/17`."""
    level = "entries" if tile.level == ENTRIES else str(tile.level)
    rest, last = divmod(tile.number, 1000)
    parts = f"{last:03}"
    while rest:
        rest, part = divmod(rest, 1000)
        parts = f"x{part:03}/{parts}"
    return f"{level}/{parts}" + (f".p/{tile.width}" if tile.width < TILE_WIDTH else "")


def tile_at(path: str) -> Tile:
    """Return the tile with a path below `tile/`. Raises TileRefused."""
    found = _PATH.fullmatch(path)
    if found is None:
        raise TileRefused("not the path of a tile")
    level, number, width = found.groups()
    tile = Tile(
        ENTRIES if level == "entries" else int(level),
        int(number.replace("x", "").replace("/", "")),
        TILE_WIDTH if width is None else int(width),
    )
    if tile.level > _MAX_LEVEL or tile_path(tile) != path:  # another path of the same tile, such as x000/001
        raise TileRefused("not the path of a tile")
    return tile


def tiles_of(level: int, size: int, since: int = 0) -> list[Tile]:
    """Return the tiles of a level, or the bundles, for a tree of some size.

    Full tiles that a tree of the size `since` had already are omitted.
    """
    width = _row_width(level, size)
    first = _row_width(level, since) // TILE_WIDTH
    full = [Tile(level, number) for number in range(first, width // TILE_WIDTH)]
    return full + ([Tile(level, width // TILE_WIDTH, width % TILE_WIDTH)] if width % TILE_WIDTH else [])


def is_whole(tile: Tile, size: int) -> bool:
    """Return True if the tree of some size has all hashes or entries of the tile."""
    return tile.end <= _row_width(tile.level, size)


def subtree_hash(subtree: Subtree, row: Callable[[int, int, int], Sequence[bytes]]) -> bytes:
    """Return the hash of a complete subtree.

    `row(level, start, end)` returns hashes of the tiles of a level, all from the same tile.
    """
    level, height = divmod(subtree.level, _HEIGHT)
    return tree_hash(row(level, subtree.number << height, (subtree.number + 1) << height))


class Growth(NamedTuple):
    """What further leaves add to a tree: hashes in the rows of tiles, and the hash of the larger tree."""

    hashes: list[tuple[int, int, bytes]]
    """Level, place in the row, and hash."""
    root: bytes


def grown(size: int, edges: Sequence[Sequence[bytes]], leaves: Sequence[bytes]) -> Growth:
    """Return what the hashes of further leaves add to a tree of some size.

    `edges` contains the hashes in the partial tile of each level, from level 0 on; an empty one if there is none.
    """
    hashes: list[tuple[int, int, bytes]] = []
    rests: list[list[bytes]] = []
    added = list(leaves)
    for level in range(_MAX_LEVEL + 1):
        row = [*(edges[level] if level < len(edges) else ()), *added]
        hashes += [(level, place, found) for place, found in enumerate(added, _row_width(level, size))]
        full = len(row) - len(row) % TILE_WIDTH
        rests.append(row[full:])
        added = [tree_hash(row[at : at + TILE_WIDTH]) for at in range(0, full, TILE_WIDTH)]
    root: list[bytes] = []
    for rest in rests:  # what the lower levels left over is the last node of this one
        row = rest + root
        root = [tree_hash(row)] if row else []
    return Growth(hashes, tree_hash(root))


def hashes_in(tile: Tile, content: bytes) -> list[bytes]:
    """Return the hashes in the file of a tile. Raises TileRefused for another number of bytes."""
    if len(content) != tile.width * HASH_BYTES:
        raise TileRefused(f"{len(content)} bytes where a tile of {tile.width} hashes has {tile.width * HASH_BYTES}")
    return [content[at : at + HASH_BYTES] for at in range(0, len(content), HASH_BYTES)]


def bundle(entries: Sequence[bytes]) -> bytes:
    """Return the file of a bundle: each entry after its length in two bytes."""
    return b"".join([len(entry).to_bytes(_LENGTH_BYTES) + entry for entry in entries])


def entries_in(tile: Tile, content: bytes) -> list[bytes]:
    """Return the entries in the file of a bundle. Raises TileRefused for another number of entries."""
    entries, at = [], 0
    while at < len(content):
        start = at + _LENGTH_BYTES
        at = start + int.from_bytes(content[at:start])
        entries.append(content[start:at])
    if at != len(content) or len(entries) != tile.width:
        raise TileRefused(f"not a bundle of {tile.width} entries")
    return entries


def _row_width(level: int, size: int) -> int:
    """Return the number of hashes in the row of a level."""
    return size >> (max(level, 0) * _HEIGHT)
