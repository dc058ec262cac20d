"""Command line of the benchmarks: run one by name, or all in turn."""

import sys
from importlib import import_module

from service.platform import compiled_engine

# Each module has `main(options)`, which measures and prints.
BENCHMARKS = {
    "bots": "benchmarks.engine.bots",
    "engine": "benchmarks.engine.speed",
    "growth": "benchmarks.scale.growth",
    "hindsight": "benchmarks.engine.hindsight",
    "hour": "benchmarks.scale.hour",
    "http": "benchmarks.http.throughput",
    "memory": "benchmarks.scale.memory",
    "news": "benchmarks.http.news",
    "overload": "benchmarks.http.overload",
    "prices": "benchmarks.http.prices",
    "receipts": "benchmarks.http.receipts",
    "rest": "benchmarks.scale.rest",
    "solver": "benchmarks.engine.solver",
    "streams": "benchmarks.http.streams",
    "tables": "benchmarks.http.tables",
    "verdict": "benchmarks.engine.verdict",
    "way": "benchmarks.http.way",
    "webhooks": "benchmarks.http.slow_webhooks",
    "workers": "benchmarks.http.workers",
}


def main(arguments: list[str]) -> int:
    name, *options = arguments or ["all"]
    if name != "all" and name not in BENCHMARKS:
        print(f"usage: python -m benchmarks [{' | '.join(['all', *BENCHMARKS])}] [options]", file=sys.stderr)
        return 2
    compiled_engine.use()
    for selected in BENCHMARKS if name == "all" else [name]:
        import_module(BENCHMARKS[selected]).main(options)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
