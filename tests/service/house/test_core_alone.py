"""The core works without features, and the whole service starts without the libraries of features."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[3]

PROGRAM: Final = """
import json, os, sys
from pathlib import Path

from service.app import create_app
from service.platform.settings import Settings

web = create_app(Settings(database_url=os.environ["DATABASE_URL"]), features=()).test_client()

def send(method, path, body=None, token=None, **headers):
    sent = {"Authorization": f"Bearer {token}"} if token else {}
    answer = web.open(path, method=method, json=body, headers=sent | headers)
    assert answer.status_code < 300, (method, path, answer.status_code, answer.get_data(as_text=True))
    return answer

def ask(*what, **headers):
    return send(*what, **headers).get_json()

tokens = [ask("POST", "/v1/accounts", {})["token"] for _ in range(2)]
game = ask("POST", "/v1/games", {"seats": 2, "sandbox": True}, tokens[0])["id"]
path = f"/v1/games/{game}"
ask("POST", f"{path}/seats", {}, tokens[1])
for _ in range(3):
    shown = ask("GET", path, None, tokens[0])
    mover = tokens[0] if shown.get("legal_actions") else tokens[1]
    shown = ask("GET", path, None, mover)
    turn = next(one for one in shown["legal_actions"] if one["type"] == "discard" or "rank" in one)
    ask("POST", f"{path}/moves", {**turn, "expected_version": shown["version"]}, mover)
stream = send("GET", f"{path}/events?since=-1", None, tokens[0], Accept="text/event-stream")
assert b"data:" in next(stream.response)
stream.close()
for token in tokens:
    send("POST", f"{path}/abort-votes", None, token)
replay = f"/v1/replays/{game}"
assert ask("GET", replay)["id"] == game
assert ask("GET", f"{replay}/frames")["items"]
assert ask("GET", f"{replay}/verification")["verified"] is True
record = ask("GET", f"{replay}/export?format=native")
imported = send("POST", "/v1/replays", record, tokens[1]).get_json()
assert imported["id"]
own = [name for name in sys.modules if name.partition(".")[0] in ("service", "engine")]
files = [Path(sys.modules[name].__file__) for name in own]
found = {
    "features": [name for name in own if name.startswith("service.features")],
    "heavy": [name for name in json.loads(sys.argv[1]) if name in sys.modules],
    "modules": len(own),
    "lines": sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files),
}

from service.core import feature

create_app(Settings(database_url=os.environ["DATABASE_URL"]))
[*feature.modules("tasks")]
print(json.dumps({**found, "heavy at rest": [name for name in json.loads(sys.argv[1]) if name in sys.modules]}))
"""
HEAVY: Final = ("pysat", "resvg_py", "PIL", "webauthn", "authlib", "httpx", "joserfc", "segno")
"""The libraries of features."""


def test_the_core_alone_works(database_url: str) -> None:
    """No feature and none of their libraries is loaded, and the core stays small.

    Nor are these libraries when the whole service has started: neither a server nor a worker at rest has loaded one.
    """
    command = [sys.executable, "-c", PROGRAM, json.dumps(HEAVY)]
    environ = {**os.environ, "DATABASE_URL": database_url}
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert (found["features"], found["heavy"], found["heavy at rest"]) == ([], [], [])
    assert found["modules"] <= 330 and found["lines"] <= 46_000, found
