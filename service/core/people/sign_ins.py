"""Sign-ins of browsers: beginning, ending, and what they leave.

A sign-in is a row of the table of tokens, with a secret that only a cookie contains. It is the root of the tokens that
it issues, and no other sign-in depends on it.
"""

from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from service.core.people import account_limits, accounts, scopes, token_secrets, tokens
from service.core.people.tables import Account, Token
from service.core.people.tokens import IDLE, Caller
from service.platform import ids
from service.platform.database.pool import session, transaction
from service.platform.refusal import Refusal

__all__ = [
    "ABSOLUTE",
    "BotCannotSignIn",
    "SignIn",
    "SignedIn",
    "begin",
    "begin_as_guest",
    "begin_with_token",
    "end",
    "end_others",
    "limit_ages",
    "listed",
    "sign_out",
]

ABSOLUTE: Final = timedelta(days=365)
"""How long a sign-in is valid at most, however often it is used, if the account has another way in."""


class BotCannotSignIn(Refusal):
    """The account is a bot. Its tokens are for its program."""

    code = "bot-cannot-sign-in"


class SignedIn(NamedTuple):
    """An account, and the secret of a new sign-in to it."""

    account_id: UUID
    name: str
    secret: str


class SignIn(NamedTuple):
    """A stored sign-in, without its secret."""

    sign_in_id: UUID
    device: str
    """The browser and the system, as the browser named them."""
    created_at: datetime
    used_on: date | None
    """The day of the last use, in UTC."""
    expires_at: datetime | None
    """When it ends unless it is used before."""
    issued_by: UUID | None
    """The token with which it began, if that has not the scope `account`."""


def begin_as_guest(name: str | None, language: str, device: str) -> SignedIn:
    """Create an account, and sign in to it. Without a name it gets a free one in a language. Raises NameTaken."""
    with transaction() as changes:
        account_id, name = accounts.add(changes, name, language)
        return SignedIn(account_id, name, begin(changes, account_id, device))


def begin_with_token(secret: str, device: str) -> SignedIn:
    """Sign in with a token. Raises InvalidToken, AccountSuspended or BotCannotSignIn.

    The sign-in has the rights of the token. It ends with a token that has not the scope `account`; with that scope, the
    owner could sign in otherwise too.
    """
    caller = tokens.authenticate(secret)
    with transaction() as changes:
        account_limits.lock(changes, caller.account_id)
        token = changes.get(Token, caller.token_id)
        if token is None:
            raise tokens.InvalidToken
        new = begin(changes, caller.account_id, device, from_token=token)
    return SignedIn(caller.account_id, caller.name, new)


def begin(changes: Session, account_id: UUID, device: str, *, from_token: Token | None = None) -> str:
    """Sign in to an account, and return the secret of the sign-in. It is always a new one. Raises BotCannotSignIn."""
    if changes.get_one(Account, account_id).owner_id is not None:
        raise BotCannotSignIn
    now = datetime.now(UTC)
    _make_room(changes, account_id)
    secret = token_secrets.new_secret("b")
    ends_at = now + ABSOLUTE if accounts.has_way_in(changes, account_id) else None
    sign_in = Token(
        ids.new(), account_id, token_secrets.digest(secret), device, list(scopes.ALL), is_sign_in=True, ends_at=ends_at
    )
    if from_token is not None:
        sign_in.scopes, sign_in.game_id = from_token.scopes, from_token.game_id
        sign_in.resources = from_token.resources
        if "account" not in from_token.scopes:
            sign_in.parent_id = from_token.token_id
            sign_in.ends_at = from_token.expires_at
    sign_in.expires_at = min([end for end in (now + IDLE, sign_in.ends_at) if end is not None])
    changes.add(sign_in)
    changes.flush()
    return secret


def limit_ages(changes: Session, account_id: UUID) -> None:
    """Limit the ages of the account's sign-ins if it has another way in, and otherwise let them last while used."""
    ends_at = datetime.now(UTC) + ABSOLUTE if accounts.has_way_in(changes, account_id) else None
    roots = (Token.account_id == account_id) & Token.is_sign_in & Token.parent_id.is_(None)
    changes_age = Token.ends_at.is_(None) if ends_at is not None else Token.ends_at.is_not(None)
    changes.execute(update(Token).where(roots, changes_age).values(ends_at=ends_at))


def sign_out(secret: str) -> UUID | None:
    """End a sign-in, by its secret. Return its account; None if it is not valid any more.

    The tokens that it issued remain: their owner wanted to leave this browser, not to stop programs.
    """
    with transaction() as changes:
        mine = (Token.digest == token_secrets.digest(secret)) & Token.is_sign_in
        found = changes.execute(select(Token.token_id, Token.account_id).where(mine)).one_or_none()
        if found is None:
            return None
        account_limits.lock(changes, found.account_id, may_be_deleted=True)
        _detach_and_delete(changes, [found.token_id])
        account_id: UUID = found.account_id
        return account_id


def end(caller: Caller, sign_in_id: UUID, *, including_self: bool = False) -> bool:
    """End a sign-in of the account and all tokens that it issued. Return False if there is none.

    Raises WouldLockYouOut if the caller's token was issued by it, unless `including_self`.
    """
    return tokens.end(caller, (Token.token_id == sign_in_id) & Token.is_sign_in, including_self=including_self)


def end_others(caller: Caller) -> None:
    """End all sign-ins of the account but the one behind the request, and all tokens that they issued."""
    with transaction() as changes:
        account_limits.lock(changes, caller.account_id)
        kept = {caller.token_id, *tokens.issuers(changes, caller.token_id)}
        own = (Token.account_id == caller.account_id) & Token.is_sign_in & Token.token_id.not_in(kept)
        changes.execute(delete(Token).where(own))


def listed(caller: Caller) -> list[SignIn]:
    """Return the account's sign-ins, oldest first."""
    own = (Token.account_id == caller.account_id) & Token.is_sign_in & (Token.expires_at > func.now())
    columns = (Token.token_id, Token.name, Token.created_at, Token.used_on, Token.expires_at, Token.parent_id)
    found = session().execute(select(*columns).where(own).order_by(Token.token_id))
    return [SignIn._make(row) for row in found]


def remove_expired() -> int:
    """Remove the sign-ins that have expired. Their tokens remain. Return their number."""
    removed = 0
    while True:
        with transaction() as changes:
            expired = select(Token.token_id).where(Token.is_sign_in, Token.expires_at <= func.now()).limit(100)
            found = list(changes.scalars(expired))
            _detach_and_delete(changes, found)
        if not found:
            return removed
        removed += len(found)


def _make_room(changes: Session, account_id: UUID) -> None:
    """Remove the expired sign-ins of an account, and those beyond the maximum that were not used for longest."""
    own = (Token.account_id == account_id) & Token.is_sign_in
    rows = changes.execute(
        select(Token.token_id, Token.expires_at > func.now())
        .where(own)
        .order_by((Token.expires_at > func.now()).desc(), Token.used_on.desc(), Token.token_id.desc())
    ).all()
    room = account_limits.MAXIMA["sign-ins"] - 1
    surplus = [token_id for place, (token_id, valid) in enumerate(rows) if not valid or place >= room]
    _detach_and_delete(changes, surplus)


def _detach_and_delete(changes: Session, sign_in_ids: list[UUID]) -> None:
    if sign_in_ids:
        changes.execute(update(Token).where(Token.parent_id.in_(sign_in_ids)).values(parent_id=None))
        changes.execute(delete(Token).where(Token.token_id.in_(sign_in_ids)))
