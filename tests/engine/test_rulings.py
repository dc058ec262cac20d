"""Positions by hand for the rulings, in `rulings/`, a file for each subject. `rows` explains their form.

`test_laws` and `test_variant_laws` compare whole games with the slow rules and with the second engine.
"""

from pathlib import Path

from tests.engine.rows import Row, check, rows
from tests.rows import in_one_test

FILES = sorted(Path(__file__).with_name("rulings").glob("*.txt"))


@in_one_test("row", (row for file in FILES for row in rows(file.read_text())))
def test_rulings(row: Row) -> None:
    """R1 to R30: the moves of a row lead to its result, or are refused for its reason."""
    check(row)
