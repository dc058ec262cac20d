"""Components of the contract: notes."""

from service.http.wire.components.values import AccountId, GameId, NextCursor, Seat, Time
from service.http.wire.members import Flag, Items, Named, Object, ResponseSchema, Text, Whole


class Anchor(Named):
    """The subject of a note or a comment: `game`, a turn (`turn-17`, the table after seventeen turns), or a card by
    its id (`card-12`).
    """

    of = Text(pattern="^(game|(turn|card)-(0|[1-9][0-9]{0,2}))$")


class CommentId(Named):
    """A comment."""

    of = Text(pattern="^c_[0-9a-f]{32}$")


class Paragraphs(Named):
    """A text of one or more lines, separated by line feeds, without other control characters."""

    of = Text(pattern=r"^[^\x00-\x09\x0b-\x1f\x7f]*$", least=1, most=2000)


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


class Author(ResponseSchema):
    """The author of a comment; without an id once the account is deleted."""

    id = AccountId("The account; null if it was deleted.", null=True)
    name = Text("The name of the account; a neutral one after its deletion.")


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
