"""Two worlds: decks that differ only in what a viewer cannot know give that viewer the same bytes, everywhere.

A pair of sandbox games is played by the same script. What a seat cannot know are the cards of its own hand and those of
the deck, as far as the clues that it was given leave them open; for somebody without a seat it is every card that was
not yet played or discarded. All that the viewer can send is sent to both games, path by path of the contract, and the
answers are compared: status, headers and body, ids and times mapped. The script and the second deck are made by these
tests' own reading of the rules, so that a view that tells too much cannot hide itself.
"""

import random
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, product
from typing import Any, Final, NamedTuple

import pytest

from engine.cards import RANKS, SUITS, Card
from engine.rules import OPTIONS, palette_of, resolve, rules_as_dict
from service.app import create_app
from service.settings import Settings
from tests.service.client import SALTED, Answer, Api, Game, Json, Player, as_json, stacked
from tests.service.contract import CONTRACT

Players = Callable[[int], list[Player]]
NewGame = Callable[..., Game]

SCRIPT_LENGTH: Final = 14


# The script: moves that are legal in a deck, by a simple reading of the rules.


class Course(NamedTuple):
    """A script, and what is known at its end."""

    moves: list[Json]
    hands: list[list[int]]
    dealt: int
    clues_on: dict[int, list[Json]]
    """By card: the clues that its hand was given while it was there."""


def touches(card: Card, clue: Json, multicolor: str) -> bool:
    """R6, R8."""
    if "rank" in clue:
        return card.rank == clue["rank"]
    return card.suit == clue["color"] or (multicolor.startswith("wild") and card.suit == "multicolor")


def course(deck: list[Card], seats: int, rules: Json, dice: random.Random) -> Course:
    """Return moves that do not end the game: clues, discards of cards of which there are more, plays that land."""
    multicolor, size = rules.get("multicolor", "none"), 5 if seats <= 3 else 4
    hands = [list(range(seat * size, (seat + 1) * size)) for seat in range(seats)]
    dealt, tokens, full = seats * size, rules.get("clue_tokens", 8), rules.get("clue_tokens", 8)
    tops: dict[str, int] = dict.fromkeys(SUITS, 0)
    gone: list[Card] = []
    clues_on: dict[int, list[Json]] = {card: [] for card in range(len(deck))}
    moves: list[Json] = []
    while len(moves) < SCRIPT_LENGTH:
        seat = len(moves) % seats
        wish = dice.choice(["clue", "clue", "discard", "play"])
        if wish == "clue" and tokens:
            target = dice.choice([other for other in range(seats) if other != seat])
            about = deck[dice.choice(hands[target])]
            colors = palette_of(multicolor).clue_colors  # type: ignore[arg-type]
            clue = (
                {"color": about.suit if about.suit in colors else "red"}
                if dice.random() < 0.5
                else {"rank": about.rank}
            )
            moves.append({"type": "clue", "target": target, **clue})
            tokens -= 1
            for card in hands[target]:
                clues_on[card].append(clue)
            continue
        fitting = [card for card in hands[seat] if tops[deck[card].suit] == deck[card].rank - 1 and deck[card].rank < 5]
        spare = [card for card in hands[seat] if deck.count(deck[card]) - gone.count(deck[card]) > 1]
        if wish == "play" and fitting:
            card = dice.choice(fitting)
            tops[deck[card].suit] += 1
            moves.append({"type": "play", "card": card, **named(deck[card], rules, dice)})
            tokens = min(full, tokens + ("declared_color" in moves[-1]))
        elif spare and tokens < full:
            card = dice.choice(spare)
            gone.append(deck[card])
            tokens += 1
            moves.append({"type": "discard", "card": card})
        else:
            continue
        hands[seat].remove(card)
        hands[seat].append(dealt)
        dealt += 1
    return Course(moves, hands, dealt, clues_on)


def named(card: Card, rules: Json, dice: random.Random) -> Json:
    """Return a color to be named with a play, rightly."""
    return {"declared_color": card.suit} if rules.get("color_declaration") and dice.random() < 0.7 else {}


