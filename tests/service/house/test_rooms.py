"""Tests of rooms: each alone names its tables, and the core works without features."""

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from service.all_tables import METADATA
from service.platform.database.table_class import Model

ROOT: Final = Path(__file__).resolve().parents[3]


def room_of(module: str) -> str:
    """Return the folder of a feature, or the floor, to which a module belongs."""
    parts = module.split(".")
    return ".".join(parts[:3] if parts[1] == "features" else parts[:2])


MODELS: Final = {mapper.class_.__name__: mapper.class_.__module__ for mapper in Model.registry.mappers}
ROOM_OF_TABLE: Final = {
    mapper.class_.__tablename__: room_of(mapper.class_.__module__) for mapper in Model.registry.mappers
}
MAY_NAME: Final = {"service.core": ("service.core", "service.features", "service.maintenance", "service.site")}
"""The floors that may name a table of the core. One of a feature is its own, and all know those of the platform."""

NAMES: Final = "|".join(sorted(ROOM_OF_TABLE, key=len, reverse=True))
IN_SQL: Final = re.compile(
    rf"\b(?:from|join|into|update|using|truncate|lock\s+table)\s+(?:only\s+)?({NAMES})\b", re.IGNORECASE
)
AFTER_COMMA: Final = re.compile(rf"\bfrom\s+\w+(?:\s+\w+)?\s*,\s*({NAMES})\b", re.IGNORECASE)
COLUMN: Final = re.compile(rf"\b({NAMES})\.([a-z_]+)\b", re.IGNORECASE)


def tables_in(text: str) -> Iterator[str]:
    """Yield the tables that a text names, if it is SQL."""
    yield from IN_SQL.findall(text)
    yield from AFTER_COMMA.findall(text)
    for table, column in COLUMN.findall(text):
        if column in METADATA.tables[table].columns:
            yield table


def named(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file and the rooms whose tables or models they name."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.startswith("service."):
            for name in node.names:
                model = MODELS.get(name.name)
                if model is not None and room_of(model) == room_of(node.module):
                    yield node.lineno, room_of(model)
                elif name.name == "tables":
                    yield node.lineno, room_of(f"{node.module}.tables")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in texts:
            for table in tables_in(node.value.lower()):
                yield node.lineno, ROOM_OF_TABLE[table]


def test_only_a_room_names_its_tables() -> None:
    """What others need of them, they get from a hook, or from a function of the room."""
    wrong = []
    for path in sorted((ROOT / "service").rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if module == "service.all_tables":
            continue
        for line, room in named(path):
            allowed = MAY_NAME.get(room, (room,))
            if room != "service.platform" and not module.startswith(tuple(f"{one}." for one in allowed)):
                wrong.append(f"{path.relative_to(ROOT)}:{line} names a table of {room}")
    assert wrong == []
    assert {*tables_in("select 1 from seek s, contest c where branch.game_id")} == {"seek", "contest", "branch"}


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
