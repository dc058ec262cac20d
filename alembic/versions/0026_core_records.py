"""Add the signed digests of finished games, and what chain 3 needs.

Revision 0026, after 0025.
"""

import sqlalchemy as sa

from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table and the columns.

    A server of the previous release would append events to games with chain 3 without hashing their times. The
    constraint makes it fail, with a state that such a server takes for a transient error: it answers 503 with
    Retry-After, and keeps its connection.
    """
    op.add_column("deal", sa.Column("holder_salts", sa.LargeBinary))
    op.add_column("game", sa.Column("timed_version", sa.Integer))
    op.execute(
        """create function refuse_untimed_event() returns boolean language plpgsql as $$
           begin
               raise object_not_in_prerequisite_state
                     using message = 'This game needs a server with newer code, which hashes the times of events.';
           end $$"""
    )
    op.execute(
        """alter table game add constraint game_chain
           check (case when timed_version is null or (timed_version = version and head is not null) then true
                       else refuse_untimed_event() end) not valid"""
    )
    op.create_table(
        "core_record",
        sa.Column("game_id", sa.Uuid, primary_key=True),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("signature", sa.LargeBinary, nullable=False),
    )
    _place_with_games("core_record")
    op.create_foreign_key("core_record_game_id_fkey", "core_record", "game", ["game_id"], ["game_id"])


def downgrade() -> None:
    """Drop them. The games that were begun with chain 3 do not verify afterwards."""
    op.drop_table("core_record")
    op.drop_constraint("game_chain", "game")
    op.execute("drop function if exists refuse_untimed_event()")
    op.drop_column("game", "timed_version")
    op.drop_column("deal", "holder_salts")


def _place_with_games(table: str) -> None:
    """Distribute a new table by `game_id`, like the table `game`, if the database is distributed.

    Call it before adding foreign keys to tables of games; Citus refuses to distribute the table afterwards.
    """
    if op.get_context().as_sql:
        return  # offline: it is unknown whether the database is distributed
    database = op.get_bind()
    if database.scalar(sa.text("select to_regclass('pg_dist_partition')")) is None:
        return
    if database.scalar(sa.text("select 1 from pg_dist_partition where logicalrelid = 'game'::regclass")):
        database.execute(
            sa.text("select create_distributed_table(:table, 'game_id', colocate_with => 'game')"), {"table": table}
        )
