"""Numbers and byte order marks in JSON texts."""

import json
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.platform.exact_json import loads
from tests.engine.steady import steady
from tests.rows import in_one_test
from tests.service.client import stacked
from tests.service.factories import NewGame

WHOLE = [("0", 0), ("-0.0", 0), ("3.0", 3), ("30e-1", 3), ("0.3e1", 3), ("1E2", 100), ("0e-400", 0), ("2.50e1", 25)]
NOT_WHOLE = ["1e-400", "-1e-400", "0.1", "4.0000000000000000001", "3.9999999999999999999", f"1e-{'9' * 5000}", "1e-1"]


@in_one_test(("text", "value"), WHOLE)
def test_whole_numbers_stay_whole(text: str, value: int) -> None:
    """JSON Schema calls `3.0` an integer."""
    assert loads(text.encode()) == value and float(loads(text.encode())).is_integer()


@in_one_test("text", NOT_WHOLE)
def test_no_number_becomes_whole(text: str) -> None:
    """Rounding does not make a card of a number that names none."""
    assert not float(loads(f'{{"card": [{text}]}}'.encode())["card"][0]).is_integer()


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    """Some editors begin a file with it."""
    assert loads(b'\xef\xbb\xbf{"a": "1.5"}') == {"a": "1.5"}


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=5), inside, max_size=3),
    max_leaves=6,
)


@steady(50)
@given(JSON)
def test_any_json_is_parsed_as_before(value: Any) -> None:
    """Numbers of at most 17 digits, and all other values, are those of orjson."""
    try:
        text = json.dumps(value).encode()
        expected = orjson.loads(text)
    except (orjson.JSONDecodeError, UnicodeEncodeError):
        return
    assert loads(text) == expected


@pytest.mark.parametrize("number", ["1e-400", "4.0000000000000000001"])
def test_a_move_names_no_card_by_a_fraction(sandbox: NewGame, number: str) -> None:
    """The fault points at the number, and nothing is played."""
    game = sandbox(stacked("r1 r2 r3 r4 r5"), rules={"starting_seat": 0})
    raw = f'{{"type": "play", "card": {number}, "expected_version": 0}}'.encode()
    answer = game.players[0].api.post(
        f"/v1/games/{game.id}/moves", raw=raw, headers={"Content-Type": "application/json"}
    )
    assert (answer.status, answer.code, answer.body["errors"][0]["pointer"]) == (422, "invalid-request", "#/card")
