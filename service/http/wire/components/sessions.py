"""Components of the contract: sessions."""

from service.http.wire.components.notes import Author
from service.http.wire.components.values import GameId, Time
from service.http.wire.members import Items, Named, Object, ResponseSchema, Text, Whole


class SessionId(Named):
    """A review together."""

    of = Text(pattern="^s_[0-9a-f]{32}$", facts={"examples": ["s_019907a4c3e17b500001c0a1d2f86a00"]})


class SessionPlace(Named):
    """A place in the game, as the fragment of the address of the review page."""

    of = Text(pattern="^[!$-;=?-Z_a-z~]*$", most=1000, facts={"examples": ["turn=17&seat=1"]})


class SessionMessage(ResponseSchema):
    """A message in a review together."""

    number = Whole("The version of the session with which it came.", least=0)
    author = Object(Author)
    text = Text("The text of the message.")
    at = Time()


class Session(ResponseSchema):
    """A review together. It is the same for all followers."""

    id = SessionId()
    game = GameId()
    version = Whole("The number of changes.", least=1)
    leader = Object(Author, "Who leads; null if nobody does.", null=True)
    place = SessionPlace()
    card = Whole("The card to which the leader points.", least=0, null=True)
    muted = Items(Object(Author), "The accounts that cannot write.", most=200)
    messages = Items(Object(SessionMessage), "The newest messages, oldest first.", most=100)
    page = Text("The address on which people follow it.")
    expires_at = Time()


class SessionChange(ResponseSchema):
    """What is new in a review together. It contains no message that was there before."""

    version = Whole("The number of changes.", least=1)
    leader = Object(Author, "Who leads; null if nobody does.", null=True)
    place = SessionPlace()
    card = Whole("The card to which the leader points.", least=0, null=True)
    muted = Items(Object(Author), "The accounts that cannot write.", most=200)
    expires_at = Time()
    messages = Items(Object(SessionMessage), "The new messages, oldest first.", most=100)
    removed = Items(Whole(least=0), "The numbers of the messages that are no longer there.", most=100)
