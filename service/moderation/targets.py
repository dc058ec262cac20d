"""Targets of actions of moderation and of reports, and their public form."""

from typing import Literal, NamedTuple
from uuid import UUID

from service import ids
from service.games import lookup
from service.games.lookup import GameRequest, NotFound
from service.identity import accounts
from service.identity.tokens import Caller
from service.replays import branches, comments

__all__ = ["Kind", "Target", "parse", "require_visible"]

Kind = Literal["a", "b", "c", "g", "r"]
"""The kinds of `service.ids`: an account, a branch, a comment, a game or a report."""


class Target(NamedTuple):
    """An account, a game, a comment, a branch or a report."""

    kind: Kind
    id: UUID
    game_id: UUID | None = None
    """The game of a comment or a branch; None for the other kinds."""

    def __str__(self) -> str:
        """Return the public form: `a_…`, `g_…`, `r_…`, or `g_…/c_…` and `g_…/b_…`."""
        own = ids.render(self.kind, self.id)
        return own if self.game_id is None else f"{ids.render('g', self.game_id)}/{own}"


def parse(text: str) -> Target | None:
    """Return the target in a public form; None for other texts."""
    game, slash, own = text.rpartition("/")
    game_id = ids.parse("g", game)
    kinds: tuple[Kind, ...] = ("b", "c") if slash else ("a", "g", "r")
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
        case Target("c", comment_id, UUID() as game_id):
            lookup.load_visible(GameRequest(game_id, caller))
            comments.require_exists(game_id, caller, comment_id)
        case Target("b", branch_id, UUID() as game_id):
            lookup.load_visible(GameRequest(game_id, caller))
            branches.require_exists(game_id, caller, branch_id)
        case _:
            raise NotFound
