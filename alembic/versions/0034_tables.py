"""Create the tables of release 0.2.0, and the queue of jobs.

Revision 0034, the oldest one. It replaces the revisions 0001 to 0033 (decision 0080). No later revision has one of
their numbers, so that no older database is mistaken for a newer one.
"""

from pathlib import Path
from typing import Final

from alembic import op

revision = "0034"
down_revision = None
branch_labels = None
depends_on = None

_FOLDER: Final = Path(__file__).parents[1]
_SCRIPTS: Final = ("procrastinate-3.10.sql", "tables-0.2.0.sql")
"""The queue, which is the schema of procrastinate 3.10 unchanged, and our own tables."""


def upgrade() -> None:
    """Run the scripts."""
    for script in _SCRIPTS:
        _run((_FOLDER / script).read_text(encoding="utf-8"))


def downgrade() -> None:
    """Refuse: there is no older schema."""
    raise NotImplementedError("0034 is the oldest schema. Drop the database instead.")


def _run(script: str) -> None:
    """Run a script of several statements, in which `%` and `:` have no meaning."""
    if op.get_context().as_sql:
        op.execute(script)
    else:
        op.get_bind().exec_driver_sql(script, execution_options={"no_parameters": True})
