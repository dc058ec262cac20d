"""Replays on their way to other programs: the formats that a game leaves in, and what each of them cannot say."""

from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple, get_args
from uuid import UUID

from engine.events import Log
from engine.fold import fold
from engine.formats.hanab_live import writer
from engine.formats.hanab_live.writer import Export, ExportRefusal, Loss
from engine.formats.notation import games
from engine.proof import record_json
from service.database.pool import connection
from service.games.event_store import Stored
from service.identity.tokens import Caller
from service.replays import notes, replays
from service.replays.notes import SharedNote

__all__ = ["FORMATS", "ExportRefused", "Format", "Report", "hanab_live_game", "native", "notation_text", "report"]

Format = Literal["native", "hanab-live", "notation", "csv"]
FORMATS: Final[tuple[Format, ...]] = get_args(Format)

_HANAB_LIVE: Final = "hanab.live"


class Report(NamedTuple):
    """What a format cannot say of a game, and why the game cannot go there at all, if it cannot."""

    format: Format
    losses: tuple[Loss, ...]
    refusal: ExportRefusal | None


class ExportRefused(Exception):
    """The rules behind a format would refuse the game."""

    def __init__(self, report: Report) -> None:
        super().__init__(report.refusal)
        self.report = report


def native(game_id: UUID, caller: Caller | None) -> bytes:
    """Return the record of a finished game, as its file has it; NotFound, or GameNotFinished."""
    return record_json.write(replays.record(game_id, caller))


def hanab_live_game(game_id: UUID, caller: Caller | None) -> dict[str, Any]:
    """Return a finished game in hanab.live's JSON format; NotFound, GameNotFinished, or ExportRefused."""
    stored, log = replays.whole(game_id, caller)
    export = _for_hanab_live(stored, log, notes.of_replay(game_id, caller))
    if export.game is None:
        raise ExportRefused(report(game_id, caller, "hanab-live"))
    return export.game


def notation_text(game_id: UUID, caller: Caller | None) -> str:
    """Return a finished game in the text notation, the players' names in it; NotFound, or GameNotFinished."""
    stored, log = replays.whole(game_id, caller)
    return games.write_game(log, [player.name for player in stored.players])


def report(game_id: UUID, caller: Caller | None, format: Format) -> Report:
    """Return what a format cannot say of a finished game; NotFound, or GameNotFinished."""
    stored, log = replays.whole(game_id, caller)
    shown = notes.of_replay(game_id, caller)
    losses: list[Loss] = []
    refusal = None
    if format == "hanab-live":
        export = _for_hanab_live(stored, log, shown)
        losses += export.losses
        refusal = export.refusal
        shown = [one for one in shown if not one.note.anchor.startswith("card-")]
    counts = {"shared-notes": len(shown), "comments": _count("comment", game_id)}
    if format != "native":
        losses += _lost_beside(format, stored, log)
        counts |= {"messages": _count("message", game_id), "bots": sum(one.bot is not None for one in stored.players)}
    elif (stored.source or {}).get("site") == _HANAB_LIVE:
        counts["shared-notes"] = 0  # they are in its source
    losses += [Loss(code, {"count": count}) for code, count in counts.items() if count]
    return Report(format, tuple(losses), refusal)


def _for_hanab_live(stored: Stored, log: Log, shown: list[SharedNote]) -> Export:
    source = stored.source or {}
    came_from_there = source.get("site") == _HANAB_LIVE
    options, written = (source["options"], source["notes"]) if came_from_there else (None, _card_notes(stored, shown))
    return writer.write(log, [player.name for player in stored.players], options=options, notes=written or ())


def _card_notes(stored: Stored, shown: list[SharedNote]) -> list[list[str]]:
    """The notes on cards as hanab.live has them: by seat and by card id, what each says at the end."""
    written: list[list[str]] = [[] for _ in range(stored.seats)]
    for seat, note in shown:
        kind, _, card = note.anchor.partition("-")
        if kind == "card":
            texts = written[seat]
            texts += [""] * (int(card) + 1 - len(texts))
            texts[int(card)] = note.history[-1].text
    return written


def _lost_beside(format: Format, stored: Stored, log: Log) -> Iterator[Loss]:
    """Yield what is lost of what stands beside the log."""
    if format == "csv":
        yield Loss("not-whole", {})
    elif stored.started_at is not None:  # an import may have no times
        yield Loss("times", {})
    if format == "hanab-live" and _is_rated(log):
        yield Loss("rating", {})
    if stored.source is None:
        yield Loss("proof", {})
    elif format != "hanab-live" or stored.source["site"] != _HANAB_LIVE:
        yield Loss("source", {})


def _is_rated(log: Log) -> bool:
    result = fold(log).result
    assert result is not None  # it is finished
    return result.band is not None


def _count(table: Literal["comment", "message"], game_id: UUID) -> int:
    with connection() as db:
        row = db.execute(f"select count(*) from {table} where game_id = %s".encode(), (game_id,)).fetchone()
    return row[0] if row else 0
