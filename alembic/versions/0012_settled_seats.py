"""Add times and scores of seats, cumulative counts, and indexes for filters.

Revision 0012, after 0011. The next `hanabi chores`, or requests for statistics, count all games again and settle their
seats. Until then, a list of a player's games reads all seats of that player.
"""

from typing import Any, Final
from uuid import UUID

import sqlalchemy as sa

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_BATCH: Final = 5000
_MADE: Final = "not sandbox and not private and source is null"
_ENDED: Final = "status = 'ended' and not sandbox and not private"
_ALIKE: Final = {"edition": "(rules ->> 'edition')", "multicolor": "(rules ->> 'multicolor')", "seats": "seats"}
_STATISTICS: Final = {
    "game_alike_counts": f"(mcv) on {', '.join(_ALIKE.values())}, outcome",
    "game_score_counts": "on (coalesce(score, -1))",
}


def upgrade() -> None:
    """Add the columns, replace the tally, and change indexes without blocking writes."""
    for column in ("game_created_at", "game_finished_at"):
        op.add_column("seat", sa.Column(column, sa.DateTime(timezone=True)), if_not_exists=True)
    op.add_column("seat", sa.Column("game_score", sa.SmallInteger), if_not_exists=True)
    op.execute("alter table seat set (autovacuum_vacuum_scale_factor = 0.02)")
    if not _is_distributed():
        # Without this, the planner overestimates the seats per game, and reads all accounts to find their names.
        op.execute("alter table seat alter column game_id set (n_distinct = -0.3)")
    # The planner has no statistics about members of the JSON column `rules` by default.
    for name, what in _STATISTICS.items():
        op.execute(f"drop statistics if exists {name}")
        op.execute(f"create statistics {name} {what} from game")
    op.execute("alter statistics game_alike_counts set statistics 1000")
    op.drop_table("tally")
    op.create_table(
        "tally",
        sa.Column("account_id", sa.Uuid, primary_key=True),
        sa.Column("period", sa.Text, primary_key=True),
        sa.Column("side", sa.Text, primary_key=True),
        sa.Column("since", sa.DateTime(timezone=True), primary_key=True),
        sa.Column("results", sa.LargeBinary, nullable=False),
    )
    _make_index("seat_created", "seat", ["account_id", "game_created_at", "game_id"])
    _make_index("seat_finished", "seat", ["account_id", "game_finished_at", "game_id"], "game_finished_at is not null")
    _make_index("seat_score", "seat", ["account_id", "game_score", "game_id"], "game_finished_at is not null")
    _drop_index("seat_account", "seat")
    for name, column in _ALIKE.items():
        _make_index(f"game_made_{name}", "game", [sa.text(column), "created_at", "game_id"], _MADE)
    for name, column in {**_ALIKE, "outcome": "outcome"}.items():
        _make_index(f"game_ended_{name}", "game", [sa.text(column), "finished_at", "game_id"], _ENDED)
    _reset_counts()
    _make_index("game_uncounted", "game", ["finished_at", "game_id"], "status = 'ended' and counted_as is null")
    with op.get_context().autocommit_block():
        op.execute("analyze game")
        op.execute("analyze seat")


def downgrade() -> None:
    """Restore the earlier tally, empty, and the index of seats by account."""
    op.drop_table("tally")
    op.create_table(
        "tally",
        sa.Column("account_id", sa.Uuid, primary_key=True),
        sa.Column("period", sa.Text, primary_key=True),
        sa.Column("side", sa.Text, primary_key=True),
        sa.Column("since", sa.Date, primary_key=True),
        sa.Column("edition", sa.Text, primary_key=True),
        sa.Column("multicolor", sa.Text, primary_key=True),
        sa.Column("seats", sa.SmallInteger, primary_key=True),
        sa.Column("results", sa.LargeBinary, nullable=False),
    )
    for name in _STATISTICS:
        op.execute(f"drop statistics {name}")
    for index in ("seat_created", "seat_finished", "seat_score"):
        op.drop_index(index)
    for name in _ALIKE:
        op.drop_index(f"game_made_{name}")
        op.drop_index(f"game_ended_{name}")
    op.drop_index("game_ended_outcome")
    for column in ("game_created_at", "game_finished_at", "game_score"):
        op.drop_column("seat", column)
    op.execute("alter table seat reset (autovacuum_vacuum_scale_factor)")
    if not _is_distributed():
        op.execute("alter table seat alter column game_id reset (n_distinct)")
    op.execute("create index if not exists seat_account on seat (account_id, game_id)")
    op.drop_index("game_uncounted")
    listed = "status = 'ended' and not sandbox and not private"
    op.execute(f"create index game_uncounted on game (finished_at, game_id) where {listed} and counted_as is null")
    op.execute("update game set counted_as = null where counted_as is not null")


def _is_distributed() -> bool:
    """Return True if `seat` is distributed. Citus does not support column options."""
    if op.get_context().as_sql:
        return True
    database = op.get_bind()
    return database.scalar(sa.text("select to_regclass('pg_dist_partition')")) is not None and bool(
        database.scalar(sa.text("select 1 from pg_dist_partition where logicalrelid = 'seat'::regclass"))
    )


def _reset_counts() -> None:
    """Mark all games as not counted. Moves are not blocked, because batches are small."""
    with op.get_context().autocommit_block():
        database, after = op.get_bind(), UUID(int=0)
        while found := database.execute(
            sa.text("select game_id from game where game_id > :after order by game_id limit :many"),
            {"after": after, "many": _BATCH},
        ).fetchall():
            bounds = {"after": after, "last": found[-1][0]}
            database.execute(
                sa.text(
                    """update game set counted_as = null
                        where game_id > :after and game_id <= :last and counted_as is not null"""
                ),
                bounds,
            )
            after = bounds["last"]


def _make_index(name: str, table: str, columns: list[Any], where: str | None = None) -> None:
    """Create an index without blocking writes. Replace an incomplete index of an earlier attempt."""
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")  # nothing waits for this statement, so it need not time out
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.create_index(
            name,
            table,
            columns,
            postgresql_where=None if where is None else sa.text(where),
            postgresql_concurrently=True,
        )
        op.execute("set lock_timeout = '200ms'")


def _drop_index(name: str, table: str) -> None:
    """Drop an index, if it exists, without blocking writes."""
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.execute("set lock_timeout = '200ms'")
