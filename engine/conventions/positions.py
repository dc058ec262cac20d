"""Positions with turns and questions, as JSON, and their answers."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.conventions.following import draw, follow_clue, follow_discard, follow_play
from engine.conventions.levels import LEVELS, rules_of
from engine.conventions.table import FOREIGN, MOST_TOKENS, Table, reads
from engine.rules import Palette, palette_of
from engine.rules.variants import VARIANTS

NAMES: Final = ("Alice", "Bob", "Cathy", "Donald", "Emily")
"""The names of the seats."""

_SOME_TOKENS: Final = 4
"""The clue tokens at every turn if a position does not say how many there are."""
_LETTERS: Final = {"rainbow": "m", "pink": "i", "white": "w", "black": "k", "brown": "n"}
_CLUE: Final = re.compile(r"(\w+) clues (\w+) to (\w+)(?: \(slots? (\d(?:,\d)*)\))?", re.ASCII)
_ACT: Final = re.compile(r"(\w+) (plays|discards|bombs) (\w\d)(?: \(slot (\d)\))?", re.ASCII)


class BadPosition(ValueError):
    """A position that cannot be read. The message says where and why."""


def answered(positions: object, level: int | None = None) -> list[dict[str, Any]]:
    """Return positions with the answers to their questions in `inferred`.

    `level` replaces the levels of the positions. Raises BadPosition.
    """
    if not isinstance(positions, list):
        raise BadPosition("the file must be a list of positions")
    return [_answered(position, f"position {number}", level) for number, position in enumerate(positions, 1)]


def _answered(position: object, where: str, level: int | None) -> dict[str, Any]:
    if not isinstance(position, dict):
        raise BadPosition(f"{where}: must be an object")
    try:
        game = _Position(position, level)
        steps = []
        for number, step in enumerate(_list(position, "steps"), 1):
            try:
                steps.append(game.step(step))
            except BadPosition as error:
                raise BadPosition(f"step {number}: {error}") from None
    except BadPosition as error:
        raise BadPosition(f"{where}: {error}") from None
    return position | {"steps": steps}


def _list(members: Mapping[str, Any], name: str, default: Sequence[Any] | None = None) -> list[Any]:
    found = members.get(name, default)
    if not isinstance(found, list):
        raise BadPosition(f"{name} must be a list")
    return found


def _number(members: Mapping[str, Any], name: str, default: int, least: int, most: int) -> int:
    found = members.get(name, default)
    if type(found) is not int or not least <= found <= most:
        raise BadPosition(f"{name} must be a number from {least} to {most}")
    return found


class _Position:
    """A position that is being followed, from the viewpoint of Alice."""

    def __init__(self, members: Mapping[str, Any], level: int | None) -> None:
        found = members.get("level", 1) if level is None else level
        if type(found) is not int or found not in LEVELS:
            raise BadPosition(f"level must be one of {', '.join(map(str, LEVELS))}")
        variant = members.get("variant", "No Variant")
        if not isinstance(variant, str) or variant not in VARIANTS or not reads(palette_of(variant)):
            raise BadPosition(f"variant {variant!r} has no conventions here")
        palette = palette_of(variant)
        self.letters = _letters(palette)
        if len({*self.letters}) < len(self.letters):
            raise BadPosition(f"variant {variant!r} has suits with the same letter")
        hands = _list(members, "hands")
        if not 2 <= len(hands) <= len(NAMES) or not all(isinstance(hand, list) for hand in hands):
            raise BadPosition("hands must be two to five lists of cards")
        self.table = Table(palette, len(hands), 0, rules_of(found))
        self.next = 0
        for seat, hand in enumerate(hands):
            for text in reversed(hand):
                self.table.draw(seat, self.next, -1 if seat == 0 and text == "xx" else self.code(text), dealt=True)
                self.next += 1
        self.set_up(members)

    def set_up(self, members: Mapping[str, Any]) -> None:
        """Set what is not as at the start of a game."""
        table = self.table
        played = _list(members, "play_stacks", [0] * len(table.positions))
        if len(played) != len(table.positions) or any(type(top) is not int or not 0 <= top <= 5 for top in played):
            raise BadPosition("play_stacks must have a number from 0 to 5 for each suit")
        for suit, top in enumerate(played):
            table.positions[suit] = top
            for rank in range(top):
                table.left[5 * suit + rank] -= 1
        for text in _list(members, "discarded", []):
            code = self.code(text)
            table.left[code] -= 1
            table.copies[code] -= 1
        if min(table.left) < 0 or min(table.copies) < 0:
            raise BadPosition("more copies are played and discarded than there are")
        self.counts_tokens = "clue_tokens" in members
        table.tokens = _number(members, "clue_tokens", _SOME_TOKENS, 0, MOST_TOKENS)
        self.to_move = _number(members, "starting", 0, 0, table.seats - 1)
        moved = _list(members, "chop_moved", [])
        if len(moved) > table.seats or not all(isinstance(slots, list) for slots in moved):
            raise BadPosition("chop_moved must have a list of slots for each seat")
        for seat, slots in enumerate(moved):
            for slot in slots:
                table.held[self.card(seat, slot)].moved = True
        table.count()

    def code(self, text: object) -> int:
        """Return the code of a card such as `r1`."""
        if (
            not isinstance(text, str)
            or len(text) != 2
            or text[0] not in self.letters + "rygbp"
            or text[1] not in "12345"
        ):
            raise BadPosition(f"{text!r} is no card of this variant")
        if text[0] not in self.letters:
            return FOREIGN
        return 5 * self.letters.index(text[0]) + int(text[1]) - 1

    def card(self, seat: int, slot: object) -> int:
        """Return the card in a slot. Slot 1 is the newest."""
        hand = self.table.hands[seat]
        if type(slot) is not int or not 1 <= slot <= len(hand):
            raise BadPosition(f"{NAMES[seat]} has no slot {slot!r}")
        return hand[-slot]

    def step(self, step: object) -> dict[str, Any]:
        """Follow a turn, or answer a question."""
        if not isinstance(step, dict):
            raise BadPosition("must be an object")
        if "turn" in step:
            self.turn(step["turn"], step.get("draw"))
            return step
        seat = _number(step, "seat", -1, 0, self.table.seats - 1)
        held = self.table.held[self.card(seat, step.get("slot"))]
        cards = [code for code in self.table.palette.cards if held.inferred >> code & 1]
        return step | {"inferred": [f"{self.letters[code // 5]}{code % 5 + 1}" for code in cards]}

    def seat(self, name: str) -> int:
        """Return the seat of a name."""
        if name not in NAMES[: self.table.seats]:
            raise BadPosition(f"{name} is not at the table")
        return NAMES.index(name)

    def turn(self, text: object, drawn: object) -> None:
        """Follow a turn in words."""
        if not isinstance(text, str):
            raise BadPosition("turn must be a text")
        if found := _CLUE.fullmatch(text):
            self.clue(*found.groups())
        elif found := _ACT.fullmatch(text):
            self.act(drawn, *found.groups())
        else:
            raise BadPosition(f"cannot read the turn {text!r}")
        if not self.counts_tokens:
            self.table.tokens = _SOME_TOKENS
        self.to_move = (self.to_move + 1) % self.table.seats

    def mover(self, name: str) -> int:
        """Return the seat of a name, which must be to move."""
        seat = self.seat(name)
        if seat != self.to_move:
            raise BadPosition(f"{NAMES[self.to_move]} is to move, not {name}")
        return seat

    def clue(self, giver: str, value: str, target: str, slots: str | None) -> None:
        """Follow a clue. Those to Alice name the slots."""
        table, palette = self.table, self.table.palette
        by, to = self.mover(giver), self.seat(target)
        if by == to:
            raise BadPosition(f"{giver} cannot clue itself")
        rank = int(value) if value.isdigit() else 0
        touches: Mapping[Any, int] = palette.rank_touches if rank else palette.color_touches
        if (rank or value) not in touches:
            raise BadPosition(f"there is no clue {value}")
        mask = touches[rank or value]
        seen = [held.card for held in table.cards(to) if held.front >= 0 and mask >> held.front & 1]
        named = [self.card(to, int(slot)) for slot in slots.split(",")] if slots else None
        if to == 0 and named is None:
            raise BadPosition("a clue to Alice must name the slots")
        if to != 0 and named is not None and set(named) != set(seen):
            raise BadPosition("the clue does not touch these slots")
        follow_clue(table, by, to, mask, rank, seen if named is None else named)

    def act(self, drawn: object, name: str, how: str, text: str, slot: str | None) -> None:
        """Follow a play or a discard."""
        table, seat, code = self.table, self.mover(name), self.code(text)
        if slot is None:
            found = [held.card for held in table.cards(seat) if held.front == code]
            if not found:
                raise BadPosition(f"{name} has no {text}, or the turn must name its slot")
            card = found[-1]
        else:
            card = self.card(seat, int(slot))
        front = table.held[card].front
        if front not in (-1, code):
            raise BadPosition(f"the card in slot {slot} of {name} is not {text}")
        fits = bool(table.playable >> code & 1)
        if how != "discards" and fits != (how == "plays"):
            raise BadPosition(f"{text} {'fits' if fits else 'does not fit'}")
        if table.left[code] < 1:
            raise BadPosition(f"no copy of {text} is left")
        if how == "discards":
            follow_discard(table, seat, card, code)
        else:
            follow_play(table, seat, card, code, fits=fits)
        front = -1 if seat == 0 or drawn in (None, "xx") else self.code(drawn)
        if seat != 0 and front < 0:
            raise BadPosition(f"the turn of {name} must say what it draws")
        draw(table, seat, self.next, front)
        self.next += 1


def _letters(palette: Palette) -> str:
    """Return the letters of the suits."""
    return "".join([_LETTERS.get(suit, suit[0]) for suit in palette.suits])
