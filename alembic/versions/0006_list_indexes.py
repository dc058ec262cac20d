"""Indexes for lists of replays by conditions that few games fulfil.

Revision 0006, after 0005.
"""

import sqlalchemy as sa

from alembic import op
from service.database.online_ddl import make_index

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

LISTED = "status = 'ended' and not sandbox and not private"


def upgrade() -> None:
    """Make them."""
    make_index("game_outcome", "game", ["outcome", sa.text("coalesce(score, -1)"), "game_id"], LISTED)
    alike = [sa.text("(rules ->> 'edition')"), sa.text("(rules ->> 'multicolor')"), "seats", "outcome"]
    make_index("game_alike", "game", [*alike, "finished_at", "game_id"], LISTED)


def downgrade() -> None:
    """Drop them."""
    op.drop_index("game_alike")
    op.drop_index("game_outcome")
