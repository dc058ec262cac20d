"""Actions of moderators and the operator, each with a log entry.

Only this module changes who is suspended, who is a moderator, and what is hidden. The change and its entry are one
transaction.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, get_args
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from engine.wording import N_
from service.core import feature
from service.core.people import accounts, names, token_secrets
from service.core.people.tables import Account, Token
from service.core.people.tokens import FOR_GOOD, Caller
from service.core.replays import rendered_cache
from service.core.tables.lookup import NotFound, existing
from service.core.tables.news import publisher
from service.core.tables.tables import Game
from service.features.moderation.tables import ModerationAction, Report
from service.features.moderation.targets import Kind, Target, hideable, require_visible
from service.platform import ids, timestamps
from service.platform.database.list_position import Page, Position
from service.platform.database.pool import after_commit, session, transaction
from service.platform.plain_text import NotPlain, plain_text

ActionName = Literal["suspend", "lift", "rename", "mark", "unmark", "hide", "unhide", "close"]
ACTIONS: Final[tuple[ActionName, ...]] = get_args(ActionName)
"""The actions of moderators. Only the operator can grant and revoke."""

KINDS_OF: Final[Mapping[ActionName, tuple[Kind, ...]]] = {
    "suspend": ("a",),
    "lift": ("a",),
    "rename": ("a",),
    "mark": ("a",),
    "unmark": ("a",),
    "hide": ("g", "c", "b", "s", "u"),
    "unhide": ("g", "c", "b", "s", "u"),
    "close": ("r",),
}
"""By action: the kinds of its targets."""

MAX_REASON_LENGTH: Final = 1000
MAX_SUSPENSION: Final = timedelta(days=3653)
"""The maximum length of a suspension that has an end."""


class Order(NamedTuple):
    """An action to take. Its target has one of the kinds of the action."""

    action: ActionName
    target: Target
    reason: str
    until: datetime | None = None
    """The end of a suspension; None for one without an end."""
    name: str | None = None
    """The new name of an account; None for a neutral one."""


class BadOrder(ValueError):
    """A member of an order cannot be used. The message continues its name."""

    def __init__(self, member: str, why: str) -> None:
        super().__init__(why)
        self.member = member


class Moderator(NamedTuple):
    """The account that took an action."""

    account_id: UUID
    name: str


class LoggedAction(NamedTuple):
    """An entry of the log."""

    action_id: UUID
    action: str
    target: str
    reason: str
    before: str | None
    """The previous name, or the end of the previous suspension. None for other actions."""
    after: str | None
    at: datetime
    account_id: UUID | None
    """The moderator; None for the operator's command line."""
    name: str | None

    @property
    def by(self) -> Moderator | None:
        """The moderator; None for the operator's command line."""
        return None if self.account_id is None or self.name is None else Moderator(self.account_id, self.name)

    @property
    def position(self) -> Position:
        """The position of the entry in the log."""
        return Position(self.at, self.action_id)


class _Change(NamedTuple):
    """What an action changed."""

    before: str | None = None
    after: str | None = None


def take(by: Caller | None, order: Order) -> LoggedAction:
    """Take an action, and return its entry in the log.

    `by` is None for the operator's command line. Raises BadOrder, also for an action that would change nothing, and
    NotFound for a target that does not exist, or that a moderator may not read but would hide.
    """
    _check(order)
    if by is not None and order.action == "suspend" and order.target.id == by.account_id:
        raise BadOrder("target", N_("must not be the moderator's own account"))
    order = order._replace(reason=_checked_text("reason", order.reason, MAX_REASON_LENGTH, paragraphs=True))
    if order.name is not None:
        order = order._replace(name=_checked_text("name", order.name, names.MAX_NAME_LENGTH))
    if by is not None and order.action in ("hide", "unhide"):
        require_visible(order.target, by)
    with transaction() as changes:
        change = _CHANGES[order.action](changes, order)
        return _logged(changes, by, order.action, order.target, order.reason, change)


