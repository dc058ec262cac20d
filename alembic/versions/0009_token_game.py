"""A token names its game without a foreign key, so that tokens can lie on every node and games on one each.

Revision 0009, after 0008. Games are never deleted, and a seat-bound token is honoured only where its game is found.
"""

import sqlalchemy as sa

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the key."""
    for key in sa.inspect(op.get_bind()).get_foreign_keys("token"):
        if key["constrained_columns"] == ["game_id"]:
            op.drop_constraint(key["name"], "token", type_="foreignkey")


def downgrade() -> None:
    """Bring it back."""
    op.create_foreign_key("token_game_id_fkey", "token", "game", ["game_id"], ["game_id"])
