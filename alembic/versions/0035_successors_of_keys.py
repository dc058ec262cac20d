"""Add the signatures of keys about keys, and the head of the log that receipts have.

Revision 0035, after 0034.
"""

import sqlalchemy as sa

from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None

_COLUMNS = (
    ("signing_key", "predecessor", sa.LargeBinary),
    ("signing_key", "succession", sa.LargeBinary),
    ("signing_key", "revoked_at", sa.DateTime(timezone=True)),
    ("signing_key", "revoked_by", sa.LargeBinary),
    ("signing_key", "revocation", sa.LargeBinary),
    ("log_entry", "leaf", sa.LargeBinary),
    ("game", "log_size", sa.BigInteger),
    ("game", "log_root", sa.LargeBinary),
)


def upgrade() -> None:
    """Add columns without values, which rewrites no row."""
    for table, name, kind in _COLUMNS:
        op.add_column(table, sa.Column(name, kind))


def downgrade() -> None:
    """Drop the columns. Entries about keys have no bytes without theirs, so there must be none."""
    for table, name, _ in reversed(_COLUMNS):
        op.drop_column(table, name)
