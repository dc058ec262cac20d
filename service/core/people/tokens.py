"""Bearer tokens: authentication, scopes, issue and revocation.

The sign-in of a browser (`sign_ins`) is a row of the same table, so the same statements find it.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from types import MappingProxyType
from typing import Final, Literal, LiteralString, NamedTuple, cast
from uuid import UUID

from sqlalchemy import ColumnElement, any_, delete, exists, func, literal, or_, select
from sqlalchemy.orm import Session, aliased

from service.core.people import scopes, token_secrets
from service.core.people.account_limits import locked, require_below
from service.core.people.owned import ways_in
from service.core.people.scopes import Scope
from service.core.people.tables import Token
from service.core.tables.tables import Seat
from service.platform import ids, timestamps
from service.platform.database.pool import apply, execute, fetch_all, fetch_one, session
from service.platform.refusal import Refusal

FOR_GOOD: Final = datetime(9999, 1, 1, tzinfo=UTC)
"""The end of a suspension without an end."""

IDLE: Final = timedelta(days=90)
"""How long a sign-in is valid without being used."""
MAX_TOKENS: Final = 100  # of an account, that are valid


class Caller(NamedTuple):
    """The owner of a valid token, and what the token allows."""

    account_id: UUID
    name: str
    token_id: UUID
    scopes: frozenset[str]
    game_id: UUID | None
    """The only game that a seat-bound token is valid for; None for a personal token."""
    used_today: bool = True
    """False if the use of the token has not been recorded today (`touch`)."""
    resources: tuple[str, ...] | None = None
    """The only parts of the service for which the token is valid; None for all."""

    @property
    def is_moderator(self) -> bool:
        """True if the token has the scope `moderate`."""
        return "moderate" in self.scopes


class TokenOwner(NamedTuple):
    """A row of TOKEN_OWNER."""

    account_id: UUID
    name: str
    token_id: UUID
    scopes: list[str]
    game_id: UUID | None
    suspended_until: datetime | None
    """None if the account is not suspended."""
    used_today: bool
    resources: list[str] | None
    """The parts of the service for which the token is valid; None for all."""


class TokenInfo(NamedTuple):
    """A stored token, without its secret."""

    token_id: UUID
    name: str
    scopes: tuple[str, ...]
    game_id: UUID | None
    created_at: datetime
    expires_at: datetime | None
    used_on: date | None
    """The day of the last use, in UTC; None for a token of an earlier release that was not used since."""
    issued_by: UUID | None
    """The sign-in or token that issued it."""
    current: bool
    """True if the request was sent with it."""


class InvalidToken(Exception):
    """The token is unknown, revoked or expired."""


class AccountSuspended(Refusal, InvalidToken):
    """The account of the token is suspended until a time (`service.features.moderation`)."""

    code = "account-suspended"

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until

    @property
    def members(self) -> Mapping[str, str | None]:
        """The end of the suspension."""
        return {"until": None if self.until == FOR_GOOD else timestamps.rfc3339(self.until)}


class NotSeated(Refusal):
    """The account has no seat in the game of a seat-bound token."""

    code = "not-a-player"


class WouldLockYouOut(Refusal):
    """The request's token was issued by the one to be ended, and would end with it."""

    code = "would-lock-you-out"


class NotOwner(Refusal):
    """The request's token was issued by another one, so it makes nothing that would outlive that one."""

    code = "issued-token"


class OutlivesParent(Exception):
    """The token would be valid for longer than the token that issues it.

    `most_s` is the time in seconds that the issuing token has left.
    """

    def __init__(self, most_s: int) -> None:
        super().__init__(most_s)
        self.most_s = most_s


class EndsMore(Exception):
    """The token to be ended may do more than the request's, which has not issued it. That needs `account`."""


class LastWayIn(Refusal):
    """Nobody could sign in to the account any more. Only its owner may do this, in a browser."""

    code = "last-way-in"


class Origin(NamedTuple):
    """What a new sign-in, token or app is below, and when it ends at the latest."""

    parent_id: UUID | None
    ends_at: datetime | None


ROOT: Final = Origin(None, None)
"""The origin of what nothing else ends."""

_VALID: Final[LiteralString] = "(t.expires_at is null or t.expires_at > now()) and a.deleted_at is null"
"""SQL condition on `token t` and its `account a`: the token is valid."""

TODAY: Final[LiteralString] = "(now() at time zone 'utc')::date"

