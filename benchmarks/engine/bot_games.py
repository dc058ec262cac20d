"""Games between bots, and a file that keeps their results so that a long measurement can go on later."""

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

from engine.bots import Bot, at_table
from engine.decide import decide
from engine.events import GameDealt, Log
from engine.fold import evolve, fold
from engine.proof.deal import shuffle, starting_seat
from engine.reading.feed import feed, item_of, seat_viewpoint
from engine.reading.view import seat_view
from engine.rules import MAX_SEATS, SIX_SEATS_EDITION, Rules, resolve
from engine.rules.variants import BOOKLETS, VARIANTS


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


def rules_of(table: Table) -> Rules:
    """Return the rules of a table's games."""
    suits = {"variant" if table.suits in VARIANTS else "multicolor": table.suits}
    edition = "de" if table.suits in BOOKLETS and table.seats < MAX_SEATS else SIX_SEATS_EDITION
    return resolve(edition, {**suits, "ending": table.ending}, table.seats)


def play(table: Table, seed: int) -> Tally:
    """Play one game, which depends on the seed alone, except for the seconds."""
    rules, pair = rules_of(table), (table.bot, table.beside or table.bot)
    bots = at_table({seat: pair[seat % 2] for seat in range(table.seats)}, rules, table.seats)
    return play_with([*bots.values()], rules, seed)


def play_with(bots: Sequence[Bot], rules: Rules, seed: int) -> Tally:
    """Play one game of bots, one for each seat."""
    secret, seats = seed.to_bytes(32), len(bots)
    deal = GameDealt(rules, seats, starting_seat(rules, seats, secret))
    log = Log(deal, shuffle(rules.palette, secret), [])
    state, dice = fold(log), Random(seed).randrange
    viewpoints = [seat_viewpoint(seat, seats) for seat in range(seats)]
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


class Results:
    """The results of games, kept in a file of JSON lines if there is one.

    Files of several runs are merged by writing one after the other.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.games: dict[tuple[Table, int], Tally] = {}
        for line in path.read_text().splitlines() if path is not None and path.exists() else ():
            table, seed, tally = json.loads(line)
            self.games[Table(*table), seed] = Tally(*tally)

    def of(self, table: Table, games: int, pool: Executor) -> list[Tally]:
        """Return the results of a number of games, of which those that are missing are played."""
        missing = [seed for seed in range(games) if (table, seed) not in self.games]
        for seed, tally in zip(missing, self._played(table, missing, pool), strict=True):
            self.games[table, seed] = tally
            if self.path is not None:
                with self.path.open("a") as file:
                    file.write(json.dumps([table, seed, tally]) + "\n")
        return [self.games[table, seed] for seed in range(games)]

    def _played(self, table: Table, seeds: list[int], pool: Executor) -> Iterator[Tally]:
        return pool.map(partial(play, table), seeds, chunksize=max(1, len(seeds) // 40))
