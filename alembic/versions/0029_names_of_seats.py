"""Add an index for the names that imported games state.

Revision 0029, after 0028.
"""

import sqlalchemy as sa

from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the index without blocking writes. Replace an incomplete index of an earlier attempt."""
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")  # nothing waits for this statement, so it need not time out
        op.drop_index("seat_named", "seat", if_exists=True, postgresql_concurrently=True)
        op.create_index(
            "seat_named",
            "seat",
            [sa.text("lower(name)"), "game_id"],
            postgresql_where=sa.text("account_id is null and bot is null"),
            postgresql_concurrently=True,
        )
        op.execute("set lock_timeout = '200ms'")


def downgrade() -> None:
    """Drop the index without blocking writes."""
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")
        op.drop_index("seat_named", "seat", if_exists=True, postgresql_concurrently=True)
        op.execute("set lock_timeout = '200ms'")
