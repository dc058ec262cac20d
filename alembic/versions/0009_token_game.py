"""Drop the foreign key from tokens to games.

Revision 0009, after 0008. Without it, tokens can be on every node of a cluster. It is not needed: games are never
deleted, and a seat-bound token is valid only if its game exists.
"""

import sqlalchemy as sa

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the foreign key."""
    for key in sa.inspect(op.get_bind()).get_foreign_keys("token"):
        if key["constrained_columns"] == ["game_id"]:
            op.drop_constraint(key["name"], "token", type_="foreignkey")


def downgrade() -> None:
    """Add the foreign key again."""
    op.create_foreign_key("token_game_id_fkey", "token", "game", ["game_id"], ["game_id"])
