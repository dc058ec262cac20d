"""Checks of the tokens of streams and long-polls, many in one statement."""

import threading
from uuid import UUID

from service.core.people import tokens
from service.core.people.tokens import Caller
from service.platform.database import deadline


class TokenChecks:
    """The checks of one process.

    Checks that begin while a statement runs share the next one. So a move costs its thousand streams two statements,
    and each check is newer than its call.
    """

    def __init__(self) -> None:
        self._waiting: list[_Check] = []
        self._reading = threading.Lock()

    def is_valid(self, caller: Caller) -> bool:
        """Return True if the token is valid now, for the same account. Raises Unanswered after the deadline."""
        check = _Check(caller.token_id, caller.account_id)
        self._waiting.append(check)
        with deadline.holding(self._reading):
            if check.valid is None:
                together, self._waiting = [check, *self._waiting], []
                valid = tokens.valid_among({one.token_id for one in together})
                for one in together:
                    one.valid = valid.get(one.token_id) == one.account_id
        return bool(check.valid)


class _Check:
    """A check. `valid` is None until its statement has been answered."""

    def __init__(self, token_id: UUID, account_id: UUID) -> None:
        self.token_id, self.account_id = token_id, account_id
        self.valid: bool | None = None
