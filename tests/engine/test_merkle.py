"""Merkle trees: the hashes and proofs of RFC 9162, and the tiles that hold them."""

import hashlib
import random
from collections.abc import Sequence

import pytest

from engine.proof.merkle import (
    EMPTY,
    Range,
    Subtree,
    consistency_ranges,
    inclusion_ranges,
    is_consistent,
    is_included,
    leaf_hash,
    node_hash,
    range_hash,
    subtrees,
    tree_hash,
)
from engine.proof.tiles import (
    ENTRIES,
    TILE_WIDTH,
    Tile,
    TileRefused,
    bundle,
    entries_in,
    grown,
    hashes_in,
    is_whole,
    subtree_hash,
    tile_at,
    tile_path,
    tiles_of,
)
from tests.rows import in_one_test

# The entries and tree hashes that implementations of RFC 6962 have in common; RFC 9162 hashes in the same way.
KNOWN_ENTRIES = [
    bytes.fromhex(entry)
    for entry in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
KNOWN_ROOTS = {
    0: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    3: "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    4: "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    5: "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    6: "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    7: "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
}
MOST = 40
LEAVES = [leaf_hash(n.to_bytes(2)) for n in range(MOST)]


def plain_tree_hash(entries: Sequence[bytes]) -> bytes:
    """Return MTH(D), written from section 2.1.1 of RFC 9162."""
    if not entries:
        return hashlib.sha256().digest()
    if len(entries) == 1:
        return hashlib.sha256(b"\x00" + entries[0]).digest()
    k = split(len(entries))
    return hashlib.sha256(b"\x01" + plain_tree_hash(entries[:k]) + plain_tree_hash(entries[k:])).digest()


def plain_path(m: int, entries: Sequence[bytes]) -> list[bytes]:
    """Return PATH(m, D), written from section 2.1.3.1 of RFC 9162."""
    if len(entries) == 1:
        return []
    k = split(len(entries))
    if m < k:
        return [*plain_path(m, entries[:k]), plain_tree_hash(entries[k:])]
    return [*plain_path(m - k, entries[k:]), plain_tree_hash(entries[:k])]


def plain_subproof(m: int, entries: Sequence[bytes], known: bool) -> list[bytes]:
    """Return SUBPROOF(m, D, b), written from section 2.1.4.1 of RFC 9162."""
    if m == len(entries):
        return [] if known else [plain_tree_hash(entries)]
    k = split(len(entries))
    if m <= k:
        return [*plain_subproof(m, entries[:k], known), plain_tree_hash(entries[k:])]
    return [*plain_subproof(m - k, entries[k:], False), plain_tree_hash(entries[:k])]


def split(n: int) -> int:
    """Return the largest power of two smaller than n."""
    k = 1
    while 2 * k < n:
        k *= 2
    return k


def entries(size: int) -> list[bytes]:
    """Return the entries whose hashes are the first of LEAVES."""
    return [n.to_bytes(2) for n in range(size)]


def proof_of(ranges: Sequence[Range]) -> list[bytes]:
    """Return the hashes of ranges of LEAVES."""
    return [range_hash(leaves, complete) for leaves in ranges]


def complete(subtree: Subtree) -> bytes:
    """Return the hash of a complete subtree of LEAVES."""
    return tree_hash(LEAVES[subtree.number << subtree.level : (subtree.number + 1) << subtree.level])


@in_one_test("size", range(9))
def test_known_trees(size: int) -> None:
    """The hashes are those that all implementations have."""
    assert tree_hash([leaf_hash(entry) for entry in KNOWN_ENTRIES[:size]]).hex() == KNOWN_ROOTS[size]


@in_one_test("size", range(MOST + 1))
def test_tree_hashes_are_those_of_the_definition(size: int) -> None:
    """Pairs in rows, and the complete subtrees of a range, give the recursive hash of the RFC."""
    root = plain_tree_hash(entries(size))
    assert tree_hash(LEAVES[:size]) == range_hash(Range(0, size), complete) == root
    assert [1 << part.level for part in subtrees(Range(0, size))] == [1 << n for n in range(7, -1, -1) if size >> n & 1]


@in_one_test("size", range(1, MOST + 1))
def test_inclusion(size: int) -> None:
    """Each leaf has the proof of the RFC, which holds for this leaf, index, size and root alone."""
    root = tree_hash(LEAVES[:size])
    for index in range(size):
        proof = proof_of(inclusion_ranges(index, size))
        assert proof == plain_path(index, entries(size))
        assert is_included(LEAVES[index], index, size, proof, root)
        others = [other for other in range(size) if other != index]
        assert not any(is_included(LEAVES[index], other, size, proof, root) for other in others)
        assert not any(is_included(LEAVES[other], index, size, proof, root) for other in others)
        assert not is_included(LEAVES[index], index, size, proof, LEAVES[index - 1] if size > 1 else EMPTY)
        assert not any(is_included(LEAVES[index], index, size, forged, root) for forged in forgeries(proof))


@in_one_test("second", range(1, MOST + 1))
def test_consistency(second: int) -> None:
    """Each smaller tree has the proof of the RFC, which holds for these two sizes and roots alone."""
    root = tree_hash(LEAVES[:second])
    for first in range(1, second + 1):
        before = tree_hash(LEAVES[:first])
        proof = proof_of(consistency_ranges(first, second))
        assert proof == plain_subproof(first, entries(second), True)
        assert is_consistent(first, second, before, root, proof)
        assert not any(is_consistent(first, second, before, root, forged) for forged in forgeries(proof))
        if first < second:
            other = tree_hash([*LEAVES[: first - 1], leaf_hash(b"another")])
            assert not is_consistent(first, second, other, root, proof)
            assert not is_consistent(first, second, before, other, proof)
            assert not is_consistent(second, first, root, before, proof)


def forgeries(proof: Sequence[bytes]) -> list[list[bytes]]:
    """Return proofs that are longer, shorter, or have a changed or divided hash."""
    found = [[*proof, LEAVES[0]], [LEAVES[0], *proof], [*proof, b""]]
    for n in range(len(proof)):
        found.append([*proof[:n], *proof[n + 1 :]])
        found.append([*proof[:n], node_hash(proof[n], proof[n]), *proof[n + 1 :]])
        found.append([*proof[:n], proof[n][:-1], *proof[n + 1 :]])
    return found


@in_one_test(
    ("first", "second", "proof", "holds"),
    [
        (0, 0, [], True),
        (0, 5, [], True),
        (0, 5, [LEAVES[0]], False),
        (5, 5, [], True),
        (5, 5, [LEAVES[0]], False),
        (-1, 5, [], False),
        (6, 5, [], False),
    ],
)
def test_trees_without_a_proof(first: int, second: int, proof: list[bytes], holds: bool) -> None:
    """Every tree extends the empty one and itself, and no smaller one."""
    before, after = (tree_hash(LEAVES[: max(size, 0)]) for size in (first, second))
    assert is_consistent(first, second, before, after, proof) is holds


@pytest.mark.parametrize(("index", "size"), [(-1, 3), (3, 3), (0, 0)])
def test_no_proof_outside_the_tree(index: int, size: int) -> None:
    """A leaf outside the tree has no proof, and none holds for it."""
    with pytest.raises(ValueError):
        inclusion_ranges(index, size)
    assert not is_included(LEAVES[0], index, size, [], LEAVES[0])


@pytest.mark.parametrize(("first", "second"), [(0, 3), (4, 3), (-1, 3)])
def test_no_consistency_of_other_sizes(first: int, second: int) -> None:
    """Only a larger tree has a proof, and the empty one needs none."""
    with pytest.raises(ValueError):
        consistency_ranges(first, second)


@in_one_test(
    ("path", "tile"),
    [
        ("0/000", Tile(0, 0)),
        ("3/999.p/1", Tile(3, 999, 1)),
        ("0/x001/x234/067", Tile(0, 1234067)),
        ("7/x001/000.p/255", Tile(7, 1000, 255)),
        ("entries/000", Tile(ENTRIES, 0)),
        ("entries/x001/234.p/17", Tile(ENTRIES, 1234, 17)),
    ],
)
def test_paths_of_tiles(path: str, tile: Tile) -> None:
    """A tile has the path of the specification."""
    assert tile_path(tile) == path
    assert tile_at(path) == tile


@in_one_test(
    "path",
    [
        "",
        "0",
        "0/",
        "0/1",
        "0/0000",
        "0/x000/001",
        "0/001/x001",
        "00/001",
        "8/000",
        "64/000",
        "-1/000",
        "0/000.p/0",
        "0/000.p/01",
        "0/000.p/256",
        "0/000.p/999",
        "0/000.p",
        "entry/000",
        "entries/000\n",
        "0/٠٠٠",
    ],
)
def test_other_paths_are_refused(path: str) -> None:
    """A tile has one path."""
    with pytest.raises(TileRefused):
        tile_at(path)


@in_one_test(
    ("level", "size", "since", "paths"),
    [
        (0, 0, 0, []),
        (0, 1, 0, ["0/000.p/1"]),
        (0, 255, 0, ["0/000.p/255"]),
        (0, 256, 0, ["0/000"]),
        (1, 256, 0, ["1/000.p/1"]),
        (ENTRIES, 600, 0, ["entries/000", "entries/001", "entries/002.p/88"]),
        (ENTRIES, 600, 255, ["entries/000", "entries/001", "entries/002.p/88"]),
        (ENTRIES, 600, 256, ["entries/001", "entries/002.p/88"]),
        (ENTRIES, 600, 599, ["entries/002.p/88"]),
        (1, 70_000, 0, ["1/000", "1/001.p/17"]),
        (2, 70_000, 0, ["2/000.p/1"]),
        (3, 70_000, 0, []),
    ],
)
def test_tiles_of_a_tree(level: int, size: int, since: int, paths: list[str]) -> None:
    """A tree has its full tiles and the last partial one of each level."""
    tiles = tiles_of(level, size, since)
    assert [tile_path(tile) for tile in tiles] == paths
    assert all(is_whole(tile, size) for tile in tiles)
    assert not any(is_whole(tile, size - 1) for tile in tiles[-1:] if tile.width < TILE_WIDTH and level <= 0)


def test_grown_trees() -> None:
    """A tree that grows in steps has the tiles and the hash of one that was made at once."""
    leaves = [leaf_hash(n.to_bytes(4)) for n in range(70_000)]
    dice = random.Random(9162)
    stored: dict[tuple[int, int], bytes] = {}
    size, root = 0, EMPTY

    def row(level: int, start: int, end: int) -> list[bytes]:
        return [stored[level, n] for n in range(start, end)]

    while size < len(leaves):
        step = min(dice.choice((0, 1, 2, 255, 256, 257, 9_000)), len(leaves) - size)
        widths = [size >> 8 * level for level in range(3)]
        edges = [row(level, width // TILE_WIDTH * TILE_WIDTH, width) for level, width in enumerate(widths)]
        hashes, root = grown(size, edges, leaves[size : size + step])
        assert not any((level, n) in stored for level, n, _ in hashes)
        stored.update({(level, n): found for level, n, found in hashes})
        size += step
        assert len(stored) == sum(size >> 8 * level for level in range(8))
        assert root == range_hash(Range(0, size), lambda part: subtree_hash(part, row))
    assert root == tree_hash(leaves)
    assert stored[1, 3] == tree_hash(leaves[768:1024])
    assert stored[2, 0] == tree_hash(leaves[:65_536])


def test_files() -> None:
    """The file of a tile has its hashes, and that of a bundle its entries after their lengths."""
    assert hashes_in(Tile(0, 0, 3), b"".join(LEAVES[:3])) == LEAVES[:3]
    assert bundle([b"a", b"", b"bcd"]) == b"\0\1a\0\0\0\3bcd"
    assert entries_in(Tile(ENTRIES, 0, 3), b"\0\1a\0\0\0\3bcd") == [b"a", b"", b"bcd"]


@in_one_test("content", [b"", b"\0\1a\0", b"\0\1a\0\1", b"\0\1a", b"\0\1a\0\0\0\0", b"\0\1a\0\2b"])
def test_other_files_are_refused(content: bytes) -> None:
    """A file with another number of entries or hashes is not that of the tile."""
    with pytest.raises(TileRefused):
        entries_in(Tile(ENTRIES, 0, 2), content)
    with pytest.raises(TileRefused):
        hashes_in(Tile(0, 0, 2), content)
