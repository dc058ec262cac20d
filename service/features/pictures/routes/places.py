"""The place in a replay that an address names: a turn of the game or of a line."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, urlencode

from engine.rules import MAX_SEATS
from engine.wording import N_
from service.core.replays.finished_game import FinishedGame
from service.core.replays.rendering.schemas import SEAT
from service.core.tables import play
from service.core.tables.lookup import NoSuchSeat, NotFound, id_of
from service.core.tables.routes.moves import load_move
from service.features.lines.lines import (
    AfterTheEnd,
    CardsOfSwap,
    IllegalLine,
    IllegalSwap,
    Line,
    NoSuchCard,
    NoSuchStart,
    OtherDeal,
)
from service.features.pictures import scenes
from service.features.pictures.scenes import Scene
from service.features.pictures.svg import SchemeName
from service.platform.limits import gates
from service.platform.requests import exchange
from service.platform.wire.field_types import Text
from service.platform.wire.operation import Parameter
from service.platform.wire.problems import Problem, invalid
from service.platform.wire.request_fields import MAX_INT, DecimalDigits
from service.platform.wire.request_parsing import load_query

SCHEME: Final = Parameter(
    "scheme",
    "query",
    Text(
        "The colors of the picture. Those of cards are the same in both.",
        values={"dark": "Light text on a dark ground.", "light": "Dark text on a light ground."},
        load_default="dark",
    ),
    "light",
)


class PictureQuery(NamedTuple):
    """What a picture of a position shows."""

    seat: int | None
    """None for open hands."""
    scheme: SchemeName


def picture_query() -> PictureQuery:
    """Return the seat and the colors of a picture. `rev` is allowed."""
    query = load_query()
    return PictureQuery(query["seat"], query["scheme"])


def curve_query() -> SchemeName:
    """Return the colors of a chart of one game. `rev` is allowed."""
    scheme: SchemeName = load_query()["scheme"]
    return scheme


_MOST_MOVES: Final = 200
"""More turns than any game has."""

_MOVE: Final = re.compile(r"c(\d):(?:([1-5])|([\w -]{1,40}))|([pd])(\d{1,2})(?:=([\w -]{1,40}))?", re.ASCII)
_SWAP: Final = re.compile(r"([0-9]{1,2})x([0-9]{1,2})")
_DECK: Final = re.compile(r"([0-5])\.([0-9]{1,10})")
_NUMBER: Final = re.compile("[0-9]{1,4}")

PLACE: Final = (
    Parameter("turn", "query", DecimalDigits("The number of turns taken.", least=0, most=9999)),
    Parameter("event", "query", DecimalDigits("The version, for an event that is no turn.", least=0, most=9999)),
    Parameter("line", "query", Text("A saved line.", most=50)),
    Parameter("branch", "query", Text("The same in older links.", most=50)),
    Parameter("from", "query", DecimalDigits("The version at which a line begins.", least=0, most=9999)),
    Parameter("moves", "query", Text("The moves of a line, such as `d13,c1:5`.", most=10_000)),
    Parameter("deck", "query", Text("Another deck of a line, such as `1.4711` or `3x27`.", most=20)),
    Parameter(
        "names",
        "query",
        Text(
            "Whether pictures and titles name the players.",
            values={"on": "They do.", "off": "They do not."},
            load_default="on",
        ),
    ),
    SEAT,
    SCHEME,
)
"""The parameters of the pages and pictures that show a place in a replay."""


class Place(NamedTuple):
    """A place in a replay, as its address names it."""

    turn: int | None = None
    """The number of turns taken; None for the deal of a game, and for the end of a line."""
    event: int | None = None
    """The version, for an event that is not a turn."""
    seat: int | None = None
    """None for open hands."""
    line: str | None = None
    """The id of a saved line."""
    start: int | None = None
    """The version at which a line begins."""
    moves: str | None = None
    """The moves of a line, such as `d13,c1:5`."""
    deck: str | None = None
    """Another deck of a line, such as `1.4711`: the seat that could not have distinguished it, and what selects it.

    Or two cards that it swaps, such as `3x27`.
    """
    names: bool = True
    """Whether pictures and titles name the players."""
    scheme: SchemeName = "dark"

    @property
    def leaves_the_game(self) -> bool:
        """Whether it is in a line."""
        return self.line is not None or (self.start is not None and bool(self.moves or self.deck))


_IN_GAME: Final[Mapping[str, Any]] = {"turn": None, "event": None, "line": None, "start": None}
"""What a place does not have that is in the game itself, and at its beginning."""


def in_query() -> Place:
    """Return the place that the query of the request names."""
    query = load_query()
    return Place(
        query["turn"],
        query["event"],
        query["seat"],
        query["line"] or query["branch"],
        query["from"],
        query["moves"],
        query["deck"],
        query["names"] == "on",
        query["scheme"],
    )


def in_text(named: Mapping[str, Sequence[str]]) -> Place:
    """Return the place that the parameters of a link name, without numbers that are malformed."""

    def text(name: str) -> str | None:
        return named[name][0] if name in named else None

    def number(name: str, limit: int = 10_000) -> int | None:
        written = text(name) or ""
        return int(written) if _NUMBER.fullmatch(written) and int(written) < limit else None

    seat = number("seat", MAX_SEATS)
    line = text("line") or text("branch")
    place = Place(number("turn"), number("event"), seat, line, number("from"), text("moves"), text("deck"))
    return place._replace(names=text("names") != "off")


def opens(game: FinishedGame, query: str) -> bool:
    """Return True if the query of an address names a place of a game, and each part of it once."""
    named = parse_qs(query, keep_blank_values=True)
    place = in_text(named)._replace(names=True)
    told = {"line" if name == "branch" else name: named[name] for name in named if name not in ("spoilers", "names")}
    return parse_qs(written(place)[1:]) == told and nearest(game, place)[0] == place


def written(place: Place) -> str:
    """Return the query that names a place, with a question mark; empty for the beginning of the game."""
    line = {"from": place.start, "deck": place.deck, "moves": place.moves} if place.leaves_the_game else {}
    names = {
        "line": place.line,
        **line,
        "turn": place.turn,
        "event": place.event,
        "seat": place.seat,
        "names": None if place.names else "off",
    }
    query = urlencode({name: value for name, value in names.items() if value is not None}, safe=",:")
    return query and f"?{query}"


def scene(game: FinishedGame, place: Place) -> Scene:
    """Return what is at a place.

    Another deck is charged to the caller. Raises invalid-request, NoSuchSeat, NoSuchStart, IllegalLine or
    AfterTheEnd, and NotFound for a saved line, a turn or an event that does not exist.
    """
    game.require_seat(place.seat)
    found = scenes.of_game(game)
    if place.line is not None:
        line_id = id_of("b", place.line)
        found = scenes.of_saved_line(game, line_id)
    elif place.start is not None and place.leaves_the_game:
        line = Line(place.start, _moves(place.moves), deal=_deal(place.deck))
        if line.deal is not None:
            exchange.charge_units(gates.OTHER_DEAL)
        found = scenes.of_line(game, line)
    return found._replace(version=_version(place, found))


def _version(place: Place, found: Scene) -> int:
    if place.event is None and place.turn is None:
        return found.last if place.leaves_the_game else 0
    if place.event is not None and place.event <= found.last:
        return place.event
    if place.event is None and place.turn is not None and place.turn < len(found.versions):
        return found.versions[place.turn]
    raise NotFound


def _moves(text: str | None) -> tuple[Any, ...]:
    words = text.split(",") if text else []
    if len(words) > _MOST_MOVES:
        raise invalid("?moves", N_("must have at most {most} moves", most=_MOST_MOVES))
    return tuple([play.command_of(load_move(_move(word), "?moves")) for word in words])


def _move(word: str) -> dict[str, Any]:
    found = _MOVE.fullmatch(word)
    if found is None:
        raise invalid("?moves", N_("must be moves such as p12, d3 and c1:red"))
    target, rank, color, kind, card, declared = found.groups()
    if kind is None:
        return {"type": "clue", "target": int(target), **({"rank": int(rank)} if rank else {"color": color})}
    move = {"type": "play" if kind == "p" else "discard", "card": int(card)}
    return move if declared is None else {**move, "declared_color": declared}


def _deal(deck: str | None) -> OtherDeal | CardsOfSwap | None:
    if deck is None:
        return None
    if (found := _SWAP.fullmatch(deck)) is not None:
        return CardsOfSwap(int(found[1]), int(found[2]))
    found = _DECK.fullmatch(deck)
    if found is None or int(found[2]) > MAX_INT:
        raise invalid("?deck", N_("must be a seat and a number, such as 1.4711, or two cards, such as 3x27"))
    return OtherDeal(int(found[1]), int(found[2]))


def nearest(game: FinishedGame, place: Place) -> tuple[Place, Scene]:
    """Return the place without what the game does not have or allow, and what is there."""
    if place.seat is not None and place.seat >= game.stored.seats:
        place = place._replace(seat=None)
    without_turn = place._replace(turn=None, event=None)
    for tried in (place, without_turn, place._replace(line=None, start=None)):
        try:
            found = scene(game, tried)
        except (NotFound, NoSuchSeat, NoSuchStart, NoSuchCard, IllegalSwap, IllegalLine, AfterTheEnd):
            pass
        except Problem as problem:
            if problem.code != "invalid-request":
                raise
        else:
            if tried is without_turn and place.turn is not None:  # a turn after the end
                last = min(place.turn, len(found.versions) - 1)
                return tried._replace(turn=last), found._replace(version=found.versions[last])
            return tried, found
    place = place._replace(**_IN_GAME)
    return place, scene(game, place)
