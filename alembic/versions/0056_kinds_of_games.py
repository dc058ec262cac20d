"""Count the games of contests, of the training aid and of earlier decks again, each as a kind of its own.

Revision 0056, after 0055.
"""

from alembic import op

revision = "0056"
down_revision = "0055"
branch_labels = None
depends_on = None

_PUBLIC = """game.counted_as = 'hidden' and game.status = 'ended' and not game.sandbox and not game.private
             and (game.contest_id is not null or game.training or game.replayed)"""


def upgrade() -> None:
    """Let the chores count them. The previous release counts none of these kinds, and ignores the new ones."""
    op.execute(
        f"""update seat set game_created_at = null, game_finished_at = null, game_score = null
              from game where game.game_id = seat.game_id and {_PUBLIC}"""
    )
    op.execute(f"update game set counted_as = null where {_PUBLIC}")


def downgrade() -> None:
    """Let `hanabi db recount` of the previous release hide them again."""
