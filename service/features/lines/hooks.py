"""What lines give to the house."""

from service.core.common_values import GameId, LineId, Time, Version
from service.core.feature import Exported, Hideable, Hooks, Owned
from service.features.lines import saved_lines
from service.features.lines.saved_lines import OwnLine
from service.features.lines.tables import SavedLine
from service.platform.wire.field_types import Items, Object, Text
from service.platform.wire.rendering import Rendered


class ExportedLine(Rendered[OwnLine]):
    """A saved line of a finished game."""

    game = GameId(attribute="game_id")
    line = LineId(attribute="line_id")
    at = Version()
    title = Text("The title of the line; null if it has none.", null=True)
    created_at = Time()


HOOKS = Hooks(
    owned=(Owned(SavedLine.account_id),),
    hideable={"b": Hideable(saved_lines.require_exists, saved_lines.set_hidden)},
    exported={
        "lines": Exported(
            Items(Object(ExportedLine), "The lines that the account saved."), saved_lines.of_account, SavedLine
        ),
    },
)
