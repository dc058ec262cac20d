#!/usr/bin/env python3
"""A Hanabi bot in plain Python: it creates a game with a built-in bot as partner and plays until the game is over.

    python3 bot.py [http://127.0.0.1:8000] [--partner random] [--seats 2]
                     [--variant "Rainbow (5 Suits)"]

To write your own bot, keep `Api` and `play`, and write a better `choose`.
"""

import argparse
import http.client
import json
import time
import uuid
from urllib.parse import urlsplit


class Problem(Exception):
    """A response of 400 or above; http://127.0.0.1:8000/problems explains each `code`."""

    def __init__(self, document):
        super().__init__(f"{document['code']}: {document['detail']}")
        self.code = document["code"]


class Api:
    """A client with one connection, which is reopened if it is lost."""

    def __init__(self, base):
        where = urlsplit(base)
        kind = http.client.HTTPSConnection if where.scheme == "https" else http.client.HTTPConnection
        self.connection = kind(where.netloc, timeout=60)
        self.prefix = where.path.rstrip("/")
        self.headers = {"Content-Type": "application/json"}

    def get(self, path, **headers):
        return self.send("GET", path, None, headers)

    def post(self, path, body):
        # With its own key, a request takes effect once, however often it is sent.
        return self.send("POST", path, json.dumps(body), {"Idempotency-Key": str(uuid.uuid4())})

    def send(self, method, path, body, headers):
        for attempt in range(1, 6):
            try:
                self.connection.request(method, self.prefix + path, body, {**self.headers, **headers})
                answer = self.connection.getresponse()
                content = answer.read()
            except (OSError, http.client.HTTPException):
                if attempt == 5:
                    raise
                self.connection.close()  # the next request opens a new one
                time.sleep(attempt - 1)
                continue
            if answer.status in (429, 502, 503, 504) and attempt < 5:  # too many requests, or the service is restarting
                time.sleep(int(answer.headers.get("Retry-After", "1")))
                continue
            if answer.status >= 400:
                raise Problem(json.loads(content))
            return json.loads(content)


def play(api, game):
    """Play a game to its end, and return the last view of it."""
    view = api.get(game)
    while view["status"] != "ended":
        if view["to_move"] != view["viewer"]["seat"]:
            # This returns as soon as something happens, or an empty list after 25 seconds.
            api.get(f"{game}/events?since={view['version']}", Prefer="wait=25")
            view = api.get(game)
            continue
        try:
            done = api.post(f"{game}/moves", {**choose(view), "expected_version": view["version"]})
        except Problem as problem:
            if problem.code not in ("version-conflict", "not-your-turn", "game-not-running"):
                raise
            view = api.get(game)  # the game has changed: read it again, then choose again
            continue
        print(done["event"]["line"])
        view = done["view"]
    return view


def choose(view):
    """Return a legal action: play a safe card, else clue a playable card, else discard the oldest card."""
    actions = view["legal_actions"]
    mine = next(hand["cards"] for hand in view["hands"] if hand["seat"] == view["viewer"]["seat"])
    for card in mine:
        if all(fits(view, suit, rank) for suit, rank in identities(card["possible"])):
            return {"type": "play", "card": card["card"]}
    for hand in view["hands"]:
        for card in hand["cards"]:
            if hand["seat"] == view["viewer"]["seat"] or not fits(view, card["suit"], card["rank"]):
                continue
            by_rank = {"type": "clue", "target": hand["seat"], "rank": card["rank"]}
            by_color = {"type": "clue", "target": hand["seat"], "color": card["suit"]}
            if by_rank in actions and card["rank"] not in card["clues"]["ranks"]:
                return by_rank
            if by_color in actions and card["suit"] not in card["clues"]["colors"]:
                return by_color
    return next((action for action in actions if action["type"] == "discard"), actions[-1])


def identities(possible):
    """Return the suits and ranks that the clues about a card allow. In variants, not each suit has all of the ranks."""
    cards = possible.get("cards") or dict.fromkeys(possible["suits"], possible["ranks"])
    return [(suit, rank) for suit, ranks in cards.items() for rank in ranks]


def fits(view, suit, rank):
    """Return True if a card is known to fit on the table now."""
    if view["fireworks"] is None:  # a variant in which nobody sees what was played
        return False
    if "stacks" in view:  # in variants, stacks may go down or begin with any rank
        return rank in view["stacks"][suit]["next"]
    return view["fireworks"][suit] == rank - 1


def main():
    parser = argparse.ArgumentParser(description="Play a game of Hanabi.")
    parser.add_argument("base", nargs="?", default="http://127.0.0.1:8000", help="address of the service")
    parser.add_argument("--partner", default="random", help="the bot that takes the other seats")
    parser.add_argument("--seats", type=int, default=2, help="2 to 6; six need --variant")
    parser.add_argument("--variant", help="a variant of hanab.live, by its name; GET /v1/variants lists them")
    options = parser.parse_args()

    api = Api(options.base)
    account = api.post("/v1/accounts", {})  # with a name of your choice: {"name": "…"}
    api.headers["Authorization"] = f"Bearer {account['token']}"
    rules = {"edition": "hanab_live", "variant": options.variant} if options.variant else {}
    game = "/v1/games/" + api.post("/v1/games", {"seats": options.seats, "rules": rules})["id"]
    for _ in range(options.seats - 1):
        api.post(f"{game}/seats", {"bot": options.partner})
    result = play(api, game)["result"]
    print(f"{result['outcome']}: {result['score']} points. Replay: {options.base}{game.replace('games', 'replays')}")


if __name__ == "__main__":
    main()
