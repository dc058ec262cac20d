"""Bearer tokens: authentication, scopes, issue and revocation.

The sign-in of a browser (`sign_ins`) is a row of the same table, so the same statements find it.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from types import MappingProxyType
from typing import Any, Final, Literal, LiteralString, NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.orm import Session

from service.core.people import scopes, token_secrets
from service.core.people.account_limits import lock, require_below
from service.core.people.scopes import Scope
from service.core.people.tables import Token
from service.core.tables.tables import Seat
from service.platform import ids
from service.platform.database.pool import connection, session, transaction
from service.platform.refusal import Refusal

__all__ = [
    "FOR_GOOD",
    "IDLE",
    "TODAY",
    "TOKEN_OWNER",
    "VALID_AMONG",
    "AccountSuspended",
    "Caller",
    "InvalidToken",
    "NotSeated",
    "OutlivesParent",
    "TokenInfo",
    "TokenOwner",
    "WouldLockYouOut",
    "authenticate",
    "caller_of",
    "digest_of",
    "end",
    "end_of",
    "info_of",
    "issue",
    "issuers",
    "listed",
    "revoke",
    "revoke_others",
    "touch",
    "valid_among",
]

FOR_GOOD: Final = datetime(9999, 1, 1, tzinfo=UTC)
"""The end of a suspension without an end."""

IDLE: Final = timedelta(days=90)
"""How long a sign-in is valid without being used."""


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

    def may(self, scope: str) -> bool:
        """Return True if the token has a scope, or one that includes it."""
        return scopes.allow(self.scopes, scope)

    def is_bound_elsewhere(self, game_id: UUID) -> bool:
        """Return True if the token is bound to another game's seat."""
        return self.game_id not in (None, game_id)


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

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "TokenOwner | None":
        """Return the TokenOwner in a row with more columns. Return None if its columns are null."""
        return None if row["token_id"] is None else cls(**{name: row[name] for name in cls._fields})


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


class InvalidToken(Exception):
    """The token is unknown, revoked or expired."""


class AccountSuspended(InvalidToken):
    """The account of the token is suspended until a time (`service.features.moderation`)."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


class NotSeated(Refusal):
    """The account has no seat in the game of a seat-bound token."""

    code = "not-a-player"


class WouldLockYouOut(Refusal):
    """The request's token was issued by the one to be ended, and would end with it."""

    code = "would-lock-you-out"


class OutlivesParent(Exception):
    """The token would be valid for longer than the token that issues it.

    `most_s` is the time in seconds that the issuing token has left.
    """

    def __init__(self, most_s: int) -> None:
        super().__init__(most_s)
        self.most_s = most_s


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
    with connection() as db:
        row = db.execute(TOKEN_OWNER, values).fetchone()
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
    `known_ended` has the games that are known to have ended or not; for other games the database is queried.
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
    with connection() as db:
        row = db.execute("select status = 'ended' from game where game_id = %s", (game_id,)).fetchone()
    return row is None or bool(row[0])


def valid_among(token_ids: Iterable[UUID]) -> dict[UUID, UUID]:
    """Return the accounts of those of the tokens that are valid."""
    with connection() as db:
        return dict(db.execute(VALID_AMONG, (list(token_ids),)).fetchall())


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
    with _changes(caller) as changes:
        own = (Token.account_id == caller.account_id) & _PERSONAL
        changes.execute(delete(Token).where(own, Token.expires_at <= func.now()))
        issuer = changes.get(Token, caller.token_id)
        if issuer is None:
            raise InvalidToken
        require_below(changes, "tokens", select(func.count()).where(own))
        secret = token_secrets.new_secret(kind)
        token = Token(
            ids.new(),
            caller.account_id,
            token_secrets.digest(secret),
            name,
            sorted(scopes),
            game_id=game_id,
            expires_at=_expiry(end_of(issuer), lifetime_s),
            parent_id=caller.token_id,
            resources=issuer.resources,
        )
        changes.add(token)
        changes.flush()
        return info_of(token), secret


def end_of(issuer: Token) -> datetime | None:
    """Return the time at which what it issues expires at the latest. A sign-in that no token began sets none."""
    if not issuer.is_sign_in:
        return issuer.expires_at
    return None if issuer.parent_id is None else issuer.ends_at


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
    found = session().scalars(
        select(Token)
        .where(
            Token.account_id == caller.account_id,
            _PERSONAL,
            Token.expires_at.is_(None) | (Token.expires_at > func.now()),
        )
        .order_by(Token.token_id)
    )
    return [info_of(token) for token in found]


def revoke(caller: Caller, token_id: UUID, *, including_self: bool = False) -> bool:
    """Revoke one of the account's tokens and all tokens issued with it. Return False if there is none.

    Raises WouldLockYouOut if the caller's token was issued with it, unless `including_self`.
    """
    return end(caller, (Token.token_id == token_id) & ~Token.is_sign_in, including_self=including_self)


def end(caller: Caller, which: ColumnElement[bool], *, including_self: bool) -> bool:
    """End a sign-in or a token of the account, and all tokens issued with it, as `revoke` does."""
    with _changes(caller) as changes:
        found = changes.scalar(select(Token.token_id).where(which, Token.account_id == caller.account_id))
        if found is None:
            return False
        if not including_self and found in issuers(changes, caller.token_id):
            raise WouldLockYouOut
        changes.execute(delete(Token).where(Token.token_id == found))
        return True


def issuers(changes: Session, token_id: UUID) -> list[UUID]:
    """Return the sign-in or tokens with which a token was issued, the nearest first."""
    found: list[UUID] = []
    parent = changes.scalar(select(Token.parent_id).where(Token.token_id == token_id))
    while parent is not None:
        found.append(parent)
        parent = changes.scalar(select(Token.parent_id).where(Token.token_id == parent))
    return found


def revoke_others(caller: Caller) -> None:
    """Revoke all tokens of the account except the caller's, and those of apps. Sign-ins remain.

    The caller's token outlives the token that issued it. Its issuer is then the app or the sign-in behind it, if any.
    Raises InvalidToken if the caller's token has been revoked meanwhile.
    """
    with _changes(caller) as changes:
        behind = issuers(changes, caller.token_id)
        lasts = Token.is_sign_in | Token.refresh_digest.is_not(None)
        lasting = set(changes.scalars(select(Token.token_id).where(Token.token_id.in_(behind), lasts)))
        issuer = next((each for each in behind if each in lasting), None)
        kept = update(Token).where(Token.token_id == caller.token_id).values(parent_id=issuer)
        if changes.scalar(kept.returning(Token.token_id)) is None:
            raise InvalidToken
        own = (Token.account_id == caller.account_id) & ~Token.is_sign_in
        changes.execute(delete(Token).where(own, Token.token_id.not_in({caller.token_id, *lasting})))


def touch(caller: Caller) -> None:
    """Record that the caller's token is used today. A sign-in is then valid for `IDLE` more, until it ends."""
    with connection() as db:
        db.execute(
            f"""update token set used_on = {TODAY},
                       expires_at = case when is_sign_in then least(ends_at, %s) else expires_at end
                 where token_id = %s and used_on is distinct from {TODAY}""",
            (datetime.now(UTC) + IDLE, caller.token_id),  # Citus refuses now() in a CASE
        )


@contextmanager
def _changes(caller: Caller) -> Iterator[Session]:
    """Yield a transaction that changes the account's tokens, one at a time."""
    with transaction() as changes:
        lock(changes, caller.account_id)
        yield changes


def info_of(token: Token) -> TokenInfo:
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
    )
