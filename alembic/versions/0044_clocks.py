"""Add the clocks of games and of seeks.

Revision 0044, after 0043.
"""

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from alembic import op

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns. Games and seeks from before have no clock."""
    op.add_column("game", sa.Column("pace", postgresql.JSONB))
    op.add_column("game", sa.Column("deadline", sa.DateTime(timezone=True)))
    op.add_column("seek", sa.Column("pace", postgresql.JSONB))
    op.create_index("game_deadline", "game", ["deadline"], postgresql_where=sa.text("deadline is not null"))


def downgrade() -> None:
    """Drop the columns. Games that run go on without a clock."""
    op.drop_index("game_deadline", "game")
    op.drop_column("seek", "pace")
    op.drop_column("game", "deadline")
    op.drop_column("game", "pace")
