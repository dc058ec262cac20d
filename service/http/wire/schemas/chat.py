"""Request bodies of chat messages."""

from marshmallow import fields, validate

from engine.commands import Say
from engine.decide import MAX_TEXT_LENGTH
from service.http.wire.problems import Problem, fault
from service.http.wire.request_parsing import Strict, json_body, load
from service.http.wire.schemas.fields import MAX_INT, Items, PlainText, WholeNumber, between, length

__all__ = ["message"]


class _MessageBody(Strict):
    remark = fields.String(validate=validate.Length(1, 50))
    text = PlainText(validate=length(MAX_TEXT_LENGTH))
    cards = Items(WholeNumber(validate=between(0, MAX_INT)), most=6, error="must have at most 6 cards")


def message() -> Say:
    """Return the message in the body: either a remark, with the cards that it names, or a text."""
    body = load(_MessageBody(), json_body())
    if ("remark" in body) == ("text" in body):
        raise Problem("invalid-request", errors=[fault("#", "must hold either a remark or a text")])
    return Say(body.get("remark"), body.get("text"), tuple(body.get("cards", ())))
