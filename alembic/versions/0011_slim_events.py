"""Events in fewer bytes, moves that change no index of `game`, and two indexes for lists that read all of it.

Revision 0011, after 0010. The table of events is written anew: this takes a minute for ten million events, and as much
room again while it lasts. Nobody can move meanwhile.
"""

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Leave out the keys of commands, which nothing gives; let what changes with each move stand in no index."""
    # A dropped column would still have its bit in every row: with nine, rows are eight bytes longer than with eight.
    _write_events_anew("")
    _start_vacuuming_events_early()
    op.execute("alter table game set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02)")
    op.drop_index("game_running")
    op.execute("create index game_running on game (started_at) where status = 'running'")
    listed = "not sandbox and not private and source is null"
    op.execute(f"create index game_newest on game (created_at, game_id) where {listed}")
    op.execute("create index game_imported on game (created_by, game_id) where source is not null")


def downgrade() -> None:
    """Bring back the column and its index, empty."""
    op.drop_index("game_imported")
    op.drop_index("game_newest")
    op.drop_index("game_running")
    op.execute("create index game_running on game (moved_at) where status = 'running'")
    op.execute("alter table game reset (fillfactor, autovacuum_vacuum_scale_factor)")
    _write_events_anew(", command_id uuid")
    op.execute("alter table event add constraint event_game_id_command_id_key unique (game_id, command_id)")


def _write_events_anew(more: str) -> None:
    op.execute("lock table event in access exclusive mode")
    op.execute("alter table event rename to event_before")
    op.execute(
        f"""create table event (
                game_id uuid not null, version integer not null, kind smallint not null,
                seat smallint, target smallint, value smallint, data jsonb, at timestamptz{more})"""
    )
    # By game, as it is read.
    op.execute(
        """insert into event (game_id, version, kind, seat, target, value, data, at)
           select game_id, version, kind, seat, target, value, data, at from event_before order by game_id, version"""
    )
    op.execute("drop table event_before")
    op.execute("alter table event add constraint event_pkey primary key (game_id, version)")
    op.execute("alter table event add constraint event_game_id_fkey foreign key (game_id) references game (game_id)")
    op.execute("analyze event")


def _start_vacuuming_events_early() -> None:
    """Rows are only added: small rounds often, rather than one over a fifth of everything that there is."""
    factors = "autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02"
    op.execute(f"alter table event set ({factors})")
