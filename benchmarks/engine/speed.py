"""Benchmark of the engine: the time from a game's rows to a view as JSON."""

from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from statistics import median
from typing import Final, NamedTuple
from uuid import UUID

import orjson

from benchmarks.engine.deepmind import DeepMind, Record
from benchmarks.engine.variants import PLAIN, VARIANTS, games_of
from benchmarks.harness.corpus import Played, corpus
from benchmarks.harness.timing import figure, machine, table, take_turns
from engine.codec import log_of, packed, row_of
from engine.events import Log
from engine.fold import fold
from engine.reading.analysis import analyse
from engine.reading.knowledge import knowledge
from engine.reading.odds import probabilities
from engine.reading.replay import views
from engine.reading.view import View, seat_view
from engine.state import State
from service.core.tables.rendering import game_json, view_schemas
from service.core.tables.setting import TableSetting
from service.core.tables.stored_game import free
from service.core.tables.views import Frames, GameView, ViewVersion

_EVENTS: Final = 70
"""The number of events in the targets."""
_MOST_OF_VARIANTS: Final = 1.3
_ID: Final = UUID(int=0)
_HASH: Final = bytes(range(32))
_NAMES: Final = ("Ada", "Grace", "Kateryna", "Mary", "Sophie")


class Game(NamedTuple):
    """A game of the corpus up to one version, at each stage from rows to view."""

    played: Played
    columns: tuple[list[int], dict[int, bytes]]
    """The rows of the database: a packed row by version, and `data` by version if there is any."""
    log: Log
    state: State
    viewer: int
    view: View

    @property
    def events(self) -> int:
        """The number of events, the deal included."""
        return len(self.log.events)


