"""Merging of two accounts of one person: the older one gets everything, and the other one is deleted.

All is one transaction. The seats change their owner, and the logs of games do not change: the deal contains the salted
hash of the account that it was dealt to, and `Account.merged_into` says which account that is now.
"""

from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.orm import Session, aliased

from service.core import feature
from service.core.people import account_limits, accounts, handles, merge_codes, names, sign_ins, tokens
from service.core.people.merge_codes import MergeInfo
from service.core.people.names import DELETED_NAME
from service.core.people.owned import all_owned
from service.core.people.tables import Account, AccountMerge, Block
from service.core.people.tokens import Caller
from service.core.people.typed_codes import CodeRefused
from service.core.replays.tables import Sight
from service.core.tables import deck_knowledge
from service.core.tables.news import publisher
from service.core.tables.tables import Game, Invitation, Seat
from service.platform.database import deadline
from service.platform.database.pool import fetch, transaction
from service.platform.refusal import Refusal

_ACCOUNTS: Final = 100
_LONGEST_REQUEST: Final = timedelta(minutes=1)


class SameTable(Refusal):
    """A game or a contest would have one player twice, or a running game one who has watched held cards.

    `of` says which: `game`, `contest` or `hands`.
    """

    code = "same-table"

    def __init__(self, of: str) -> None:
        super().__init__(of)
        self.of = of

    @property
    def members(self) -> Mapping[str, Any]:
        """What keeps the accounts apart."""
        return {"of": self.of}


class Merged(NamedTuple):
    """What a merge has changed."""

    info: MergeInfo
    former_id: UUID
    """The account that is deleted. Its tokens belong to the other one."""
    running: list[UUID]
    """The running games that have changed their owner."""
    marked: list[tuple[UUID, int]]
    """The tables, with their versions, at which the account now knows the deck."""


def claim(caller: Caller, typed: str, device: str, address: str) -> MergeInfo:
    """Name the caller's account as the other one of a merge. Raises CodeRefused or SameTable."""
    with transaction() as changes:
        found = merge_codes.claim(changes, caller, typed, device, address)
        _require_apart(changes, found.account_id, caller.account_id)
        merge_id = found.merge_id
    info = merge_codes.find(caller, merge_id)
    if info is None:
        raise CodeRefused
    return info


def allow(caller: Caller, merge_id: UUID) -> MergeInfo | Merged | None:
    """Agree to a merge for the caller's account, and merge the two if the other one has agreed.

    Return None if there is no such merge, or if nobody has typed its code. Raises NotOwner, SameTable or Busy.
    """
    with transaction() as changes:
        tokens.require_owner(changes, caller)
        of_two = merge_codes.of_caller(caller, merge_id) & AccountMerge.other_id.is_not(None) & ~AccountMerge.merged
        found = changes.execute(select(AccountMerge.account_id, AccountMerge.other_id).where(of_two)).one_or_none()
        if found is None:
            return _done(caller, merge_id)
        in_order = sorted(filter(None, found))
        first, second = [account_limits.lock(changes, account_id, may_be_deleted=True) for account_id in in_order]
        if not (_may_merge(changes, first) and _may_merge(changes, second)):
            return _done(caller, merge_id)  # also if another request has merged them meanwhile
        agreed = (
            update(AccountMerge)
            .where(of_two)
            .values(
                allowed=AccountMerge.allowed | (AccountMerge.account_id == caller.account_id),
                other_allowed=AccountMerge.other_allowed | (AccountMerge.other_id == caller.account_id),
            )
        )
        by_both = changes.scalar(agreed.returning(AccountMerge.allowed & AccountMerge.other_allowed))
        if not by_both:  # also if the other side has made it void meanwhile
            return merge_codes.find(caller, merge_id)
        kept, former = merge_codes.older(first, second)
        former_id = former.account_id
        running, marked = _merge(changes, kept, former)
        changes.execute(update(AccountMerge).where(AccountMerge.merge_id == merge_id).values(merged=True))
        info = merge_codes.find(caller._replace(account_id=kept.account_id), merge_id)
        assert info is not None
        return Merged(info, former_id, running, marked)


def _done(caller: Caller, merge_id: UUID) -> MergeInfo | None:
    found = merge_codes.find(caller, merge_id)
    return found if found is not None and found.merged else None


