"""Positions come out as the conventions say, for all suits, and bad files get a clear error."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.conventions.positions import BadPosition, answered
from tests.rows import in_one_test

# In `given`, level 4, position 1 has `chop_moved`, which its source leaves out: without it the chop would be the focus.
_FOLDER = Path(__file__).parent
POSITIONS: list[dict[str, Any]] = [
    position for name in ("given", "own") for position in json.loads((_FOLDER / f"{name}.json").read_text())
]
START: dict[str, Any] = {"hands": [["xx"] * 5, ["r1", "y2", "g3", "b4", "p5"]]}


def exchanged(text: str) -> str:
    """Return a position with its plain suits in another order."""
    names = {"red": "yellow", "yellow": "green", "green": "blue", "blue": "red"}
    letters = {name[0]: other[0] for name, other in names.items()}
    words = json.loads(text)
    stacks = words.get("play_stacks", [0] * 5)
    words["play_stacks"] = [stacks[3], *stacks[:3], *stacks[4:]]

    def change(value: Any) -> Any:
        if isinstance(value, list):
            return [change(one) for one in value]
        if isinstance(value, dict):
            return {key: one if key in ("name", "variant") else change(one) for key, one in value.items()}
        if not isinstance(value, str):
            return value
        return " ".join([names.get(word) or _card(word, letters) for word in value.split(" ")])

    changed: str = json.dumps(change(words))
    return changed


def _card(word: str, letters: dict[str, str]) -> str:
    return letters.get(word[0], word[0]) + word[1] if len(word) == 2 and word[1].isdigit() else word


@in_one_test("position", POSITIONS)
def test_positions(position: dict[str, Any]) -> None:
    """The answers are those of the file, also with the suits exchanged."""
    for stated in (position, json.loads(exchanged(json.dumps(position)))):
        (found,) = answered([stated])
        for step, answer in zip(stated["steps"], found["steps"], strict=True):
            assert sorted(step.get("inferred", [])) == sorted(answer.get("inferred", [])), step


@in_one_test(
    ("changes", "error"),
    [
        ({"level": 6}, "level must be one of 1, 2, 3, 4, 5"),
        ({"variant": "Duck (5 Suits)"}, "has no conventions here"),
        ({"variant": 5}, "has no conventions here"),
        ({"variant": "Ambiguous & Brown (5 Suits)"}, "suits with the same letter"),
        ({"hands": [["xx"]]}, "two to five"),
        ({"hands": [["xx"], ["q1"]]}, "'q1' is no card"),
        ({"hands": "r1"}, "hands must be a list"),
        ({"play_stacks": [0, 0]}, "play_stacks"),
        ({"discarded": ["r5", "r5"]}, "more copies"),
        ({"clue_tokens": 9}, "clue_tokens must be a number"),
        ({"chop_moved": [5]}, "chop_moved"),
        ({"chop_moved": [[6]]}, "Alice has no slot 6"),
        ({"steps": [5]}, "step 1: must be an object"),
        ({"steps": [{"turn": 5}]}, "turn must be a text"),
        ({"steps": [{"turn": "Alice sings"}]}, "cannot read the turn"),
        ({"steps": [{"turn": "Zoe clues red to Bob"}]}, "Zoe is not at the table"),
        ({"steps": [{"turn": "Bob clues red to Alice (slot 1)"}]}, "Alice is to move, not Bob"),
        ({"steps": [{"turn": "Alice clues red to Alice (slot 1)"}]}, "cannot clue itself"),
        ({"steps": [{"turn": "Alice clues teal to Bob"}]}, "no clue teal"),
        ({"steps": [{"turn": "Alice clues red to Bob (slot 2)"}]}, "does not touch these slots"),
        ({"starting": 1, "steps": [{"turn": "Bob clues red to Alice"}]}, "must name the slots"),
        ({"starting": 1, "steps": [{"turn": "Bob plays r2"}]}, "Bob has no r2"),
        ({"starting": 1, "steps": [{"turn": "Bob plays y2 (slot 1)"}]}, "is not y2"),
        ({"starting": 1, "steps": [{"turn": "Bob bombs r1"}]}, "r1 fits"),
        ({"starting": 1, "steps": [{"turn": "Bob plays r1"}]}, "must say what it draws"),
        ({"discarded": ["r4", "r4"], "steps": [{"turn": "Alice discards r4 (slot 1)"}]}, "no copy of r4"),
        ({"steps": [{"seat": 3, "slot": 1}]}, "seat must be a number"),
        ({"steps": [{"seat": 0, "slot": 7}]}, "no slot 7"),
    ],
)
def test_bad_positions(changes: dict[str, Any], error: str) -> None:
    """A bad position is refused with the reason."""
    with pytest.raises(BadPosition, match=error):
        answered([START | {"steps": []} | changes])


@pytest.mark.parametrize("positions", [{}, [5]])
def test_bad_files(positions: Any) -> None:
    """A file that is no list of positions is refused."""
    with pytest.raises(BadPosition):
        answered(positions)


def test_level_for_all() -> None:
    """A level that is named replaces the level of each position."""
    position = next(position for position in POSITIONS if position["name"] == "a reverse finesse")
    (found,) = answered([position], 1)
    assert found["steps"][1]["inferred"] == ["g1"]
