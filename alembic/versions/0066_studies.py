"""Create the table of studies, and add the tags of comments.

Revision 0066, after 0065.
"""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from alembic import op

revision = "0066"
down_revision = "0065"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table, on every node of a distributed database. Comments so far have no tags."""
    time, now = sa.DateTime(timezone=True), sa.func.now()
    op.create_table(
        "study",
        sa.Column("study_id", sa.Uuid, primary_key=True),
        sa.Column("account_id", sa.Uuid, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("about", sa.Text),
        sa.Column("chapters", JSONB, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("created_at", time, nullable=False, server_default=now),
        sa.Column("changed_at", time, nullable=False, server_default=now),
    )
    op.create_index("study_of_account", "study", ["account_id", "changed_at"])
    _copy_to_every_node("study")
    op.create_foreign_key("study_account_id_fkey", "study", "account", ["account_id"], ["account_id"])
    op.add_column("comment", sa.Column("tags", JSONB))
    _make_index("comment_tags", "comment", ["tags"], "tags is not null")


def downgrade() -> None:
    """Drop them."""
    op.drop_index("comment_tags", "comment")
    op.drop_column("comment", "tags")
    op.drop_table("study")


def _make_index(name: str, table: str, columns: list[Any], where: str) -> None:
    """Create an index without blocking writes. Replace an incomplete index of an earlier attempt."""
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")  # nothing waits for this statement, so it need not time out
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.create_index(
            name, table, columns, postgresql_using="gin", postgresql_where=sa.text(where), postgresql_concurrently=True
        )
        op.execute("set lock_timeout = '200ms'")


def _copy_to_every_node(table: str) -> None:
    """Make a new table a reference table, like `account`, if the database is distributed."""
    if op.get_context().as_sql:
        return  # offline: it is unknown whether the database is distributed
    database = op.get_bind()
    if database.scalar(sa.text("select to_regclass('pg_dist_partition')")) is None:
        return
    if database.scalar(sa.text("select 1 from pg_dist_partition where logicalrelid = 'account'::regclass")):
        database.execute(sa.text("select create_reference_table(:table)"), {"table": table})
