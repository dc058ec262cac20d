"""Attacks of one stranger. Each is a function of a `Stranger`, and ends when its time is over.

`python -m tests.abuse.attacks NAME URL SECONDS` prints the number of responses by status.
"""

import contextlib
import http.client
import json
import os
import random
import secrets
import socket
import sys
import time
from collections.abc import Callable
from inspect import isfunction
from typing import Any, Final
from urllib.parse import urlsplit

from tests.abuse.bystanders import GAME
from tests.abuse.crowds import CROWDS, HELD
from tests.abuse.long_game import long_game
from tests.abuse.stranger import Json, Request, Stranger, bearer, read_all

_NOTATION: Final = {"Content-Type": "text/x-hanabi"}
_LINES_SENT: Final = {"Content-Type": "application/x-ndjson"}
_LINES: Final = {"Accept": "application/x-ndjson"}


def nothing(stranger: Stranger) -> None:
    """Do nothing. This is the measure of the bystanders and of the machine."""
    time.sleep(max(0.0, stranger.until - time.monotonic()))


def refused_bodies(stranger: Stranger) -> None:
    """Send decks of 40,000 cards, as many unknown members as fit, nested arrays, long numbers and long texts."""
    card = {"suit": "red", "rank": 1}
    games: list[Json] = [{"seats": 2, "sandbox": True, "deck": [card] * number} for number in (35_000, 2_000)]
    games += [{f"x{n}": 0 for n in range(number)} for number in (90_000, 6_000)]
    nested = [
        b"[" * 60_000,
        b'{"seats":' + b"9" * 60_000 + b"}",
        b"{" + b'"a":{"b":[0]},' * 4_000 + b'"a":0}',
        b'{"name":"' + "\u0301".encode() * 30_000 + b'"}',
    ]
    token = bearer(stranger.account())
    requests = [Request("POST", "/v1/games", json.dumps(game).encode(), token) for game in games]
    requests += [Request("POST", path, body) for body in nested for path in ("/v1/games", "/v1/accounts")]
    requests.append(Request("GET", f"/v1/games?{'&'.join([f'x{n}=0' for n in range(1_000)])}"))
    stranger.flood(requests)


def long_replays(stranger: Stranger) -> None:
    """Read everything about the longest game that can be imported."""
    token = stranger.account()
    game = _imported(stranger, token, 738)
    parts = ["", "/frames", "/analysis", "/verification", "/export?format=record", "/score.svg"]
    parts += ["/frames/700/knowledge"]
    stranger.flood([Request("GET", f"/v1/replays/{game}{part}") for part in parts], token)


def long_imports(stranger: Stranger) -> None:
    """Import the longest games, each with a deck of its own, and texts that are too long."""
    token = stranger.account()
    games = [long_game(738, secrets.token_hex(8)).encode() for _ in range(200)]
    games.append(long_game(738).replace("0:v+ 0:v-", "0:v+ 0:v- " * 20).encode())
    stranger.flood([Request("POST", "/v1/replays", game, _NOTATION) for game in games], token)


def bulk_imports(stranger: Stranger) -> None:
    """Import as many games in a request as there may be: new ones, links that are none, and broken lines."""
    token = stranger.account()
    bodies = ["\n".join([json.dumps({**GAME, "seed": secrets.token_hex(8)}) for _ in range(50)]) for _ in range(20)]
    bodies += ["\n".join([line] * 50) for line in ('{"link":"x"}', "{", json.dumps(GAME))]
    stranger.flood([Request("POST", "/v1/replays", body.encode(), _LINES_SENT) for body in bodies], token)


def long_lines(stranger: Stranger) -> None:
    """Save lines with as many moves as fit."""
    token = stranger.account()
    game = _imported(stranger, token, 738)
    move = {"type": "vote-abort"}
    bodies = [{"version": 0, "moves": [move] * number} for number in (100_000, 2_000, 900)]
    stranger.flood([Request("POST", f"/v1/replays/{game}/lines", body) for body in bodies], token)


