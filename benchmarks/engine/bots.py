"""Benchmark of the bots: scores, strikeouts and time, each bot with copies of itself and beside each other."""

import os
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, product
from pathlib import Path
from statistics import fmean, median, pstdev
from typing import Final

from benchmarks.engine.bot_games import Results, Table, Tally, rules_of
from engine.bots import BOTS
from engine.rules import MAX_SEATS, MIN_SEATS, OPTIONS, palette_of
from engine.rules.variants import BOOKLETS, VARIANTS
from engine.score import BANDS

_PAIRS: Final = ("none", 3)
"""The suits and the seats of the games of two bots."""


def main(options: Sequence[str]) -> None:
    """Play the games and print a table."""
    parser = ArgumentParser(prog="python -m benchmarks bots", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games for each line (seeds 0, 1, 2 …)")
    parser.add_argument("--bot", choices=[*BOTS], action="append", help="default: all")
    seats = range(MIN_SEATS, MAX_SEATS + 1)
    parser.add_argument("--seats", type=int, choices=seats, action="append", help="default: all")
    suits = OPTIONS["multicolor"].values
    parser.add_argument("--multicolor", choices=suits, action="append", help="default: all")
    parser.add_argument(
        "--variant",
        choices=[*VARIANTS],
        metavar="NAME",
        action="append",
        help="variants, instead of or beside --multicolor",
    )
    parser.add_argument("--ending", choices=OPTIONS["ending"].values, default="last_round")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--pair-games",
        type=int,
        default=100,
        help="games of each pair, with three seats and five suits",
    )
    parser.add_argument(
        "--results", type=Path, metavar="FILE", help="keep each game in this file, and play only those that it lacks"
    )
    args = parser.parse_args(options)
    names = [*(args.multicolor or ([] if args.variant else suits)), *(args.variant or [])]
    chosen = args.bot or [*BOTS]
    alone = [
        (Table(bot, name, seated, args.ending), args.games)
        for bot, name, seated in product(chosen, names, args.seats or seats)
    ]
    pairs = [(Table(bot, *_PAIRS, beside=beside), args.pair_games) for bot, beside in combinations(chosen, 2)]
    print(_HEAD)
    results = Results(args.results)
    with ProcessPoolExecutor(args.processes) as pool:
        for table, games in [*alone, *pairs]:
            if games and _can_be_played(table):
                print(_line(table, results.of(table, games, pool)), flush=True)


def _can_be_played(table: Table) -> bool:
    """Return True if both bots play the game."""
    rules = rules_of(table)
    return all(BOTS[bot].can_sit(rules, table.seats) for bot in (table.bot, table.beside or table.bot))


_HEAD = (
    f"{'bot':18}{'suits':>10} seats {'mean':>6} {'s.e.':>5} {'s.d.':>5} {'low':>4}{'median':>7}{'high':>5} {'table':>6}"
    f" {'struck out':>11} {'lost':>6} {'full':>6} {'ms/move':>8}   % in each band of the scale, lowest first"
)


def _line(table: Table, tallies: Sequence[Tally]) -> str:
    scores = [tally.score for tally in tallies]
    highest = palette_of(table.suits).max_score
    bands = BANDS[highest] if table.suits in BOOKLETS else ()
    on_table = fmean(tally.table_points for tally in tallies)
    struck_out = fmean(tally.reason == "strikeout" for tally in tallies)
    lost = fmean(tally.outcome == "lost" for tally in tallies)
    full = fmean(score == highest for score in scores)
    pace = 1000 * sum(tally.seconds for tally in tallies) / sum(tally.moves for tally in tallies)
    shares = [fmean(band.lowest <= score <= band.highest for score in scores) for band in bands]
    return (
        f"{' + '.join(filter(None, (table.bot, table.beside))):18}{table.suits:>10} {table.seats:>5}"
        f" {fmean(scores):6.2f} {pstdev(scores) / len(scores) ** 0.5:5.2f} {pstdev(scores):5.2f}"
        f" {min(scores):4}{median(scores):7.1f}{max(scores):5} {on_table:6.2f}"
        f" {struck_out:11.1%} {lost:6.1%} {full:6.1%} {pace:8.2f}   "
        + " ".join(f"{100 * share:5.1f}" for share in shares)
    )
