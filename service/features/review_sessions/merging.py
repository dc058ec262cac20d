"""What a merge of two accounts changes in reviews together."""

from uuid import UUID

from sqlalchemy.orm import Session

from service.features.review_sessions.tables import ReviewSession
from service.platform.database.ids_in_json import keep_once, replace

__all__ = ["move_in_texts"]


def move_in_texts(changes: Session, old: UUID, new: UUID) -> None:
    """Replace an account in messages, and once among those that are muted."""
    keep_once(changes, ReviewSession.muted, old, new)
    for column in (ReviewSession.muted, ReviewSession.messages):
        replace(changes, column, old, new)
