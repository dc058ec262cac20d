"""What a turn meant, as the viewer of a table read it."""

from collections.abc import Collection, Mapping
from typing import Final, Literal, NamedTuple

from engine.conventions.review.viewer_thoughts import Place, Thought
from engine.conventions.thoughts import Link, Reading, Told

ClueKind = Literal[
    "play",
    "tempo",
    "fill_in",
    "save",
    "play_or_save",
    "fix",
    "stall",
    "trash_chop_move",
    "fives_chop_move",
    "bluff",
    "broken",
    "unexplained",
]
NAMES_FOCUS: Final[Collection[ClueKind]] = ("play", "tempo", "fill_in", "save", "play_or_save")
"""The kinds of clues that say what their focus is."""

ActKind = Literal[
    "blind_play",
    "called_play",
    "own_play",
    "chop_discard",
    "trash_discard",
    "copy_discard",
    "gentleman_discard",
    "baton_discard",
    "own_discard",
]


class ClueMeaning(NamedTuple):
    """What a clue meant."""

    kind: ClueKind
    """`tempo`: it asks to play a card with an older clue now. `fill_in`: it says more of one.

    `broken`: it promises what is not there. `unexplained`: the conventions give it no meaning.
    """
    seat: int
    """The receiver."""
    card: int
    """The focus."""
    place: Place
    codes: int
    """The identities that it can have, as a bit set: the true one alone if the viewer sees it and the clue fits."""
    readings: tuple[Reading, ...]
    """The ways in which it can be played."""
    moved: tuple[int, ...]
    """The cards that the chop moves past."""


class ActMeaning(NamedTuple):
    """What a play or discard meant."""

    kind: ActKind
    seat: int
    card: int
    place: Place
    code: int
    cause: int
    """The version of the clue that asked for it, -1 for none."""
    moved: tuple[int, ...]
    """The cards of other seats that the chop moves past."""
    locked: bool = False
    """Whether the seat has no chop."""
    could_play: bool = False
    """Whether its seat knew that it fits."""
    misfits: bool = False
    """Whether it was played and did not fit."""
    bluffed: bool = False
    """Whether it was called as another card."""


Meaning = ClueMeaning | ActMeaning


def is_there(link: Link, fronts: Mapping[int, int]) -> bool:
    """Return whether a needed card may be where a reading says, given the codes of the cards that are seen."""
    return any(fronts.get(card, link.code) == link.code for card in link.cards)


def clue_meaning(told: Told, fronts: Mapping[int, int], place: Place, moved: tuple[int, ...]) -> ClueMeaning:
    """Return what a clue meant. `fronts` contains the codes of the cards that the viewer sees."""
    front = fronts.get(told.focus, -1)
    codes, readings = told.codes, tuple(told.readings)
    if told.kind in ("play", "save") and front >= 0:
        true = tuple([reading for reading in readings if reading.code == front])
        right = tuple([reading for reading in true if all(is_there(link, fronts) for link in reading.links)])
        is_save = bool(told.saved >> front & 1)
        kind: ClueKind = "unexplained" if not codes else "play" if right else "save" if is_save else "broken"
        codes = codes & 1 << front or codes
        readings = (true or readings) if kind == "broken" else right
    elif told.kind in ("play", "save"):
        kind = "unexplained" if not codes else "save" if not readings else "play_or_save" if told.saved else "play"
    else:
        kind = _MOVES.get(told.kind, "stall")
    return ClueMeaning(kind, told.target, told.focus, place, codes, readings, moved)


_MOVES: dict[str, ClueKind] = {
    "fix": "fix",
    "stall": "stall",
    "trash chop move": "trash_chop_move",
    "5's chop move": "fives_chop_move",
}


def act_meaning(
    before: Thought,
    seat: int,
    place: Place,
    code: int,
    cause: int,
    moved: tuple[int, ...],
    *,
    locked: bool,
    played: bool,
    copied: bool,
    passed_on: bool,
) -> ActMeaning:
    """Return what a play or discard meant, given what was thought of the card before."""
    if played:
        kind: ActKind = "own_play" if not before.plays else "called_play" if before.clued else "blind_play"
        cause = cause if before.plays else -1
    else:
        kind = _discard(before, copied=copied, passed_on=passed_on)
        cause = -1
    bluffed = kind == "blind_play" and not before.codes >> code & 1
    return ActMeaning(kind, seat, before.card, place, code, cause, moved, locked, before.plays, bluffed=bluffed)


def _discard(before: Thought, *, copied: bool, passed_on: bool) -> ActKind:
    if copied:
        return "copy_discard"
    if passed_on and (before.clued or before.called) and not before.trash:
        if before.plays:
            return "gentleman_discard"
        if not before.codes & before.codes - 1:
            return "baton_discard"
    if before.trash:
        return "trash_discard"
    return "chop_discard" if before.chop else "own_discard"
