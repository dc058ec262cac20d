"""Create the tables of contests, and mark the games that play their decks.

Revision 0051, after 0050.
"""

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from alembic import op

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables, on every node of a distributed database, and add the columns."""
    time = sa.DateTime(timezone=True)
    contest, now = ("contest_id", sa.Uuid), sa.func.now()
    op.create_table(
        "contest",
        sa.Column(*contest, primary_key=True),
        sa.Column("created_by", sa.Uuid, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("about", sa.Text),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("invited", postgresql.JSONB, nullable=False),
        sa.Column("opens_at", time, nullable=False),
        sa.Column("closes_at", time),
        sa.Column("entry_until", time),
        sa.Column("created_at", time, nullable=False, server_default=now),
    )
    op.create_index("contest_created_by", "contest", ["created_by"])
    op.create_index("contest_created", "contest", ["created_at", "contest_id"])
    op.create_table(
        "contest_round",
        sa.Column(*contest, primary_key=True),
        sa.Column("round", sa.SmallInteger, primary_key=True),
        sa.Column("rules", postgresql.JSONB, nullable=False),
        sa.Column("pace", postgresql.JSONB),
        sa.Column("opens_at", time, nullable=False),
        sa.Column("closes_at", time),
    )
    op.create_table(
        "contest_deck",
        sa.Column(*contest, primary_key=True),
        sa.Column("round", sa.SmallInteger, primary_key=True),
        sa.Column("deck", sa.SmallInteger, primary_key=True),
        sa.Column("log_id", sa.Uuid, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("salt", sa.LargeBinary, nullable=False),
        sa.Column("commitment", sa.LargeBinary, nullable=False),
        sa.Column("secret_commitment", sa.LargeBinary, nullable=False),
        sa.Column("unsealed_at", time),
    )
    sealed = sa.text("unsealed_at is null")
    op.create_index("contest_deck_sealed", "contest_deck", ["contest_id", "round", "deck"], postgresql_where=sealed)
    op.create_table(
        "contest_entry",
        sa.Column(*contest, primary_key=True),
        sa.Column("entry_id", sa.Uuid, primary_key=True),
        sa.Column("name", sa.Text),
        sa.Column("entered_at", time),
        sa.Column("withdrawn_at", time),
        sa.Column("created_at", time, nullable=False, server_default=now),
    )
    op.create_table(
        "contest_member",
        sa.Column(*contest, primary_key=True),
        sa.Column("entry_id", sa.Uuid, primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True),
        sa.Column("account_id", sa.Uuid),
        sa.Column("bot", sa.Text),
        sa.Column("confirmed", sa.Boolean, nullable=False),
    )
    op.create_index("contest_member_account", "contest_member", ["account_id", "contest_id"])
    op.create_table(
        "contest_table",
        sa.Column(*contest, primary_key=True),
        sa.Column("round", sa.SmallInteger, primary_key=True),
        sa.Column("deck", sa.SmallInteger, primary_key=True),
        sa.Column("entry_id", sa.Uuid, primary_key=True),
        sa.Column("ready", postgresql.JSONB, nullable=False),
        sa.Column("game_id", sa.Uuid),
    )
    has_game = sa.text("game_id is not null")
    op.create_index("contest_table_game", "contest_table", ["game_id"], unique=True, postgresql_where=has_game)
    for table in ("contest", "contest_round", "contest_deck", "contest_entry", "contest_member", "contest_table"):
        _copy_to_every_node(table)
    of_round, of_entry = ["contest_id", "round"], ["contest_id", "entry_id"]
    op.create_foreign_key("contest_created_by_fkey", "contest", "account", ["created_by"], ["account_id"])
    _refer("contest_round", "contest", ["contest_id"])
    _refer("contest_deck", "contest_round", of_round)
    _refer("contest_entry", "contest", ["contest_id"])
    _refer("contest_member", "contest_entry", of_entry)
    _refer("contest_member", "account", ["account_id"])
    _refer("contest_table", "contest_entry", of_entry)
    op.add_column("game", sa.Column("contest_id", sa.Uuid))
    op.add_column("game", sa.Column("sealed_until", time))


def downgrade() -> None:
    """Drop them. The games remain as private games with a given deck."""
    op.drop_column("game", "sealed_until")
    op.drop_column("game", "contest_id")
    for table in ("contest_table", "contest_member", "contest_entry", "contest_deck", "contest_round", "contest"):
        op.drop_table(table)


def _refer(table: str, other: str, columns: list[str]) -> None:
    op.create_foreign_key(f"{table}_{'_'.join(columns)}_fkey", table, other, columns, columns)


def _copy_to_every_node(table: str) -> None:
    """Make a new table a reference table, like `account`, if the database is distributed."""
    if op.get_context().as_sql:
        return  # offline: it is unknown whether the database is distributed
    database = op.get_bind()
    if database.scalar(sa.text("select to_regclass('pg_dist_partition')")) is None:
        return
    if database.scalar(sa.text("select 1 from pg_dist_partition where logicalrelid = 'account'::regclass")):
        database.execute(sa.text("select create_reference_table(:table)"), {"table": table})
