"""Add counts of finished games for statistics.

Revision 0004, after 0003. The next `hanabi chores`, or a request for statistics, counts the games that ended before.
"""

from typing import Any

import sqlalchemy as sa

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table, the column and the indexes."""
    op.add_column("game", sa.Column("counted_as", sa.Text), if_not_exists=True)
    op.create_table(
        "tally",
        sa.Column("account_id", sa.Uuid, primary_key=True),
        sa.Column("period", sa.Text, primary_key=True),
        sa.Column("since", sa.Date, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("seats", sa.SmallInteger, primary_key=True),
        sa.Column("edition", sa.Text, primary_key=True),
        sa.Column("multicolor", sa.Text, primary_key=True),
        sa.Column("outcome", sa.Text, primary_key=True),
        sa.Column("reason", sa.Text, primary_key=True),
        sa.Column("score", sa.SmallInteger, primary_key=True),
        sa.Column("games", sa.Integer, nullable=False),
        if_not_exists=True,
    )
    uncounted = "status = 'ended' and not sandbox and not private and counted_as is null"
    _make_index("game_uncounted", "game", ["finished_at", "game_id"], uncounted)
    _make_index("account_name", "account", ["name", "account_id"], "deleted_at is null")


def downgrade() -> None:
    """Remove the table, the column and the indexes. Games can be counted again."""
    op.drop_index("account_name")
    op.drop_table("tally")
    op.drop_index("game_uncounted")
    op.drop_column("game", "counted_as")


def _make_index(name: str, table: str, columns: list[Any], where: str) -> None:
    """Create an index without blocking writes. Replace an incomplete index of an earlier attempt."""
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")  # nothing waits for this statement, so it need not time out
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.create_index(name, table, columns, postgresql_where=sa.text(where), postgresql_concurrently=True)
        op.execute("set lock_timeout = '200ms'")