def main(options: Sequence[str]) -> None:
    """Measure the engine and print the tables."""
    parser = ArgumentParser(prog="python -m benchmarks engine", description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="how often each game is measured (default 9)")
    parser.add_argument("--games", type=int, help="how many games of the corpus (all of them)")
    args = parser.parse_args(options)
    rounds, played = args.rounds, corpus(args.games)
    games = [_at(game, -1) for game in played] + [_at(game, -2) for game in played]
    lengths = figure([float(game.events) for game in games])
    print(machine(f"orjson {orjson.__version__}"))
    print(f"{len(played)} games, each at its end and one event before: {lengths.median:.0f} events ", end="")
    print(f"({lengths.low:.0f} to {lengths.high:.0f}). Medians of {rounds} rounds for each, then over all.\n")
    steps = take_turns(_STEPS, games, rounds)
    long = take_turns(_WHOLE_GAMES, [game for game in games if game.state.ending is not None], max(2, rounds // 3))
    print(table(_HEAD, [*_step_rows(games, steps), *_long_rows(games, long)]))
    print()
    _compare_variants(rounds)
    print()
    _compare_with_deepmind(games, rounds)


def _at(played: Played, version: int) -> Game:
    state = played.states[version]
    log = played.log.until(state.version)
    rows = [row_of(event) for event in log.events]
    data_by_version = {version: orjson.dumps(row.data) for version, row in enumerate(rows) if row.data is not None}
    viewer = state.to_move or 0
    return Game(
        played,
        (list(map(packed, rows)), data_by_version),
        log,
        state,
        viewer,
        seat_view(state, viewer),
    )


# The measured functions: one for each row of the table.


def _decode(game: Game) -> Log:
    numbers, data_by_version = game.columns
    return log_of(game.log.deck, numbers, {version: orjson.loads(data) for version, data in data_by_version.items()})


def _fold(game: Game) -> State:
    return fold(game.log)


def _view(game: Game) -> View:
    return seat_view(game.state, game.viewer)


def _encode(game: Game) -> bytes:
    return _json(game.view)


def _rows_to_bytes(game: Game) -> bytes:
    return _json(seat_view(fold(_decode(game)), game.viewer))


def _knowledge(game: Game) -> object:
    return knowledge(game.view)


def _probabilities(game: Game) -> object:
    return probabilities(game.view)


def _frames(game: Game) -> list[View]:
    return list(views(game.log, game.viewer))


def _encoded_frames(game: Game) -> list[bytes]:
    seen = list(views(game.log, game.viewer))
    found = Frames(
        game_id=_ID,
        setting=TableSetting(game.log.deal.seats, game.log.deal.rules, idle_limit_s=3600),
        private=False,
        secret_commitment=_HASH.hex(),
        heads=[_HASH] * len(seen),
        views=seen,
    )
    return [orjson.dumps(frame) for frame in game_json.frames(found, "en")]


def _analyse(game: Game) -> object:
    return analyse(game.log)


def _json(view: View) -> bytes:
    names, none = _NAMES[: view.seats], (None,) * view.seats
    found = GameView(
        game_id=_ID,
        view_version=ViewVersion(view.version, 0, 0, view.viewer),
        setting=TableSetting(view.seats, view.rules, idle_limit_s=3600),
        private=False,
        players=[free(seat)._replace(name=name) for seat, name in enumerate(names)],
        entropies=none,
        entropy_commitments=none,
        reveal_until=None,
        awaiting_reveals=(),
        protection=None,
        secret_commitment=_HASH.hex(),
        head=_HASH,
        created_at=datetime(2026, 11, 21, tzinfo=UTC),
        log_point=None,
        receipt=None,
        shown_by=(),
        holder_salt=None,
        view=view,
    )
    return orjson.dumps(view_schemas.View.render(found, "en"))


_STEPS: Final[dict[str, Callable[[Game], object]]] = {
    "rows → log": _decode,
    "log → state": _fold,
    "state → view": _view,
    "view → bytes": _encode,
    "rows → bytes": _rows_to_bytes,
    "knowledge": _knowledge,
    "probabilities": _probabilities,
}
_WHOLE_GAMES: Final[dict[str, Callable[[Game], object]]] = {
    "log → frames": _frames,
    "log → frames → bytes": _encoded_frames,
    "log → analysis": _analyse,
}
_HEAD: Final = ("", "unit", "median", "a tenth below", "a tenth above", "target", "")


def _step_rows(games: Sequence[Game], times: dict[str, list[float]]) -> Iterable[tuple[str, ...]]:
    lengths = [game.events for game in games]
    per_event = [us / events for us, events in zip(times["log → state"], lengths, strict=True)]
    yield _row("rows → log → state → view → bytes, 70 events", "µs", _as_70(times["rows → bytes"], lengths), 150)
    yield _row("rows → log → state → view → bytes, as played", "µs", times["rows → bytes"])
    yield _row("  rows → log", "µs", times["rows → log"])
    yield _row("  log → state (fold), an event", "µs", per_event, 0.8)
    yield _row("  log → state (fold)", "µs", times["log → state"])
    yield _row("  state → one seat's view", "µs", times["state → view"])
    yield _row("  view → bytes", "µs", times["view → bytes"])
    yield _row("knowledge of every card of a view, by counting", "µs", times["knowledge"], 300)
    yield _row("probabilities of the own hand, by counting deals", "µs", times["probabilities"])


def _long_rows(games: Sequence[Game], times: dict[str, list[float]]) -> Iterable[tuple[str, ...]]:
    lengths = [game.events for game in games if game.state.ending is not None]
    ms = {name: [us / 1000 for us in _as_70(of_side, lengths)] for name, of_side in times.items()}
    yield _row("70 frames with one seat's view each", "ms", ms["log → frames"], 6)
    yield _row("70 frames with one seat's view each, as bytes", "ms", ms["log → frames → bytes"])
    yield _row("the analysis of a game of 70 events", "ms", ms["log → analysis"], 30)


def _compare_variants(rounds: int) -> None:
    """Print the times of games of variants, relative to games without one by the same player."""
    names = (PLAIN, *VARIANTS)
    groups = {name: [_at(game, -1) for game in games_of(name, 10)] for name in names}
    games = [game for place in range(10) for name in names for game in (groups[name][place],)]
    times = take_turns({"rows → bytes": _rows_to_bytes}, games, rounds)["rows → bytes"]
    of_70 = dict(zip(map(id, games), _as_70(times, [game.events for game in games]), strict=True))
    medians = {name: median([of_70[id(game)] for game in group]) for name, group in groups.items()}
    rows = [_row(name, "ratio", [medians[name] / medians[PLAIN]] * 2)[:3] for name in VARIANTS]
    ratios = [medians[name] / medians[PLAIN] for name in VARIANTS]
    rows.append((f"the most (target ≤ {_MOST_OF_VARIANTS:g})", "ratio", f"{max(ratios):.3g}"))
    print(f"Rows → bytes, 70 events, relative to {PLAIN} ({medians[PLAIN]:.0f} µs), medians of ten games:\n")
    print(table(_HEAD[:3], rows))


def _compare_with_deepmind(games: Sequence[Game], rounds: int) -> None:
    """Print the times of the engine and of DeepMind's library for the same games."""
    try:
        library = DeepMind()
    except (ImportError, OSError) as error:
        print(f"DeepMind's pyhanabi is not installed ({error}); set PYHANABI to its folder.")
        return
    records = [(game, library.record(game.played, game.view)) for game in games]
    same = [(game, record) for game, record in records if record is not None]
    sides: dict[str, Callable[[tuple[Game, Record]], object]] = {
        "ours": lambda both: _rows_to_bytes(both[0]),
        "theirs": lambda both: library.observe(both[1]),
        "theirs, unread": lambda both: library.rebuild(both[1]),
    }
    times = take_turns(sides, same, rounds)
    lengths = [game.events for game, _ in same]
    ratios = [ours / theirs for ours, theirs in zip(times["ours"], times["theirs"], strict=True)]
    rows = [
        _row("rows → one seat's view → bytes, 70 events", "µs", _as_70(times["ours"], lengths), 150),
        _row("pyhanabi: dicts → one agent's observation, 70 events", "µs", _as_70(times["theirs"], lengths)),
        _row("  the same, the observation not read out", "µs", _as_70(times["theirs, unread"], lengths)),
        _row("ours over pyhanabi's", "ratio", ratios),
    ]
    print(f"The {len(same)} games that DeepMind's pyhanabi can play, half of them one event shorter:\n")
    print(table(_HEAD, rows))


def _as_70(times: Sequence[float], lengths: Sequence[int]) -> list[float]:
    """Return the times scaled linearly to 70 events."""
    return [us * _EVENTS / events for us, events in zip(times, lengths, strict=True)]


def _row(what: str, unit: str, measured: Sequence[float], target: float | None = None) -> tuple[str, ...]:
    middle = figure(measured)
    numbers = [f"{number:.3g}" if number < 100 else f"{number:.0f}" for number in (middle.median, *middle[::2])]
    if target is None:
        return (what, unit, *numbers, "", "")
    return (what, unit, *numbers, f"≤ {target:g}", "met" if middle.median <= target else "MISSED")