TOKEN_OWNER: Final = f"""
    select t.account_id, a.name, t.token_id,
           case when a.moderator then t.scopes else array_remove(t.scopes, 'moderate') end as scopes,
           t.game_id, case when a.suspended_until > now() then a.suspended_until end as suspended_until,
           t.used_on is not distinct from {TODAY} as used_today, t.resources
      from token t join account a on a.account_id = t.account_id
     where t.digest = %(digest)s and {_VALID}
"""
"""SQL query for the owner of the token with a digest; no row if the token is invalid."""

MAKER_LASTS: Final[LiteralString] = """
    not exists (select 1 from token maker where maker.token_id = made_by and not maker.is_sign_in
                   and maker.expires_at <= now())
"""
"""SQL condition on a column `made_by` (`ender_of`): its time is not over. All that reads such a table asks it.

A sign-in that expires leaves what it made to the token with which it began, if any.
"""

VALID_AMONG: Final = f"""
    select t.token_id, t.account_id
      from token t join account a on a.account_id = t.account_id
     where t.token_id = any(%s) and {_VALID} and (a.suspended_until is null or a.suspended_until <= now())
"""
"""SQL query for those of many tokens that are valid and whose account is not suspended, with their accounts."""

_PERSONAL: Final = ~Token.is_sign_in & Token.client_id.is_(None)
"""Neither a sign-in nor a token of an app (`service.features.oauth.apps`)."""


def authenticate(secret: str, *, may_be_suspended: bool = False) -> Caller:
    """Return the owner of a token, in one round trip. Raises InvalidToken or AccountSuspended.

    A malformed token is rejected without a query.
    """
    values = {"digest": digest_of(secret)}
    row = fetch_one(TOKEN_OWNER, values)
    return caller_of(None if row is None else TokenOwner(*row), may_be_suspended=may_be_suspended)


def digest_of(secret: str) -> bytes:
    """Return the stored digest of a token. Raises InvalidToken if the token is malformed."""
    if not token_secrets.is_well_formed(secret):
        raise InvalidToken
    return token_secrets.digest(secret)


def caller_of(
    owner: TokenOwner | None,
    *,
    known_ended: Mapping[UUID, bool] = MappingProxyType({}),
    may_be_suspended: bool = False,
) -> Caller:
    """Return the owner of a token as a Caller.

    Raises InvalidToken if there is no owner, or if the token is bound to a game that has ended, and AccountSuspended.
    `known_ended` contains the games that are known to have ended or not; for other games the database is queried.
    """
    if owner is None:
        raise InvalidToken
    if owner.suspended_until is not None and not may_be_suspended:
        raise AccountSuspended(owner.suspended_until)
    game_id = owner.game_id
    if game_id is not None and (known_ended[game_id] if game_id in known_ended else _has_ended(game_id)):
        raise InvalidToken
    resources = None if owner.resources is None else tuple(owner.resources)
    scopes_of = frozenset(owner.scopes)
    return Caller(owner.account_id, owner.name, owner.token_id, scopes_of, game_id, owner.used_today, resources)


def _has_ended(game_id: UUID) -> bool:
    row = fetch_one("select status = 'ended' from game where game_id = %s", (game_id,))
    return row is None or bool(row[0])


def valid_among(token_ids: Iterable[UUID]) -> dict[UUID, UUID]:
    """Return the accounts of those of the tokens that are valid."""
    return dict(fetch_all(VALID_AMONG, (list(token_ids),)))


def issue(
    caller: Caller, name: str, scopes: tuple[Scope, ...], lifetime_s: int | None, game_id: UUID | None
) -> tuple[TokenInfo, str]:
    """Issue a token with the caller's token, and return it and its secret.

    It is revoked together with the caller's token. `scopes` must be among those of the caller's token. With `game_id`,
    the token is bound to the caller's seat in that game. `lifetime_s` None means that it expires with the caller's
    token, or never if a sign-in issues it.

    Raises NotSeated if the caller has no seat in that game, OutlivesParent, LimitReached, and InvalidToken if the
    caller's token has been revoked meanwhile.
    """
    kind: Literal["p", "s"] = "p"
    if game_id is not None:
        kind = "s"
        own_seat = select(Seat.seat).where(Seat.game_id == game_id, Seat.account_id == caller.account_id)
        if session().scalar(own_seat) is None:
            raise NotSeated
    with locked(caller.account_id) as changes:
        own = (Token.account_id == caller.account_id) & _PERSONAL
        changes.execute(delete(Token).where(own, Token.expires_at <= func.now()))
        issuer = changes.get(Token, caller.token_id)
        if issuer is None:
            raise InvalidToken
        require_below(changes, "tokens", MAX_TOKENS, select(func.count()).where(own))
        secret = token_secrets.new_secret(kind)
        token = Token(
            ids.new(),
            caller.account_id,
            token_secrets.digest(secret),
            name,
            sorted(scopes),
            game_id=game_id,
            expires_at=_expiry(origin_of(issuer).ends_at, lifetime_s),
            parent_id=caller.token_id,
            used_on=None,
            resources=issuer.resources,
        )
        changes.add(token)
        changes.flush()
        return info_of(token, caller), secret


