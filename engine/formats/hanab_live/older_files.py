"""Exports of other years and programs, rewritten in hanab.live's format of today.

From 2018 to March 2020, an action had the type 0 for a clue, with `clue`, 1 for a play, 2 for a discard, 3 for a play
from the deck, and 4 or 5 for a game whose clock or patience had run out. A card had `suit`, and the usual variant was
`none`. Suits and colors had other names, and keep their numbers, as on hanab.live. Until November 2022, notes were
stored as HTML. Variants have been renamed since. Programs also write members that are empty.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from engine.formats.hanab_live.checks import Remark
from engine.formats.hanab_live.options import Renamed, renamed
from engine.wording import N_

_CLUE, _PLAY, _DISCARD, _DECK_PLAY, _TIMED_OUT, _IDLE = range(6)
_RANK, _COLOR = range(2)

# The types of today, and the end conditions of type 4.
_NEW_TYPES: Final = {_PLAY: 0, _DISCARD: 1, _DECK_PLAY: 0}
_NEW_CLUES: Final = {_COLOR: 2, _RANK: 3}
_END: Final = 4
_END_CONDITIONS: Final = {_TIMED_OUT: 3, _IDLE: 6}

_NO_VARIANT: Final = "none"

_OPTIONAL: Final = ("id", "options", "notes", "characters", "seed", "variant")

_ENTITIES: Final = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&#39;": "'", "&#34;": '"', "&quot;": '"'}
_ENTITY: Final = re.compile("|".join(_ENTITIES))
_NOT_ESCAPED: Final = re.compile(rf"[<>]|&(?!{'|'.join(name[1:] for name in _ENTITIES)})")

Json = dict[str, Any]


def in_todays_form(document: Mapping[str, Any]) -> tuple[Json, list[Remark]]:
    """Return an export in the format of today, and what was understood in it. Invalid values stay for the reader."""
    remarks: list[Remark] = []
    export = {name: value for name, value in document.items() if name not in _OPTIONAL or not _is_empty(value)}
    if isinstance(options := export.get("options"), dict):
        export["options"] = {name: value for name, value in options.items() if not _is_empty(value)}
    if _has_old_actions(export):
        export = _with_new_actions(export)
        remarks.append(Remark("old-format", N_("The file is in hanab.live’s format of 2018 to 2020."), "#/actions"))
    export = _with_variant_of_today(export, remarks)
    if isinstance(deck := export.get("deck"), list):
        export["deck"] = [_with_suit_index(card) for card in deck]
    return _without_entities(export, remarks), remarks


def _is_empty(value: object) -> bool:
    return value is None or value in ("", [], {})


def _has_old_actions(export: Json) -> bool:
    actions = export.get("actions")
    return isinstance(actions, list) and any(isinstance(action, dict) and "clue" in action for action in actions)


def _with_new_actions(export: Json) -> Json:
    actions, deck, options = export["actions"], export.get("deck"), export.get("options")
    last_card = len(deck) - 1 if isinstance(deck, list) else -1
    new = {**export, "actions": [_new_action(action, last_card) for action in actions]}
    if new.get("variant") == _NO_VARIANT:
        del new["variant"]
    if isinstance(options, dict | None) and any(_is_deck_play(action) for action in actions):
        new["options"] = {**(options or {}), "deckPlays": True}
    return new


def _is_deck_play(action: object) -> bool:
    return isinstance(action, dict) and action.get("type") == _DECK_PLAY


def _new_action(action: object, last_card: int) -> object:
    match action:
        case {"type": 0, "clue": {"type": 0 | 1 as kind, "value": value}, "target": target}:
            return {"type": _NEW_CLUES[kind], "target": target, "value": value}
        case {"type": 1 | 2 | 3 as kind, **others}:
            target = last_card if kind == _DECK_PLAY else others.get("target")
            return {"type": _NEW_TYPES[kind], "target": target, "value": 0}
        case {"type": 4 | 5 as kind}:
            return {"type": _END, "target": -1, "value": _END_CONDITIONS[kind]}
        case _:
            return action


def _with_variant_of_today(export: Json, remarks: list[Remark]) -> Json:
    """Give a variant the name that it has today, in both places where it can stand."""
    found: dict[str, Renamed] = {}
    options = export.get("options")
    places = {"#/options/variant": options} if isinstance(options, dict) else {}
    for pointer, members in {**places, "#/variant": export}.items():
        old = members.get("variant")
        today = renamed(old)
        if not isinstance(old, str) or today is None:
            continue
        members["variant"] = today.name
        if old not in found:
            what = N_("The variant {old} is called {name} today.", old=old, name=today.name)
            remarks.append(Remark("renamed-variant", what, pointer))
        found[old] = today
    for today in found.values():
        if today.suits and isinstance(deck := export.get("deck"), list):
            export["deck"] = [_with_suit_of_today(_with_suit_index(card), today.suits) for card in deck]
    return export


def _with_suit_index(card: object) -> object:
    """Return a card with `suitIndex`, which was `suit` until July 2020."""
    if isinstance(card, dict) and "suit" in card and "suitIndex" not in card:
        return {("suitIndex" if name == "suit" else name): value for name, value in card.items()}
    return card


def _with_suit_of_today(card: object, suits: str) -> object:
    suit = card.get("suitIndex") if isinstance(card, dict) else None
    if isinstance(card, dict) and type(suit) is int and 0 <= suit < len(suits):
        return {**card, "suitIndex": int(suits[suit])}
    return card


def _without_entities(export: Json, remarks: list[Remark]) -> Json:
    """Undo the HTML entities of notes once. A note with a bare `<`, `>` or `&` was not stored as HTML."""
    count = 0

    def text(note: object) -> object:
        nonlocal count
        if not isinstance(note, str) or not _ENTITY.search(note) or _NOT_ESCAPED.search(note):
            return note
        count += 1
        return _ENTITY.sub(lambda found: _ENTITIES[found[0]], note)

    notes = export.get("notes")
    if isinstance(notes, list):
        export["notes"] = [[text(note) for note in texts] if isinstance(texts, list) else texts for texts in notes]
    if count:
        what = N_("Notes with HTML such as &gt; are shown as they were meant: {count}.", count=count)
        remarks.append(Remark("html-notes", what, "#/notes"))
    return export
