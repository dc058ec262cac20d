"""Merkle trees as in RFC 9162, section 2.1: tree heads, inclusion proofs and consistency proofs.

All hashes are 32 bytes. Leaves are counted from 0. The hash of a tree does not depend on how its hashes are stored, so
whoever proves passes a function that returns the hash of a complete subtree.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

HASH_BYTES: Final = 32
EMPTY: Final = hashlib.sha256(b"").digest()
"""The hash of the tree without leaves."""


class Range(NamedTuple):
    """The leaves from `start` to before `end`, whose hash is part of a proof."""

    start: int
    end: int


class Subtree(NamedTuple):
    """A complete subtree: 2**level leaves from the leaf number * 2**level on."""

    level: int
    number: int


def leaf_hash(entry: bytes) -> bytes:
    """Return the hash of a leaf with these bytes."""
    return hashlib.sha256(b"\0" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of a node from those of its two children."""
    return hashlib.sha256(b"\1" + left + right).digest()


def tree_hash(hashes: Sequence[bytes]) -> bytes:
    """Return the hash of the tree over some nodes in order, such as all leaves.

    All nodes stand for equally many leaves. The last one may stand for fewer.
    """
    if not hashes:
        return EMPTY
    row = list(hashes)
    while len(row) > 1:
        pairs = zip(row[::2], row[1::2], strict=False)
        row = [node_hash(*pair) for pair in pairs] + (row[-1:] if len(row) % 2 else [])
    return row[0]


def inclusion_ranges(index: int, size: int) -> list[Range]:
    """Return the ranges whose hashes prove that a leaf is in the tree of some size, in the order of the proof.

    Raises ValueError unless 0 <= index < size.
    """
    if not 0 <= index < size:
        raise ValueError("the leaf is not in the tree")
    start, end, ranges = 0, size, []
    while end - start > 1:
        middle = _middle(start, end)
        if index < middle:
            ranges.append(Range(middle, end))
            end = middle
        else:
            ranges.append(Range(start, middle))
            start = middle
    return ranges[::-1]


def consistency_ranges(first: int, second: int) -> list[Range]:
    """Return the ranges whose hashes prove that a tree extends another, in the order of the proof.

    `first` and `second` are the sizes of the trees. Raises ValueError unless 0 < first <= second.
    """
    if not 0 < first <= second:
        raise ValueError("the second tree does not extend the first")
    start, end, ranges = 0, second, []
    while first < end:
        middle = _middle(start, end)
        if first <= middle:
            ranges.append(Range(middle, end))
            end = middle
        else:
            ranges.append(Range(start, middle))
            start = middle
    if start:  # the verifier knows the hash of the whole first tree
        ranges.append(Range(start, end))
    return ranges[::-1]


def subtrees(leaves: Range) -> list[Subtree]:
    """Return the complete subtrees that a range of a proof, or of the leaves from 0, consists of.

    They are in order, and each is smaller than the one before it.
    """
    parts, start = [], leaves.start
    while start < leaves.end:
        level = (leaves.end - start).bit_length() - 1
        parts.append(Subtree(level, start >> level))
        start += 1 << level
    return parts


def range_hash(leaves: Range, hash_of: Callable[[Subtree], bytes]) -> bytes:
    """Return the hash of a range from those of its complete subtrees."""
    hashes = [hash_of(part) for part in subtrees(leaves)]
    found = hashes.pop() if hashes else EMPTY
    while hashes:
        found = node_hash(hashes.pop(), found)
    return found


def is_included(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Return True if the proof shows that the leaf is in the tree.

    `leaf` is the hash of the leaf with this index, and `root` that of the tree of this size.
    """
    if not 0 <= index < size or not _are_hashes(proof):
        return False
    rest = iter(proof)
    found = _climbed(leaf, index, size - 1, rest)
    return found is not None and found[1] == root and next(rest, None) is None


def is_consistent(first: int, second: int, first_root: bytes, second_root: bytes, proof: Sequence[bytes]) -> bool:
    """Return True if the proof shows that the second tree begins with all leaves of the first.

    `first` and `second` are the sizes of the trees. Every tree extends the empty one, which needs no proof.
    """
    if not 0 <= first <= second or not _are_hashes(proof):
        return False
    if first == second:
        return first_root == second_root and not proof
    if first == 0:
        return first_root == EMPTY and not proof
    # Climb from the largest complete subtree that ends where the first tree ends.
    level = (first & -first).bit_length() - 1
    index, last = (first - 1) >> level, (second - 1) >> level
    rest = iter(proof)
    seed = first_root if index == 0 else next(rest, b"")
    found = _climbed(seed, index, last, rest)
    return found == (first_root, second_root) and next(rest, None) is None


def _are_hashes(proof: Sequence[bytes]) -> bool:
    # A node is the hash of its two children together, so longer or shorter ones could be divided in another way.
    return all(len(found) == HASH_BYTES for found in proof)


def _middle(start: int, end: int) -> int:
    """Return where a range of two or more leaves is split: after the largest power of two below its length."""
    return start + (1 << ((end - start - 1).bit_length() - 1))


def _climbed(seed: bytes, index: int, last: int, proof: Iterator[bytes]) -> tuple[bytes, bytes] | None:
    """Return the roots of the tree that ends with a node and of the whole one; None if the proof is too short.

    `index` and `last` are the places of the node and of the last node in the same row.
    """
    first = second = seed
    while last:
        if index % 2 or index < last:
            other = next(proof, None)
            if other is None:
                return None
            if index % 2:
                first, second = node_hash(other, first), node_hash(other, second)
            else:
                second = node_hash(second, other)
        index, last = index // 2, last // 2
    return first, second
