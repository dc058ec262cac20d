"""Benchmark of the solver: the curves of whole games of the bot kagiya, in seconds of one core."""

import os
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from random import Random
from time import process_time
from typing import NamedTuple

from engine.bots import BOTS
from engine.decide import decide
from engine.events import GameDealt, Log
from engine.fold import evolve, fold
from engine.proof.deal import shuffle, starting_seat
from engine.reading.solver import Budget, curve
from engine.reading.view import seat_view
from engine.rules import MAX_SEATS, MIN_SEATS, OPTIONS, SIX_SEATS_EDITION, resolve

_SECONDS = 20.0


class Solved(NamedTuple):
    """The curve of one game."""

    seconds: float
    exact: bool
    from_deal: int
    """The score that could be reached from the deal, at least."""
    maximum: int
    score: int


def bot_game(seats: int, multicolor: str, ending: str, seed: int) -> Log:
    """Return a game of the bot, which depends on the seed alone."""
    edition = "de" if seats < MAX_SEATS else SIX_SEATS_EDITION
    rules = resolve(edition, {"multicolor": multicolor, "ending": ending}, seats)
    secret = seed.to_bytes(32)
    log = Log(GameDealt(rules, seats, starting_seat(rules, seats, secret)), shuffle(rules.palette, secret), [])
    state, later = fold(log), []
    dice = Random(seed).randrange
    while state.to_move is not None:
        turn = BOTS["kagiya"].choose(seat_view(state, state.to_move), (), dice)
        later.append(decide(state, state.to_move, turn))
        state = evolve(state, later[-1])
    return log._replace(later=later)


def solved(seats: int, multicolor: str, ending: str, seed: int) -> Solved:
    """Return the figures of the curve of a game."""
    log = bot_game(seats, multicolor, ending, seed)
    began = process_time()
    values = curve(log, Budget(seconds=_SECONDS, clock=process_time))
    seconds = process_time() - began
    exact = all(value.exact for value in values)
    return Solved(seconds, exact, values[0].lower, log.deal.rules.palette.max_score, fold(log).table_points)


def main(options: Sequence[str]) -> None:
    """Solve the games and print a table."""
    parser = ArgumentParser(prog="python -m benchmarks solver", description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="games for each line (seeds 0, 1, 2 …)")
    parser.add_argument(
        "--seats", type=int, choices=range(MIN_SEATS, MAX_SEATS + 1), action="append", help="default: 2 to 5"
    )
    parser.add_argument("--multicolor", choices=OPTIONS["multicolor"].values, action="append", help="default: none")
    parser.add_argument("--ending", choices=OPTIONS["ending"].values, action="append", help="default: last_round")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args(options)
    heads = " ".join([f"{head:>6}" for head in ("p90", "p99", "worst")])
    print(f"{'ending':>12} {'suits':>9} seats {'median s':>9} {heads} {'exact':>7} {'full':>7} {'points lost':>12}")
    with ProcessPoolExecutor(args.processes) as pool:
        for ending, multicolor, seats in product(
            args.ending or ["last_round"], args.multicolor or ["none"], args.seats or range(2, 6)
        ):
            work = partial(solved, seats, multicolor, ending)
            games = list(pool.map(work, range(args.games), chunksize=1))
            seconds = sorted(game.seconds for game in games)
            marks = [seconds[min(len(seconds) - 1, int(len(seconds) * share))] for share in (0.5, 0.9, 0.99, 1.0)]
            times = " ".join([f"{mark:{width}.2f}" for mark, width in zip(marks, (9, 6, 6, 6), strict=True)])
            exact, full, lost = (
                sum(game.exact for game in games) / len(games),
                sum(game.from_deal == game.maximum for game in games) / len(games),
                sum(game.from_deal - game.score for game in games) / len(games),
            )
            print(f"{ending:>12} {multicolor:>9} {seats:>5} {times} {exact:7.1%} {full:7.1%} {lost:12.2f}", flush=True)
