"""Add indexes for lists of games of one variant.

Revision 0020, after 0019.
"""

from typing import Any, Final

import sqlalchemy as sa

from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

_VARIANT: Final = "(rules ->> 'variant')"
_IMPORTED: Final = "((source is not null)::int)"
_INDEXES: Final = {
    "game_made_variant": ((_VARIANT, "created_at"), "not sandbox and not private and source is null"),
    "game_listed_variant": ((_IMPORTED, _VARIANT, "finished_at"), "status = 'ended' and not sandbox and not private"),
}


def upgrade() -> None:
    """Create the indexes."""
    for name, (columns, where) in _INDEXES.items():
        _make_index(name, "game", [*map(sa.text, columns), "game_id"], where)


def downgrade() -> None:
    """Drop the indexes."""
    for name in _INDEXES:
        _drop_index(name, "game")


def _make_index(name: str, table: str, columns: list[Any], where: str | None = None) -> None:
    """Create an index without blocking writes. Replace an incomplete index of an earlier attempt."""
    condition = None if where is None else sa.text(where)
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")  # nothing waits for this statement, so it need not time out
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.create_index(name, table, columns, postgresql_where=condition, postgresql_concurrently=True)
        op.execute("set lock_timeout = '200ms'")


def _drop_index(name: str, table: str) -> None:
    """Drop an index without blocking writes."""
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.execute("set lock_timeout = '200ms'")
