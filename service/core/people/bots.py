"""Bots: accounts that a person owns, and that a program plays. Nobody can sign in to them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import delete as removal
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from service.core.people import account_limits, accounts, handles, names, token_secrets
from service.core.people.tables import Account, Token
from service.core.people.tokens import Caller, InvalidToken, TokenInfo, info_of, origin_of
from service.platform import ids
from service.platform.database.pool import session, transaction
from service.platform.refusal import Refusal

MAX_BOTS: Final = 10  # of an account
MAX_TOKENS: Final = 10  # of each bot


class NotABot(Refusal):
    """The caller has no bot with this id."""

    code = "not-found"


class Bot(NamedTuple):
    """A bot as its owner sees it."""

    account_id: UUID
    name: str
    created_at: datetime
    tokens: tuple[TokenInfo, ...]


def create(caller: Caller, name: str, token_name: str) -> tuple[Bot, str]:
    """Create a bot of the caller, and return it and the secret of its first token. Raises NameTaken or LimitReached."""
    with account_limits.locked(caller.account_id) as changes:
        own = select(func.count()).where(Account.owner_id == caller.account_id, Account.deleted_at.is_(None))
        account_limits.require_below(changes, "bots", MAX_BOTS, own)
        account_id, name = accounts.add(changes, name, "en", owner_id=caller.account_id)
        token, secret = _issue(changes, caller, account_id, token_name)
        bot = changes.get_one(Account, account_id)
        return Bot(account_id, name, bot.created_at, (token,)), secret


def listed(caller: Caller) -> list[Bot]:
    """Return the caller's bots with their tokens, oldest first."""
    reading = session()
    own = select(Account).where(Account.owner_id == caller.account_id, Account.deleted_at.is_(None))
    found = reading.scalars(own.order_by(Account.account_id)).all()
    of_them = select(Token).where(Token.account_id.in_([bot.account_id for bot in found])).order_by(Token.token_id)
    tokens = reading.scalars(of_them).all()
    return [_bot(caller, bot, [token for token in tokens if token.account_id == bot.account_id]) for bot in found]


def rename(caller: Caller, bot_id: UUID, name: str) -> Bot:
    """Rename a bot of the caller. Raises NotABot or NameTaken."""
    with transaction() as changes:
        bot = _locked(changes, caller, bot_id)
        if not handles.change(changes, bot_id, names.handles(name)):
            raise accounts.NameTaken
        bot.revision += 1
        bot.name, bot.applied_revision = name, bot.revision
        tokens = changes.scalars(select(Token).where(Token.account_id == bot_id).order_by(Token.token_id)).all()
        return _bot(caller, bot, tokens)


def delete(caller: Caller, bot_id: UUID) -> None:
    """Delete a bot of the caller, as an account is deleted. Raises NotABot."""
    with transaction() as changes:
        _locked(changes, caller, bot_id)
        accounts.mark_deleted(changes, bot_id)


def issue(caller: Caller, bot_id: UUID, name: str) -> tuple[TokenInfo, str]:
    """Issue a token of a bot, and return it and its secret. Raises NotABot or LimitReached."""
    with transaction() as changes:
        _locked(changes, caller, bot_id)
        own = select(func.count()).where(Token.account_id == bot_id)
        account_limits.require_below(changes, "bot-tokens", MAX_TOKENS, own)
        return _issue(changes, caller, bot_id, name)


def revoke(caller: Caller, bot_id: UUID, token_id: UUID) -> bool:
    """Revoke a token of a bot. Return False if there is none. Raises NotABot."""
    with transaction() as changes:
        _locked(changes, caller, bot_id)
        own = removal(Token).where(Token.token_id == token_id, Token.account_id == bot_id)
        return changes.scalar(own.returning(Token.token_id)) is not None


def _locked(changes: Session, caller: Caller, bot_id: UUID) -> Account:
    bot = changes.get(Account, bot_id, with_for_update={"key_share": True})
    if bot is None or bot.owner_id != caller.account_id or bot.deleted_at is not None:
        raise NotABot
    return bot


def _issue(changes: Session, caller: Caller, bot_id: UUID, name: str) -> tuple[TokenInfo, str]:
    """Add a token of a bot. Raises InvalidToken if the caller's token has been revoked meanwhile.

    No sign-in of the owner is above it, since the bot runs on another machine. One that a token makes ends with that.
    """
    maker = changes.get(Token, caller.token_id)
    if maker is None:
        raise InvalidToken
    parent_id, ends_at = origin_of(maker)
    secret = token_secrets.new_secret("p")
    token = Token(ids.new(), bot_id, token_secrets.digest(secret), name, ["bot"], used_on=None)
    token.expires_at, token.parent_id = ends_at, parent_id
    changes.add(token)
    changes.flush()
    return info_of(token, caller), secret


def _bot(caller: Caller, bot: Account, tokens: Iterable[Token]) -> Bot:
    return Bot(bot.account_id, bot.name, bot.created_at, tuple([info_of(token, caller) for token in tokens]))
