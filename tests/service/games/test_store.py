"""PACKED in SQL and `packed` in the engine agree."""

import psycopg
import pytest

from engine.codec import EventRow, packed
from service.games.event_store import PACKED

ROWS = [
    EventRow(0, None, None, None, {}),
    EventRow(1, 0, 0, None, None),
    EventRow(1, 4, 59, 5, None),
    EventRow(2, 3, 31, None, None),
    EventRow(3, 0, 4, 0, None),
    EventRow(4, 4, 0, 5, None),
    EventRow(7, 2, None, None, None),
    EventRow(9, None, None, None, {}),
]


@pytest.mark.parametrize("row", ROWS)
def test_a_row_is_packed_alike_in_the_database(row: EventRow, database_url: str) -> None:
    with psycopg.connect(database_url) as db:
        found = db.execute(
            f"select {PACKED} from (values (%s::smallint, %s::smallint, %s::smallint, %s::smallint)) as"
            " event (kind, seat, target, value)",
            row[:4],
        ).fetchone()
    assert found == (packed(row),)


def test_no_two_rows_are_packed_alike() -> None:
    assert len({packed(row) for row in ROWS}) == len(ROWS)
