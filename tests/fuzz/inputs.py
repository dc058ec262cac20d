"""Inputs for parsers: valid ones with a few changes, and random ones.

Hypothesis draws one number, and a random generator creates the input from it. So 100,000 inputs take seconds, and a
failure shows the number and the input.
"""

import copy
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from hypothesis import strategies as st

_PIECES = (*'" \n\0\ufeff:,;=*/|#%²١é\u202e\U0001f600', "-1", "0", "9" * 30, "q=0", "\ud800")
_VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, -(2**63), 2**53, 2**64, 1e308, 0.5, float("inf"), float("nan")),
    *("", "red", "wild_ten", "\0", "\ud800", "x" * 3000, [], {}, [[]], {"": None}, [0] * 70),
)
_SEEDS = st.integers(0, 2**64)


def changed_text(good: Sequence[str]) -> st.SearchStrategy[str]:
    """Return a strategy of texts with up to five changes, and of random texts."""
    return _SEEDS.map(lambda seed: _text(Random(seed), good))


def changed_json(good: Sequence[Any]) -> st.SearchStrategy[Any]:
    """Return a strategy of JSON documents with up to four changes, and of random small values."""
    return _SEEDS.map(lambda seed: _document(Random(seed), good))


def _text(dice: Random, good: Sequence[str]) -> str:
    if dice.random() < 0.1:
        return "".join([_letter(dice) for _ in range(dice.randrange(60))])
    text = dice.choice(good)
    for _ in range(dice.randrange(6)):
        at, length = dice.randrange(len(text) + 1), dice.randrange(7)
        match dice.randrange(4):
            case 0:
                text = text[:at] + dice.choice(_PIECES) + text[at + length :]
            case 1:
                text = text[:at] + text[at + length :]
            case 2:
                text = text[: at + length] + text[at:]
            case _:
                text = text[:at] + _letter(dice) + text[at + 1 :]
    return text


def _letter(dice: Random) -> str:
    return chr(dice.choice((dice.randrange(32, 127), dice.randrange(256), dice.randrange(0x11_0000))))


def _value(dice: Random) -> Any:
    return dice.choice((dice.randrange(-3, 70), copy.deepcopy(dice.choice(_VALUES)), _letter(dice)))


def _document(dice: Random, good: Sequence[Any]) -> Any:
    if dice.random() < 0.02:
        return _value(dice)
    document = [copy.deepcopy(dice.choice(good))]
    for _ in range(dice.randrange(5)):
        inside, step = dice.choice(list(places(document)))
        match dice.randrange(4):
            case 0 | 1:
                inside[step] = _value(dice)
            case 2 if isinstance(inside, dict):
                inside[_letter(dice)] = inside.pop(step)
            case 2:
                inside.append(copy.deepcopy(inside[step]))
            case _ if inside is not document:
                del inside[step]
    return document[0]


def places(node: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each place in parsed JSON: the object or the list, and the name or the index in it."""
    steps = list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
    for step in steps:
        yield node, step
        yield from places(node[step])
