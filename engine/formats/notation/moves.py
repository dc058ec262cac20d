"""Notation of moves, each as one word. `docs/notation.md` specifies it."""

import json
import re
from collections.abc import Callable
from typing import Final, get_args

from engine.cards import COLORS
from engine.commands import (
    CastAbortVote,
    ChangeClock,
    ClockChange,
    Command,
    Discard,
    GiveColorClue,
    GiveRankClue,
    Orientation,
    Play,
    ReorderHand,
    Say,
    TurnCards,
    WithdrawAbortVote,
)
from engine.formats.notation.words import NUMBER, NotationError, Word, quoted, unquoted, words_of
from engine.wording import N_

_COLOR: Final = "|".join(COLORS)
_NUMBERS: Final = rf"(?:{NUMBER})(?:,(?:{NUMBER}))*"
_QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
_UNQUOTED: Final = "[a-z0-9-]+"

# The pattern of each kind of move, and a function that returns the command from its groups.
_MOVES: Final[tuple[tuple[re.Pattern[str], Callable[..., Command]], ...]] = (
    (re.compile(rf"p({NUMBER})"), lambda card: Play(int(card))),
    (re.compile(rf"p({NUMBER})=({_COLOR})"), lambda card, color: Play(int(card), color)),
    (re.compile(rf"d({NUMBER})"), lambda card: Discard(int(card))),
    (re.compile(rf"c({NUMBER}):({_COLOR})"), lambda seat, color: GiveColorClue(int(seat), color)),
    (re.compile(rf"c({NUMBER}):({NUMBER})"), lambda seat, rank: GiveRankClue(int(seat), int(rank))),
    (re.compile(rf"o({_NUMBERS})"), lambda cards: ReorderHand(tuple(map(int, cards.split(","))))),
    (re.compile("o-"), lambda: ReorderHand(())),
    (
        re.compile(rf"t({_NUMBERS})=({'|'.join(get_args(Orientation))})"),
        lambda cards, orientation: TurnCards(tuple(map(int, cards.split(","))), orientation),
    ),
    (
        re.compile(rf"s(?::({_UNQUOTED}|{_QUOTED}))?(?:=({_NUMBERS}))?({_QUOTED})?"),
        lambda remark, cards, text: Say(
            unquoted(remark), unquoted(text), tuple(map(int, cards.split(","))) if cards else ()
        ),
    ),
    (re.compile(r"v\+"), CastAbortVote),
    (re.compile("v-"), WithdrawAbortVote),
    (
        re.compile(rf"k:({'|'.join(get_args(ClockChange))})(?:=({NUMBER}))?"),
        lambda change, number: ChangeClock(
            change,
            int(number) if number is not None and change != "advance" else None,
            int(number) if number is not None and change == "advance" else None,
        ),
    ),
)


def write_move(command: Command) -> str:
    """Return a command as one word.

    Examples: `p12`, `p12=red`, `d12`, `c2:red`, `c2:3`, `o4,3,7`, `t3,7=left`, `s"…"`, `v+`, `v-`,
    `k:pause`, `k:vacation=3`, `k:advance=3600`.
    """
    match command:
        case Play(card, None):
            return f"p{card}"
        case Play(card, color):
            return f"p{card}={color}"
        case Discard(card):
            return f"d{card}"
        case GiveColorClue(target, color):
            return f"c{target}:{color}"
        case GiveRankClue(target, rank):
            return f"c{target}:{rank}"
        case ReorderHand(cards):
            return "o" + (",".join(map(str, cards)) or "-")
        case TurnCards(cards, orientation):
            return f"t{','.join(map(str, cards))}={orientation}"
        case Say(remark, text, cards):
            if remark is not None and not re.fullmatch(_UNQUOTED, remark):
                remark = quoted(remark)
            named = f"={','.join(map(str, cards))}" if cards else ""
            return "s" + ("" if remark is None else f":{remark}") + named + ("" if text is None else quoted(text))
        case CastAbortVote():
            return "v+"
        case WithdrawAbortVote():
            return "v-"
        case ChangeClock(change, days, seconds):  # pragma: no branch (mypy finds missing cases)
            number = days if seconds is None else seconds
            return f"k:{change}" + ("" if number is None else f"={number}")


def read_move(text: str) -> Command:
    """Return the command of a word. Raises NotationError for any other text."""
    words = words_of(text)
    if len(words) != 1:
        raise NotationError(1, words[1].column if words else 1, N_("a move is one word"))
    return move_in(words[0], words[0].text)


def move_in(word: Word, text: str) -> Command:
    """Return the command of a word or of its part `text`.

    Raises NotationError, with the place of the word, if the text is not a move.
    """
    for pattern, make in _MOVES:
        if match := pattern.fullmatch(text):
            try:
                return make(*match.groups())
            except json.JSONDecodeError as error:
                raise word.error(N_("the quoted text is not JSON: {reason}", reason=error.msg)) from None
    raise word.error(
        N_('must be a move: p12, p12=red, d12, c2:red, c2:3, o4,3,7, t3,7=left, s:remark, s"text", v+ or v-')
    )
