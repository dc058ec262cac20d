"""Components of the contract: replays."""

from service.http.wire.components.events import Event
from service.http.wire.components.exchange import DealtCard, ImportNotes, Source
from service.http.wire.components.results import Result
from service.http.wire.components.rules import Rules
from service.http.wire.components.values import GameId, Seat, Time
from service.http.wire.components.verification import Hash
from service.http.wire.members import Flag, Items, Named, Object, ResponseSchema, Text, Whole


class LastingAddress(Named):
    """An address with `rev`, whose content never changes, so that it can be cached for long."""

    of = Text(pattern="^/v1/replays/g_[0-9a-f]{32}/[^ ]+[?]rev=[1-9][0-9]{0,5}-(de|en|fr|nl|da)$")


class ReplayLinks(ResponseSchema):
    """The addresses of the replay and its cacheable parts, with the current revision, in the language of this
    response.
    """

    page = Text("The page on which people review the game.", pattern="^/replays/g_[0-9a-f]{32}$")
    replay = Text("The replay.", pattern="^/v1/replays/g_[0-9a-f]{32}$")
    reading = Text("The address for reading without spoilers.", pattern="^/v1/replays/g_[0-9a-f]{32}/reading$")
    frames = LastingAddress("The table after each event.")
    score_picture = LastingAddress("The curve of the game as a picture.")
    analysis = LastingAddress("What each event cost.")


class Replay(ResponseSchema):
    """A finished game with everything open."""

    notes = ImportNotes(
        "Only in the response to an import, and always there. What was noted about the file.", required=False
    )
    id = GameId()
    sandbox = Flag("Whether the creator of the game gave its deck.")
    private = Flag("Whether only players with a seat in it can see the game.")
    source = Source("Where the game came from; null if it was played here.", null=True)
    rules = Object(Rules)
    seats = Items(Object("SeatWithName"), "The players, by seat.", least=2, most=6)
    starting_seat = Seat()
    deck = Items(Object(DealtCard), "The whole deck; a card's id is its position here.", least=30, most=60)
    salt = Hash("The salt of the commitment to the deck.")
    secret = Hash("The service's secret for the shuffle; null if there is none.", null=True)
    head = Hash("The `hash` of the last event.")
    events = Items(Object(Event), "All events of the game with all cards open; the n-th has version n.", least=2)
    result = Object(Result)
    created_at = Time("For an imported game, when it was imported.")
    started_at = Time("Null for an imported game.")
    finished_at = Time("For an imported game, when it was imported.")
    links = Object(ReplayLinks)


class GameLinks(ResponseSchema):
    """The page of a game for people, and once it has ended, the addresses of the replay as in `ReplayLinks`."""

    page = Text(
        "The page on which people play the game, or review it once it has ended.",
        pattern="^/(play|replays)/g_[0-9a-f]{32}$",
    )
    replay = Text("The replay.", required=False, pattern="^/v1/replays/g_[0-9a-f]{32}$")
    reading = Text(
        "The address for reading without spoilers.", required=False, pattern="^/v1/replays/g_[0-9a-f]{32}/reading$"
    )
    frames = LastingAddress("The table after each event.", required=False)
    score_picture = LastingAddress("The curve of the game as a picture.", required=False)
    analysis = LastingAddress("What each event cost.", required=False)


class Oembed(ResponseSchema):
    """How another site shows a link to a replay (oEmbed 1.0)."""

    version = Text("The version of oEmbed: `1.0`.", facts={"const": "1.0"})
    type = Text("The type of the content: `rich`, which is HTML.", facts={"const": "rich"})
    title = Text("The names of the players, and the turn if the link has one.")
    provider_name = Text("The name of the service.")
    provider_url = Text("The address of the service.", facts={"format": "uri"})
    html = Text("An `iframe`.")
    width = Whole("The width of the frame in pixels.", least=0)
    height = Whole("The height of the frame in pixels.", least=0)
    thumbnail_url = Text("A PNG of the board.", facts={"format": "uri"})
    thumbnail_width = Whole("The width of the picture in pixels.", least=1)
    thumbnail_height = Whole("The height of the picture in pixels.", least=1)
    cache_age = Whole("For so many seconds the answer can be kept.", least=0)
