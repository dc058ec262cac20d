"""Add the queue of jobs, and the tables of solved games and positions.

Revision 0022, after 0021.
"""

from pathlib import Path
from typing import Final

import sqlalchemy as sa

from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

_QUEUE: Final = Path(__file__).parents[1] / "procrastinate-3.10.sql"
"""The schema of procrastinate 3.10, unchanged. It creates the types, tables, functions and triggers of the queue."""

_DROP_QUEUE: Final = """
    do $$
    declare one text;
    begin
        drop table if exists procrastinate_events, procrastinate_periodic_defers, procrastinate_jobs,
                             procrastinate_workers cascade;
        for one in select oid::regprocedure::text from pg_proc
                    where proname like 'procrastinate\\_%' and pg_function_is_visible(oid) loop
            execute 'drop function ' || one;
        end loop;
        for one in select oid::regtype::text from pg_type
                    where typname like 'procrastinate\\_%' and typtype in ('e', 'c') and pg_type_is_visible(oid) loop
            execute 'drop type ' || one || ' cascade';
        end loop;
    end $$
"""


def upgrade() -> None:
    """Create the tables. The queue stays on this node of a distributed database."""
    _run(_QUEUE.read_text(encoding="utf-8"))
    for table, columns in (
        ("solution", [sa.Column("deal_lower", sa.SmallInteger), sa.Column("deal_upper", sa.SmallInteger)]),
        ("hindsight", [sa.Column(f"lost_by_{cause}", sa.Float) for cause in ("deal", "draws", "choice")]),
    ):
        op.create_table(table, sa.Column("game_id", sa.Uuid, primary_key=True), *_of_results(), *columns)
        _place(table, "game_id", "game")
        op.create_foreign_key(f"{table}_game_id_fkey", table, "game", ["game_id"], ["game_id"])
    op.create_table(
        "solved_position",
        sa.Column("digest", sa.LargeBinary, primary_key=True),
        sa.Column("question", sa.Text, nullable=False),
        *_of_results(),
    )
    op.create_index("solved_position_made", "solved_position", ["made_at"])
    _place("solved_position", "digest", "none")


def downgrade() -> None:
    """Drop them. All results are lost, and jobs that wait are."""
    for table in ("solved_position", "hindsight", "solution"):
        op.drop_table(table)
    _run(_DROP_QUEUE)


def _of_results() -> list[sa.Column[object]]:
    return [
        sa.Column("solver", sa.SmallInteger, nullable=False),
        sa.Column("attempts", sa.SmallInteger, nullable=False),
        sa.Column("packed", sa.LargeBinary),
        sa.Column("seconds", sa.Float),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    ]


def _run(script: str) -> None:
    """Run a script of several statements, in which `%` and `:` have no meaning."""
    if op.get_context().as_sql:
        op.execute(script)
    else:
        op.get_bind().exec_driver_sql(script, execution_options={"no_parameters": True})


def _place(table: str, column: str, beside: str) -> None:
    """Distribute a new table, if the database is distributed."""
    if op.get_context().as_sql:
        return  # offline: it is unknown whether the database is distributed
    database = op.get_bind()
    if database.scalar(sa.text("select to_regclass('pg_dist_partition')")) is None:
        return
    if database.scalar(sa.text("select 1 from pg_dist_partition where logicalrelid = 'game'::regclass")):
        place = sa.text("select create_distributed_table(:table, :column, colocate_with => :beside)")
        database.execute(place, {"table": table, "column": column, "beside": beside})