def _check(order: Order) -> None:
    """Raise BadOrder for a member that does not fit the action."""
    now = datetime.now(UTC)
    if order.target.kind not in KINDS_OF[order.action]:
        raise BadOrder("target", N_("cannot be the target of {action}", action=order.action))
    if order.until is not None and order.action != "suspend":
        raise BadOrder("until", N_("has no meaning unless the action is suspend"))
    if order.until is not None and not now < order.until < now + MAX_SUSPENSION:
        raise BadOrder("until", N_("must be within the next ten years; omit it to suspend for good"))
    if order.name is not None and order.action != "rename":
        raise BadOrder("name", N_("has no meaning unless the action is rename"))


def _checked_text(member: str, text: str, longest: int, *, paragraphs: bool = False) -> str:
    try:
        text = plain_text(text, paragraphs=paragraphs)
    except NotPlain as error:
        raise BadOrder(member, error.args[0]) from None
    if not 1 <= len(text) <= longest:
        raise BadOrder(member, N_("must have 1 to {longest} characters", longest=longest))
    return text


def grant(account_id: UUID) -> str:
    """Make an account a moderator, and return a new token.

    The token has the scopes `moderate` and `read`. Raises NotFound.
    """
    with transaction() as changes:
        _account(changes, account_id).moderator = True
        secret = token_secrets.new_secret("p")
        changes.add(Token(ids.new(), account_id, token_secrets.digest(secret), "moderation", ["moderate", "read"]))
        _logged(changes, None, "grant", Target("a", account_id), "", _Change())
    return secret


def revoke(account_id: UUID) -> None:
    """Remove an account from the moderators, and revoke its tokens of moderation. Raises NotFound."""
    with transaction() as changes:
        _account(changes, account_id).moderator = False
        changes.execute(delete(Token).where(Token.account_id == account_id, Token.scopes.contains(["moderate"])))
        publisher.announce_revocation(account_id)
        _logged(changes, None, "revoke", Target("a", account_id), "", _Change())


def log(target: Target | None, page: Page) -> list[LoggedAction]:
    """Return a page of entries, newest first. With `target`, return only the entries about it.

    Those about an account include those about the accounts that were merged into it, or into the same one.
    """
    found = page.of(_ENTRIES, ModerationAction.at, ModerationAction.action_id)
    if target is not None:
        found = found.where(ModerationAction.target.in_(_merged(target) if target.kind == "a" else [str(target)]))
    return [LoggedAction._make(row) for row in session().execute(found)]


def taken_on(caller: Caller) -> list[LoggedAction]:
    """Return the entries about the caller and those that were merged into it, oldest first."""
    found = _ENTRIES.where(ModerationAction.target.in_(_merged(Target("a", caller.account_id))))
    found = found.order_by(ModerationAction.at, ModerationAction.action_id)
    return [LoggedAction._make(row) for row in session().execute(found)]


def _merged(account: Target) -> list[str]:
    """Return the public forms of an account and of all that are one with it."""
    own = select(Account.merged_into).where(Account.account_id == account.id)
    kept = session().scalar(own) or account.id
    return [ids.render("a", one) for one in (kept, *accounts.merged_into([kept]).get(kept, []))]


_ENTRIES: Final = select(
    ModerationAction.action_id,
    ModerationAction.action,
    ModerationAction.target,
    ModerationAction.reason,
    ModerationAction.before,
    ModerationAction.after,
    ModerationAction.at,
    ModerationAction.account_id,
    Account.name,
).outerjoin(Account, Account.account_id == ModerationAction.account_id)


def _logged(
    changes: Session, by: Caller | None, action: str, target: Target, reason: str, change: _Change
) -> LoggedAction:
    account_id, name = (None, None) if by is None else (by.account_id, by.name)
    row = ModerationAction(ids.new(), account_id, action, str(target), reason, change.before, change.after)
    changes.add(row)
    changes.flush()
    return LoggedAction(
        row.action_id, action, row.target, reason, change.before, change.after, row.at, account_id, name
    )


def _account(changes: Session, account_id: UUID) -> Account:
    account = changes.get(Account, account_id, with_for_update={"key_share": True})
    if account is None or account.deleted_at is not None:
        raise NotFound
    return account


def _suspend(changes: Session, order: Order) -> _Change:
    return _set_suspension(changes, _account(changes, order.target.id), order.until or FOR_GOOD)


def _lift(changes: Session, order: Order) -> _Change:
    account = _account(changes, order.target.id)
    if account.suspended_until is None or account.suspended_until < datetime.now(UTC):
        raise BadOrder("target", N_("is not suspended"))
    return _set_suspension(changes, account, None)


