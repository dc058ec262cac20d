"""Targets of actions of moderation and of reports, and their public form."""

import re
from typing import Final, Literal, NamedTuple
from uuid import UUID

from service.core import feature
from service.core.feature import Hideable
from service.core.people import accounts
from service.core.people.tokens import Caller
from service.core.tables import lookup
from service.core.tables.lookup import GameRequest, NotFound
from service.platform import ids

Kind = Literal["a", "b", "c", "g", "r", "s", "u"]
"""The kinds of `service.platform.ids`: an account, line, comment, game, report, message of a session, or study."""

_MESSAGE: Final = re.compile(r"g_([0-9a-f]{32})/s_([0-9a-f]{32})/(0|[1-9][0-9]{0,8})")


class Target(NamedTuple):
    """An account, a game, a comment, a saved line, a report, a study or a message of a review together."""

    kind: Kind
    id: UUID
    game_id: UUID | None = None
    """The game of a comment, a line or a session; None for the other kinds."""
    number: int | None = None
    """The number of a message; the id is that of its session."""

    def __str__(self) -> str:
        """Return the public form: `a_…`, `g_…`, `r_…`, `u_…`, or `g_…/c_…`, `g_…/b_…` and `g_…/s_…/17`."""
        own = ids.render(self.kind, self.id) + ("" if self.number is None else f"/{self.number}")
        return own if self.game_id is None else f"{ids.render('g', self.game_id)}/{own}"


def parse(text: str) -> Target | None:
    """Return the target in a public form; None for other texts."""
    message = _MESSAGE.fullmatch(text)
    if message is not None:
        return Target("s", UUID(message[2]), UUID(message[1]), int(message[3]))
    game, slash, own = text.rpartition("/")
    game_id = ids.parse("g", game)
    kinds: tuple[Kind, ...] = ("b", "c") if slash else ("a", "g", "r", "u")
    for kind in kinds:
        found = ids.parse(kind, own)
        if found is not None and (game_id is not None or not slash):
            return Target(kind, found, game_id)
    return None


def require_visible(target: Target, caller: Caller) -> None:
    """Raise NotFound or WrongGame unless the caller may see the target. A report is visible to nobody."""
    match target:
        case Target("a") if accounts.public(str(target)) is not None:
            return
        case Target("g"):
            lookup.load_visible(GameRequest(target.id, caller))
        case Target("u"):
            hideable("u").require_visible(target.id, caller, target.id, None)
        case Target(kind, own_id, UUID() as game_id, number):
            lookup.load_visible(GameRequest(game_id, caller))
            hideable(kind).require_visible(game_id, caller, own_id, number)
        case _:
            raise NotFound


def hideable(kind: Kind) -> Hideable:
    """Return what a feature says about a kind of text. Raises NotFound for other kinds."""
    for of_feature in feature.given(lambda hooks: hooks.hideable.get(kind)):
        return of_feature
    raise NotFound