def move_late() -> int:
    """Move what other requests stored for an account while it was merged. Return the number of accounts.

    They had begun before the merge, and have ended a minute after it. An account that another request has put at a
    table of the account that remains keeps what it has.
    """
    unmoved = Account.applied_revision.is_distinct_from(Account.revision) & Account.merged_into.is_not(None)
    is_late = Account.deleted_at < func.now() - _LONGEST_REQUEST
    found = fetch(select(Account.account_id, Account.merged_into).where(unmoved, is_late).limit(_ACCOUNTS))
    for old, new in map(tuple, found):
        with transaction() as changes:
            for account_id in sorted((old, new)):
                account_limits.lock(changes, account_id, may_be_deleted=True)
            former, kept = changes.get_one(Account, old), changes.get_one(Account, new)
            former.applied_revision = former.revision
            if kept.deleted_at is not None:
                kept.applied_revision = None  # `accounts.remove_deleted` removes it too
            marked: list[tuple[UUID, int]] = []
            with suppress(SameTable):
                _require_apart(changes, old, new)
                marked = _move(changes, old, new)
        for game_id, version in marked:
            publisher.announce(game_id, version)
    return len(found)


def _may_merge(changes: Session, account: Account) -> bool:
    is_suspended = changes.scalar(
        select(Account.suspended_until > func.now()).where(Account.account_id == account.account_id)
    )
    return account.deleted_at is None and account.owner_id is None and not is_suspended


def _require_apart(changes: Session, first: UUID, second: UUID) -> None:
    """Raise SameTable if one account may not have what the two have."""
    other = aliased(Seat)
    both = select(Seat.game_id).join(other, other.game_id == Seat.game_id)
    if changes.scalar(both.where(Seat.account_id == first, other.account_id == second).limit(1)) is not None:
        raise SameTable("game")
    if any(deck_knowledge.has_watched_hands_of(changes, *pair) for pair in ((first, second), (second, first))):
        raise SameTable("hands")
    if any(apart(changes, first, second) for apart in feature.given(lambda hooks: hooks.apart)):
        raise SameTable("contest")


def _merge(changes: Session, kept: Account, former: Account) -> tuple[list[UUID], list[tuple[UUID, int]]]:
    """Move everything of an account to another one, and delete it. Return the running games and the marked tables."""
    old, new = former.account_id, kept.account_id
    for merge_begins in feature.given(lambda hooks: hooks.merge_begins):
        merge_begins(changes, old, new)
    _require_apart(changes, old, new)
    running = select(Game.game_id).join(Seat, Seat.game_id == Game.game_id)
    games = list(changes.scalars(running.where(Seat.account_id == old, Game.status == "running")))
    _close(changes, kept, former)
    marked = _move(changes, old, new)
    for merge_ends in feature.given(lambda hooks: hooks.merge_ends):
        merge_ends(changes, old, new)
    handles.release(changes, new, except_for=names.handles(kept.name))
    accounts.show_owner(changes, new)
    sign_ins.limit_ages(changes, new)
    return games, marked


def _move(changes: Session, old: UUID, new: UUID) -> list[tuple[UUID, int]]:
    """Move the rows of an account to another one, except for its sums in the statistics.

    Return the tables at which the other one now knows the deck, since either of them knew it.
    """
    _remove_what_both_have(changes, old, new)
    for merging in feature.given(lambda hooks: hooks.merging):
        merging(changes, old, new)
    columns = [*all_owned()]
    for column in [owned.column for owned in columns if owned.merged == "ends"]:
        changes.execute(delete(column.class_).where(column == old))
    for column in [owned.column for owned in columns if owned.merged == "moves"]:
        deadline.restart()
        changes.execute(
            update(column.class_)
            .where(column == old)
            .values({column: new})
            .execution_options(synchronize_session=False)
        )
    changes.execute(delete(Invitation).where(Invitation.account_id == new, Invitation.invited_by == new))
    return deck_knowledge.mark(changes, new)


def _close(changes: Session, kept: Account, former: Account) -> None:
    """Delete an account in favor of another one.

    The versions of views contain the revisions of the players' accounts, so they increase in the games of both.
    """
    growth = former.revision + 1
    kept.revision += growth
    if kept.applied_revision is not None:
        kept.applied_revision += growth
    kept.is_program |= former.is_program
    former.merged_into, former.name, former.deleted_at = kept.account_id, DELETED_NAME, func.now()
    former.revision += 1
    former.moderator = False
    changes.flush()


def _remove_what_both_have(changes: Session, old: UUID, new: UUID) -> None:
    """Remove what would be there twice, or be about the account itself."""
    blocked = select(Block.blocked_id).where(Block.account_id == new)
    blocking = select(Block.account_id).where(Block.blocked_id == new)
    by_both = (Block.account_id == old) & Block.blocked_id.in_([*changes.scalars(blocked), new])
    of_both = (Block.blocked_id == old) & Block.account_id.in_([*changes.scalars(blocking), new])
    changes.execute(delete(Block).where(or_(by_both, of_both)))
    read = select(Sight.game_id).where(Sight.account_id == new)
    changes.execute(
        delete(Sight)
        .where(Sight.account_id == old, Sight.game_id.in_(read))
        .execution_options(synchronize_session=False)
    )
