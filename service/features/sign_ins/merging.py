"""What a merge of two accounts changes in ways to sign in."""

from uuid import UUID

from sqlalchemy import delete, exists, select
from sqlalchemy.orm import Session

from service.features.sign_ins.tables import RecoveryCode

__all__ = ["keep_codes_of_one"]


def keep_codes_of_one(changes: Session, old: UUID, new: UUID) -> None:
    """Delete the recovery codes of the account that ends if the other one has some."""
    if changes.scalar(select(exists().where(RecoveryCode.account_id == new))):
        changes.execute(delete(RecoveryCode).where(RecoveryCode.account_id == old))
