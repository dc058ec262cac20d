"""What the API says of notes and comments: schemas and JSON."""

from service.core.common_values import GameId, NextCursor, Seat, Time
from service.core.people.program_schema import Author
from service.features.notes import notes, tables
from service.features.notes.comments import ReplayComment
from service.features.notes.notes import OwnNote, PlayerNote, Wording
from service.platform.wire.field_types import Flag, Id, Items, Named, Object, ResponseSchema, Text, Whole
from service.platform.wire.rendering import Rendered


class Anchor(Named):
    """The subject of a note or a comment: `game`, a turn (`turn-17`, the table after seventeen turns), or a card by
    its id (`card-12`).
    """

    of = Text(pattern="^(game|(turn|card)-(0|[1-9][0-9]{0,2}))$")


class CommentId(Named):
    """A comment."""

    of = Id("c")


class NoteVersion(Rendered[Wording]):
    """The text of a note from an event on; version and time are null in a game that was imported."""

    version = Whole("The newest event at that time.", least=0, null=True)
    text = Text("The text of this version.")
    at = Time()


class Note(Rendered[PlayerNote]):
    """A note, as its author sees it."""

    anchor = Anchor()
    shared = Flag("Whether readers of the replay see it.")
    version = Whole("The newest event when the text was written.", attribute="current.version", least=0, null=True)
    text = Text("The current text.", attribute="current.text")
    at = Time(attribute="current.at")
    history = Items(Object(NoteVersion), "The history, oldest first; the last is the current text.", least=1)


class NoteList(ResponseSchema):
    """The caller's notes on a game."""

    items = Items(Object(Note), "The notes.")


class SharedNote(Rendered[notes.SharedNote]):
    """A note, as readers of the replay see it."""

    seat = Seat()
    anchor = Anchor(attribute="note.anchor")
    version = Whole("The newest event when the text was written.", attribute="note.current.version", least=0, null=True)
    text = Text("The current text.", attribute="note.current.text")
    at = Time(attribute="note.current.at")
    history = Items(
        Object(NoteVersion),
        "The history, oldest first; the last is the current text.",
        attribute="note.history",
        least=1,
    )


class SharedNoteList(ResponseSchema):
    """The notes that the players share after the end."""

    items = Items(Object(SharedNote), "The notes.")


class Comment(Rendered[ReplayComment]):
    """A comment on a finished game."""

    id = CommentId(attribute="comment_id")
    author = Object(Author)
    seat = Seat("The author's seat in the game; null for other readers.", null=True)
    anchor = Anchor()
    text = Text("The text of the comment.")
    tags = Items(
        Text(),
        "The words after `#` in the text, in lower case: tags of the replay. The first ten of up to 30 letters.",
        most=10,
    )
    at = Time()


class CommentList(ResponseSchema):
    """A page of comments."""

    items = Items(Object(Comment), "The comments, oldest first.")
    next = NextCursor()


class ExportedNote(Rendered[OwnNote]):
    """A note of the account, with its history."""

    game = GameId(attribute="game_id")
    anchor = Anchor(attribute="note.anchor")
    shared = Flag("Whether the other players see the note after the end.", attribute="note.shared")
    version = Whole(
        "The version of the event that the note is about; null for another note.",
        attribute="note.current.version",
        least=0,
        null=True,
    )
    text = Text("The current text.", attribute="note.current.text")
    at = Time(attribute="note.current.at")
    history = Items(Object(NoteVersion), "Every version of the note, oldest first.", attribute="note.history", least=1)


class ExportedComment(Rendered[tables.Comment]):
    """A comment of the account."""

    id = CommentId(attribute="comment_id")
    game = GameId(attribute="game_id")
    anchor = Anchor()
    text = Text("The text of the comment.")
    at = Time()