def other_world(deck: list[Card], course: Course, viewer: int | None, rules: Json, dice: random.Random) -> list[Card]:
    """Return another deck in which the viewer would have seen the same script."""
    multicolor, other = rules.get("multicolor", "none"), list(deck)
    own = {card for seat, hand in enumerate(course.hands) if viewer in (None, seat) for card in hand}
    secret = sorted(own | set(range(course.dealt, len(deck))))

    def fits(card: int, value: Card) -> bool:
        return all(
            touches(value, clue, multicolor) == touches(deck[card], clue, multicolor) for clue in course.clues_on[card]
        )

    for _ in range(5000):
        one, two = dice.sample(secret, 2)
        if fits(one, other[two]) and fits(two, other[one]):
            other[one], other[two] = other[two], other[one]
    changed = {card for card in secret if other[card] != deck[card]}
    assert changed & own and changed - own, "the worlds do not differ enough"
    return other


# What a viewer can send.


class Spot(NamedTuple):
    """Where a viewer stands."""

    game: Game
    seat: int | None
    view: Json


class Request(NamedTuple):
    """A request, for whichever of the two games."""

    method: str
    path: str
    body: Any = None
    options: Mapping[str, Any] = {}


Requests = Iterator[Request]


def get(path: str, **options: Any) -> Request:
    """A request without a body."""
    return Request("GET", path, None, options)


def post(path: str, body: Any = None, **options: Any) -> Request:
    """A request with a body."""
    return Request("POST", path, body, options)


def thinkable(spot: Spot) -> Iterator[Json]:
    """Yield moves of all kinds: for own cards, for others', for those to come, for every clue to every seat."""
    own = {card["card"] for hand in spot.view["hands"] if hand["seat"] == spot.seat for card in hand["cards"]}
    for card in sorted(own | {0, 7, 30, 49, 59}):
        yield {"type": "play", "card": card}
        yield {"type": "discard", "card": card}
        yield {"type": "play", "card": card, "declared_color": SUITS[card % 6]}
    for target in range(len(spot.view["seats"]) + 1):
        yield from ({"type": "clue", "target": target, "color": suit} for suit in SUITS)
        yield from ({"type": "clue", "target": target, "rank": rank} for rank in RANKS)