def position_analyses(stranger: Stranger) -> None:
    """Ask for the analysis of other positions all the time, with twelve accounts, so that the queue is full."""
    tokens = [bearer(stranger.account()) for _ in range(12)]
    cards = [f"{suit}{rank}" for suit in "rygbw" for rank in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)]
    asked = []
    for number in range(1200):
        random.Random(number).shuffle(cards)
        position = f"hands {' '.join(cards[:5])} / {' '.join(cards[5:10])}; deck {' '.join(cards[10:])}"
        asked.append(Request("POST", "/v1/positions/analysis", {"position": position}, tokens[number % len(tokens)]))
    stranger.flood(asked, connections=48)


def bot_tables(stranger: Stranger) -> None:
    """Fill tables with four bots, which may begin, and abort the games by the bots' votes."""
    tokens = [stranger.account() for _ in range(4)]

    def fill(number: int) -> None:
        token = tokens[number % len(tokens)]
        while not stranger.is_over():
            with contextlib.suppress(RuntimeError, OSError, http.client.HTTPException):
                game = stranger.send("POST", "/v1/games", {"seats": 5}, token)["id"]
                for _ in range(4):
                    stranger.send("POST", f"/v1/games/{game}/seats", {"bot": "hgroup-1"}, token)
                stranger.send("POST", f"/v1/games/{game}/abort-votes", {}, token)

    stranger.together(fill, 8)


def all_streams(stranger: Stranger) -> None:
    """Open as many streams as possible without an account, close them, and open them again."""
    token = stranger.account()
    game = stranger.send("POST", "/v1/games", {"seats": 2}, token)["id"]
    parts = urlsplit(stranger.url)
    message = (
        f"GET /v1/games/{game}/events HTTP/1.1\r\nHost: {parts.netloc}\r\nAccept: text/event-stream\r\n\r\n".encode()
    )
    while not stranger.is_over():
        streams = []
        with contextlib.suppress(OSError):
            for _ in range(2_500):
                stream = socket.create_connection((parts.hostname or "", parts.port or 80), timeout=2)
                stream.sendall(message)
                streams.append(stream)
                if stranger.is_over():
                    break
        time.sleep(min(3, max(0.0, stranger.until - time.monotonic())))
        for stream in streams:
            stream.close()
        stranger.answers[len(streams)] += 1


def long_polls(stranger: Stranger) -> None:
    """Wait for news of a game with hundreds of requests at a time."""
    token = stranger.account()
    game = stranger.send("POST", "/v1/games", {"seats": 2}, token)["id"]
    poll = Request("GET", f"/v1/games/{game}/events", None, {"Prefer": "wait=5"})
    stranger.flood([poll], token, connections=300)


def slow_senders(stranger: Stranger) -> None:
    """Hold a thousand connections with half of a request head or body, and send a byte now and then."""
    parts = urlsplit(stranger.url)
    head = f"POST /v1/accounts HTTP/1.1\r\nHost: {parts.netloc}\r\n".encode()
    held: list[socket.socket] = []
    while not stranger.is_over():
        while len(held) < 1_000 and not stranger.is_over():
            with contextlib.suppress(OSError):
                sender = socket.create_connection((parts.hostname or "", parts.port or 80), timeout=2)
                sender.sendall(head if len(held) % 2 else head + b"Content-Length: 60000\r\n\r\n{")
                held.append(sender)
        for sender in held[:]:
            try:
                sender.sendall(b"X")
            except OSError:
                held.remove(sender)
        time.sleep(1)


def slow_readers(stranger: Stranger) -> None:
    """Ask for large responses again and again on one connection, and read nothing."""
    token = stranger.account()
    game = _imported(stranger, token, 738)
    parts = urlsplit(stranger.url)
    head = f"GET /v1/replays/{game}/frames HTTP/1.1\r\nHost: {parts.netloc}\r\n"
    message = f"{head}Authorization: Bearer {token}\r\n\r\n".encode()
    held = []
    while not stranger.is_over():
        with contextlib.suppress(OSError):
            reader = socket.create_connection((parts.hostname or "", parts.port or 80), timeout=2)
            reader.sendall(message * 50)
            held.append(reader)
        time.sleep(0.05)


