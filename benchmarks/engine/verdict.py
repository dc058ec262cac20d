"""Benchmark of the verdicts: does who takes the turn that they rate best play better than the conventions alone?

The first seat searches, the others play by the conventions. The same decks are played without the search.
"""

import json
import os
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean, stdev

from benchmarks.engine.bot_games import Table, play_with, rules_of
from engine.bots import BOTS
from engine.bots.hgroup_bot import SEATS
from engine.conventions.levels import LEVELS
from engine.verdict.searching import choose_at


def main(options: Sequence[str]) -> None:
    """Play the games and print the difference."""
    parser = ArgumentParser(prog="python -m benchmarks verdict", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="decks, each played twice")
    parser.add_argument("--first", type=int, default=600_000, help="the seed of the first deck")
    parser.add_argument("--level", type=int, choices=[*LEVELS], default=3)
    parser.add_argument("--seats", type=int, choices=SEATS, default=2)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--results", type=Path, metavar="FILE", help="keep each deck in this file, and go on with it")
    args = parser.parse_args(options)
    known = {}
    for line in args.results.read_text().splitlines() if args.results and args.results.exists() else ():
        *key, pair = json.loads(line)
        known[tuple(key)] = pair
    wanted = [(args.level, args.seats, seed) for seed in range(args.first, args.first + args.games)]
    missing = [key for key in wanted if key not in known]
    with ProcessPoolExecutor(args.processes) as pool:
        for key, pair in zip(missing, pool.map(_played, missing), strict=True):
            known[key] = pair
            if args.results is not None:
                with args.results.open("a") as file:
                    file.write(json.dumps([*key, pair]) + "\n")
    pairs = [known[key] for key in wanted]
    gains = [searched - alone for searched, alone, _ in pairs]
    error = stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else 0.0
    print(
        f"hgroup-{args.level}, {args.seats} seats, {len(pairs)} decks: {fmean([one[0] for one in pairs]):.2f} with"
        f" search, {fmean([one[1] for one in pairs]):.2f} without; difference {fmean(gains):+.2f} ± {error:.2f};"
        f" {fmean([one[2] for one in pairs]):.0f} s of CPU a game"
    )


def _played(key: tuple[int, int, int]) -> tuple[int, int, float]:
    """Return the scores of a deck with search and without, and the CPU seconds of the search."""
    level, seats, seed = key
    bot = BOTS[f"hgroup-{level}"]
    rules = rules_of(Table(bot.id, "none", seats))
    searching = bot._replace(choose=choose_at(level, partial(_dice, seed)))
    searched = play_with([searching, *[bot] * (seats - 1)], rules, seed)
    return searched.score, play_with([bot] * seats, rules, seed).score, searched.seconds


def _dice(seed: int, name: str) -> Callable[[int], int]:
    return Random(f"{seed} {name}").randrange