def refused_moves(spot: Spot) -> Iterator[Request]:
    """Yield every move that is refused: illegal, too early, too late, of another seat's turn, of another form."""
    path, version = f"{spot.game.path}/moves", spot.view["version"]
    for move in thinkable(spot):
        if move not in spot.view["legal_actions"]:
            yield post(path, {**move, "expected_version": version})
    for expected in (0, version // 2, version - 1, version + 1):
        yield post(path, {"type": "play", "card": 0, "expected_version": expected})
    yield post(path, {"type": "play", "card": 0})
    yield post(path, {"type": "clue", "target": 1, "color": "red", "rank": 1, "expected_version": version})
    yield post(path, raw=b"{")
    yield post(path, raw=b"{}", headers={"Content-Type": "text/plain"})
    yield post(path, {}, headers={"Accept": "text/html"})


def looks(path: str) -> Requests:
    """Yield a GET in all the ways that it can be asked for."""
    yield get(path)
    yield Request("HEAD", path)
    yield Request("OPTIONS", path)
    yield Request("PATCH", path)
    yield get(path, query="seat=0")
    yield get(path, headers={"Accept": "text/html"})
    yield get(path, headers={"Authorization": "Bearer x"})
    yield get(
        path, headers={"If-None-Match": "*", "Range": "bytes=0-9", "If-Modified-Since": "Sat, 01 Jan 2000 00:00:00 GMT"}
    )
    yield from (get(path, headers={"Accept-Language": language}) for language in ("de", "fr", "nl", "da"))


def event_lists(spot: Spot) -> Requests:
    """Yield the list of events from every version on."""
    path = f"{spot.game.path}/events"
    yield from looks(path)
    version, stream = spot.view["version"], {"Accept": "text/event-stream"}
    yield get(path, headers=stream)
    yield get(path, headers={**stream, "Last-Event-ID": str(version // 2)})
    yield from (get(path, headers=stream, query=f"since={since}") for since in (-1, version, "x"))
    yield from (get(path, headers={"Prefer": "wait=9"}, query=f"since={since}") for since in (-1, version - 1))
    yield from (
        get(path, query=f"since={since}") for since in (-1, 0, version // 2, version - 1, version, version + 1, "x")
    )


def hand_orders(spot: Spot) -> Requests:
    """Yield orders that are the hand's, and others."""
    path = f"{spot.game.path}/hand-order"
    for hand in spot.view["hands"] or [{"cards": [{"card": 0}]}]:
        order = [card["card"] for card in hand["cards"]]
        yield Request("PUT", path, {"cards": order[::-1]})
        yield Request("PUT", path, {"cards": order[1:]})
        yield Request("PUT", path, {"cards": order})
    yield Request("PUT", path, {"cards": "all"})


def remarks(spot: Spot) -> Requests:
    """Yield what can be said."""
    path = f"{spot.game.path}/messages"
    yield from (post(path, {"remark": remark}) for remark in ("no-information", "remember-your-hand", "x"))
    yield post(path, {"text": "Hm."})
    yield post(path, {})


def frames(spot: Spot) -> Requests:
    """Yield the frames through every pair of eyes."""
    path = f"{spot.game.replay_path}/frames"
    yield from looks(path)
    yield from (get(path, query=f"seat={seat}") for seat in range(6))
    yield get(path, headers={"Accept": "application/x-ndjson"})
    yield get(path, query="rev=1-en", headers={"If-None-Match": "*"})


def known(spot: Spot) -> Requests:
    """Yield what each seat could know, before it may be told."""
    path = f"{spot.game.replay_path}/frames"
    yield from looks(f"{path}/0/knowledge")
    yield from (get(f"{path}/{version}/knowledge", query=f"seat={seat}") for version in (1, 99, "x") for seat in (0, 5))


def lists(path: str, *queries: str) -> Requests:
    """Yield a list: whole, filtered, and as it is refused."""
    yield Request("HEAD", path)
    yield Request("OPTIONS", path)
    yield from (get(path, query=query) for query in ("", "limit=0", "seat=0", "cursor=x", *queries))
    yield get(path, headers={"Authorization": "Bearer x"})


def seats_wanted(spot: Spot) -> Requests:
    """Yield what nobody gets at a table that is full, for oneself or for a bot."""
    for body in ({}, {"seat": 0}, {"seat": 9}, {"code": "0" * 32}, {"bot": "random"}, {"bot": "x"}):
        yield post(f"{spot.game.path}/seats", body)


def conditional(spot: Spot) -> Requests:
    """Yield the view, asked for by tags that may be those of the present one: what is 304 must not tell cards."""
    yield from looks(spot.game.path)
    yield from (get(spot.game.path, query=f"knowledge={value}") for value in ("true", "false", "x"))
    version = spot.view["version"]
    for seat in ("w", 0, 1, 4):
        for at in (version - 1, version):
            tags = ", ".join(f'"{at}.{revision}.{seat}.en.2{k}"' for revision in range(12) for k in ("", "k"))
            yield get(spot.game.path, headers={"If-None-Match": tags})
            yield get(spot.game.path, query="knowledge=true", headers={"If-None-Match": tags})
    for at in (-1, 0, version // 2, version, version + 1, "x"):
        yield get(spot.game.path, query=f"at={at}")
        yield get(spot.game.path, query=f"at={at}&knowledge=true")
        yield get(spot.game.path, query=f"at={at}", headers={"If-None-Match": f'"{at}.0.{spot.seat}.en.2a"'})


def notes(spot: Spot) -> Requests:
    """Yield notes on cards wherever they lie, on turns, and on what there is not; each written twice and read."""
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


def unwritten(spot: Spot) -> Requests:
    """Yield what takes notes away: some that are there, and some that are not."""
    for anchor in ("card-7", "card-8", "turn-0", "x"):
        yield Request("DELETE", f"{spot.game.path}/notes/{anchor}")


def spoken(spot: Spot) -> Requests:
    """Yield each operation with everything that the contract lets be said to it: each parameter, each media type.

    Whatever may have an effect comes with a body that no operation takes.
    """
    ids = {"game": spot.game.id, "version": str(spot.view["version"]), "anchor": "card-7"}
    for operation in CONTRACT.operations:
        node, path, said = operation.node, operation.template, list[Mapping[str, Any]]()
        if node["operationId"] in COUNTS:
            continue
        shared = CONTRACT.document["paths"][path].get("parameters", [])
        for parameter in map(CONTRACT.resolve, (*shared, *node.get("parameters", []))):
            schema = CONTRACT.resolve(parameter["schema"])
            values = [parameter.get("example"), schema.get("example"), *schema.get("enum", []), schema.get("minimum")]
            value = str(next((one for one in values if one is not None), "x"))
            match parameter["in"]:
                case "path":
                    path = path.replace(f"{{{parameter['name']}}}", ids.get(parameter["name"], value))
                case "query":
                    said.append({"query": f"{parameter['name']}={value}"})
                case "header":
                    said.append({"headers": {parameter["name"]: value}})
        answers = [CONTRACT.resolve(answer) for answer in node["responses"].values()]
        media_types = {one: None for answer in answers for one in answer.get("content", {})}
        said += [{"headers": {"Accept": one}} for one in media_types]
        for options in said:
            headers = {"Accept": "*/*", **options.get("headers", {}), "Request-Id": "spoken"}
            raw = {} if operation.method == "GET" else {"raw": b"{"}
            yield Request(operation.method, path, None, {**options, "headers": headers, **raw})


NO_BRANCH: Final = f"b_{'0' * 32}"
"""No game that runs has one."""

NOTHING_OF_A_GAME: Final = {
    "listBots": "/v1/bots",
    "listProblems": "/problems",
    "getProblem": "/problems/illegal-move",
    "showReference": "/docs",
    "showFirstGame": "/docs/first-game",
    "showHome": "/",
    "getWebFile": "/web/0c1f8a5e7b3d9264/replay.js",
    "getAsset": "/docs/assets/pages.css",
    "getExample": "/docs/examples/bot.py",
    "getBrowserExample": "/docs/examples/browser/index.html",
    "getContract": "/openapi.json",
    "getLiveness": "/livez",
    "getReadiness": "/readyz",
}
"""By operation: pages and files, the same for everybody. Asked for all the same, once for each kind of viewer."""

COUNTS: Final = {"getMetrics": "/metrics"}
"""What counts the requests of both worlds, and so is never the same; `test_metrics.py` has what it may tell."""

REQUESTS: dict[str, Callable[[Spot], Requests]] = {
    "createAccount": lambda spot: iter([post("/v1/accounts", {"name": ""})]),
    "listEditions": lambda spot: iter([get("/v1/editions")]),
    "getEdition": lambda spot: iter([get("/v1/editions/de")]),
    "createGame": lambda spot: iter([post("/v1/games", {"seats": 9}), post("/v1/games", {"id": spot.game.id})]),
    "getMe": lambda spot: looks("/v1/me"),
    "renameMe": lambda spot: iter(
        [Request("PATCH", "/v1/me", {"name": ""}), Request("PATCH", "/v1/me", {"name": "x"})]  # without If-Match
    ),
    "deleteMe": lambda spot: iter([Request("DELETE", "/v1/me", {"id": spot.game.id})]),
    "exportMe": lambda spot: looks("/v1/me/export"),
    "listTokens": lambda spot: looks("/v1/me/tokens"),
    "makeToken": lambda spot: iter(
        [post("/v1/me/tokens", body) for body in ({}, {"name": "x", "game": "x"}, {"name": "x", "scopes": ["x"]})]
    ),
    "revokeToken": lambda spot: iter(
        [
            Request("DELETE", f"/v1/me/tokens/t_{'0' * 32}"),
            Request("DELETE", "/v1/me/tokens/current", {"id": spot.game.id}),
        ]
    ),
    "listMyGames": lambda spot: lists("/v1/me/games", "turn=mine", "status=running", "status=ended", "turn=x"),
    "listGames": lambda spot: lists("/v1/games", "status=running", "seats=2&edition=de&multicolor=none"),
    "listReplays": lambda spot: chain(
        lists("/v1/replays", "sort=-score", "score_gte=0", "outcome=won", "player=x"),
        (
            get("/v1/replays", query=query, headers={"Accept": "application/x-ndjson"})
            for query in ("limit=2", "limit=2&sort=score", "seats=0", f"after={spot.game.id}")
        ),
    ),
    "getStats": lambda spot: lists("/v1/stats", "seats=2", "finished_after=2026-01-02T03:04:05Z", "player=x"),
    "getAccount": lambda spot: looks(f"/v1/accounts/a_{'0' * 32}"),
    "putNote": notes,
    "getNote": lambda spot: looks(f"{spot.game.path}/notes/card-7"),
    "listNotes": lambda spot: looks(f"{spot.game.path}/notes"),
    "deleteNote": unwritten,
    "listSharedNotes": lambda spot: looks(f"{spot.game.replay_path}/notes"),
    "listComments": lambda spot: lists(f"{spot.game.replay_path}/comments"),
    "addComment": lambda spot: iter(
        [
            post(f"{spot.game.replay_path}/comments", {"anchor": anchor, "text": "Hm."})
            for anchor in ("game", "card-7", "x")
        ]
    ),
    "deleteComment": lambda spot: iter([Request("DELETE", f"{spot.game.replay_path}/comments/c_{'0' * 32}")]),
    "getGame": conditional,
    "takeSeat": seats_wanted,
    "giveEntropy": lambda spot: iter(
        [Request("PUT", f"{spot.game.path}/seats/me/entropy", body) for body in ({}, {"entropy": ""}, {"entropy": "x"})]
    ),
    "leaveSeat": lambda spot: iter([Request("DELETE", f"{spot.game.path}/seats/me")] * 2),
    "invite": lambda spot: iter([post(f"{spot.game.path}/invitations", body) for body in ({}, {"expires_in_s": 1})]),
    "makeMove": refused_moves,
    "listEvents": event_lists,
    "listMyEvents": lambda spot: iter(
        [*looks("/v1/me/events"), get("/v1/me/events", headers={"Accept": "text/event-stream"})]
    ),
    "reorderHand": hand_orders,
    "listMessages": lambda spot: looks(f"{spot.game.path}/messages"),
    "say": remarks,
    "castAbortVote": lambda spot: iter([post(f"{spot.game.path}/abort-votes", body) for body in ({"x": 1}, None, {})]),
    "withdrawAbortVote": lambda spot: iter([Request("DELETE", f"{spot.game.path}/abort-votes")] * 2),
    "importReplay": lambda spot: iter([post("/v1/replays", {}), post("/v1/replays", {"id": spot.game.id})]),
    "showReplay": lambda spot: iter(
        [
            get(f"/replays/{spot.game.id}", headers={"Accept": "text/html", **more})
            for more in ({}, {"Accept-Language": "fr"})
        ]
        + [Request("HEAD", f"/replays/{spot.game.id}")]
    ),
    "verifyReplay": lambda spot: looks(f"{spot.game.replay_path}/verification"),
    "getReplay": lambda spot: looks(spot.game.replay_path),
    "exportReplay": lambda spot: iter(
        get(f"{spot.game.replay_path}/export", query=query)
        for query in ("", "format=hanab-live", "format=notation", "format=csv", "format=csv&report=only", "format=x")
    ),
    "listFrames": frames,
    "makeBranch": lambda spot: iter(
        [
            post(f"{spot.game.replay_path}/branches", body)
            for body in ({}, {"at": 0, "moves": []}, {"at": 0, "moves": [], "deal": "resampled", "seat": 0})
        ]
    ),
    "listBranches": lambda spot: lists(f"{spot.game.replay_path}/branches"),
    "getBranch": lambda spot: looks(f"{spot.game.replay_path}/branches/{NO_BRANCH}"),
    "deleteBranch": lambda spot: iter([Request("DELETE", f"{spot.game.replay_path}/branches/{NO_BRANCH}")]),
    "listBranchFrames": lambda spot: looks(f"{spot.game.replay_path}/branches/{NO_BRANCH}/frames"),
    "getBranchFrame": lambda spot: looks(f"{spot.game.replay_path}/branches/{NO_BRANCH}/frames/0"),
    "readReplay": lambda spot: iter(
        [*looks(f"{spot.game.replay_path}/reading"), get(f"{spot.game.replay_path}/reading", query="cursor=x")]
    ),
    "drawPosition": lambda spot: iter(
        [
            *looks(f"{spot.game.replay_path}/positions/0.svg"),
            *(get(f"{spot.game.replay_path}/positions/1.svg", query=f"seat={seat}") for seat in range(6)),
            get(f"{spot.game.replay_path}/positions/99.svg"),
        ]
    ),
    "drawDistribution": lambda spot: lists("/v1/stats/distribution.svg", "outcome=won", "player=x", "score_gte=0"),
    "drawScore": lambda spot: looks(f"{spot.game.replay_path}/score.svg"),
    "getFrame": lambda spot: iter(
        [*looks(f"{spot.game.replay_path}/frames/0"), get(f"{spot.game.replay_path}/frames/99")]
    ),
    "getKnowledge": known,
    "getAnalysis": lambda spot: looks(f"{spot.game.replay_path}/analysis"),
    **{
        name: lambda spot, path=path: iter([get(path), Request("HEAD", path)])  # type: ignore[misc]
        for name, path in NOTHING_OF_A_GAME.items()
    },
}
"""By operation of the contract: all that a viewer may ask of it without a move that is taken."""


OF_A_GAME: Final = [one.node["operationId"] for one in CONTRACT.operations if "{game}" in one.template]


def test_every_path_of_the_contract_is_visited(sandbox: NewGame) -> None:
    """A new operation fails this test until the two worlds are compared there too."""
    assert {*REQUESTS, *COUNTS} == {operation.node["operationId"] for operation in CONTRACT.operations}
    game = sandbox(stacked(""))
    for name, requests in REQUESTS.items():
        visited = [
            CONTRACT.operation(request.method, request.path) for request in requests(Spot(game, 0, game.view(0)))
        ]
        assert name in {operation.node["operationId"] for operation in visited if operation}


# The comparison.

TIME: Final = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
VIEWER: Final = re.compile(rb"\b([at])_[0-9a-f]{32}\b")
"""The ids of the viewers' accounts and tokens, which are others in the two worlds."""


class Worlds:
    """Two games with two viewers: every answer must be the same in both."""

    def __init__(self, games: tuple[Game, Game], viewers: tuple[Api, Api], seat: int | None) -> None:
        self.games, self.viewers, self.seat = games, viewers, seat
        self.compared = 0

    def ask(self, request: Request) -> Answer:
        """Send a request that names the first game to both, and compare what comes back."""
        first, second = (
            self._sent(request, game, viewer) for game, viewer in zip(self.games, self.viewers, strict=True)
        )
        assert self._mapped(first, 0) == self._mapped(second, 1), f"{request} tells the worlds apart"
        self.compared += 1
        return first

    def _sent(self, request: Request, game: Game, viewer: Api) -> Answer:
        options = dict(request.options)
        headers = {"Request-Id": "two-worlds", **options.pop("headers", {})}
        path, body = request.path.replace(self.games[0].id, game.id), request.body
        if isinstance(body, dict) and "id" in body:
            body = {**body, "id": game.id}
        return viewer.send(request.method, path, body, headers=headers, **options)

    def _mapped(self, answer: Answer, world: int) -> tuple[int, Json, bytes]:
        name = self.games[world].id
        headers = {header: value.replace(name, "GAME") for header, value in answer.headers.items() if header != "Date"}
        body = SALTED.sub(rb'"\1":"SALTED"', VIEWER.sub(rb"\1", answer.raw.replace(name.encode(), b"GAME")))
        return answer.status, headers, TIME.sub(b"TIME", body)

    def look(self) -> Json:
        """Compare what the viewer sees now, and all that happened."""
        self.ask(get(f"{self.games[0].path}/events"))
        self.ask(get(f"{self.games[0].path}/events", headers={"Accept-Language": "de"}))
        self.ask(get(self.games[0].path, query="knowledge=true"))
        view: Json = self.ask(get(self.games[0].path)).ok()
        return view

    def visit(self, view: Json, *, spelled_out: bool = False) -> None:
        """Compare everything that the viewer can ask for at this moment; spelled out with all that can be said."""
        spot = Spot(self.games[0], self.seat, view)
        for name, requests in REQUESTS.items():
            if spelled_out or name not in NOTHING_OF_A_GAME:
                self._compare(requests(spot))
        if spelled_out:
            self._compare(spoken(spot))

    def visit_as_a_bot(self, view: Json) -> None:
        """Compare everything that can be asked of the game with tokens that are bound to the viewer's seat, if any."""
        bound = self if self.seat is None else Worlds(self.games, (self._bound(0), self._bound(1)), self.seat)
        for name in OF_A_GAME:
            bound._compare(REQUESTS[name](Spot(self.games[0], self.seat, view)))

    def _compare(self, requests: Requests) -> None:
        for request in requests:
            self.ask(request)

    def _bound(self, world: int) -> Api:
        eyes, game = self.viewers[world], self.games[world]
        return eyes.known_by(eyes.post("/v1/me/tokens", {"name": "bot", "game": game.id}).ok()["token"])


RULE_SETS: list[tuple[int, Json]] = [
    (2, {}),
    (3, {"multicolor": "wild_ten", "table_talk": "free", "early_end": "no_points_left", "hand_reorder": "off"}),
    (4, {"edition": "fr", "clue_tokens": 5, "ending": "grand_finale", "finale_loss": "strikes_only"}),
    (3, {"edition": "nl", "ending": "grand_finale", "table_talk": "remarks", "clue_tokens": 4}),
    (2, {"memory_aid": "none", "multicolor": "ten", "strike_tokens": 1}),
    (3, {"color_declaration": True, "multicolor": "five", "memory_aid": "none", "empty_clues": False}),
    (5, {"multicolor": "wild_five", "hand_reorder": "after_clue", "clue_tokens": 3, "strike_tokens": 2}),
]


VIEWERS = [("seat 0", "last seat of a private game"), ("seat 0 of a private game", "last seat")]

ROWS = [(*rule_set, viewer) for row, rule_set in enumerate(RULE_SETS) for viewer in VIEWERS[row % 2]]
ROWS += [(*rule_set, "somebody without a seat") for rule_set in RULE_SETS[:2] + RULE_SETS[4:6]]

FIRST = [ROWS[0], ROWS[1], ROWS[len(RULE_SETS) * 2]]
"""A seat, one of a private game, and somebody without one: there everything is spelled out."""


def test_every_value_of_every_option_is_compared() -> None:
    """A new option, or a new value of one, fails this test until there are two worlds with it."""
    resolved = [
        rules_as_dict(resolve(rules.get("edition", "de"), {k: v for k, v in rules.items() if k != "edition"}, seats))
        for seats, rules in RULE_SETS
    ]
    for name, option in OPTIONS.items():
        if name not in ("clue_tokens", "starting_seat"):  # numbers that change nothing of what is shown
            assert {rules[name] for rules in resolved} - {None} == set(option.values), name


@pytest.mark.parametrize(("seats", "rules", "viewer"), ROWS, ids=str)
def test_two_worlds_look_the_same(
    sandbox: NewGame, players: Players, api: Api, seats: int, rules: Json, viewer: str
) -> None:
    """What a viewer sees after every move is the same, and so is, to the byte, the answer to everything that it can ask
    for in the middle of the game, on the move if it has a seat, and at the end of the script, by a seat's own token."""
    dice = random.Random(f"{seats} {rules} {viewer}")
    where, _, private = viewer.partition(" of a private")
    seat = {"seat 0": 0, "last seat": seats - 1}.get(where)
    deck = [Card(**card) for card in stacked("", multicolor=rules.get("multicolor", "none"))]
    dice.shuffle(deck)
    script = course(deck, seats, rules, dice)
    other = other_world(deck, script, seat, rules, dice)
    tables = players(seats), players(seats)  # of the same names
    games = tuple(
        sandbox(as_json(one), seats, at_table=table, rules=rules, private=bool(private))
        for one, table in zip((deck, other), tables, strict=True)
    )
    # A stranger and nobody known are the same watcher; they take turns.
    watchers = [players(1)[0].api for _ in range(2)] if seats % 2 else [api, api]
    eyes = watchers if seat is None else [table[seat].api for table in tables]
    worlds = Worlds((games[0], games[1]), (eyes[0], eyes[1]), seat)
    view, to_visit = worlds.look(), True
    for turn, move in enumerate(script.moves):
        if to_visit and turn >= SCRIPT_LENGTH // 2 and view["to_move"] == (turn % seats if seat is None else seat):
            worlds.visit(view, spelled_out=(seats, rules, viewer) in FIRST)
            to_visit = False
        mover, body = turn % seats, {**move, "expected_version": games[0].version()}
        if mover == seat:
            assert worlds.ask(post(f"{games[0].path}/moves", body)).status == 201
        else:
            for game in games:
                game.players[mover].api.post(f"{game.path}/moves", body).ok()
        view = worlds.look()
    worlds.visit_as_a_bot(view)
    for game in games:
        game.abort()
    worlds.look()
    assert not to_visit and worlds.compared > 250


def test_private_and_sandbox_games_leave_no_trace(another_database: str) -> None:
    """To whoever does not know of them, all that is no game's answers as if they had never been: lists, statistics,
    pages of accounts, streams."""
    api = Api(create_app(Settings(database_url=another_database, pool_size=2)))
    made = [api.post("/v1/accounts", {"name": name}).ok() for name in ("Ada", "Béla", "Chloé")]
    ada, bela, chloe = (Player(one["id"], one["name"], one["token"], api.known_by(one["token"])) for one in made)
    spot = Spot(Game({"id": f"g_{'0' * 32}"}, []), None, {"version": 0})
    asked = [one for one in spoken(spot) if one.method == "GET" and spot.game.id not in one.path]
    for player in (ada, bela):
        asked += [get(f"/v1/accounts/{player.id}"), get("/v1/replays", query=f"player={player.id}")]
        asked += [get(f"/v1/stats{part}", query=f"player={player.id}") for part in ("", "/distribution.svg")]

    def told() -> list[tuple[Request, int, bytes]]:
        answers = [(one, eyes.send(*one[:3], **one.options)) for eyes in (api, chloe.api) for one in asked]
        return [(one, answer.status, answer.raw) for one, answer in answers]

    before = told()
    for kind, end in product(("private", "sandbox"), ("open", "running", "ended")):
        game = Game(ada.api.post("/v1/games", {"seats": 2, kind: True}).ok(), [ada, bela])
        if end != "open":
            ada.api.post(f"{game.path}/invitations", {"account": bela.id}).ok()
            bela.api.post(f"{game.path}/seats", {}).ok()
        if end == "ended":
            game.abort()
            ada.api.post(f"{game.replay_path}/comments", {"anchor": "game", "text": "Well played."}).ok()
            ada.api.post(f"{game.replay_path}/branches", {"at": 0, "moves": []}).ok()
            ada.api.get(f"{game.replay_path}/frames").ok()
    assert told() == before and len(before) > 300
