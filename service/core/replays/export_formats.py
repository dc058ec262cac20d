"""Export of finished games, and reports of what a format cannot represent."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final, Literal, NamedTuple, get_args
from uuid import UUID

from engine.events import TurnTaken
from engine.formats.hanab_live import reader, writer
from engine.formats.hanab_live.links import link_losses, read_link, write_link
from engine.formats.hanab_live.writer import Export, ExportRefusal, Loss
from engine.formats.notation import games
from engine.proof import record_json
from engine.state import State
from service.core import feature
from service.core.replays import replays
from service.core.replays.finished_game import FinishedGame
from service.core.tables.stored_game import Stored
from service.platform import yielding
from service.platform.database.pool import fetch_one

ExportFormat = Literal["native", "hanab-live", "hanab-live-link", "notation", "csv"]
FORMATS: Final[tuple[ExportFormat, ...]] = get_args(ExportFormat)

_HANAB_LIVE: Final = "hanab.live"


class ExportedNote(NamedTuple):
    """The last text of a shared note."""

    seat: int
    anchor: str
    """What it is about: `game`, `turn-7` or `card-12`."""
    text: str


class ExportReport(NamedTuple):
    """The data of a game that a format cannot represent."""

    format: ExportFormat
    losses: tuple[Loss, ...]
    refusal: ExportRefusal | None
    """Why the game cannot be exported in this format; None if it can."""


class ExportRefused(Exception):
    """The game cannot be exported in this format; `report` contains the reason."""

    def __init__(self, report: ExportReport) -> None:
        super().__init__(report.refusal)
        self.report = report


def native(game: FinishedGame) -> bytes:
    """Return the record of a game as canonical JSON."""
    return record_json.write(replays.record(game))


def hanab_live_game(game: FinishedGame) -> dict[str, Any]:
    """Return a game in hanab.live's JSON format. Raises ExportRefused."""
    export = _for_hanab_live(game, _notes(game))
    if export.game is None:
        raise ExportRefused(report(game, "hanab-live"))
    return export.game


def hanab_live_link(game: FinishedGame) -> str:
    """Return a link that opens a game on hanab.live. Raises ExportRefused."""
    link, refusal = _link(game, _for_hanab_live(game, []))
    if link is None or refusal is not None:
        raise ExportRefused(report(game, "hanab-live-link"))
    return link


def notation_text(game: FinishedGame) -> str:
    """Return a game in text notation, with the players' names."""
    return games.write_game(game.log, list(game.names))


def report(game: FinishedGame, format: ExportFormat) -> ExportReport:
    """Return the data of a game that a format cannot represent."""
    shown = _notes(game)
    losses: list[Loss] = []
    refusal = None
    if format in ("hanab-live", "hanab-live-link"):
        export = _for_hanab_live(game, shown)
        losses += export.losses
        refusal = export.refusal
        if format == "hanab-live-link" and export.game is not None:
            losses += [loss for loss in link_losses(export.game) if loss not in losses]
            _, refusal = _link(game, export)
        shown = [note for note in shown if not note.anchor.startswith("card-")]
    counts = {"shared-notes": len(shown)}
    for lost in feature.given(lambda hooks: hooks.losses):
        counts |= lost(game.game_id)
    if format != "native":
        losses += _losses_outside_log(format, game)
        bots = sum(player.bot is not None for player in game.players)
        counts |= {"messages": _messages(game.game_id), "bots": bots}
    elif (game.stored.source or {}).get("site") == _HANAB_LIVE:
        counts["shared-notes"] = 0  # they are in the source of the record
    losses += [Loss(code, {"count": count}) for code, count in counts.items() if count]
    return ExportReport(format, tuple(losses), refusal)


def _for_hanab_live(game: FinishedGame, shown: list[ExportedNote]) -> Export:
    source = game.stored.source or {}
    if source.get("site") != _HANAB_LIVE:
        return writer.write(game.log, list(game.names), notes=_card_notes(game.stored, shown) or ())
    brought = writer.Brought(
        options=source["options"],
        notes=source["notes"] or (),
        characters=source.get("characters", ()),
        known_cards=source.get("known_cards"),
        other_cards=source.get("other_cards", ()),
        ended_by=source.get("ended_by"),
        tail=source.get("tail"),
    )
    return writer.write(game.log, list(game.names), brought)


def _link(game: FinishedGame, export: Export) -> tuple[str | None, ExportRefusal | None]:
    """Return the link of a game, or the reason why hanab.live would not show it from a link.

    A link has no options. So the game of the link is played, and must end as this one.
    """
    link = None if export.game is None else write_link(export.game)
    if link is None or export.game is None:
        return None, export.refusal
    yielding.give_way()
    whole = reader.read(export.game)
    yielding.give_way()
    last = 0
    with suppress(reader.ImportRefused):
        shown = reader.read(read_link(link)).state
        if _end(shown) == _end(whole.state):
            return link, None
        last = shown.turn
    turns = [version for version, event in enumerate(game.log.later, 1) if isinstance(event, TurnTaken)]
    return None, ExportRefusal("link-option", turns[last] if last < len(turns) else len(game.log.later))


def _end(state: State) -> tuple[str | None, int]:
    return state.ending and state.ending.outcome, state.turn


def _card_notes(stored: Stored, shown: list[ExportedNote]) -> list[list[str]]:
    """Return the notes on cards in hanab.live's form. It contains the last text by seat and card id."""
    written: list[list[str]] = [[] for _ in range(stored.seats)]
    for seat, anchor, text in shown:
        kind, _, card = anchor.partition("-")
        if kind == "card":
            texts = written[seat]
            texts += [""] * (int(card) + 1 - len(texts))
            texts[int(card)] = text
    return written


def _losses_outside_log(format: ExportFormat, game: FinishedGame) -> Iterator[Loss]:
    """Yield the data outside the log that a format cannot represent."""
    source = game.stored.source
    if format == "csv":
        yield Loss("not-whole", {})
    elif source is None or (source.get("claimed") or {}).get("started_at"):  # others have no times
        yield Loss("times", {})
    if format in ("hanab-live", "hanab-live-link") and game.result().band is not None:
        yield Loss("rating", {})
    if source is None:
        yield Loss("proof", {})
    elif format != "hanab-live" or source["site"] != _HANAB_LIVE:
        yield Loss("source", {})


def _notes(game: FinishedGame) -> list[ExportedNote]:
    return [note for notes_of in feature.given(lambda hooks: hooks.exported_notes) for note in notes_of(game)]


def _messages(game_id: UUID) -> int:
    row = fetch_one("select count(*) from message where game_id = %s", (game_id,))
    return row[0] if row else 0
