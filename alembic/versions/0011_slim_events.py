"""Drop an unused index, and let moves update no index of `game`.

Revision 0011, after 0010. The unused index is one of events. The migration also adds two indexes for lists. The column
`command_id` remains, always null, because the previous release selects it.
"""

from typing import Any

import sqlalchemy as sa

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Change the indexes, and vacuum events more often."""
    op.execute("alter table event drop constraint if exists event_game_id_command_id_key")
    factors = "autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02"
    op.execute(f"alter table event set ({factors})")
    op.execute("alter table game set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02)")
    listed = "not sandbox and not private and source is null"
    _make_index("game_running", "game", ["started_at"], "status = 'running'")
    _make_index("game_newest", "game", ["created_at", "game_id"], listed)
    _make_index("game_imported", "game", ["created_by", "game_id"], "source is not null")


def downgrade() -> None:
    """Restore the earlier indexes."""
    op.drop_index("game_imported")
    op.drop_index("game_newest")
    op.execute("alter table game reset (fillfactor, autovacuum_vacuum_scale_factor)")
    op.execute("alter table event reset (autovacuum_vacuum_insert_scale_factor, autovacuum_analyze_scale_factor)")
    op.execute("alter table event add constraint event_game_id_command_id_key unique (game_id, command_id)")
    _make_index("game_running", "game", ["moved_at"], "status = 'running'")


def _make_index(name: str, table: str, columns: list[Any], where: str) -> None:
    """Create an index without blocking writes. Replace an incomplete index of an earlier attempt."""
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")  # nothing waits for this statement, so it need not time out
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.create_index(name, table, columns, postgresql_where=sa.text(where), postgresql_concurrently=True)
        op.execute("set lock_timeout = '200ms'")
