"""What an account gets of its branches in its export."""

from typing import Any

from service.core.common_values import BranchId, GameId, Time, Version
from service.platform import ids, timestamps
from service.platform.wire.field_types import ResponseSchema, Text

__all__ = ["ExportedBranch", "exported_branch"]


class ExportedBranch(ResponseSchema):
    """A branch of a finished game."""

    game = GameId()
    branch = BranchId()
    at = Version()
    title = Text("The title of the branch; null if it has none.", null=True)
    created_at = Time()


def exported_branch(row: Any) -> dict[str, Any]:
    """Return a branch for the export of its author, from a row of `branches.of_account`."""
    game_id, branch_id, version, title, created_at = row
    return {
        "game": ids.render("g", game_id),
        "branch": ids.render("b", branch_id),
        "at": version,
        "title": title,
        "created_at": timestamps.rfc3339(created_at),
    }
