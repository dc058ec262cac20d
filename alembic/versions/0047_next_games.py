"""Add which game a game continues.

Revision 0047, after 0046.
"""

import sqlalchemy as sa

from alembic import op

revision = "0047"
down_revision = "0046"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, and an index for the open games that continue one."""
    op.add_column("game", sa.Column("again_of", sa.Uuid))
    op.create_index("game_again", "game", ["again_of"], postgresql_where=sa.text("again_of is not null"))


def downgrade() -> None:
    """Drop both."""
    op.drop_index("game_again", "game")
    op.drop_column("game", "again_of")
