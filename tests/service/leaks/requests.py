"""Requests that a viewer of a running game can send, by kind."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from engine.cards import RANKS
from tests.cards import SUITS
from tests.service.client import Game, Json


class Spot(NamedTuple):
    """A game, the viewer's seat in it if any, and the view."""

    game: Game
    seat: int | None
    view: Json


class Request(NamedTuple):
    """A request that can be sent to either of the two games."""

    method: str
    path: str
    body: Any = None
    options: Mapping[str, Any] = {}
    once: bool = False
    """The answer does not depend on the rules of the game: one set of rules for each kind of viewer is enough."""


Requests = Iterator[Request]

_OTHER_DEAL: Final = {"deal": "resampled", "deal_seat": 0, "deal_seed": 7}
_SWAP: Final = {"deal": "swapped", "swap": [0, 20]}
_BAD_TOKEN: Final[Mapping[str, Any]] = {"headers": {"Authorization": "Bearer x"}}


def get(path: str, **options: Any) -> Request:
    """Return a GET request."""
    return Request("GET", path, None, options)


def post(path: str, body: Any = None, **options: Any) -> Request:
    """Return a POST request."""
    return Request("POST", path, body, options)


def all_moves(spot: Spot) -> Iterator[Json]:
    """Yield plays and discards of own, foreign and undealt cards, and every clue to every seat."""
    own = {card["card"] for hand in spot.view["hands"] if hand["seat"] == spot.seat for card in hand["cards"]}
    for card in sorted(own | {0, 7, 30, 49, 59}):
        yield {"type": "play", "card": card}
        yield {"type": "discard", "card": card}
        yield {"type": "play", "card": card, "declared_color": SUITS[card % 6]}
    for target in range(len(spot.view["seats"]) + 1):
        yield from ({"type": "clue", "target": target, "color": suit} for suit in SUITS)
        yield from ({"type": "clue", "target": target, "rank": rank} for rank in RANKS)


