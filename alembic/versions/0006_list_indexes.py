"""Add indexes for lists of replays with selective filters.

Revision 0006, after 0005.
"""

from typing import Any

import sqlalchemy as sa

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

LISTED = "status = 'ended' and not sandbox and not private"


def upgrade() -> None:
    """Create the indexes."""
    _make_index("game_outcome", "game", ["outcome", sa.text("coalesce(score, -1)"), "game_id"], LISTED)
    alike = [sa.text("(rules ->> 'edition')"), sa.text("(rules ->> 'multicolor')"), "seats", "outcome"]
    _make_index("game_alike", "game", [*alike, "finished_at", "game_id"], LISTED)


def downgrade() -> None:
    """Drop the indexes."""
    op.drop_index("game_alike")
    op.drop_index("game_outcome")


def _make_index(name: str, table: str, columns: list[Any], where: str) -> None:
    """Create an index without blocking writes. Replace an incomplete index of an earlier attempt."""
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")  # nothing waits for this statement, so it need not time out
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.create_index(name, table, columns, postgresql_where=sa.text(where), postgresql_concurrently=True)
        op.execute("set lock_timeout = '200ms'")
