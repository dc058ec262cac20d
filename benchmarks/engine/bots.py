"""Benchmark of the bots: scores, strikeouts and time, each bot playing with copies of itself."""

import os
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from random import Random
from statistics import fmean, median, pstdev
from time import process_time
from typing import NamedTuple

from engine.bots import BOTS
from engine.decide import decide
from engine.events import GameDealt, Log
from engine.fold import evolve, fold
from engine.proof.deal import shuffle, starting_seat
from engine.reading.feed import feed, item_of, seat_viewpoint
from engine.reading.view import seat_view
from engine.rules import MAX_SEATS, MIN_SEATS, OPTIONS, SIX_SEATS_EDITION, palette_of, resolve
from engine.rules.variants import BOOKLETS, VARIANTS
from engine.score import BANDS

__all__ = ["Table", "Tally", "main", "play"]


class Table(NamedTuple):
    """A bot, the suits and the number of seats of its games."""

    bot: str
    suits: str
    """A value of `multicolor`, or the name of a variant."""
    seats: int
    ending: str = "last_round"


class Tally(NamedTuple):
    """The result of one game."""

    score: int
    """0 for a lost game."""
    table_points: int
    outcome: str
    reason: str
    moves: int
    seconds: float
    """Processor time of the bots' choices, in seconds."""


def play(table: Table, seed: int) -> Tally:
    """Play one game, which depends on the seed alone, except for the seconds."""
    suits = {"variant" if table.suits in VARIANTS else "multicolor": table.suits}
    edition = "de" if table.suits in BOOKLETS and table.seats < MAX_SEATS else SIX_SEATS_EDITION
    rules = resolve(edition, {**suits, "ending": table.ending}, table.seats)
    secret = seed.to_bytes(32)
    deal = GameDealt(rules, table.seats, starting_seat(rules, table.seats, secret))
    log = Log(deal, shuffle(rules.palette, secret), [])
    state, bot, dice = fold(log), BOTS[table.bot], Random(seed).randrange
    viewpoints = [seat_viewpoint(seat, table.seats) for seat in range(table.seats)]
    feeds = [feed(log, viewpoint) for viewpoint in viewpoints]
    moves, seconds = 0, 0.0
    while state.to_move is not None:
        view = seat_view(state, state.to_move)
        began = process_time()
        turn = bot.choose(view, feeds[state.to_move], dice)
        seconds += process_time() - began
        moves += 1
        event = decide(state, state.to_move, turn)
        before, state = state, evolve(state, event)
        for items, viewpoint in zip(feeds, viewpoints, strict=True) if bot.reads_feed else ():
            items.append(item_of(before, event, state, viewpoint))
    result = seat_view(state, 0).result
    assert result is not None
    return Tally(result.score or 0, result.table_points, result.outcome, result.reason, moves, seconds)


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
    args = parser.parse_args(options)
    names = [*(args.multicolor or ([] if args.variant else suits)), *(args.variant or [])]
    tables = product(args.bot or BOTS, names, args.seats or seats)
    print(_HEAD)
    with ProcessPoolExecutor(args.processes) as pool:
        for bot, name, seated in tables:
            table = Table(bot, name, seated, args.ending)
            chunk = max(1, args.games // (4 * args.processes))
            tallies = list(pool.map(partial(play, table), range(args.games), chunksize=chunk))
            print(_line(table, tallies), flush=True)


_HEAD = (
    f"{'bot':7}{'suits':>10} seats {'mean':>6} {'s.d.':>5} {'low':>4}{'median':>7}{'high':>5} {'table':>6}"
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
        f"{table.bot:7}{table.suits:>10} {table.seats:>5} {fmean(scores):6.2f} {pstdev(scores):5.2f}"
        f" {min(scores):4}{median(scores):7.1f}{max(scores):5} {on_table:6.2f}"
        f" {struck_out:11.1%} {lost:6.1%} {full:6.1%} {pace:8.2f}   "
        + " ".join(f"{100 * share:5.1f}" for share in shares)
    )
