"""Checks of the tokens of streams and long-polls, many in one statement."""

import threading
from uuid import UUID

from service.database import deadline
from service.identity import tokens

__all__ = ["TokenChecks"]


class TokenChecks:
    """The checks of one process.

    Checks that begin while a statement runs share the next one. So a move costs its thousand streams two statements,
    and each check is newer than its call.
    """

    def __init__(self) -> None:
        self._waiting: list[_Check] = []
        self._reading = threading.Lock()

    def is_valid(self, token_id: UUID) -> bool:
        """Return True if the token is valid now. Raises Unanswered after the request's deadline."""
        check = _Check(token_id)
        self._waiting.append(check)
        with deadline.holding(self._reading):
            if check.valid is None:
                together, self._waiting = [check, *self._waiting], []
                valid = tokens.valid_among({one.token_id for one in together})
                for one in together:
                    one.valid = one.token_id in valid
        return bool(check.valid)


class _Check:
    """A check. `valid` is None until its statement has been answered."""

    def __init__(self, token_id: UUID) -> None:
        self.token_id = token_id
        self.valid: bool | None = None