def origin_of(maker: Token) -> Origin:
    """Return the origin of a sign-in beside this one, or of what a token makes.

    A sign-in that no token began is a root: what it issues goes on when the browser signs out.
    """
    if not maker.is_sign_in:
        return Origin(maker.token_id, maker.expires_at)
    return ROOT if maker.parent_id is None else Origin(maker.parent_id, maker.ends_at)


def ender_of(changes: Session, caller: Caller) -> UUID:
    """Return what ends that which the caller leaves to act by itself: the caller's token, or all of its app.

    A sign-in that signs out or expires leaves it to the token with which it began, if any, as it does what it issued.
    Raises InvalidToken if the token has been revoked meanwhile. The account is locked.
    """
    own = changes.get(Token, caller.token_id)
    if own is None:
        raise InvalidToken
    return own.parent_id if own.client_id is not None and own.parent_id is not None else own.token_id


def require_owner(changes: Session, caller: Caller) -> None:
    """Raise NotOwner unless the caller may make what lasts: another way into the account, or a merge.

    Such a caller is a root with all scopes and without an end, or a browser that signed in with such a token. What
    another credential made would outlive it. Raises InvalidToken if the caller's token has been revoked meanwhile.
    """
    own = changes.get(Token, caller.token_id)
    if own is None:
        raise InvalidToken
    if not _is_owners(changes, own):
        raise NotOwner


def require_maker(changes: Session, caller: Caller, made_by: UUID | None) -> None:
    """Raise NotOwner unless the caller made what `made_by` ends (`ender_of`), or may make what lasts.

    What another credential changed would act on after its end.
    """
    if made_by is None or made_by != ender_of(changes, caller):
        require_owner(changes, caller)


def _is_owners(changes: Session, own: Token) -> bool:
    """Return True for a root with all scopes and without an end, and for a browser that signed in with such a token."""
    above = None if own.parent_id is None else changes.get(Token, own.parent_id)
    root = above if above is not None and own.is_sign_in else own
    return root.parent_id is None and origin_of(root).ends_at is None and {*scopes.ALL} <= {*own.scopes}


@contextmanager
def keeping_a_way_in(changes: Session, caller: Caller) -> Iterator[None]:
    """Raise LastWayIn if nobody can sign in to the caller's account after what is done meanwhile.

    Its owner may do that in a browser, but no program.
    """
    own = changes.get(Token, caller.token_id)
    is_owner = own is not None and own.is_sign_in and _is_owners(changes, own)
    was_open = not is_owner and _has_way_in(changes, caller.account_id)
    yield
    if was_open and not _has_way_in(changes, caller.account_id):
        raise LastWayIn


def end_apps_without_owner(changes: Session, account_id: UUID) -> None:
    """End the apps of an account to which nobody can sign in any more, since nobody could end them."""
    if not _has_way_in(changes, account_id):
        changes.execute(delete(Token).where(Token.account_id == account_id, Token.client_id.is_not(None)))


def _has_way_in(changes: Session, account_id: UUID) -> bool:
    """Return True if an account has a token or sign-in with all of it and no end, or a way in of a feature."""
    lasts = Token.expires_at.is_(None) | (
        Token.is_sign_in & Token.parent_id.is_(None) & (Token.expires_at > func.now())
    )
    ways = (
        *ways_in(account_id),
        exists().where(Token.account_id == account_id, literal("account") == any_(Token.scopes), lasts),
    )
    return bool(changes.scalar(select(or_(*ways))))


def _expiry(parent_expires_at: datetime | None, lifetime_s: int | None) -> datetime | None:
    if lifetime_s is None:
        return parent_expires_at
    now = datetime.now(UTC)
    expires_at = now + timedelta(seconds=lifetime_s)
    if parent_expires_at is not None and expires_at > parent_expires_at:
        raise OutlivesParent(int((parent_expires_at - now).total_seconds()))
    return expires_at