def views(stranger: Stranger) -> None:
    """Read views as fast as possible with fifty tokens of one account."""
    token = stranger.account()
    game = stranger.send("POST", "/v1/games", {"seats": 2}, token)["id"]
    tokens = [token, *[stranger.send("POST", "/v1/me/tokens", {"name": "x"}, token)["token"] for _ in range(50)]]
    paths = (f"/v1/games/{game}", "/v1/me/games")
    stranger.flood([Request("GET", path, None, bearer(one)) for one in tokens for path in paths], connections=64)


def invalid_tokens(stranger: Stranger) -> None:
    """Send requests with another invalid token each."""
    tokens = [{"Authorization": f"Bearer hnb_p_{secrets.token_hex(24)}0"} for _ in range(500)]
    stranger.flood([Request("GET", "/v1/me", None, token) for token in tokens], connections=64)


def lists(stranger: Stranger) -> None:
    """Read lists and statistics with all filters, without an account."""
    paths = [
        "/v1/stats",
        "/v1/stats?finished_after=2001-02-03T00:00:00Z&finished_before=2026-11-11T11:11:11Z",
        "/v1/stats?finished_after=2003-05-07T00:00:00Z",
        "/v1/replays?limit=100",
        "/v1/games?limit=100",
        "/openapi.json",
        "/docs",
    ]
    stranger.flood([Request("GET", path) for path in paths], connections=32)


def documents(stranger: Stranger) -> None:
    """Read pages, documents and unknown paths, without an account."""
    paths = ["/", "/docs", "/problems", "/openapi.json", "/nothing", "/v1/nothing", "/livez"]
    stranger.flood([Request("GET", path) for path in paths], connections=32)


def tiny_chunks(stranger: Stranger) -> None:
    """Send bodies in chunks of one byte, without an account."""
    parts = urlsplit(stranger.url)
    head = f"POST /v1/replays HTTP/1.1\r\nHost: {parts.netloc}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    message = head + b"1\r\nx\r\n" * 500_000 + b"0\r\n\r\n"

    def send(_: int) -> None:
        while not stranger.is_over():
            with contextlib.suppress(OSError):
                sender = socket.create_connection((parts.hostname or "", parts.port or 80), timeout=5)
                sender.sendall(message)
                stranger.answers[int(sender.recv(1000)[9:12] or 0)] += 1
                sender.close()

    stranger.together(send, 8)


def many_accounts(stranger: Stranger) -> None:
    """Read whole games with twelve accounts."""
    tokens = [stranger.account() for _ in range(12)]
    game = _imported(stranger, tokens[0], 738)
    parts = ("", "/frames", "/analysis", "/verification", "/score.svg")
    paths = [f"/v1/replays/{game}{part}" for part in parts]
    stranger.flood([Request("GET", path, None, bearer(token)) for path in paths for token in tokens], connections=48)


def bulk_readers(stranger: Stranger) -> None:
    """Read the whole list of replays with many connections, without an account."""
    token = stranger.account()
    for seed in range(5):
        with contextlib.suppress(RuntimeError):
            _imported(stranger, token, 738, seed)
    stranger.flood([Request("GET", "/v1/replays?imported=true", None, _LINES)], connections=32)


def accounts(stranger: Stranger) -> None:
    """Create as many accounts as possible."""
    stranger.together(lambda _: _create_accounts(stranger), 16)


def open_games(stranger: Stranger) -> None:
    """Fill the lobby, and take every free seat."""
    token, other = stranger.account(), stranger.account()

    def fill(number: int) -> None:
        while not stranger.is_over():
            with contextlib.suppress(RuntimeError, OSError, http.client.HTTPException):
                if number % 2:
                    stranger.send("POST", "/v1/games", {"seats": 5}, token)
                else:
                    for game in stranger.send("GET", "/v1/games?status=open&limit=50")["items"]:
                        stranger.send("POST", f"/v1/games/{game['id']}/seats", {}, other)

    stranger.together(fill, 8)


