"""Add the token with which a token was issued, and is deleted.

Revision 0015, after 0014. On this schema, the previous release issues tokens without a parent, and marks a revoked
token instead of deleting it and its children.
"""

import sqlalchemy as sa

from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_KEY = "token_parent_id_fkey"


def upgrade() -> None:
    """Add the column. Then validate its foreign key and create its index without blocking writes."""
    op.add_column("token", sa.Column("parent_id", sa.Uuid), if_not_exists=True)
    op.execute(f"alter table token drop constraint if exists {_KEY}")
    op.create_foreign_key(
        _KEY, "token", "token", ["parent_id"], ["token_id"], ondelete="CASCADE", postgresql_not_valid=True
    )
    with op.get_context().autocommit_block():
        op.execute(f"alter table token validate constraint {_KEY}")
        op.execute("set lock_timeout = 0")  # nothing waits for this statement, so it need not time out
        op.drop_index("token_parent", "token", if_exists=True, postgresql_concurrently=True)
        op.create_index(
            "token_parent",
            "token",
            ["parent_id"],
            postgresql_where=sa.text("parent_id is not null"),
            postgresql_concurrently=True,
        )
        op.execute("set lock_timeout = '200ms'")


def downgrade() -> None:
    """Drop the column with its foreign key and its index."""
    op.drop_column("token", "parent_id")
