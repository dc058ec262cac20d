"""Replace the table `tally` with `rollup`, with one count per row.

Revision 0013, after 0012. The next `hanabi chores`, or requests for statistics, count all games again and settle their
seats. On this schema, the previous release answers requests for statistics with 503.
"""

from typing import Final
from uuid import UUID

import sqlalchemy as sa

from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_BATCH: Final = 5000
_STATEMENTS: Final = (
    "update game set counted_as = null where counted_as is not null",
    """update seat set game_created_at = null, game_finished_at = null, game_score = null
        where game_created_at is not null""",
)


def upgrade() -> None:
    """Drop the tally, and create an empty rollup."""
    op.drop_table("tally")
    op.create_table(
        "rollup",
        sa.Column("account_id", sa.Uuid, primary_key=True),
        sa.Column("days", sa.SmallInteger, primary_key=True),
        sa.Column("since", sa.Date, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("edition", sa.Text, primary_key=True),
        sa.Column("multicolor", sa.Text, primary_key=True),
        sa.Column("seats", sa.SmallInteger, primary_key=True),
        sa.Column("outcome", sa.Text, primary_key=True),
        sa.Column("strikeout", sa.Boolean, primary_key=True),
        sa.Column("score", sa.SmallInteger, primary_key=True),
        sa.Column("games", sa.Integer, nullable=False),
    )
    _reset_counts()


def downgrade() -> None:
    """Drop the rollup, and create an empty tally."""
    op.drop_table("rollup")
    op.create_table(
        "tally",
        sa.Column("account_id", sa.Uuid, primary_key=True),
        sa.Column("period", sa.Text, primary_key=True),
        sa.Column("side", sa.Text, primary_key=True),
        sa.Column("since", sa.DateTime(timezone=True), primary_key=True),
        sa.Column("results", sa.LargeBinary, nullable=False),
    )
    _reset_counts()


def _reset_counts() -> None:
    """Mark all games as not counted and all seats as not settled.

    The updates are done in batches, so that moves are not blocked.
    """
    with op.get_context().autocommit_block():
        if op.get_context().as_sql:
            for statement in _STATEMENTS:
                op.execute(statement)
            return
        database, after = op.get_bind(), UUID(int=0)
        while found := database.execute(
            sa.text("select game_id from game where game_id > :after order by game_id limit :many"),
            {"after": after, "many": _BATCH},
        ).fetchall():
            last = found[-1][0]
            for statement in _STATEMENTS:
                within = f"{statement} and game_id > :after and game_id <= :last"
                database.execute(sa.text(within), {"after": after, "last": last})
            after = last