def listed(caller: Caller) -> list[TokenInfo]:
    """Return the caller's valid tokens, oldest first."""
    found = (
        session()
        .scalars(
            select(Token)
            .where(
                Token.account_id == caller.account_id,
                _PERSONAL,
                Token.expires_at.is_(None) | (Token.expires_at > func.now()),
            )
            .order_by(Token.token_id)
        )
        .all()
    )
    issuers = aliased(Token)
    of_apps = select(issuers.token_id, issuers.parent_id).where(
        issuers.account_id == caller.account_id, issuers.client_id.is_not(None), issuers.refresh_digest.is_(None)
    )
    app_of = {row.token_id: row.parent_id for row in session().execute(of_apps)}
    return [_of_app(info_of(token, caller), app_of) for token in found]


def _of_app(info: TokenInfo, app_of: Mapping[UUID, UUID | None]) -> TokenInfo:
    """Return a token with the app that issued it, which owners see, in place of the app's access token."""
    issued_by = info.issued_by
    return info if issued_by is None else info._replace(issued_by=app_of.get(issued_by, issued_by))


def revoke(caller: Caller, token_id: UUID, *, including_self: bool = False) -> bool:
    """Revoke one of the account's tokens and all tokens issued with it. Return False if there is none.

    An app, and its tokens but the caller's own, are ended with the app (`service.features.oauth.apps`). Raises
    WouldLockYouOut if the caller's token was issued with it, unless `including_self`, EndsMore and LastWayIn.
    """
    kind = ~Token.is_sign_in if token_id == caller.token_id else _PERSONAL
    return end(caller, (Token.token_id == token_id) & kind, including_self=including_self)


def end(caller: Caller, which: ColumnElement[bool], *, including_self: bool) -> bool:
    """End a sign-in or a token of the account, and all tokens issued with it, as `revoke` does."""
    with locked(caller.account_id) as changes:
        found = changes.scalar(select(Token).where(which, Token.account_id == caller.account_id))
        if found is None:
            return False
        if not including_self and found.token_id in issuers(changes, caller.token_id):
            raise WouldLockYouOut
        if (
            changes.scalar(select(Token.token_id).where(Token.token_id == found.token_id, _may_end(changes, caller)))
            is None
        ):
            raise EndsMore
        with keeping_a_way_in(changes, caller):
            changes.execute(delete(Token).where(Token.token_id == found.token_id))
        return True


def remove_expired() -> int:
    """Remove the tokens that have expired, with what they left to act, and return their number."""
    return apply(delete(Token).where(_PERSONAL, Token.expires_at <= func.now()))


def _may_end(changes: Session, caller: Caller) -> ColumnElement[bool]:
    """Return the condition of the account's tokens and sign-ins that the caller may end.

    With the scope `account` these are all. Otherwise they are the caller's token and what it has issued, for an app
    with all of its tokens, and those that may do no more than it.
    """
    of_account = Token.account_id == caller.account_id
    if scopes.allow(caller.scopes, "account"):
        return of_account
    all_of_account = changes.scalars(select(Token).where(of_account)).all()
    by_id = {token.token_id: token for token in all_of_account}
    own = by_id.get(caller.token_id)
    top = caller.token_id if own is None or own.client_id is None else own.parent_id

    def is_below(token: Token | None) -> bool:
        while token is not None:
            if token.token_id == top:
                return True
            token = by_id.get(token.parent_id) if token.parent_id is not None else None
        return False

    def may_no_more(token: Token) -> bool:
        return all(scopes.allow(caller.scopes, scope) for scope in cast(list[Scope], token.scopes))

    return Token.token_id.in_([token.token_id for token in all_of_account if is_below(token) or may_no_more(token)])


def issuers(changes: Session, token_id: UUID) -> list[UUID]:
    """Return the sign-in or tokens with which a token was issued, the nearest first."""
    found: list[UUID] = []
    parent = changes.scalar(select(Token.parent_id).where(Token.token_id == token_id))
    while parent is not None:
        found.append(parent)
        parent = changes.scalar(select(Token.parent_id).where(Token.token_id == parent))
    return found


def touch(caller: Caller) -> None:
    """Record that the caller's token is used today. A sign-in is then valid for `IDLE` more, until it ends."""
    execute(
        f"""update token set used_on = {TODAY},
                   expires_at = case when is_sign_in then least(ends_at, %s) else expires_at end
             where token_id = %s and used_on is distinct from {TODAY}""",
        (datetime.now(UTC) + IDLE, caller.token_id),  # Citus refuses now() in a CASE
    )


def info_of(token: Token, caller: Caller) -> TokenInfo:
    """Return a token without its secret."""
    return TokenInfo(
        token.token_id,
        token.name,
        tuple(token.scopes),
        token.game_id,
        token.created_at,
        token.expires_at,
        token.used_on,
        token.parent_id,
        token.token_id == caller.token_id,
    )
