"""JSON of notes and comments on a game."""

from typing import Any

from service import ids, timestamps
from service.replays.comments import ReplayComment
from service.replays.notes import PlayerNote, SharedNote

__all__ = ["comment", "note", "shared_note"]

Json = dict[str, Any]


def note(note: PlayerNote) -> Json:
    """Return a note for its author."""
    return {"anchor": note.anchor, "shared": note.shared, **_history(note)}


def shared_note(shared: SharedNote) -> Json:
    """Return a shared note for readers of the replay."""
    return {"seat": shared.seat, "anchor": shared.note.anchor, **_history(shared.note)}


def comment(comment: ReplayComment) -> Json:
    """Return a comment on a replay."""
    return {
        "id": ids.render("c", comment.comment_id),
        "author": {"id": ids.render_optional("a", comment.author), "name": comment.name},
        "seat": comment.seat,
        "anchor": comment.anchor,
        "text": comment.text,
        "at": timestamps.rfc3339(comment.at),
    }


def _history(note: PlayerNote) -> Json:
    history = [{"version": edit.version, "text": edit.text, "at": timestamps.rfc3339(edit.at)} for edit in note.history]
    return {**history[-1], "history": history}
