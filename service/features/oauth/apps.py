"""Apps of others: what a person has allowed them, and their tokens.

What a person has allowed an app is a row of the table of tokens, below the sign-in that consented, and the access
tokens of the app are rows below it. So whatever ends it ends them too. Its refresh token consists of a part that stays,
by which it is found, and of one that changes each time: an old one is recognized, and ends it. But an answer can be
lost, or two requests can cross, so the newest answer is given again for a minute, until its refresh token is used.
"""

from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

import orjson
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session, aliased

from service.core.people import account_limits, token_secrets, tokens
from service.core.people.scopes import FOR_TOOLS, Scope
from service.core.people.tables import Account, Token
from service.core.people.tokens import Caller
from service.features.oauth.tables import AuthorizationCode, DeviceCode
from service.platform import ids
from service.platform.database.pool import apply, session
from service.platform.sealing import open_sealed, seal

ALLOWED: Final[tuple[Scope, ...]] = (
    "profile:read",
    "games:play",
    "games:create",
    "notes:read",
    "notes",
    "reviews:write",
    "webhooks",
    "tokens",
)
"""The scopes that an app can have."""

SCOPES_OF_PARTS: Final[dict[str, tuple[Scope, ...]]] = {
    "": ALLOWED,
    "/v1": ALLOWED,
    "/mcp": FOR_TOOLS,
}
"""The scopes that are of use, by part of the service."""

GRANTS: Final = ("authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code")
"""The grants that every app may use."""

ACCESS_S: Final = 8 * 3600
"""How long an access token is valid, in seconds: longer than a game, so that few streams end by it."""

_IDLE: Final = timedelta(days=90)
"""How long a refresh token is valid."""

GRACE: Final = timedelta(seconds=60)
"""How long a refresh token that was just used gets the same answer."""
MAX_APPS: Final = 100
"""The maximum number of apps of an account. One more ends the one that was not used for longest."""


class Consent(NamedTuple):
    """What a person allows an app."""

    account_id: UUID
    sign_in_id: UUID
    client_id: str
    client_name: str
    scopes: tuple[str, ...]
    resources: list[str] | None
    """The parts of the service for which the app gets tokens; None for all."""


class AppInfo(NamedTuple):
    """An app that may act for an account."""

    app_id: UUID
    client_id: str
    name: str
    scopes: list[str]
    created_at: datetime
    used_on: date | None
    """The day of the last use, in UTC."""
    expires_at: datetime
    """When it ends unless it is used before."""
    issued_by: UUID | None


_OF_APPS: Final = Token.refresh_digest.is_not(None)


def begin(changes: Session, consent: Consent, refresh: str) -> UUID:
    """Store what a person has allowed an app, with its refresh token. Return its id."""
    account_limits.lock(changes, consent.account_id)
    ends_at = tokens.origin_of(changes.get_one(Token, consent.sign_in_id)).ends_at
    own = (Token.account_id == consent.account_id) & _OF_APPS
    last_used = select(Token.token_id).where(own).order_by(Token.used_on.desc(), Token.token_id.desc())
    kept = last_used.limit(MAX_APPS - 1)
    changes.execute(delete(Token).where(own, Token.token_id.not_in(kept)))
    app = Token(
        ids.new(),
        consent.account_id,
        token_secrets.digest(token_secrets.lasting_part(refresh)),
        consent.client_name,
        list(consent.scopes),
        expires_at=_within(_IDLE, ends_at),
        ends_at=ends_at,
        parent_id=consent.sign_in_id,
        client_id=consent.client_id,
        refresh_digest=token_secrets.digest(refresh),
        resources=consent.resources,
    )
    changes.add(app)
    changes.flush()
    return app.token_id


def add_access(changes: Session, app_id: UUID, secret: str, scopes: list[str], resources: list[str] | None) -> None:
    """Store an access token of an app. Only the newest of its earlier ones remains."""
    app = changes.get_one(Token, app_id)
    own = Token.parent_id == app_id
    kept = select(Token.token_id).where(own).order_by(Token.token_id.desc()).limit(1)
    changes.execute(delete(Token).where(own, Token.token_id.not_in(kept)))
    access = Token(
        ids.new(),
        app.account_id,
        token_secrets.digest(secret),
        app.name,
        scopes,
        expires_at=_within(timedelta(seconds=ACCESS_S), app.ends_at),
        parent_id=app_id,
        client_id=app.client_id,
        resources=resources,
    )
    changes.add(access)
    changes.flush()


