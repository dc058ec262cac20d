"""What the API says of notes and comments: schemas and JSON."""

from typing import Any
from uuid import UUID

from service.core.common_values import GameId, NextCursor, Seat, Time
from service.core.people.program_schema import Author, program_json
from service.features.notes import notes
from service.features.notes.comments import OwnComment, ReplayComment
from service.features.notes.notes import PlayerNote
from service.platform import ids, timestamps
from service.platform.wire.field_types import Flag, Items, Named, Object, ResponseSchema, Text, Whole

__all__ = [
    "Anchor",
    "Comment",
    "CommentId",
    "CommentList",
    "ExportedComment",
    "ExportedNote",
    "Note",
    "NoteList",
    "SharedNoteList",
    "comment_json",
    "exported_comment",
    "exported_note",
    "note_json",
    "shared_note_json",
]


class Anchor(Named):
    """The subject of a note or a comment: `game`, a turn (`turn-17`, the table after seventeen turns), or a card by
    its id (`card-12`).
    """

    of = Text(pattern="^(game|(turn|card)-(0|[1-9][0-9]{0,2}))$")


class CommentId(Named):
    """A comment."""

    of = Text(pattern="^c_[0-9a-f]{32}$")


class NoteVersion(ResponseSchema):
    """The text of a note from an event on; version and time are null in a game that was imported."""

    version = Whole("The newest event at that time.", least=0, null=True)
    text = Text("The text of this version.")
    at = Time()


class Note(ResponseSchema):
    """A note, as its author sees it."""

    anchor = Anchor()
    shared = Flag("Whether readers of the replay see it.")
    text = Text("The current text.")
    version = Whole("The newest event when the text was written.", least=0, null=True)
    at = Time()
    history = Items(Object(NoteVersion), "The history, oldest first; the last is the current text.", least=1)


class NoteList(ResponseSchema):
    """The caller's notes on a game."""

    items = Items(Object(Note), "The notes.")


class SharedNote(ResponseSchema):
    """A note, as readers of the replay see it."""

    seat = Seat()
    anchor = Anchor()
    text = Text("The current text.")
    version = Whole("The newest event when the text was written.", least=0, null=True)
    at = Time()
    history = Items(Object(NoteVersion), "The history, oldest first; the last is the current text.", least=1)


class SharedNoteList(ResponseSchema):
    """The notes that the players share after the end."""

    items = Items(Object(SharedNote), "The notes.")


class Comment(ResponseSchema):
    """A comment on a finished game."""

    id = CommentId()
    author = Object(Author)
    seat = Seat("The author's seat in the game; null for other readers.", null=True)
    anchor = Anchor()
    text = Text("The text of the comment.")
    at = Time()


class CommentList(ResponseSchema):
    """A page of comments."""

    items = Items(Object(Comment), "The comments, oldest first.")
    next = NextCursor()


class ExportedNote(ResponseSchema):
    """A note of the account, with its history."""

    game = GameId()
    anchor = Anchor()
    shared = Flag("Whether the other players see the note after the end.")
    text = Text("The current text.")
    version = Whole("The version of the event that the note is about; null for another note.", least=0, null=True)
    at = Time()
    history = Items(Object(NoteVersion), "Every version of the note, oldest first.", least=1)


class ExportedComment(ResponseSchema):
    """A comment of the account."""

    id = CommentId()
    game = GameId()
    anchor = Anchor()
    text = Text("The text of the comment.")
    at = Time()


Json = dict[str, Any]


def note_json(note: PlayerNote) -> Json:
    """Return a note for its author."""
    return {"anchor": note.anchor, "shared": note.shared, **_history(note)}


def shared_note_json(shared: notes.SharedNote) -> Json:
    """Return a shared note for readers of the replay."""
    return {"seat": shared.seat, "anchor": shared.note.anchor, **_history(shared.note)}


def comment_json(comment: ReplayComment) -> Json:
    """Return a comment on a replay."""
    return {
        "id": ids.render("c", comment.comment_id),
        "author": {
            "id": ids.render_optional("a", comment.author),
            "name": comment.name,
            "program": program_json(comment.program),
        },
        "seat": comment.seat,
        "anchor": comment.anchor,
        "text": comment.text,
        "at": timestamps.rfc3339(comment.at),
    }


def exported_note(game_id: UUID, note: PlayerNote) -> Json:
    """Return a note for the export of its author."""
    return {"game": ids.render("g", game_id), **note_json(note)}


def exported_comment(comment: OwnComment) -> Json:
    """Return a comment for the export of its author."""
    return {
        "id": ids.render("c", comment.comment_id),
        "game": ids.render("g", comment.game_id),
        "anchor": comment.anchor,
        "text": comment.text,
        "at": timestamps.rfc3339(comment.at),
    }


def _history(note: PlayerNote) -> Json:
    history = [{"version": edit.version, "text": edit.text, "at": timestamps.rfc3339(edit.at)} for edit in note.history]
    return {**history[-1], "history": history}
