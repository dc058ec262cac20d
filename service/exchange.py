"""Replays on their way to other programs and back: the formats that a game leaves in, what each cannot say, and the
formats that a whole game comes in."""

from typing import Any, Final, Literal, NamedTuple, get_args
from uuid import UUID

from engine import hanab_live_export, notation
from engine.events import GameDealt, Log
from engine.fold import fold
from engine.hanab_live_export import Export, Loss, Refusal
from engine.score import result_of
from service import replays
from service.db import connection
from service.store import Stored
from service.tokens import Caller

__all__ = ["FORMATS", "ExportRefused", "Format", "Report", "hanab_live_game", "notation_text", "report"]

Format = Literal["hanab-live", "notation", "csv"]
FORMATS: Final[tuple[Format, ...]] = get_args(Format)

_HANAB_LIVE: Final = "hanab.live"


class Report(NamedTuple):
    """What a format cannot say of a game, and why the game cannot go there at all, if it cannot."""

    format: Format
    losses: tuple[Loss, ...]
    refusal: Refusal | None


class ExportRefused(Exception):
    """The rules behind a format would refuse the game."""

    def __init__(self, report: Report) -> None:
        super().__init__(report.refusal)
        self.report = report


def hanab_live_game(game_id: UUID, caller: Caller | None) -> dict[str, Any]:
    """Return a finished game in hanab.live's JSON format; NotFound, GameNotFinished, or ExportRefused."""
    stored, log = replays.whole(game_id, caller)
    export = _for_hanab_live(stored, log)
    if export.game is None:
        raise ExportRefused(_report("hanab-live", stored, log, export))
    return export.game


def notation_text(game_id: UUID, caller: Caller | None) -> str:
    """Return a finished game in the text notation, the players' names in it; NotFound, or GameNotFinished."""
    stored, log = replays.whole(game_id, caller)
    return notation.write_game(log, [player.name for player in stored.players])


def report(game_id: UUID, caller: Caller | None, format: Format) -> Report:
    """Return what a format cannot say of a finished game; NotFound, or GameNotFinished."""
    stored, log = replays.whole(game_id, caller)
    return _report(format, stored, log, _for_hanab_live(stored, log) if format == "hanab-live" else None)


def _for_hanab_live(stored: Stored, log: Log) -> Export:
    source = stored.source or {}
    known = source if source.get("site") == _HANAB_LIVE else {}
    names = [player.name or f"Seat {player.seat}" for player in stored.players]
    return hanab_live_export.write(log, names, options=known.get("options"), notes=known.get("notes") or ())


def _report(format: Format, stored: Stored, log: Log, export: Export | None) -> Report:
    losses = list(export.losses) if export else []
    if format == "csv":
        losses.append(Loss("not-whole", {}))
    elif stored.started_at is not None:  # an import has no times
        losses.append(Loss("times", {}))
    bots = sum(player.bot is not None for player in stored.players)
    if bots:
        losses.append(Loss("bots", {"count": bots}))
    if format == "hanab-live" and _is_rated(log):
        losses.append(Loss("rating", {}))
    if stored.source is None:
        losses.append(Loss("proof", {}))
    elif format != "hanab-live" or stored.source["site"] != _HANAB_LIVE:
        losses.append(Loss("source", {}))
    messages = _messages(stored.game_id)
    if messages:
        losses.append(Loss("messages", {"count": messages}))
    return Report(format, tuple(losses), export.refusal if export else None)


def _is_rated(log: Log) -> bool:
    state, deal = fold(log), log.events[0]
    assert isinstance(deal, GameDealt) and state.ending is not None  # it is finished
    return result_of(deal.rules, state.ending, sum(state.fireworks)).band is not None


def _messages(game_id: UUID) -> int:
    with connection() as db:
        row = db.execute("select count(*) from message where game_id = %s", (game_id,)).fetchone()
    return row[0] if row else 0
