"""Request bodies of notes and comments."""

from typing import NamedTuple

from marshmallow import fields

from service.http.wire.request_parsing import Strict, json_body, load
from service.http.wire.schemas.fields import Flag, Paragraphs, length
from service.replays.notes import MAX_NOTE_LENGTH

__all__ = ["NewComment", "NewNote", "comment", "note"]


class _TextBody(Strict):
    text = Paragraphs(required=True, validate=length(MAX_NOTE_LENGTH))


class _NoteBody(_TextBody):
    shared = Flag(load_default=False)


class _CommentBody(_TextBody):
    anchor = fields.String(required=True)


class NewNote(NamedTuple):
    """A note to write. All readers see a shared note after the game."""

    text: str
    shared: bool


class NewComment(NamedTuple):
    """A comment to write, and its anchor in the game."""

    anchor: str
    text: str


def note() -> NewNote:
    """Return the note in the body."""
    return NewNote(**load(_NoteBody(), json_body()))


def comment() -> NewComment:
    """Return the comment in the body."""
    return NewComment(**load(_CommentBody(), json_body()))
