"""Benchmark of memory: a worker's size during 100,000 requests to all operations.

Path parameters are existing ids, versions and names; bodies are the examples of the contract. Some requests succeed,
and others are refused. Games are played to their ends meanwhile.
"""

import random
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any
from urllib.parse import quote

import orjson

from benchmarks.harness.bulk_load import Loaded
from benchmarks.harness.dataset import Dataset, dataset
from benchmarks.harness.load_generator import drive
from benchmarks.harness.processes import children, memory_mb
from benchmarks.harness.servers import serving
from benchmarks.harness.timing import machine, table
from service.platform import ids
from service.platform.website import openapi

_METHODS = ("get", "post", "put", "patch", "delete")
_LEFT_OUT = {("delete", "/v1/me")}
"""The operation that would delete the account of the other requests."""
_CONNECTIONS = 8
_STEPS = 20


def main(options: Sequence[str]) -> None:
    parser = ArgumentParser(prog="make bench ARGS=memory", description=__doc__)
    parser.add_argument("--requests", type=int, default=100_000, help="requests (100000)")
    parser.add_argument("--games", type=int, default=1000, help="finished games, and as many to be played (1000)")
    args = parser.parse_args(options)
    dice = random.Random(7)
    with ExitStack() as stack:
        data = stack.enter_context(dataset([None, 0] * args.games))
        service = stack.enter_context(serving("service.app:create_app()", data.url, 1))
        (worker,) = children(service.process.pid)
        requests = _Requests(data, dice)
        rows = [("0", f"{memory_mb(worker):.0f}", "", "")]
        statuses: Counter[int] = Counter()
        each = args.requests // _STEPS // _CONNECTIONS
        for _ in range(_STEPS):
            queues = [list(requests.some(each)) for _ in range(_CONNECTIONS)]
            measured = drive(service.port, queues, 600, again=False)
            statuses += measured.statuses
            others = {status: number for status, number in sorted(measured.statuses.items()) if status >= 400}
            done = f"{statuses.total():,}"
            rows.append((done, f"{memory_mb(worker):.0f}", f"{measured.rate:,.0f}", str(others)))
            print(rows[-1], file=sys.stderr, flush=True)
            if any(status >= 500 for status in others):
                raise SystemExit(f"answered {others}")
    print(machine())
    print(f"{requests.operations} operations of the contract, {args.games:,} finished games\n")
    print(table(("requests", "MB", "requests/s", "refusals"), rows))


class _Requests:
    """Random requests to all operations, and moves that finish games."""

    def __init__(self, data: Dataset, dice: random.Random) -> None:
        self._data, self._dice = data, dice
        self._finished, to_play = data.games[::2], data.games[1::2]
        self._to_play: Iterator[Loaded] = iter(to_play)
        self._running = to_play
        contract = openapi.document()
        self._bodies = contract["components"].get("examples", {})
        self._all = [
            (method, path, self._examples(operation))
            for path, item in contract["paths"].items()
            for method, operation in item.items()
            if method in _METHODS and (method, path) not in _LEFT_OUT
        ]
        self._names = {
            "code": ["illegal-move", "not-found"],
            "edition": ["en", "de", "fr"],
            "anchor": ["game", "turn-0", "card-3"],
            "version": ["1", "7", "20"],
            "token": ["t_019901a4c3e17b5000009e37d2f86a00"],
            "line": ["b_019906a4c3e17b50000137e2d2f86a00"],
            "comment": ["c_019906a4c3e17b50000137e2d2f86a00"],
            "revision": ["0c1f8a5e7b3d9264"],
        }
        self.operations = len(self._all)

    def some(self, number: int) -> Iterator[bytes]:
        """Yield requests in the order in which to send them."""
        yielded = 0
        while yielded < number:
            game = next(self._to_play, None)
            moves = iter(self._data.moves(game)[: number - yielded] if game is not None else ())
            for request in moves:
                yield request
                yielded += 1
                for _ in range(min(3, number - yielded)):
                    yield self._random_request()
                    yielded += 1
                if yielded >= number:
                    return
            if game is None:
                yield self._random_request()
                yielded += 1

    def _random_request(self) -> bytes:
        method, path, bodies = self._dice.choice(self._all)
        game = self._dice.choice(self._finished if "/replays/" in path else self._running)
        person = self._dice.choice(self._data.holders[game.game_id])
        names = {
            "{game}": ids.render("g", game.game_id),
            "{name}": self._dice.choice([ids.render("a", person.account_id), "words.de.json", "bot.py", "index.html"]),
        }
        for name, values in self._names.items():
            names[f"{{{name}}}"] = self._dice.choice(values)
        for place, value in names.items():
            path = path.replace(place, quote(value))
        seat = "?seat=1" if path.endswith(("/frames", "/frames/7", "7.svg")) and self._dice.random() < 0.5 else ""
        content = orjson.dumps(self._dice.choice(bodies)) if bodies else b""
        lines = [f"{method.upper()} {path}{seat} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {person.token}"]
        lines.append(f"Accept-Language: {self._dice.choice(('en', 'de', 'fr', 'nl', 'da'))}")
        if content or method in ("post", "put", "patch"):
            lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
        return "\r\n".join([*lines, "", ""]).encode() + content

    def _examples(self, operation: Any) -> list[Any]:
        content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        found = [self._resolved(example)["value"] for example in content.get("examples", {}).values()]
        return found or ([content["example"]] if "example" in content else [])

    def _resolved(self, example: Any) -> Any:
        return self._bodies[example["$ref"].rpartition("/")[2]] if "$ref" in example else example
