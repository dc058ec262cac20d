"""Bulk export and import of games: `hanabi export` and `hanabi import`.

A file has one game per line. Both commands use the database directly, can run beside the service, and have one game in
memory at a time. On a terminal they show a progress bar. If a line cannot be imported, its number is reported and the
import continues.
"""

import os
import stat
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Final, NamedTuple, TextIO
from uuid import UUID

import orjson

from service.core.replays import export_formats, finished_game, importing
from service.core.replays.importing import Imported, Refused
from service.core.replays.lists.filters import FinishedFilter, ReplayFilter
from service.core.replays.lists.replays import LICENSE, finished_games, number_of_finished_games, position_of_replay
from service.core.tables.lookup import NotFound
from service.core.tables.sealed_decks import DeckSealed
from service.platform import exact_json, ids
from service.platform.commands.command_database import open_database
from service.platform.commands.failure import CommandFailed
from service.platform.database.list_position import Position
from service.platform.database.pool import Database
from service.platform.plain_text import holds_nul
from service.platform.settings import Settings

_PAGE_SIZE: Final = 100
_MAX_LINE_BYTES: Final = 1024 * 1024
_MAX_REASONS: Final = 20
"""The maximum number of reasons that the summary lists separately."""
_BAR_WIDTH: Final = 30
_REDRAW_INTERVAL_S: Final = 0.1


class ImportCounts(NamedTuple):
    """Numbers of games of an import."""

    taken: int
    """Games that were added."""
    known: int
    """Games that the database already had."""
    refused: int
    """Games that cannot be imported."""


class Progress:
    """A progress bar, shown only on a terminal."""

    def __init__(self, total: int | None, out: TextIO) -> None:
        self._total = total
        self._out = out
        self._shown = out.isatty()
        self._began = time.monotonic()
        self._drawn = 0.0

    def at(self, done: int, games: int) -> None:
        """Update the bar; `done` is in the unit of the total."""
        now = time.monotonic()
        if not self._shown or now - self._drawn < _REDRAW_INTERVAL_S:
            return
        self._drawn = now
        bar = ""
        if self._total:
            part = min(done / self._total, 1.0)
            bar = f"[{'#' * int(part * _BAR_WIDTH):-<{_BAR_WIDTH}}] {part:4.0%}  "
        self._out.write(f"\r{bar}{games:,} games, {games / max(now - self._began, 0.001):,.0f} a second\x1b[K")
        self._out.flush()

    def clear(self) -> None:
        """Erase the bar, so that a message can be printed."""
        if self._shown:
            self._out.write("\r\x1b[K")
            self._out.flush()


def export_games(settings: Settings, file: str, *, after: str | None = None) -> str:
    """Write the records of all finished public games to a file.

    Returns a summary. `file` is a path, or `-` for standard output. The games are in the order in which they ended.
    `after` is the id of the last game in the file; then only later games are written, and they are appended.

    Raises CommandFailed, and psycopg.OperationalError.
    """
    games = 0
    with open_database(settings) as database:
        with database.bind():
            start = None if after is None else _position(after)
            progress = Progress(number_of_finished_games() if start is None else None, sys.stderr)
        with _opened(file, "wb" if start is None else "ab") as out:
            for game_id in _finished(database, start):
                try:
                    with database.bind():
                        record = export_formats.native(finished_game.load(game_id, None))
                except NotFound:  # deleted or hidden after the page was read
                    continue
                out.write(record + b"\n")
                games += 1
                progress.at(games, games)
            out.flush()
            progress.clear()
    return f"wrote {games:,} games, under CC0 ({LICENSE})"


