"""Exports in hanab.live's JSON format: input of the reader, and comparison with what is written again."""

import json
from pathlib import Path
from typing import Any

from engine.events import (
    CardDiscarded,
    CardPlayed,
    ColorClueGiven,
    Event,
    GameAborted,
    Log,
    RankClueGiven,
)
from engine.formats.hanab_live.reader import Import
from engine.formats.hanab_live.writer import write
from tests.cards import CARDS, SUITS

Json = dict[str, Any]

GAMES = Path(__file__).parents[1] / "games"

NAMES = ("Alice", "Bob", "Cathy", "Donald", "Emily")
VARIANTS = {
    "ten": "6 Suits",
    "five": "Black (6 Suits)",
    "wild_ten": "Rainbow (6 Suits)",
    "wild_five": "Dark Rainbow (6 Suits)",
}


def real(name: str = "hanab_live_2906.json") -> Json:
    """Return an export from hanab.live, by its name in `tests/games`."""
    export: Json = json.loads((GAMES / name).read_text())
    return export


def export_of(log: Log) -> Json:
    """Return a game as hanab.live exports it, without default values."""
    deal = log.deal
    options: Json = {}
    if deal.rules.multicolor in VARIANTS:
        options["variant"] = VARIANTS[deal.rules.multicolor]
    if deal.rules.empty_clues:
        options["emptyClues"] = True
    if deal.rules.ending == "grand_finale":
        options["allOrNothing"] = True
    if deal.starting_seat:
        options["startingPlayer"] = deal.starting_seat
    game: Json = {
        "id": 17,
        "players": list(NAMES[: deal.seats]),
        "deck": [{"suitIndex": code // 5, "rank": CARDS[code].rank} for code in log.deck],
        "actions": [_action(event) for event in log.later if event != GameAborted("left")],
    }
    return game | ({"options": options} if options else {})


def _action(event: Event) -> Json:
    match event:
        case CardPlayed(_, card, None):
            return {"type": 0, "target": card, "value": 0}
        case CardDiscarded(_, card):
            return {"type": 1, "target": card, "value": 0}
        case ColorClueGiven(_, target, color):
            return {"type": 2, "target": target, "value": SUITS.index(color)}
        case RankClueGiven(_, target, rank):
            return {"type": 3, "target": target, "value": rank}
        case GameAborted("agreed"):
            return {"type": 5, "target": -1, "value": 10}
        case GameAborted("terminated"):
            return {"type": 4, "target": 1, "value": 4}
        case GameAborted("timed_out"):
            return {"type": 4, "target": 0, "value": 3}
        case GameAborted("idle"):
            return {"type": 4, "target": -1, "value": 6}
        case _:
            raise ValueError(event)


def codes(imported: Import) -> list[str]:
    """Return the codes of what was noted about an import."""
    return [remark.code for remark in imported.remarks]


def written(imported: Import) -> Json:
    """Return the export of an imported game, which loses nothing."""
    export = write(imported.log, imported.players, imported.brought)
    assert (export.losses, export.refusal) == ((), None) and export.game is not None
    return export.game


def comparable(export: Json) -> Json:
    """Return an export without its number and seed, members that are empty, and names of the usual variant."""
    kept = {name: value for name, value in export.items() if name not in ("id", "seed") and value}
    actions = [{**action, "value": action.get("value") or 0} for action in kept["actions"]]
    options = {name: value for name, value in kept.pop("options", {}).items() if value != "No Variant"}
    if not any(map(any, kept.get("notes", ()))):
        kept.pop("notes", None)
    return {**kept, "actions": actions, **({"options": options} if options else {})}
