"""Let a row of the table of tokens be the sign-in of a browser, and record the day of the last use.

Revision 0036, after 0035.
"""

import sqlalchemy as sa

from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add columns. Their defaults rewrite no row."""
    op.add_column("token", sa.Column("is_sign_in", sa.Boolean, nullable=False, server_default=sa.text("false")))
    op.add_column("token", sa.Column("ends_at", sa.DateTime(timezone=True)))
    op.add_column("token", sa.Column("used_on", sa.Date))
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")  # nothing waits for this statement, so it need not time out
        op.drop_index("token_sign_in", "token", if_exists=True, postgresql_concurrently=True)
        is_sign_in = sa.text("is_sign_in")
        op.create_index(
            "token_sign_in", "token", ["expires_at"], postgresql_where=is_sign_in, postgresql_concurrently=True
        )
        op.execute("set lock_timeout = '200ms'")


def downgrade() -> None:
    """Drop the columns and the sign-ins. Tokens that a sign-in issued remain."""
    op.drop_index("token_sign_in", "token")
    op.execute("update token set parent_id = null where parent_id in (select token_id from token where is_sign_in)")
    op.execute("delete from token where is_sign_in")
    for column in ("used_on", "ends_at", "is_sign_in"):
        op.drop_column("token", column)
