#!/usr/bin/env python3
"""A Hanabi bot in plain Python: it creates a game with a built-in bot as partner and plays until the game is over.

    python3 bot.py [http://127.0.0.1:8000] [--partner kagiya] [--seats 2]
                     [--variant "Rainbow (5 Suits)"]

To write your own bot, keep `Api` and `play`, and write a better `choose`.
"""

import argparse
import hashlib
import http.client
import json
import secrets
import time
import uuid
from urllib.parse import quote, urlsplit


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

    def put(self, path, body):
        return self.send("PUT", path, json.dumps(body), {})

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
            # Too many requests, the service is restarting, or it is still busy with the first attempt.
            is_early = answer.status == 409 and json.loads(content)["code"] == "request-in-progress"
            if (answer.status in (429, 502, 503, 504) or is_early) and attempt < 5:
                time.sleep(int(answer.headers.get("Retry-After", "1")))
                continue
            if answer.status >= 400:
                raise Problem(json.loads(content))
            return json.loads(content)


def commitment(part):
    """Return the commitment to 32 random bytes. With them, the seat makes sure that nobody can choose the deck."""
    return hashlib.sha256(b"hanabi/1 entropy commitment\0" + part).hexdigest()


def reveal(api, game, view, part):
    """Reveal the bytes, wait for the deal, and check that it kept everything that was fixed before."""
    try:
        api.put(f"{game}/seats/me/entropy", {"reveal": part.hex()})
    except Problem as problem:
        if problem.code != "game-not-open":
            raise
        return  # too late: the game is dealt without these bytes
    events = []
    while not events:
        events = api.get(f"{game}/events", Prefer="wait=25")["items"]
    fixed = ("secret_commitment", "entropies", "entropy_commitments")
    if any(events[0][name] != view[name] for name in fixed) or part.hex() not in events[0]["reveals"]:
        raise SystemExit("The service dealt from something else than it had shown before.")
    print(events[0]["protection"]["text"])


def play(api, game, part=None):
    """Play a game to its end, and return the last view of it. `part` is what the seat contributes to the deal."""
    view = api.get(game)
    while view["status"] != "ended":
        if view["viewer"]["seat"] in view["awaiting_reveals"]:
            reveal(api, game, view, part)
            view = api.get(game)
            continue
        if view["to_move"] != view["viewer"]["seat"]:
            # This returns as soon as something happens, or after 25 seconds.
            view = api.get(f"{game}/events?views=true&since={view['version']}", Prefer="wait=25")["view"]
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
    parser.add_argument("--partner", help="the bot that takes the other seats; by default the best one")
    parser.add_argument("--seats", type=int, default=2, help="2 to 6; six need --variant")
    parser.add_argument("--variant", help="a variant of hanab.live, by its name; GET /v1/variants lists them")
    options = parser.parse_args()

    api = Api(options.base)
    account = api.post("/v1/accounts", {})  # with a name of your choice: {"name": "…"}
    api.headers["Authorization"] = f"Bearer {account['token']}"
    rules = {"edition": "hanab_live", "variant": options.variant} if options.variant else {}
    part = secrets.token_bytes(32)
    known = api.get("/v1/bots" + (f"?variant={quote(options.variant)}" if options.variant else ""))["items"]
    bots = [options.partner or known[-1]["id"]] * (options.seats - 1)
    new = {"seats": options.seats, "bots": bots, "rules": rules, "entropy_commitment": commitment(part)}
    game = "/v1/games/" + api.post("/v1/games", new)["id"]
    result = play(api, game, part)["result"]
    print(f"{result['outcome']}: {result['score']} points. Replay: {options.base}{game.replace('games', 'replays')}")


if __name__ == "__main__":
    main()
