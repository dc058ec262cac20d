"""What reviews together give to the house."""

from service.core.feature import Hideable, Hooks, Owned
from service.features.review_sessions import merging, review_sessions
from service.features.review_sessions.problem_words import PROBLEMS
from service.features.review_sessions.tables import ReviewSession
from service.platform.jobs.chore import Chore

__all__ = ["HOOKS"]

HOOKS = Hooks(
    problems=PROBLEMS,
    owned=(Owned(ReviewSession.made_by, removed=True), Owned(ReviewSession.leader)),
    hideable={"s": Hideable(review_sessions.require_message, review_sessions.set_hidden)},
    merging=merging.move_in_texts,
    chores={"delete_sessions": Chore(review_sessions.delete_old)},
    not_exported={"review_session": "deleted after a day"},
)
