"""How long first messages take while many accounts have many slow webhooks."""

import os
import subprocess
import sys
import threading
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

import orjson

from benchmarks.harness.bulk_load import Person, people
from benchmarks.harness.servers import database
from benchmarks.harness.timing import machine, table
from benchmarks.http.largest import Request
from service.app import create_app
from service.platform.settings import Settings

_SLOW_S: Final = 2.8
"""Just below the time limit of a delivery, so that none fails and is paused."""


def main(options: Sequence[str]) -> None:
    parser = ArgumentParser(prog="make bench ARGS=webhooks", description=__doc__)
    parser.add_argument("--accounts", type=int, default=80)
    parser.add_argument("--webhooks", type=int, default=10)
    args = parser.parse_args(options)
    arrived: dict[str, float] = {}

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            arrived.setdefault(self.path, time.monotonic())
            self.rfile.read(int(self.headers["Content-Length"]))
            time.sleep(_SLOW_S if self.path.startswith("/slow") else 0)
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Write nothing."""

    receiver = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{receiver.server_port}"
    local = {"WEBHOOK_HTTP": "on", "WEBHOOK_NETWORKS": "127.0.0.0/8"}
    with database() as url:
        os.environ.update(local, DATABASE_URL=url, RATE_LIMITS="off")
        app = create_app(Settings.from_environ(os.environ))
        persons = people(url, args.accounts + 2)
        known, new = persons[:2]

        def ask(person: Person, method: str, path: str, body: Any = None) -> Any:
            status, _, answer = Request(method, path, body, person.token).send(app)
            assert status < 400, answer
            return orjson.loads(answer)

        def hook(person: Person, path: str) -> str:
            made = ask(person, "POST", "/v1/me/webhooks", {"url": base + path, "events": ["your-turn"]})
            return f"/v1/me/webhooks/{made['id']}/test"

        command = [sys.executable, "-m", "service.cli", "work", "--only", "webhooks"]
        with subprocess.Popen(command) as worker:
            try:
                first = hook(known, "/known")
                ask(known, "POST", first)
                _until(arrived, "/known")
                arrived.clear()
                tests = [
                    (person, hook(person, f"/slow/{number}/{at}"))
                    for number, person in enumerate(persons[2:])
                    for at in range(args.webhooks)
                ]
                for person, path in tests:
                    ask(person, "POST", path)
                later = hook(new, "/new")
                began = time.monotonic()
                ask(known, "POST", first)
                ask(new, "POST", later)
                rows = [(name, f"{_until(arrived, name) - began:.1f}") for name in ("/known", "/new")]
            finally:
                worker.terminate()
    print(machine())
    print(table(("first message to", "s"), rows))


def _until(arrived: dict[str, float], path: str) -> float:
    give_up = time.monotonic() + 900
    while path not in arrived:
        assert time.monotonic() < give_up
        time.sleep(0.05)
    return arrived[path]
