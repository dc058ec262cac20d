"""Inputs for what reads from strangers: good ones with a few changes, and what only looks like one."""

import copy
from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import strategies as st

__all__ = ["changed_json", "changed_text"]

_PIECES = (*'" \n\0\ufeff:,;=*/|#%²١é\u202e\U0001f600', "-1", "0", "9" * 30, "q=0")
_VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 70),
    st.sampled_from([-(2**63), 2**53, 2**64, 1e308, 0.5, float("inf"), float("nan")]),
    st.text(max_size=8),
    st.sampled_from(["", "red", "wild_ten", "\0", "\ud800", "x" * 3000, [], {}, [[]], {"": None}, [0] * 70]),
)


@st.composite
def changed_text(draw: st.DrawFn, good: Sequence[str]) -> str:
    """Text with up to five changes: a piece put in, taken out, or doubled; or any text at all."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.text(max_size=80))
    text = draw(st.sampled_from(good))
    for _ in range(draw(st.integers(0, 5))):
        at = draw(st.integers(0, len(text)))
        length = draw(st.integers(0, 6))
        match draw(st.integers(0, 3)):
            case 0:
                text = text[:at] + draw(st.sampled_from(_PIECES)) + text[at + length :]
            case 1:
                text = text[:at] + text[at + length :]
            case 2:
                text = text[: at + length] + text[at:]
            case _:
                text = text[:at] + draw(st.characters()) + text[at:]
    return text


@st.composite
def changed_json(draw: st.DrawFn, good: Sequence[Any]) -> Any:
    """A document with up to four changes, anywhere in it; or any small value."""
    if draw(st.integers(0, 19)) == 0:
        return draw(_VALUES)
    document = [copy.deepcopy(draw(st.sampled_from(good)))]
    for _ in range(draw(st.integers(0, 4))):
        places = list(_places(document))
        inside, step = places[draw(st.integers(0, len(places) - 1))]
        match draw(st.integers(0, 3)):
            case 0 | 1:
                inside[step] = copy.deepcopy(draw(_VALUES))
            case 2 if isinstance(inside, dict):
                inside[draw(st.text(max_size=3))] = inside.pop(step)
            case 2:
                inside.append(copy.deepcopy(inside[step]))
            case _ if inside is not document:
                del inside[step]
    return document[0]


def _places(node: Any) -> Iterator[tuple[Any, Any]]:
    steps = list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
    for step in steps:
        yield node, step
        yield from _places(node[step])
