"""Command line: runs one benchmark with its options, or all of them in turn."""

import sys
from importlib import import_module

# Modules by name. Each has `main(options)`, which measures and prints.
BENCHMARKS = {
    "bots": "benchmarks.bots",
    "engine": "benchmarks.engine",
    "growth": "benchmarks.growth",
    "hour": "benchmarks.hour",
    "http": "benchmarks.http",
    "memory": "benchmarks.memory",
    "news": "benchmarks.news",
    "overload": "benchmarks.overload",
    "streams": "benchmarks.streams",
    "workers": "benchmarks.workers",
}


def main(words: list[str]) -> int:
    name, *options = words or ["all"]
    if name != "all" and name not in BENCHMARKS:
        print(f"usage: python -m benchmarks [{' | '.join(['all', *BENCHMARKS])}] [options]", file=sys.stderr)
        return 2
    for chosen in BENCHMARKS if name == "all" else [name]:
        import_module(BENCHMARKS[chosen]).main(options)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
