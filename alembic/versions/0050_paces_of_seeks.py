"""Add the acceptable paces of seeks, and an index for the games with a clock.

Revision 0050, after 0049.
"""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from alembic import op

revision = "0050"
down_revision = "0049"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column and the index. Seeks from before accept the one pace that they have."""
    op.add_column("seek", sa.Column("paces", postgresql.JSONB))
    _make_index(
        "game_timed",
        "game",
        ["created_at", "game_id"],
        "pace is not null and not sandbox and not private and source is null",
    )


def downgrade() -> None:
    """Drop both."""
    op.drop_index("game_timed", "game")
    op.drop_column("seek", "paces")


def _make_index(name: str, table: str, columns: list[Any], where: str | None = None) -> None:
    """Create an index without blocking writes. Replace an incomplete index of an earlier attempt."""
    condition = None if where is None else sa.text(where)
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")  # nothing waits for this statement, so it need not time out
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.create_index(name, table, columns, postgresql_where=condition, postgresql_concurrently=True)
        op.execute("set lock_timeout = '200ms'")
