"""Merging of two accounts of one person: the older one gets everything, and the other one is deleted.

All is one transaction. The seats change their owner, and the logs of games do not change: the deal has the salted hash
of the account that it was dealt to, and `Account.merged_into` says which account that is now.
"""

from contextlib import suppress
from datetime import timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import Text, cast, delete, exists, func, or_, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from service.core.people import account_limits, accounts, handles, merge_codes, names, sign_ins, tokens
from service.core.people.merge_codes import MergeInfo
from service.core.people.names import DELETED_NAME
from service.core.people.tables import Account, AccountMerge, Block, Handle, Token
from service.core.people.tokens import Caller
from service.core.replays.tables import Sight
from service.core.tables.tables import Game, Invitation, Seat
from service.features.contests.tables import Contest, ContestMember, ContestTable
from service.features.lines.tables import Branch
from service.features.moderation.tables import ModerationAction, Report
from service.features.notes.tables import Comment, Note
from service.features.oauth import apps
from service.features.oauth.tables import AuthorizationCode, DeviceCode
from service.features.review_sessions.tables import ReviewSession
from service.features.seeks.tables import Seek
from service.features.sign_ins.recovery_codes import CodeRefused
from service.features.sign_ins.tables import Challenge, DeviceLink, Passkey, RecoveryCode
from service.features.statistics import rollup
from service.features.statistics.tables import Rollup
from service.features.webhooks.tables import Webhook, WebhookGame
from service.platform import ids
from service.platform.database import deadline
from service.platform.database.pool import fetch, transaction
from service.platform.database.table_class import JSON
from service.platform.refusal import Refusal

__all__ = ["APART", "ENDING", "MOVING", "Merged", "SameTable", "allow", "claim", "move_late"]

Column = InstrumentedAttribute[Any]

_ACCOUNTS: Final = 100
_LONGEST_REQUEST: Final = timedelta(minutes=1)

MOVING: Final[tuple[Column, ...]] = (
    # Tables on every node come first: Citus then changes the others on one connection for each node, as it must.
    Token.account_id,
    Passkey.account_id,
    RecoveryCode.account_id,
    AccountMerge.account_id,
    AccountMerge.other_id,
    Account.owner_id,
    Account.merged_into,
    Handle.account_id,
    Block.account_id,
    Block.blocked_id,
    Report.account_id,
    Webhook.account_id,
    Seek.account_id,
    Contest.created_by,
    ContestMember.account_id,
    Game.created_by,
    Seat.account_id,
    Invitation.account_id,
    Invitation.invited_by,
    Note.account_id,
    Comment.account_id,
    Branch.account_id,
    ReviewSession.made_by,
    ReviewSession.leader,
    Sight.account_id,
    WebhookGame.account_id,
)
"""The columns with the account that something belongs to, which belongs to the other account then."""

ENDING: Final[tuple[Column, ...]] = (
    AuthorizationCode.account_id,
    DeviceCode.account_id,
    DeviceLink.account_id,
    Challenge.account_id,
)
"""The columns with the account of what ends with it."""

APART: Final[tuple[Column, ...]] = (Account.account_id, ModerationAction.account_id, Rollup.account_id)
"""The account itself, the log of moderation, whose rows never change, and sums, which are added."""


class SameTable(Refusal):
    """Both accounts have a seat in one game, or take part in one contest."""

    code = "same-table"


class Merged(NamedTuple):
    """What a merge has changed."""

    info: MergeInfo
    former_id: UUID
    """The account that is deleted. Its tokens belong to the other one."""
    running: list[UUID]
    """The running games that have changed their owner."""


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
        running = _merge(changes, kept, former)
        changes.execute(update(AccountMerge).where(AccountMerge.merge_id == merge_id).values(merged=True))
        info = merge_codes.find(caller._replace(account_id=kept.account_id), merge_id)
        assert info is not None
        return Merged(info, former_id, running)


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
            with suppress(SameTable):
                _require_apart(changes, old, new)
                _move(changes, old, new)
    return len(found)


def _may_merge(changes: Session, account: Account) -> bool:
    is_suspended = changes.scalar(
        select(Account.suspended_until > func.now()).where(Account.account_id == account.account_id)
    )
    return account.deleted_at is None and account.owner_id is None and not is_suspended


def _require_apart(changes: Session, first: UUID, second: UUID) -> None:
    """Raise SameTable if both accounts have a seat in one game or contest, which would then have one player twice."""
    other = aliased(Seat)
    both = select(Seat.game_id).join(other, other.game_id == Seat.game_id)
    if changes.scalar(both.where(Seat.account_id == first, other.account_id == second).limit(1)) is not None:
        raise SameTable
    member = aliased(ContestMember)
    entered = select(ContestMember.seat).join(member, member.contest_id == ContestMember.contest_id)
    if (
        changes.scalar(entered.where(ContestMember.account_id == first, member.account_id == second).limit(1))
        is not None
    ):
        raise SameTable