def _set_suspension(changes: Session, account: Account, until: datetime | None) -> _Change:
    """Suspend an account and its bots, or end that."""
    before, account.suspended_until = account.suspended_until, until
    publisher.announce_revocation(account.account_id)
    bots = update(Account).where(Account.owner_id == account.account_id).values(suspended_until=until)
    for bot_id in changes.scalars(bots.returning(Account.account_id)):
        publisher.announce_revocation(bot_id)
    return _Change(_end(before), _end(until))


def _end(until: datetime | None) -> str | None:
    return "for good" if until == FOR_GOOD else timestamps.rfc3339(until)


def _rename(changes: Session, order: Order) -> _Change:
    account = _account(changes, order.target.id)
    before = account.name
    try:
        name = None if order.name is None else names.checked(order.name)
        return _Change(before, accounts.set_name(changes, account, name))
    except names.NameRefused as refused:
        raise BadOrder("name", refused.args[0]) from None
    except accounts.NameTaken:
        raise BadOrder("name", N_("must not be that of another account or look like it")) from None


def _mark(changes: Session, order: Order) -> _Change:
    return _set_program(changes, order, is_program=True)


def _unmark(changes: Session, order: Order) -> _Change:
    return _set_program(changes, order, is_program=False)


def _set_program(changes: Session, order: Order, *, is_program: bool) -> _Change:
    """Mark a person's account as played by a program, or end that. The mark is in the views of its games."""
    account = _account(changes, order.target.id)
    if account.owner_id is not None:
        raise BadOrder("target", N_("is a bot, as its owner states"))
    if account.is_program == is_program:
        raise BadOrder("target", N_("is already marked") if is_program else N_("is not marked"))
    accounts.set_program(changes, account, is_program=is_program)
    return _Change()


def _hide(changes: Session, order: Order) -> _Change:
    return _set_hidden(changes, order.target, hidden=True)


def _unhide(changes: Session, order: Order) -> _Change:
    return _set_hidden(changes, order.target, hidden=False)


def _set_hidden(changes: Session, target: Target, *, hidden: bool) -> _Change:
    if target.kind == "g":
        _set_game_hidden(changes, target.id, hidden=hidden)
        return _Change()
    if not hideable(target.kind).set_hidden(changes, target.game_id or target.id, target.id, target.number, hidden):
        raise _is_so(hidden)
    return _Change()


def _is_so(hidden: bool) -> BadOrder:
    return BadOrder("target", N_("is already hidden") if hidden else N_("is not hidden"))


def _set_game_hidden(changes: Session, game_id: UUID, *, hidden: bool) -> None:
    """Hide a public game, or show it again. A hidden game is private, so that every list and index omits it."""
    game = changes.get(Game, game_id, with_for_update=True)
    if game is None or (game.private and not game.hidden):
        raise NotFound
    if game.hidden == hidden:
        raise _is_so(hidden)
    game.hidden = game.private = hidden
    game.revision += 1
    changes.flush()
    for change in feature.given(lambda hooks: hooks.visibility_changed):
        change(changes, [game_id])
    after_commit(lambda: rendered_cache.forget_game(game_id))


def _close(changes: Session, order: Order) -> _Change:
    report = existing(changes.get(Report, order.target.id, with_for_update=True))
    if report.closed_at is not None:
        raise BadOrder("target", N_("is already closed"))
    report.closed_at = changes.execute(select(func.now())).scalar_one()
    return _Change()


_CHANGES: Final[Mapping[ActionName, Callable[[Session, Order], _Change]]] = MappingProxyType(
    {
        "suspend": _suspend,
        "lift": _lift,
        "rename": _rename,
        "mark": _mark,
        "unmark": _unmark,
        "hide": _hide,
        "unhide": _unhide,
        "close": _close,
    }
)


def was_deleted_hidden(changes: Session, game_id: UUID) -> bool:
    """Return True if a game was hidden when its importer deleted it. The log of moderation still tells."""
    about = ModerationAction.target == ids.render("g", game_id)
    newest_first = select(ModerationAction.action).where(about).order_by(ModerationAction.at.desc())
    return changes.scalar(newest_first.limit(1)) == "hide"