def contention(stranger: Stranger) -> None:
    """Take one seat, and repeat POSTs with one `Idempotency-Key` each, with many requests that wait for one row."""
    token = stranger.account()
    game = stranger.send("POST", "/v1/games", {"seats": 5}, token)["id"]
    seat = Request("POST", f"/v1/games/{game}/seats", {"seat": 1, "bot": "random"})
    leave = Request("DELETE", f"/v1/games/{game}/seats/me")
    seats = [seat, leave, seat, Request("POST", f"/v1/games/{game}/seats", {})]
    body = {"seats": 2, "sandbox": True}
    keys = [{"Idempotency-Key": f"key-{number}"} for number in range(25)]
    games = [Request("POST", "/v1/games", body, key) for key in keys for _ in "01"]
    stranger.flood([*(seats * 12), *games], token, connections=64)


def writes(stranger: Stranger) -> None:
    """Write as many comments, notes and tokens as possible."""
    token = stranger.account()
    game = _imported(stranger, token, 100)
    requests: list[Request] = [
        Request("POST", f"/v1/replays/{game}/comments", {"anchor": "game", "text": "x" * 2_000}),
        Request("POST", "/v1/me/tokens", {"name": "x", "scopes": ["read"]}),
        Request("POST", "/v1/games", {"seats": 2, "sandbox": True}),
    ]
    stranger.flood(requests, token, connections=32)


def pictures(stranger: Stranger) -> None:
    """Ask for animations and pictures that nobody has drawn, without an account, and for those of unknown games."""
    token = stranger.account()
    games = [_imported(stranger, token, 300, seed) for seed in range(4)]
    paths = [f"/v1/replays/{game}/{rest}" for game in games for rest in ("animation.gif", "animation.gif?seat=1")]
    paths += [f"/v1/replays/{game}/positions/{number}.png" for number in range(40) for game in games]
    paths += [f"/v1/replays/g_{secrets.token_hex(16)}/animation.gif" for _ in range(40)]
    stranger.flood([Request("GET", path) for path in paths], connections=16)


def own_view_streams(stranger: Stranger) -> None:
    """Follow an own table with 120 streams of views, and move at a tenth of the allowance."""
    tokens = [stranger.account() for _ in range(2)]
    game = stranger.send("POST", "/v1/games", {"seats": 2, "sandbox": True}, tokens[0])["id"]
    stranger.send("POST", f"/v1/games/{game}/seats", {}, tokens[1])
    path = f"/v1/games/{game}/events?views=true"
    held = [stranger.stream(path, tokens[number % 3] if number % 3 < 2 else None) for number in range(120)]
    while not stranger.is_over():
        with contextlib.suppress(RuntimeError, OSError, http.client.HTTPException):
            view = stranger.send("GET", f"/v1/games/{game}", None, tokens[0])
            if view["to_move"] is None:  # the game is over
                break
            moving = tokens[view["to_move"]]
            legal = stranger.send("GET", f"/v1/games/{game}", None, moving)["legal_actions"]
            move = next(one for one in legal if one["type"] != "play")  # so that the game lasts
            stranger.send("POST", f"/v1/games/{game}/moves", {**move, "expected_version": view["version"]}, moving)
        read_all(held)
        time.sleep(0.2)
    for one in held:
        one.close()


def streams_of_many_addresses(stranger: Stranger) -> None:
    """Take as many places of streams as there are without an account, from sixty addresses."""
    token = stranger.account()
    game = stranger.send("POST", "/v1/games", {"seats": 2}, token)["id"]
    held = []
    for number in range(3_000):
        with contextlib.suppress(OSError):
            held.append(stranger.stream(f"/v1/games/{game}/events", None, f"127.1.0.{number % 60 + 1}"))
        if stranger.is_over():
            break
    time.sleep(max(0.0, stranger.until - time.monotonic()))
    for one in held:
        one.close()


def many_networks(stranger: Stranger) -> None:
    """Read whole games from another /64 of one /48 with each request."""
    token = stranger.account()
    game = _imported(stranger, token, 738)
    sources = [{"X-Forwarded-For": f"2001:db8:0:{number:x}::1"} for number in range(5_000)]
    paths = [f"/v1/replays/{game}{part}" for part in ("", "/frames", "/score.svg", "/verification")]
    stranger.flood([Request("GET", random.choice(paths), None, source) for source in sources], connections=48)


