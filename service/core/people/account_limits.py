"""Limits on what one account can store."""

from collections.abc import Mapping
from typing import Any, Final, Literal
from uuid import UUID

from sqlalchemy import Select
from sqlalchemy.orm import Session

from service.core.people.tables import Account
from service.platform.refusal import Refusal

MAXIMA: Final = {
    "tokens": 100,  # that are valid
    "sign-ins": 50,  # one more is not refused, but ends the one that was not used for longest
    "apps": 100,  # likewise
    "passkeys": 20,
    "bots": 10,
    "bot-tokens": 10,  # of each bot
    "blocks": 1000,  # other accounts that are blocked
    "webhooks": 10,
    "browsers": 10,  # that get push messages
    "reports-a-day": 20,
    "open-games": 10,  # that the account has created
    "seats-in-open-games": 10,  # that others have created
    "running-games": 500,  # with a seat; beyond that, the account can neither create nor join a game
    "invitations": 50,  # to open games, that have not expired
    "invitations-of-game": 20,  # to one game, that have not expired
    "invitations-to-account": 20,  # to one other account within 24 hours, declined ones included
    "contests": 20,  # that have not closed
    "teams-in-contest": 10,  # that the account or its bots have entered in one contest
    "comments": 200,  # on each game
    "comments-a-day": 300,  # within 24 hours, deleted ones excluded
    "lines": 50,  # of each game
    "lines-of-account": 2000,
    "notes": 150,  # on each game: enough for every card and every turn
    "notes-of-account": 20_000,
    "note-characters": 200_000,  # of JSON, in the histories of all notes on each game
    "studies": 100,
    "sessions": 20,  # that the account has begun, and that have not ended
}
"""By the code of a limit, how many an account can have."""

Of = Literal["account", "contest"]
"""Whose limit it is: the caller's, with those of the caller's bots, or one that all teams of a contest share."""


class LimitReached(Refusal):
    """The account, or a contest, has the maximum of one kind. `limit` names the kind."""

    code = "limit-reached"

    def __init__(self, limit: str, maximum: int | None = None, of: Of = "account") -> None:
        """`maximum` is that of a limit which is not in MAXIMA. `of` says whose limit it is."""
        super().__init__(limit, maximum)
        self.limit, self.of = limit, of
        self.maximum = MAXIMA[limit] if maximum is None else maximum

    @property
    def members(self) -> Mapping[str, Any]:
        """The kind, its maximum, and whose it is."""
        return {"limit": self.limit, "maximum": self.maximum, "of": self.of}


class AccountEnded(Refusal):
    """The account was deleted or merged since the request began. Sent again, its token may be another account's."""

    code = "service-unavailable"
    retry_after_s = 1


def lock(changes: Session, account_id: UUID, *, may_be_deleted: bool = False) -> Account:
    """Lock an account until the end of the transaction, and return it. Raises AccountEnded.

    Requests of one account that count before they store are thus executed one after the other, and cannot exceed a
    limit together. Lock the account before a game: all transactions take these locks in this order. The lock does not
    conflict with foreign keys to the account, so its games go on.
    """
    account = changes.get_one(Account, account_id, with_for_update={"key_share": True})
    if account.deleted_at is not None and not may_be_deleted:
        raise AccountEnded
    return account


def require_below(
    changes: Session, limit: str, count: Select[Any], *, maximum: int | None = None, of: Of = "account"
) -> None:
    """Raise LimitReached unless the number that `count` selects is below the maximum.

    `maximum` is that of a limit which is not in MAXIMA. `of` says whose limit it is.
    """
    reached = LimitReached(limit, maximum, of)
    if (changes.scalar(count) or 0) >= reached.maximum:
        raise reached
