"""Add what games of the same deck share.

Revision 0043, after 0042. The chores set it for games that have ended before.
"""

from typing import Any

import sqlalchemy as sa

from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, and the indexes for the games of a deck and for those whose key is not known yet."""
    op.add_column("game", sa.Column("deck_key", sa.LargeBinary))
    _make_index("game_deck_key", "game", ["deck_key"], "deck_key is not null")
    _make_index("game_without_key", "game", ["game_id"], "status = 'ended' and deck_key is null")


def downgrade() -> None:
    """Drop the column with its indexes."""
    op.drop_column("game", "deck_key")


def _make_index(name: str, table: str, columns: list[Any], where: str | None = None) -> None:
    """Create an index without blocking writes. Replace an incomplete index of an earlier attempt."""
    condition = None if where is None else sa.text(where)
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")  # nothing waits for this statement, so it need not time out
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.create_index(name, table, columns, postgresql_where=condition, postgresql_concurrently=True)
        op.execute("set lock_timeout = '200ms'")
