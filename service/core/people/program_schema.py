"""The mark of accounts that a program plays, which all JSON of players has."""

from service.core.common_values import AccountId
from service.core.people import programs
from service.core.people.programs import NamedAccount, Program
from service.platform.wire.field_types import Object, Text
from service.platform.wire.rendering import Rendered


class Owner(Rendered[programs.Owner]):
    """The person who owns a bot."""

    id = AccountId(attribute="account_id")
    name = Text("The name of the owner.", least=1, most=40)


class PlayedByProgram(Rendered[Program]):
    """The program that plays an account."""

    owner = Object(
        Owner, "Whose bot it is; null if a moderator has marked a person's account as played by a program.", null=True
    )


_MEANING = "The program that plays the account; null for anybody else."

PROGRAM = Object(PlayedByProgram, _MEANING, null=True)
PROGRAM_IF_SHOWN = Object(PlayedByProgram, _MEANING, null=True, required=False, rendered_if=True)


class Author(Rendered[NamedAccount]):
    """The author of a comment; without an id once the account is deleted."""

    id = AccountId("The account; null if it was deleted.", attribute="account_id", null=True)
    name = Text("The name of the account; a neutral one after its deletion.")
    program = PROGRAM
