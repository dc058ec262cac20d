"""What the end or the merge of an account changes in contests."""

from uuid import UUID

from sqlalchemy import exists, func, select, update
from sqlalchemy.orm import Session, aliased

from service.features.contests.tables import Contest, ContestDeck, ContestEntry, ContestMember, ContestTable
from service.platform.database.ids_in_json import keep_once, replace

__all__ = ["are_apart", "move_in_texts", "withdraw_teams"]


def withdraw_teams(changes: Session, account_id: UUID) -> None:
    """Withdraw the teams of an account that have begun nothing, from contests that are not over."""
    of_entry = (ContestTable.contest_id == ContestEntry.contest_id) & (ContestTable.entry_id == ContestEntry.entry_id)
    changes.execute(
        update(ContestEntry)
        .where(
            ContestEntry.entry_id.in_(select(ContestMember.entry_id).where(ContestMember.account_id == account_id)),
            ContestEntry.withdrawn_at.is_(None),
            ~exists().where(of_entry, ContestTable.game_id.is_not(None)),
            exists().where(ContestDeck.contest_id == ContestEntry.contest_id, ContestDeck.unsealed_at.is_(None)),
        )
        .values(withdrawn_at=func.now())
        .execution_options(synchronize_session=False)
    )


def are_apart(changes: Session, first: UUID, second: UUID) -> bool:
    """Return True if both accounts take part in one contest, which would then have one player twice."""
    member = aliased(ContestMember)
    entered = select(ContestMember.seat).join(member, member.contest_id == ContestMember.contest_id)
    both = entered.where(ContestMember.account_id == first, member.account_id == second)
    return changes.scalar(both.limit(1)) is not None


def move_in_texts(changes: Session, old: UUID, new: UUID) -> None:
    """Replace an account among those that are invited, once, and among those that are ready."""
    keep_once(changes, Contest.invited, old, new)
    for column in (Contest.invited, ContestTable.ready):
        replace(changes, column, old, new)