def refused_moves(spot: Spot) -> Requests:
    """Yield moves that are refused: illegal, of another version, out of turn, or malformed."""
    path, version = f"{spot.game.path}/moves", spot.view["version"]
    for move in all_moves(spot):
        if move not in spot.view["legal_actions"]:
            yield post(path, {**move, "expected_version": version})
    for expected in (0, version // 2, version - 1, version + 1_000):  # messages and reorders may follow the view
        yield post(path, {"type": "play", "card": 0, "expected_version": expected})
    yield post(path, {"type": "play"})
    yield post(path, {"type": "clue", "target": 1, "color": "red", "rank": 1, "expected_version": version})
    yield post(path, raw=b"{")
    yield post(path, raw=b"{}", headers={"Content-Type": "text/plain"})
    yield post(path, {}, headers={"Accept": "text/html"})


def looks(path: str) -> Requests:
    """Yield a GET of a path, with other methods, headers and languages."""
    yield get(path)
    yield get(path, headers={"Accept-Language": "de"})
    for method in ("HEAD", "OPTIONS", "PATCH"):
        yield Request(method, path, once=True)
    conditions = {"If-None-Match": "*", "Range": "bytes=0-9", "If-Modified-Since": "Sat, 01 Jan 2000 00:00:00 GMT"}
    ways: list[Mapping[str, Any]] = [
        {"query": "seat=0"},
        {"headers": {"Accept": "text/html"}},
        _BAD_TOKEN,
        {"headers": conditions},
        *({"headers": {"Accept-Language": language}} for language in ("fr", "nl", "da")),
    ]
    yield from (Request("GET", path, None, options, once=True) for options in ways)


def event_lists(spot: Spot) -> Requests:
    """Yield reads of the events: lists, long polls and streams, from several versions on."""
    path = f"{spot.game.path}/events"
    yield from looks(path)
    version, stream = spot.view["version"], {"Accept": "text/event-stream"}
    yield get(path, headers=stream)
    yield get(path, headers={**stream, "Last-Event-ID": str(version // 2)})
    yield from (get(path, headers=stream, query=f"since={since}") for since in (-1, version, "x"))
    yield from (get(path, headers={"Prefer": "wait=9"}, query=f"since={since}") for since in (-1, version - 1))
    for query in ("views=true", "views=true&since=-1", f"views=true&since={version}", "views=x"):
        yield get(path, query=query)
        yield get(path, headers=stream, query=query)
    yield from (
        get(path, query=f"since={since}") for since in (-1, 0, version // 2, version - 1, version, version + 1, "x")
    )


def hand_orders(spot: Spot) -> Requests:
    """Yield orders of each hand: its own, reversed and incomplete."""
    path = f"{spot.game.path}/hand-order"
    for hand in spot.view["hands"] or [{"cards": [{"card": 0}]}]:
        order = [card["card"] for card in hand["cards"]]
        yield Request("PUT", path, {"cards": order[::-1]})
        yield Request("PUT", path, {"cards": order[1:]})
        yield Request("PUT", path, {"cards": order})
    yield Request("PUT", path, {"cards": "all"})


def card_orientations(spot: Spot) -> Requests:
    """Yield cards of each hand to turn: one, all, and one twice."""
    path = f"{spot.game.path}/card-orientation"
    for hand in spot.view["hands"] or [{"cards": [{"card": 0}]}]:
        cards = [card["card"] for card in hand["cards"]]
        for turned, orientation in ((cards[:1], "left"), (cards, "upright"), (cards[:1] * 2, "right")):
            yield Request("PUT", path, {"cards": turned, "orientation": orientation})
    yield Request("PUT", path, {"cards": [], "orientation": "down"})


def remarks(spot: Spot) -> Requests:
    """Yield messages: remarks, text, and nothing."""
    path = f"{spot.game.path}/messages"
    yield from (post(path, {"remark": remark}) for remark in ("no-information", "remember-your-hand", "x"))
    for hand in spot.view["hands"] or [{"cards": [{"card": 0}]}]:
        cards = [card["card"] for card in hand["cards"]]
        for named in (cards[:1], cards, cards[:1] * 2):
            yield post(path, {"remark": "no-information", "cards": named})
    yield post(path, {"text": "Hm.", "cards": [0]})
    yield post(path, {"text": "Hm."})
    yield post(path, {})


def frames(spot: Spot) -> Requests:
    """Yield the frames as each seat sees them."""
    path = f"{spot.game.replay_path}/frames"
    yield from looks(path)
    yield from (get(path, query=f"seat={seat}") for seat in range(6))
    yield get(path, headers={"Accept": "application/x-ndjson"})
    yield get(path, query="rev=1-en", headers={"If-None-Match": "*"})


def known(spot: Spot) -> Requests:
    """Yield the knowledge of a seat, which is refused while the game runs."""
    path = f"{spot.game.replay_path}/frames"
    yield from looks(f"{path}/0/knowledge")
    yield from (get(f"{path}/{version}/knowledge", query=f"seat={seat}") for version in (1, 99, "x") for seat in (0, 5))


def lists(path: str, *queries: str) -> Requests:
    """Yield reads of a list: whole, filtered, and with parameters that are refused."""
    yield from (get(path, query=query) for query in ("", *queries))
    yield Request("HEAD", path, once=True)
    yield Request("OPTIONS", path, once=True)
    for options in (*({"query": query} for query in ("limit=0", "seat=0", "cursor=x")), _BAD_TOKEN):
        yield Request("GET", path, None, options, once=True)


def seat_requests(spot: Spot) -> Requests:
    """Yield requests for a seat at the full table, for the caller and for a bot."""
    for body in ({}, {"seat": 0}, {"seat": 9}, {"code": "0" * 32}, {"bot": "random"}, {"bot": "x"}):
        yield post(f"{spot.game.path}/seats", body)


def conditional(spot: Spot) -> Requests:
    """Yield reads of the view, with entity tags that may be the current one: a 304 must not leak cards."""
    yield from looks(spot.game.path)
    yield from (get(spot.game.path, query=f"knowledge={value}") for value in ("true", "false", "x"))
    version = spot.view["version"]
    for seat in ("w", 0, 1, 4):
        for at in (version - 1, version):
            tags = ", ".join(f'"{at}.{revision}.{seat}.en.2{k}"' for revision in range(12) for k in ("", "k"))
            for query in ("", "knowledge=true"):
                options = {"query": query, "headers": {"If-None-Match": tags}}
                yield Request("GET", spot.game.path, None, options, once=seat not in ("w", spot.seat))
    yield get(spot.game.path, headers={"Prefer": "wait=9", "If-None-Match": '"x"'})
    for at in (-1, 0, version // 2, version, version + 1, "x"):
        yield get(spot.game.path, query=f"at={at}")
        yield get(spot.game.path, query=f"at={at}&knowledge=true")
        yield get(spot.game.path, query=f"at={at}", headers={"If-None-Match": f'"{at}.0.{spot.seat}.en.2a"'})


def notes(spot: Spot) -> Requests:
    """Yield notes on cards in all places, on turns, and on unknown anchors: each written twice and read."""
    path, turn = f"{spot.game.path}/notes", spot.view["turn"]
    anchors = [
        "game",
        "turn-0",
        f"turn-{turn}",
        f"turn-{turn + 1}",
        "x",
        *(f"card-{card}" for card in (0, 7, 30, 49, 60)),
    ]
    for anchor in anchors:
        for body in ({"text": "red 1?", "shared": True}, {"text": "Hm."}, {}):
            yield Request("PUT", f"{path}/{anchor}", body)
        yield get(f"{path}/{anchor}")


def note_deletions(spot: Spot) -> Requests:
    """Yield deletions of notes, some of which do not exist."""
    for anchor in ("card-7", "card-8", "turn-0", "x"):
        yield Request("DELETE", f"{spot.game.path}/notes/{anchor}")


def bodies_of_lines(path: str) -> Requests:
    """Yield lines."""
    begun = {"at": 0, "moves": []}
    for body in ({}, begun, {"at": 99, "moves": []}, {**begun, **_OTHER_DEAL}, {**begun, **_SWAP}):
        yield post(path, body)


def at_lines(spot: Spot, part: str) -> Requests:
    """Yield requests about versions of lines."""
    for body in ({}, {"at": 0, "moves": []}, {"at": 0, "moves": [], **_OTHER_DEAL}):
        for version in (0, 1):
            yield post(f"{spot.game.replay_path}/{part.format(version)}", body)