def access_s(app: Token) -> int:
    """Return the lifetime of a new access token of an app, in seconds. It ends with the app."""
    left = ACCESS_S if app.ends_at is None else int((app.ends_at - datetime.now(UTC)).total_seconds())
    return max(0, min(ACCESS_S, left))


def _within(lifetime: timedelta, ends_at: datetime | None) -> datetime:
    """Return the end of something with a lifetime, which is at most the end of what it comes from."""
    expires_at = datetime.now(UTC) + lifetime
    return expires_at if ends_at is None else min(expires_at, ends_at)


def find(changes: Session, secret: str) -> tuple[Token, Token] | None:
    """Return a valid access or refresh token of an app, and what its owner has allowed, locked. None if it is unknown.

    For a refresh token both are the same row, also if the refresh token is an old one.
    """
    is_refresh = token_secrets.is_well_formed(secret, ("r",))
    if not is_refresh and not token_secrets.is_well_formed(secret):
        return None
    digest = token_secrets.digest(token_secrets.lasting_part(secret) if is_refresh else secret)
    valid = (Token.expires_at > func.now()) & Token.client_id.is_not(None) & Account.deleted_at.is_(None)
    with_owner = select(Token).join(Account, Account.account_id == Token.account_id).where(valid)
    found = changes.scalar(with_owner.where(Token.digest == digest, _OF_APPS if is_refresh else ~_OF_APPS))
    if found is None:
        return None
    app_id = found.token_id if is_refresh else found.parent_id
    app = changes.scalar(select(Token).where(Token.token_id == app_id).with_for_update())
    return None if app is None else (found, app)


def is_newest(app: Token, refresh: str) -> bool:
    """Return True if a refresh token of an app is its newest."""
    return app.refresh_digest == token_secrets.digest(refresh)


def renew(app: Token, used: str, answer: dict[str, Any]) -> None:
    """Replace the refresh token of an app that was used by the one in the answer to it."""
    now = datetime.now(UTC)
    app.refresh_digest = token_secrets.digest(answer["refresh_token"])
    app.renewed_at, app.renewal = now, seal(orjson.dumps(answer), used)
    app.expires_at = _within(_IDLE, app.ends_at)
    app.used_on = now.date()


def renewal_of(app: Token, used: str) -> dict[str, Any] | None:
    """Return the newest answer to an app again, by the refresh token that got it.

    None after `GRACE`, if the refresh token in the answer was used, and for any other token.
    """
    if app.renewed_at is None or app.renewal is None:
        return None
    age = datetime.now(UTC) - app.renewed_at
    content = None if age > GRACE else open_sealed(app.renewal, used)
    if content is None:
        return None
    answer: dict[str, Any] = orjson.loads(content)
    return answer | {"expires_in": answer["expires_in"] - max(0, int(age.total_seconds()))}


def listed(caller: Caller) -> list[AppInfo]:
    """Return the apps that may act for the account, oldest first."""
    own = (Token.account_id == caller.account_id) & _OF_APPS & (Token.expires_at > func.now())
    access = aliased(Token)
    used = select(func.max(access.used_on)).where(access.parent_id == Token.token_id).scalar_subquery()
    columns = (Token.token_id, Token.client_id, Token.name, Token.scopes, Token.created_at)
    ends = (func.coalesce(used, Token.used_on), Token.expires_at, Token.parent_id)
    rows = session().execute(select(*columns, *ends).where(own).order_by(Token.token_id))
    return [AppInfo._make(row) for row in rows]


def end(caller: Caller, app_id: UUID, including_self: bool) -> bool:
    """End what an app may do for the account, and all its tokens. Return False if there is none."""
    return tokens.end(caller, (Token.token_id == app_id) & _OF_APPS, including_self=including_self)


def end_all(changes: Session, account_id: UUID) -> None:
    """End all apps of an account, with the codes for which one could still get tokens."""
    changes.execute(delete(Token).where(Token.account_id == account_id, _OF_APPS))
    for code in (AuthorizationCode, DeviceCode):
        changes.execute(delete(code).where(code.account_id == account_id))


def end_as_its_app(changes: Session, app_id: UUID) -> None:
    """End what an app may do, at its own request, or because one of its codes or tokens was used twice."""
    changes.execute(delete(Token).where(Token.token_id == app_id, _OF_APPS))


def remove_expired() -> int:
    """Remove what apps have not used for long, with their tokens, and old answers. Return the number of apps."""
    apply(update(Token).where(Token.renewed_at < func.now() - GRACE).values(renewal=None, renewed_at=None))
    return apply(delete(Token).where(_OF_APPS, Token.expires_at <= func.now()))
