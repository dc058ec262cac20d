"""Test data: a database with games of the corpus, and the tokens of their players."""

import contextlib
import random
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from uuid import UUID

import psycopg

from benchmarks.harness.bulk_load import Loaded, Person, load, people, seats_of
from benchmarks.harness.corpus import corpus
from benchmarks.harness.requests import actor, get, has_only_turns, move, seat_count, view_path
from benchmarks.harness.servers import database


class Dataset(NamedTuple):
    """A database, its games and their players."""

    url: str
    games: list[Loaded]
    holders: dict[UUID, list[Person]]

    def moves(self, game: Loaded, *headers: str) -> list[bytes]:
        """Return the requests that play a game to its end."""
        events = game.log.events
        return [move(game, at, self.mover(game, at), *headers) for at in range(game.version + 1, len(events))]

    def mover(self, game: Loaded, at: int) -> str:
        """Return the token of the player who made an event."""
        return self.holders[game.game_id][actor(game.log.events[at])].token

    def view(self, game: Loaded, seat: int = 0) -> bytes:
        """Return the request for a seat's view."""
        return get(view_path(game), self.holders[game.game_id][seat].token)

    def stream(self, game: Loaded, since: int = 0) -> bytes:
        """Return the request for the event stream of a game."""
        return get(f"{view_path(game)}/events?since={since}", None, "Accept: text/event-stream")


@contextlib.contextmanager
def dataset(cuts: Iterable[int | None], players: int = 200) -> Iterator[Dataset]:
    """Yield a database with a game for each cut.

    A cut is the version at which a game ends, or None for a whole game.
    """
    with database() as url:
        at_table = people(url, players)
        models = [played.log for played in corpus() if has_only_turns(played.log)]
        random.Random(2).shuffle(models)
        games = list(load(url, models, at_table, cuts))
        with psycopg.connect(url, autocommit=True) as db:
            db.execute("vacuum analyze")
        holders = {game.game_id: seats_of(at_table, number, seat_count(game)) for number, game in enumerate(games)}
        yield Dataset(url, games, holders)
