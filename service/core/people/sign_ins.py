"""Sign-ins of browsers: beginning, ending, and what they leave.

A sign-in is a row of the table of tokens, with a secret that only a cookie contains. One that began with a token is
below that token: it has its scopes, and ends with it. Every other one is a root.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from service.core.people import account_limits, accounts, scopes, token_secrets, tokens
from service.core.people.owned import all_owned
from service.core.people.tables import Account, Token
from service.core.people.tokens import IDLE, Caller, TokenInfo
from service.platform import ids
from service.platform.database.pool import session, transaction
from service.platform.refusal import Refusal

ABSOLUTE: Final = timedelta(days=365)
"""How long a sign-in is valid at most, however often it is used, if the account has another way in."""
MAX_SIGN_INS: Final = 50  # of an account; one more ends the one that was not used for longest


class BotCannotSignIn(Refusal):
    """The account is a bot. Its tokens are for its program."""

    code = "bot-cannot-sign-in"


class SignedIn(NamedTuple):
    """An account, and the secret of a new sign-in to it."""

    account_id: UUID
    name: str
    secret: str


def begin_as_guest(name: str | None, language: str, device: str) -> SignedIn:
    """Create an account, and sign in to it. Without a name it gets a free one in a language. Raises NameTaken."""
    with transaction() as changes:
        account_id, name = accounts.add(changes, name, language)
        return SignedIn(account_id, name, begin(changes, account_id, device))


def begin_with_token(secret: str, device: str) -> SignedIn:
    """Sign in with a token, also to a suspended account. Raises InvalidToken or BotCannotSignIn.

    The sign-in has the rights and the end of the token, and ends with it. The secrets of sign-ins and apps are refused:
    they belong to one browser or program.
    """
    caller = tokens.authenticate(secret, may_be_suspended=True)
    with account_limits.locked(caller.account_id) as changes:
        token = changes.get(Token, caller.token_id)
        if token is None or token.is_sign_in or token.client_id is not None:
            raise tokens.InvalidToken
        new = begin(changes, caller.account_id, device, beside=token)
    return SignedIn(caller.account_id, caller.name, new)


def begin(changes: Session, account_id: UUID, device: str, *, beside: Token | None = None) -> str:
    """Sign in to an account, and return the secret of the sign-in. It is always a new one. Raises BotCannotSignIn.

    With a sign-in or token that lets it in, it has the same rights and the same origin as that one.
    """
    if changes.get_one(Account, account_id).owner_id is not None:
        raise BotCannotSignIn
    now = datetime.now(UTC)
    secret = token_secrets.new_secret("b")
    sign_in = Token(ids.new(), account_id, token_secrets.digest(secret), device, list(scopes.ALL), is_sign_in=True)
    if beside is not None:
        sign_in.scopes, sign_in.game_id = beside.scopes, beside.game_id
        sign_in.resources = beside.resources
        sign_in.parent_id, sign_in.ends_at = tokens.origin_of(beside)
    _make_room(changes, account_id)
    if sign_in.parent_id is None and accounts.has_way_in(changes, account_id):
        sign_in.ends_at = now + ABSOLUTE
    sign_in.expires_at = min([end for end in (now + IDLE, sign_in.ends_at) if end is not None])
    changes.add(sign_in)
    changes.flush()
    return secret


def limit_ages(changes: Session, account_id: UUID) -> None:
    """Limit the ages of the account's sign-ins if it has another way in. Nothing makes them longer again."""
    if accounts.has_way_in(changes, account_id):
        roots = (Token.account_id == account_id) & Token.is_sign_in & Token.parent_id.is_(None)
        ends_at = datetime.now(UTC) + ABSOLUTE
        changes.execute(update(Token).where(roots, Token.ends_at.is_(None)).values(ends_at=ends_at))


