"""The events of a game as a table for spreadsheets (CSV)."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from engine.formats.notation.words import letters
from engine.rules import Palette
from service.platform.exact_json import Json

COLUMNS: Final = (
    *("game", "version", "at", "type", "seat", "name"),
    *("card", "suit", "rank", "declared_color", "landed", "effect", "drawn_card", "drawn_suit", "drawn_rank"),
    *("target", "clue_color", "clue_rank", "touched"),
    *("dealt", "hand_order", "remark", "text"),
    *(
        "clue_tokens_gained",
        "clue_tokens_lost",
        "clue_tokens",
        "half_clue_token",
        "strikes",
        "score",
        "table_points",
        "deck_size",
    ),
    *("to_move", "turns_left", "outcome", "reason"),
    *("turned_cards", "orientation", "named_cards"),
)
"""The header line."""

_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "'")
"""Characters at which a spreadsheet starts a formula, and the apostrophe that prevents it."""


def table(game: str, events: Iterable[Json], names: Sequence[str | None], palette: Palette) -> str:
    """Return the events of a replay, as the JSON of the API has them, as CSV. Lines end with CR and LF.

    `names` are the players by seat. Texts of players that a spreadsheet could take for a formula are escaped.
    """
    text = io.StringIO()
    rows = csv.DictWriter(text, COLUMNS, restval="", lineterminator="\r\n")
    rows.writeheader()
    for event in events:
        rows.writerow({"game": game, **{name: _cell(value) for name, value in _row(event, names, palette)}})
    return text.getvalue()


def _row(event: Json, names: Sequence[str | None], palette: Palette) -> Iterable[tuple[str, Any]]:
    for name in ("version", "at", "type", "seat", "clue_tokens", "strikes", "score", "table_points", "deck_size"):
        yield name, event.get(name)
    for name in ("to_move", "turns_left", "clue_tokens_gained", "clue_tokens_lost", "half_clue_token"):
        yield name, event.get(name)
    for name in ("landed", "effect", "declared_color"):
        yield name, event.get(name)
    if event.get("seat") is not None:
        yield "name", _safe(names[event["seat"]] or "")
    if event["type"] == "deal":
        yield "dealt", _dealt(event, letters(palette))
    yield from _OWN_COLUMNS.get(event["type"], lambda _: ())(event)
    if event["result"] is not None:
        yield "outcome", event["result"]["outcome"]
        yield "reason", event["result"]["reason"]


def _card(event: Json) -> Iterable[tuple[str, Any]]:
    for name in ("card", "suit", "rank"):
        yield name, event[name]
        if event["drawn"] is not None:
            yield f"drawn_{name}", event["drawn"][name]


def _clue(event: Json) -> Iterable[tuple[str, Any]]:
    yield "target", event["target"]
    yield "clue_color", event.get("color")
    yield "clue_rank", event.get("rank")
    yield "touched", " ".join([str(card["card"]) for card in event["touched"]])


def _dealt(event: Json, letters: Mapping[str, str]) -> str:
    """Return the dealt hands in the notation."""
    hands = [[f"{letters[card['suit']]}{card['rank']}" for card in hand["cards"]] for hand in event["hands"]]
    return " / ".join(map(" ".join, hands))


def _words(event: Json) -> Iterable[tuple[str, Any]]:
    yield "remark", event["remark"]
    yield "named_cards", " ".join(map(str, event.get("cards", ())))
    yield "text", None if event["text"] is None else _safe(event["text"])


_OWN_COLUMNS: Final[Mapping[str, Any]] = {
    "play": _card,
    "discard": _card,
    "clue": _clue,
    "reorder": lambda event: [("hand_order", " ".join(map(str, event["cards"])))],
    "turn_cards": lambda event: [
        ("turned_cards", " ".join(map(str, event["cards"]))),
        ("orientation", event["orientation"]),
    ],
    "message": _words,
}
"""By type of event; the columns that only this type has."""


def _safe(text: str) -> str:
    """Return the text, after an apostrophe if it could be a formula."""
    return f"'{text}" if text.lstrip(" \u00a0").startswith(_FORMULAS) else text


def _cell(value: object) -> object:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else value
