"""What lines give to the house."""

from typing import Any

from service.core.common_values import GameId, LineId, Time, Version
from service.core.feature import Exported, Hideable, Hooks, Owned
from service.core.people.tokens import Caller
from service.features.lines import saved_lines
from service.features.lines.tables import SavedLine
from service.platform import ids, timestamps
from service.platform.wire.field_types import Items, Object, ResponseSchema, Text

__all__ = ["HOOKS"]


class ExportedLine(ResponseSchema):
    """A saved line of a finished game."""

    game = GameId()
    line = LineId()
    at = Version()
    title = Text("The title of the line; null if it has none.", null=True)
    created_at = Time()


def _exported(caller: Caller) -> list[dict[str, Any]]:
    return [
        {
            "game": ids.render("g", game_id),
            "line": ids.render("b", line_id),
            "at": version,
            "title": title,
            "created_at": timestamps.rfc3339(created_at),
        }
        for game_id, line_id, version, title, created_at in saved_lines.of_account(caller.account_id)
    ]


HOOKS = Hooks(
    owned=(Owned(SavedLine.account_id),),
    hideable={"b": Hideable(saved_lines.require_exists, saved_lines.set_hidden)},
    exported={
        "lines": Exported(Items(Object(ExportedLine), "The lines that the account saved."), _exported, SavedLine),
    },
)
