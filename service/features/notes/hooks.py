"""What notes give to the house."""

from uuid import UUID

from service.core.feature import Exported, Hideable, Hooks, Owned
from service.core.replays.export_formats import ExportedNote
from service.core.replays.finished_game import FinishedGame
from service.features.notes import comments, notes, rendering
from service.features.notes.tables import Comment, Note
from service.platform.wire.field_types import Items, Object


def _shared(game: FinishedGame) -> list[ExportedNote]:
    return [ExportedNote(seat, note.anchor, note.current.text) for seat, note in notes.of_replay(game)]


def _losses(game_id: UUID) -> dict[str, int]:
    return {"comments": comments.count(game_id)}


HOOKS = Hooks(
    owned=(Owned(Note.account_id, removed=~Note.shared), Owned(Comment.account_id)),
    exported={
        "notes": Exported(
            Items(Object(rendering.ExportedNote), "The notes of the account on games, with their history."),
            notes.of_account,
            Note,
        ),
        "comments": Exported(
            Items(Object(rendering.ExportedComment), "The comments of the account on replays."),
            comments.of_account,
            Comment,
        ),
    },
    exported_notes=_shared,
    losses=_losses,
    tagged=comments.tagged,
    hideable={"c": Hideable(comments.require_exists, comments.set_hidden)},
)
