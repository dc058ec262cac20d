"""Tests that the SQL expression PACKED and the engine's `packed` agree."""

import psycopg

from engine.codec import EventRow, packed
from service.core.tables.event_store import PACKED
from tests.rows import in_one_test

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


@in_one_test("row", ROWS)
def test_sql_and_the_engine_pack_rows_alike(row: EventRow, database_url: str) -> None:
    with psycopg.connect(database_url) as db:
        found = db.execute(
            f"select {PACKED} from (values (%s::smallint, %s::smallint, %s::smallint, %s::smallint)) as"
            " event (kind, seat, target, value)",
            row[:4],
        ).fetchone()
    assert found == (packed(row),)


def test_different_rows_are_packed_differently() -> None:
    assert len({packed(row) for row in ROWS}) == len(ROWS)
