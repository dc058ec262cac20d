"""What says that a program plays an account: a bot has an owner, and a marked account of a person has none."""

from typing import Any, Final, LiteralString, NamedTuple
from uuid import UUID

from sqlalchemy import literal_column

PROGRAM: Final[LiteralString] = """
    case when account.is_program then coalesce(
        (select o.account_id || ' ' || o.name from account o where o.account_id = account.owner_id offset 0), '') end
"""
"""SQL expression for the program of an `account`, as `Program.of` reads it; null for a person."""

PROGRAM_COLUMN: Final[Any] = literal_column(PROGRAM)

PROGRAM_OF_OWNER: Final[Any] = literal_column(
    "case when account.is_program then coalesce(owner.account_id || ' ' || owner.name, '') end"
)
"""The same where the owner is joined as `owner`. Citus refuses the subquery of PROGRAM in a query of several nodes."""


class Owner(NamedTuple):
    """The person who owns a bot."""

    account_id: UUID
    name: str


class Program(NamedTuple):
    """The program that plays an account."""

    owner: Owner | None
    """None for an account that a moderator has marked."""

    @classmethod
    def of(cls, stored: str | None) -> "Program | None":
        """Return the program in a column of PROGRAM; None for a person."""
        if stored is None:
            return None
        owner_id, _, name = stored.partition(" ")
        return cls(Owner(UUID(owner_id), name) if owner_id else None)


class NamedAccount(NamedTuple):
    """An account with its name; without an id once it is deleted."""

    account_id: UUID | None
    name: str
    program: Program | None
    """The program that plays the account; None for a person, and for a deleted account."""