def slow_receivers(stranger: Stranger) -> None:
    """Let forty accounts be called at an address that never answers."""
    with socket.create_server(("127.0.0.1", 0), backlog=500) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        tests = []
        for _ in range(40):
            token = stranger.account()
            hook = stranger.send("POST", "/v1/me/webhooks", {"url": url, "events": ["your-turn"]}, token)["id"]
            tests.append(Request("POST", f"/v1/me/webhooks/{hook}/test", {}, bearer(token)))
        stranger.flood(tests, connections=8, pause_s=0.5)


def loud_reviews(stranger: Stranger) -> None:
    """Fill the chat of a review with many followers, and move it all the time."""
    token = stranger.account()
    game = _imported(stranger, token, 100)
    path = f"/v1/replays/{game}/sessions"
    path = f"{path}/{stranger.send('POST', path, {}, token)['id']}"
    held = [stranger.stream(path, token if number % 2 else None) for number in range(80)]
    said = [Request("PATCH", path, {"message": "\u2744" * 500}), Request("PATCH", path, {"place": "turn=1"})]

    def read(number: int) -> None:
        while not stranger.is_over():
            read_all(held[number::4])
            time.sleep(0.05)

    def write(number: int) -> None:
        if number < 4:
            read(number)
        else:
            stranger.flood(said, token, connections=4)

    stranger.together(write, 5)
    for one in held:
        one.close()


def contest_agent(stranger: Stranger) -> None:
    """Play 100 decks of a contest at the same time with a bot, as fast as possible, and read its tables."""
    owner = stranger.account()
    token = stranger.send("POST", "/v1/me/bots", {"name": f"stranger {secrets.token_hex(6)}"}, owner)["token"]
    new = {"title": "All at once", "seats": 2, "rounds": [{"decks": 100}], "entry": {"who": "bots"}}
    contest = f"/v1/contests/{stranger.send('POST', '/v1/contests', new, owner)['id']}"
    stranger.send("POST", f"{contest}/entries", {"partners": [{"bot": "kagiya"}]}, token)

    def play(deck: int) -> None:
        while not stranger.is_over():
            try:
                game = stranger.send("POST", f"{contest}/tables", {"round": 0, "deck": deck}, token)["game"]
                actions = stranger.send("GET", f"/v1/games/{game}", None, token)["legal_actions"]
                while actions and not stranger.is_over():
                    moved = stranger.send("POST", f"/v1/games/{game}/moves", actions[-1], token)
                    actions = moved["view"]["legal_actions"]
                    stranger.answers[200] += 1
                stranger.send("GET", f"{contest}/tables", None, token)
                stranger.send("GET", f"{contest}/standings", None, token)
            except (RuntimeError, OSError, http.client.HTTPException):
                stranger.answers[0] += 1
                time.sleep(0.01)

    stranger.together(play, 100)


def _imported(stranger: Stranger, token: str, events: int, seed: int = 0) -> str:
    """Import a game, and return its id."""
    game = stranger.send("POST", "/v1/replays", long_game(events, seed).encode(), token, headers=_NOTATION)
    return str(game["id"])


def _create_accounts(stranger: Stranger) -> None:
    while not stranger.is_over():
        with contextlib.suppress(RuntimeError, OSError, http.client.HTTPException):
            stranger.account()
            stranger.answers[201] += 1


_OWN: Final[list[Any]] = [one for one in [*globals().values()] if isfunction(one) and one.__module__ == __name__]

ATTACKS: Final[dict[str, Callable[[Stranger], None]]] = {
    attack.__name__: attack for attack in (*_OWN, *CROWDS) if not attack.__name__.startswith("_")
}
"""The functions above and the crowds, by name."""


if __name__ == "__main__":
    os.nice(10)  # the stranger has another machine, so the attack itself takes little from the service
    attacker, attack = Stranger(sys.argv[2], float(sys.argv[3])), ATTACKS[sys.argv[1]]
    if attack not in HELD:
        attacker.begin()
    attack(attacker)
    print(f"{dict(attacker.answers)} for {time.process_time():.1f} s of CPU time")
