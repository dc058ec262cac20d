"""Benchmark of the bots: scores, strikeouts and time, each bot with copies of itself, or beside another."""

import os
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations, product
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
    beside: str = ""
    """The bot in every other seat, if it is another."""


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
    state, dice = fold(log), Random(seed).randrange
    pair = (BOTS[table.bot], BOTS[table.beside or table.bot])
    bots = [pair[seat % 2] for seat in range(table.seats)]
    viewpoints = [seat_viewpoint(seat, table.seats) for seat in range(table.seats)]
    feeds = [feed(log, viewpoint) for viewpoint in viewpoints]
    moves, seconds = 0, 0.0
    while state.to_move is not None:
        view = seat_view(state, state.to_move)
        began = process_time()
        turn = bots[state.to_move].choose(view, feeds[state.to_move], dice)
        seconds += process_time() - began
        moves += 1
        event = decide(state, state.to_move, turn)
        before, state = state, evolve(state, event)
        for items, viewpoint, bot in zip(feeds, viewpoints, bots, strict=True):
            if bot.reads_feed:
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
    parser.add_argument("--pairs", action="store_true", help="every bot beside every other, too")
    args = parser.parse_args(options)
    names = [*(args.multicolor or ([] if args.variant else suits)), *(args.variant or [])]
    chosen = args.bot or [*BOTS]
    pairs = [*[(bot, "") for bot in chosen], *(combinations(chosen, 2) if args.pairs else ())]
    tables = [
        Table(bot, name, seated, args.ending, beside)
        for (bot, beside), name, seated in product(pairs, names, args.seats or seats)
    ]
    print(_HEAD)
    with ProcessPoolExecutor(args.processes) as pool:
        for table in filter(_can_be_played, tables):
            chunk = max(1, args.games // (4 * args.processes))
            tallies = list(pool.map(partial(play, table), range(args.games), chunksize=chunk))
            print(_line(table, tallies), flush=True)


def _can_be_played(table: Table) -> bool:
    """Return True if both bots play the game."""
    edition, suits = ("de", "multicolor") if table.suits in BOOKLETS else (SIX_SEATS_EDITION, "variant")
    if table.seats == MAX_SEATS:
        edition = SIX_SEATS_EDITION
    rules = resolve(edition, {suits: table.suits}, table.seats)
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
