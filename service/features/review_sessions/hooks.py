"""What reviews together give to the house."""

from uuid import UUID

from sqlalchemy.orm import Session

from service.core.feature import Hideable, Hooks, Owned
from service.features.review_sessions import review_sessions
from service.features.review_sessions.problem_words import PROBLEMS
from service.features.review_sessions.tables import ReviewSession
from service.platform.database.ids_in_json import keep_once, replace
from service.platform.jobs.chore import Chore


def _move_in_texts(changes: Session, old: UUID, new: UUID) -> None:
    """Replace an account in messages, and among the muted accounts, which name it once."""
    keep_once(changes, ReviewSession.muted, old, new)
    for column in (ReviewSession.muted, ReviewSession.messages):
        replace(changes, column, old, new)


HOOKS = Hooks(
    problems=PROBLEMS,
    owned=(Owned(ReviewSession.made_by, removed=True), Owned(ReviewSession.leader)),
    hideable={"s": Hideable(review_sessions.require_message, review_sessions.set_hidden)},
    merging=_move_in_texts,
    chores={"delete_sessions": Chore(review_sessions.delete_old)},
    not_exported={"review_session": "deleted after a day"},
)
