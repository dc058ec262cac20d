"""Play a game over HTTP, and print what stands for the ids on the page, as commands of sed."""

import json
import urllib.request
from typing import Any


def ask(path: str, body: object = None, token: str = "") -> Any:
    """Return the body of a response."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:8000/v1{path}", data, headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


ada, bob = (ask("/accounts", {"name": name}) for name in ("Ada", "Bob"))
game = ask("/games", {"seats": 2, "rules": {"starting_seat": 0}}, ada["token"])["id"]
view = ask(f"/games/{game}/seats", {"bot": "random"}, ada["token"])
while view["status"] != "ended":
    move = {**view["legal_actions"][0], "expected_version": view["version"]}
    view = ask(f"/games/{game}/moves", move, ada["token"])["view"]
comment = ask(f"/replays/{game}/comments", {"anchor": "game", "text": "Hm."}, bob["token"])["id"]
report = ask("/reports", {"about": bob["id"], "reason": "name"}, ada["token"])["id"]
ask("/log/head")
print(f"s|g_…/c_…|{game}/{comment}|;s|g_…|{game}|;s|r_…|{report}|;s|a_…|{bob['id']}|")