def import_games(settings: Settings, file: str, *, account: str | None = None) -> tuple[str, ImportCounts]:
    """Import the games of a file.

    Returns a summary and its counts. `file` is a path, or `-` for standard input. Each line is a record, a game in
    hanab.live's JSON format, or a link of hanab.live. `account` is the id of the account that will own the games; by
    default that is an account without a token.

    Raises CommandFailed, and psycopg.OperationalError.
    """
    counts: Counter[str] = Counter()
    notes: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    with open_database(settings) as database, _opened(file, "rb") as source:
        with database.bind():
            owner = importing.import_account() if account is None else _account(account)
        progress, read = Progress(_size_of(source), sys.stderr), 0
        for number, line in enumerate(_lines(source), 1):
            read += len(line)
            if line.strip():
                try:
                    with database.bind():
                        imported = _import_line(owner, line)
                    counts["taken" if imported.is_new else "known"] += 1
                    notes.update(imported.notes)
                except Refused as refused:
                    counts["refused"] += 1
                    reason = refused.why[:200]
                    is_listed = reason in reasons or len(reasons) < _MAX_REASONS
                    reasons[reason if is_listed else "other reasons"] += 1
                    progress.clear()
                    print(f"line {number}: {refused}"[:500], file=sys.stderr)
            progress.at(read, counts.total())
        progress.clear()
    totals = ImportCounts(counts["taken"], counts["known"], counts["refused"])
    summary = [f"took {totals.taken:,} games, had {totals.known:,} already, refused {totals.refused:,}"]
    summary += [f"  refused {count:,}: {why}" for why, count in reasons.most_common()]
    summary += [f"  noted {count:,}: {note}" for note, count in notes.most_common()]
    return "\n".join(summary), totals


def _import_line(owner: UUID, line: bytes) -> Imported:
    """Import the game of a line. Raises Refused."""
    if len(line) > _MAX_LINE_BYTES:
        raise Refused("the line is longer than 1 MiB")
    try:
        document = exact_json.loads(line)
    except (orjson.JSONDecodeError, RecursionError):
        if line.lstrip()[:1] in (b"{", b"["):
            raise Refused("the line is no JSON") from None
        document = {"link": line.decode(errors="replace").strip()}
    if rb"\u0000" in line and holds_nul(document):
        raise Refused("the line contains a NUL, which cannot be stored")
    try:
        return importing.import_document(owner, document, raw=line.rstrip(b"\n"))
    except DeckSealed:
        raise Refused("the deck is that of a contest, and others have still to play it") from None


def _finished(database: Database, start: Position | None) -> Iterator[UUID]:
    page_filter = ReplayFilter(FinishedFilter(imported=None), "finished", start, _PAGE_SIZE)
    while True:
        with database.bind():
            found = finished_games(page_filter)
        yield from [row.game_id for row in found[:_PAGE_SIZE]]
        if len(found) <= _PAGE_SIZE:
            return
        page_filter = page_filter._replace(after=found[_PAGE_SIZE - 1].position)


def _position(after: str) -> Position:
    game_id = ids.parse("g", after)
    position = None if game_id is None else position_of_replay(game_id, "finished")
    if position is None:
        raise CommandFailed(f"{after} is not the id of a finished public game.")
    return position


def _account(account: str) -> UUID:
    account_id = ids.parse("a", account)
    if account_id is None or not importing.exists(account_id):
        raise CommandFailed(f"{account} is not the id of an account.")
    return account_id


@contextmanager
def _opened(file: str, mode: str) -> Iterator[IO[bytes]]:
    if file == "-":
        yield sys.stdin.buffer if mode == "rb" else sys.stdout.buffer
        return
    try:
        opened = open(file, mode)  # noqa: SIM115  (closed below)
    except OSError as error:
        raise CommandFailed(f"{file}: {error.strerror}") from None
    with opened:
        yield opened


def _size_of(source: IO[bytes]) -> int | None:
    """Return the size of a file in bytes; None for a pipe."""
    try:
        status = os.fstat(source.fileno())
    except OSError:
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None


def _lines(source: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of a file. A line that is too long is truncated."""
    while line := source.readline(_MAX_LINE_BYTES + 2):
        yield line
        while not line.endswith(b"\n") and (line := source.readline(_MAX_LINE_BYTES)):
            pass