def _merge(changes: Session, kept: Account, former: Account) -> list[UUID]:
    """Move everything of an account to another one, and delete it. Return the running games."""
    old, new = former.account_id, kept.account_id
    rollup.lock(changes)
    _require_apart(changes, old, new)
    changes.add(ModerationAction(ids.new(), None, "merge", ids.render("a", old), "", former.name, ids.render("a", new)))
    running = select(Game.game_id).join(Seat, Seat.game_id == Game.game_id)
    games = list(changes.scalars(running.where(Seat.account_id == old, Game.status == "running")))
    _close(changes, kept, former)
    _move(changes, old, new)
    rollup.move(changes, old, new)
    handles.release(changes, new, except_for=names.handles(kept.name))
    accounts.show_owner(changes, new)
    sign_ins.limit_ages(changes, new)
    return games


def _move(changes: Session, old: UUID, new: UUID) -> None:
    """Move the rows of an account to another one, except for its sums in the statistics."""
    _remove_what_both_have(changes, old, new)
    for account_id in (old, new):
        apps.end_all(changes, account_id)
    for column in ENDING:
        changes.execute(delete(column.class_).where(column == old))
    for column in MOVING:
        deadline.restart()
        changes.execute(
            update(column.class_)
            .where(column == old)
            .values({column: new})
            .execution_options(synchronize_session=False)
        )
    _move_in_texts(changes, old, new)
    changes.execute(delete(Invitation).where(Invitation.account_id == new, Invitation.invited_by == new))


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
    changes.execute(delete(Seek).where(Seek.account_id == old, Seek.game_id.is_(None)))
    if changes.scalar(select(exists().where(RecoveryCode.account_id == new))):
        changes.execute(delete(RecoveryCode).where(RecoveryCode.account_id == old))
    blocked = select(Block.blocked_id).where(Block.account_id == new)
    blocking = select(Block.account_id).where(Block.blocked_id == new)
    by_both = (Block.account_id == old) & Block.blocked_id.in_([*changes.scalars(blocked), new])
    of_both = (Block.blocked_id == old) & Block.account_id.in_([*changes.scalars(blocking), new])
    changes.execute(delete(Block).where(or_(by_both, of_both)))
    _close_reports(changes, old, new)
    read = select(Sight.game_id).where(Sight.account_id == new)
    changes.execute(
        delete(Sight)
        .where(Sight.account_id == old, Sight.game_id.in_(read))
        .execution_options(synchronize_session=False)
    )
    other = aliased(WebhookGame)
    twice = select(WebhookGame.game_id).join(other, other.game_id == WebhookGame.game_id)
    for game_id in changes.scalars(twice.where(WebhookGame.account_id == old, other.account_id == new)).all():
        changes.execute(delete(WebhookGame).where(WebhookGame.game_id == game_id, WebhookGame.account_id == old))


def _close_reports(changes: Session, old: UUID, new: UUID) -> None:
    """Let reports be about the account that remains, and close those that are then there twice or about oneself."""
    was, now = ids.render("a", old), ids.render("a", new)
    is_open = Report.closed_at.is_(None)
    reporters = select(Report.account_id).where(Report.about == now, is_open)
    subjects = select(Report.about).where(Report.account_id == new, is_open)
    about_both = (Report.about == was) & Report.account_id.in_([*changes.scalars(reporters), old, new])
    by_both = (Report.account_id == old) & Report.about.in_([*changes.scalars(subjects), now])
    changes.execute(update(Report).where(is_open, or_(about_both, by_both)).values(closed_at=func.now()))
    changes.execute(update(Report).where(Report.about == was).values(about=now))


def _move_in_texts(changes: Session, old: UUID, new: UUID) -> None:
    """Replace the account in the JSON of reviews together, which are deleted after a day, and of contests.

    A list has it once.
    """
    lists: tuple[Column, ...] = (ReviewSession.muted, Contest.invited)
    for column in lists:
        both = column.contains([old.hex]) & column.contains([new.hex])
        once = update(column.class_).where(both).values({column: column.op("-")(old.hex)})
        changes.execute(once.execution_options(synchronize_session=False))
    for column in (*lists, ReviewSession.messages, ContestTable.ready):
        text = cast(column, Text)
        named = update(column.class_).where(text.contains(old.hex))
        changes.execute(
            named.values({column: cast(func.replace(text, old.hex, new.hex), JSON)}).execution_options(
                synchronize_session=False
            )
        )
