"""Add the expiry of open games, blocked accounts, and indexes for limits of accounts.

Revision 0017, after 0016. Open games expire a day after the migration unless somebody takes a seat in them or is
invited. The previous release ignores the column and the table, and shows expired games until they are deleted.
"""

from typing import Any

import sqlalchemy as sa

from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column and the table, and change indexes without blocking writes."""
    op.add_column(
        "game",
        sa.Column(
            "open_until",
            sa.DateTime(timezone=True),
            nullable=False,
            server_default=sa.text("now() + interval '1 day'"),
        ),
        if_not_exists=True,
    )
    op.create_table(
        "block",
        sa.Column("account_id", sa.Uuid, primary_key=True),
        sa.Column("blocked_id", sa.Uuid, primary_key=True),
        sa.Column("made_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        if_not_exists=True,
    )
    _place_on_every_node("block")
    for column in ("account_id", "blocked_id"):
        op.execute(f"alter table block drop constraint if exists block_{column}_fkey")
        op.create_foreign_key(f"block_{column}_fkey", "block", "account", [column], ["account_id"])
    _make_index("game_open", "game", ["created_by"], "status = 'open'")
    _make_index("invitation_sender", "invitation", ["invited_by", "made_at"])
    _make_index("comment_of_account", "comment", ["account_id", "at"])
    _drop_index("comment_account", "comment")


def downgrade() -> None:
    """Drop the column, the table and the indexes."""
    op.execute("create index if not exists comment_account on comment (account_id)")
    op.drop_index("comment_of_account")
    op.drop_index("invitation_sender")
    op.drop_index("game_open")
    op.drop_table("block")
    op.drop_column("game", "open_until")


def _place_on_every_node(table: str) -> None:
    """Copy a new table to every node, like the table `account`, if the database is distributed."""
    if op.get_context().as_sql:
        return  # offline: it is unknown whether the database is distributed
    database = op.get_bind()
    if database.scalar(sa.text("select to_regclass('pg_dist_partition')")) is None:
        return
    is_placed = sa.text("select 1 from pg_dist_partition where logicalrelid = cast(:table as regclass)")
    if database.scalar(is_placed, {"table": "account"}) and not database.scalar(is_placed, {"table": table}):
        database.execute(sa.text("select create_reference_table(:table)"), {"table": table})


def _make_index(name: str, table: str, columns: list[Any], where: str | None = None) -> None:
    """Create an index without blocking writes. Replace an incomplete index of an earlier attempt."""
    condition = None if where is None else sa.text(where)
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")  # nothing waits for this statement, so it need not time out
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.create_index(name, table, columns, postgresql_where=condition, postgresql_concurrently=True)
        op.execute("set lock_timeout = '200ms'")


def _drop_index(name: str, table: str) -> None:
    """Drop an index, if it exists, without blocking writes."""
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.execute("set lock_timeout = '200ms'")
