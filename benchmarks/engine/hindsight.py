"""Benchmark of the hindsight on whole games of the bot kagiya, in seconds of one core."""

import os
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from statistics import fmean, median
from time import process_time
from typing import NamedTuple

from benchmarks.engine.solver import bot_game
from engine.bots.kagiya_advice import advice
from engine.events import TurnTaken
from engine.reading.hindsight import open_hands, own_view
from engine.reading.solver import Budget


class Measured(NamedTuple):
    """The figures of one game."""

    open_hands: float
    """Seconds."""
    samples: int
    inexact: float
    """The share of positions."""
    error: float
    """The highest standard error of a part, in points."""
    own_view: float
    """Seconds a turn."""
    undecided: float
    """The share of deals."""
    advice: float
    """Seconds a turn."""


def measured(seats: int, seconds: float, turns: int, seed: int) -> Measured:
    """Play a game, which depends on the seed alone, and return its figures.

    The own view is measured for some turns, at even distances, with a budget of a second each.
    """
    log = bot_game(seats, "none", "last_round", seed)
    dice = Random(seed).randrange
    began = process_time()
    game = open_hands(log, dice, Budget(seconds=seconds, clock=process_time))
    solved = process_time() - began
    versions = [version for version, event in enumerate(log.later, 1) if isinstance(event, TurnTaken)]
    chosen = versions[:: max(1, len(versions) // turns)]
    began = process_time()
    views = [own_view(log, version, dice, Budget(seconds=1, clock=process_time)) for version in chosen]
    seen = process_time() - began
    began = process_time()
    advice(log)
    advised = process_time() - began
    return Measured(
        open_hands=solved,
        samples=len(game.samples),
        inexact=game.inexact / game.searched,
        error=max([part.error or 0.0 for part in (game.deal, game.draws, *game.seats, game.end)]),
        own_view=seen / len(chosen),
        undecided=sum([view.undecided for view in views]) / sum([view.deals for view in views]),
        advice=advised / len(versions),
    )


def main(options: Sequence[str]) -> None:
    """Measure the games and print a table."""
    parser = ArgumentParser(prog="python -m benchmarks hindsight", description=__doc__)
    parser.add_argument("--games", type=int, default=10, help="games for each line (seeds 0, 1, 2 …)")
    parser.add_argument("--seats", type=int, choices=range(2, 6), action="append", help="default: all")
    parser.add_argument("--seconds", type=float, default=20.0, help="the budget of the open hands of a game")
    parser.add_argument("--turns", type=int, default=6, help="the turns of a game of which the own view is measured")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args(options)
    print(
        f"{'seats':>5} {'open hands s':>12} {'worst':>6} {'samples':>8} {'fewest':>6} {'inexact':>8} {'error':>6}"
        f" {'own view s/turn':>15} {'undecided':>9} {'advice ms/turn':>14}"
    )
    with ProcessPoolExecutor(args.processes) as pool:
        for seats in args.seats or range(2, 6):
            work = partial(measured, seats, args.seconds, args.turns)
            games = list(pool.map(work, range(args.games), chunksize=1))
            print(
                f"{seats:>5} {median([game.open_hands for game in games]):12.2f}"
                f" {max([game.open_hands for game in games]):6.2f}"
                f" {fmean([game.samples for game in games]):8.1f} {min([game.samples for game in games]):6}"
                f" {fmean([game.inexact for game in games]):8.2%} {max([game.error for game in games]):6.2f}"
                f" {fmean([game.own_view for game in games]):15.2f}"
                f" {fmean([game.undecided for game in games]):9.2%}"
                f" {1000 * fmean([game.advice for game in games]):14.2f}",
                flush=True,
            )
