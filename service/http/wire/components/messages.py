"""Components of the contract: messages."""

from service.http.wire.components.values import CardId, Language, Seat, TableTalk, Time
from service.http.wire.members import Items, Named, Object, ResponseSchema, Text, Whole


class RemarkId(Named):
    """A remark of the fixed list (R27)."""

    of = Text(
        values={
            "no-information": ("The seat has no information about its hand, or about the cards that it names."),
            "remember-your-hand": "Do you remember what you hold?",
        }
    )


class Remark(ResponseSchema):
    """A remark of the fixed list."""

    id = RemarkId()
    text = Language()


class Message(ResponseSchema):
    """A message at a table, during the game or after it."""

    version = Whole(
        "The version of its event; null for messages after the end, which are not events.", least=1, null=True
    )
    seat = Seat()
    remark = RemarkId("The remark; null for a text.", null=True)
    cards = Items(
        CardId(),
        "The cards of the seat's own hand that the remark names; missing if it names none.",
        required=False,
        least=1,
        most=6,
    )
    text = Text("The text as sent, or that of the remark in the reader's language.")
    at = Time()


class MessageList(ResponseSchema):
    """The messages at a table, during the game and after it, and what may be said there."""

    policy = TableTalk()
    remarks = Items(Object(Remark), "The fixed list of remarks.")
    items = Items(Object(Message), "The messages, oldest first.")