def sign_out(secret: str) -> UUID | None:
    """End a sign-in, by its secret. Return its account; None if it is not valid any more.

    The tokens that it issued remain, below the token with which it began, if any: their owner wanted to leave this
    browser, not to stop programs. Apps end if nobody can sign in to the account any more, and thus end them.
    """
    with transaction() as changes:
        mine = (Token.digest == token_secrets.digest(secret)) & Token.is_sign_in
        found = changes.execute(select(Token.token_id, Token.account_id).where(mine)).one_or_none()
        if found is None:
            return None
        account_limits.lock(changes, found.account_id, may_be_deleted=True)
        _leave(changes, [found.token_id])
        account_id: UUID = found.account_id
        tokens.end_apps_without_owner(changes, account_id)
        return account_id


def end(caller: Caller, sign_in_id: UUID, including_self: bool) -> bool:
    """End a sign-in of the account and all tokens that it issued. Return False if there is none.

    Raises WouldLockYouOut if the caller's token was issued by it, unless `including_self`.
    """
    return tokens.end(caller, (Token.token_id == sign_in_id) & Token.is_sign_in, including_self=including_self)


def end_everything_else(caller: Caller) -> None:
    """End all ways into the account but the caller's sign-in or token, and what issued it. Raises NotOwner.

    These are sign-ins, tokens, apps, passkeys, recovery codes, webhooks, browsers with push messages, and the codes
    that wait. Tokens of bots remain.
    """
    with account_limits.locked(caller.account_id) as changes:
        tokens.require_owner(changes, caller)
        kept = {caller.token_id, *tokens.issuers(changes, caller.token_id)}
        for owned in all_owned():
            if not owned.lets_in:
                continue
            own = owned.column == caller.account_id
            for part, referred in owned.parts:
                found = changes.scalars(select(referred).where(own).with_for_update()).all()  # none gets more parts
                changes.execute(delete(part.class_).where(part.in_(found)))
            changes.execute(delete(owned.column.class_).where(own))
        changes.execute(delete(Token).where(Token.account_id == caller.account_id, Token.token_id.not_in(kept)))


def listed(caller: Caller) -> list[TokenInfo]:
    """Return the account's sign-ins, oldest first."""
    own = (Token.account_id == caller.account_id) & Token.is_sign_in & (Token.expires_at > func.now())
    found = session().scalars(select(Token).where(own).order_by(Token.token_id))
    return [tokens.info_of(token, caller) for token in found]


def remove_expired() -> int:
    """Remove the sign-ins that have expired. Their tokens remain. Return their number."""
    removed = 0
    is_expired = Token.is_sign_in & (Token.expires_at <= func.now())
    while True:
        with transaction() as changes:
            account_id = changes.scalar(select(Token.account_id).where(is_expired).limit(1))
            if account_id is None:
                return removed
            account_limits.lock(changes, account_id, may_be_deleted=True)
            found = changes.scalars(select(Token.token_id).where(is_expired, Token.account_id == account_id)).all()
            _leave(changes, found)
            tokens.end_apps_without_owner(changes, account_id)
            removed += len(found)


def _make_room(changes: Session, account_id: UUID) -> None:
    """Remove the expired sign-ins of an account, and those beyond the maximum that were not used for longest."""
    own = (Token.account_id == account_id) & Token.is_sign_in
    rows = changes.execute(
        select(Token.token_id, Token.expires_at > func.now())
        .where(own)
        .order_by((Token.expires_at > func.now()).desc(), Token.used_on.desc(), Token.token_id.desc())
    ).all()
    room = MAX_SIGN_INS - 1
    surplus = [token_id for place, (token_id, valid) in enumerate(rows) if not valid or place >= room]
    _leave(changes, surplus)


def _leave(changes: Session, sign_in_ids: Sequence[UUID]) -> None:
    """Delete sign-ins. What they issued or left to act is then below what they were below, and keeps its end."""
    parents = select(Token.token_id, Token.parent_id).where(Token.token_id.in_(sign_in_ids))
    for sign_in_id, parent_id in changes.execute(parents).all():
        changes.execute(update(Token).where(Token.parent_id == sign_in_id).values(parent_id=parent_id))
        for owned in all_owned():
            if owned.made_by is not None:
                of_it = update(owned.column.class_).where(owned.made_by == sign_in_id)
                changes.execute(of_it.values({owned.made_by: parent_id}))
        changes.execute(delete(Token).where(Token.token_id == sign_in_id))
