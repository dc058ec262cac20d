"""Request bodies of reviews together."""

from typing import Final

from marshmallow import fields, validate

from service import ids
from service.http.wire.problems import Problem, fault
from service.http.wire.request_parsing import Strict, json_body, load
from service.http.wire.schemas.fields import MAX_INT, PlainText, WholeNumber, between, length, parsed_id
from service.replays.sessions import Change

__all__ = ["new_session", "session_change"]

_MAX_MESSAGE: Final = 500
_MOST_CARDS: Final = 99
_NOBODY: Final = "none"


class _Place(fields.String):
    """A place in a game: a fragment of the address of the review page, without its number sign."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(
            validate=validate.Regexp(r"[!$-;=?-Z_a-z~]{0,1000}\Z", error="must be a fragment of up to 1000 characters"),
            **kwargs,  # type: ignore[arg-type]
        )


class _NewSession(Strict):
    place = _Place(load_default="")


class _SessionChange(Strict):
    place = _Place(load_default=None)
    card = WholeNumber(load_default=None, validate=between(0, _MOST_CARDS))
    message = PlainText(load_default=None, validate=length(_MAX_MESSAGE))
    leader = fields.String(load_default=None)
    mute = fields.String(load_default=None)
    unmute = fields.String(load_default=None)
    remove = WholeNumber(load_default=None, validate=between(0, MAX_INT))


def new_session() -> str:
    """Return the place of a new session."""
    place: str = load(_NewSession(), json_body(optional=True))["place"]
    return place


def session_change() -> Change:
    """Return the changes in the body: at least one."""
    body = load(_SessionChange(), json_body())
    place, card, leader = (body[name] for name in ("place", "card", "leader"))
    if place is None and card is not None:
        raise Problem("invalid-request", errors=[fault("#/card", "has no meaning without a place")])
    if not any(value is not None for value in body.values()):
        raise Problem("invalid-request", errors=[fault("#", "must have a change")])
    named = {name: parsed_id("a", body[name], f"#/{name}") for name in ("mute", "unmute") if body[name] is not None}
    if leader is not None:
        named["leader"] = ids.NOBODY if leader == _NOBODY else parsed_id("a", leader, "#/leader")
    return Change(place, card, body["message"], remove=body["remove"], **named)
