"""What notes give to the house."""

from uuid import UUID

from service.core.feature import Hooks, Owned
from service.core.replays.export_formats import ExportedNote
from service.core.replays.finished_game import FinishedGame
from service.features.notes import comments, notes
from service.features.notes.tables import Comment, Note

__all__ = ["HOOKS"]


def _exported(game: FinishedGame) -> list[ExportedNote]:
    return [ExportedNote(seat, note.anchor, note.history[-1].text) for seat, note in notes.of_replay(game)]


def _losses(game_id: UUID) -> dict[str, int]:
    return {"comments": comments.count(game_id)}


HOOKS = Hooks(
    owned=(Owned(Note.account_id, removed=~Note.shared), Owned(Comment.account_id)),
    exported_notes=_exported,
    losses=_losses,
)
