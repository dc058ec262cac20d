"""The text notation: moves as words, positions as lines, whole games as a few lines; `docs/notation.md` specifies it.

Whatever is written here is read back as the same value. Whatever cannot be read is a NotationError, and nothing else.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple
from typing import Final, NamedTuple, get_args

from engine.cards import SUITS, Suit, card_of
from engine.commands import (
    CastAbortVote,
    Command,
    Discard,
    GiveColorClue,
    GiveRankClue,
    Play,
    ReorderHand,
    Say,
    WithdrawAbortVote,
)
from engine.events import (
    AbortReason,
    AbortVoteCast,
    AbortVoteWithdrawn,
    CardDiscarded,
    CardPlayed,
    ColorClueGiven,
    Event,
    GameAborted,
    GameDealt,
    HandReordered,
    Log,
    RankClueGiven,
    Said,
    TurnTaken,
)
from engine.formats.notation.positions import read_position, write_position
from engine.formats.notation.words import (
    NUMBER,
    NotationError,
    Sections,
    Word,
    card_word,
    code_in,
    read_rules,
    rules_words,
    words_of,
)
from engine.proof.deal import CompositionError, check_composition
from engine.proof.log_validation import COMMAND_OF
from engine.rules import MAX_SEATS, MIN_SEATS, RULESET, Palette

__all__ = [
    "NotationError",
    "Written",
    "read_game",
    "read_move",
    "read_position",
    "read_written",
    "write_game",
    "write_move",
    "write_position",
]

_HEADER: Final = ("hanabi", "seats", "players", "start", "rules", "commitment", "deck")
_EVENTS_A_LINE: Final = 10
_MAX_NAME_LENGTH: Final = 100
_UNWRITABLE: Final = re.compile("[\\0\\ud800-\\udfff]")

# A seat's event has the fields of its command, after the seat.
_EVENT_OF: Final[Mapping[type, Callable[..., Event]]] = {
    Play: CardPlayed,
    Discard: CardDiscarded,
    GiveColorClue: ColorClueGiven,
    GiveRankClue: RankClueGiven,
    ReorderHand: HandReordered,
    Say: Said,
    CastAbortVote: AbortVoteCast,
    WithdrawAbortVote: AbortVoteWithdrawn,
}

_SUITS: Final[Mapping[str, Suit]] = {suit: suit for suit in SUITS}
_COLOR: Final = "|".join(SUITS)
_NUMBERS: Final = rf"(?:{NUMBER})(?:,(?:{NUMBER}))*"
_QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
_BARE: Final = "[a-z0-9-]+"

# The kinds of moves: what a word must match, and what its parts make.
_MOVES: Final[tuple[tuple[re.Pattern[str], Callable[..., Command]], ...]] = (
    (re.compile(rf"p({NUMBER})"), lambda card: Play(int(card))),
    (re.compile(rf"p({NUMBER})=({_COLOR})"), lambda card, color: Play(int(card), _SUITS[color])),
    (re.compile(rf"d({NUMBER})"), lambda card: Discard(int(card))),
    (re.compile(rf"c({NUMBER}):({_COLOR})"), lambda seat, color: GiveColorClue(int(seat), _SUITS[color])),
    (re.compile(rf"c({NUMBER}):({NUMBER})"), lambda seat, rank: GiveRankClue(int(seat), int(rank))),
    (re.compile(rf"o({_NUMBERS})"), lambda cards: ReorderHand(tuple(map(int, cards.split(","))))),
    (re.compile("o-"), lambda: ReorderHand(())),
    (
        re.compile(rf"s(?::({_BARE}|{_QUOTED}))?({_QUOTED})?"),
        lambda remark, text: Say(_unquoted(remark), _unquoted(text)),
    ),
    (re.compile(r"v\+"), CastAbortVote),
    (re.compile("v-"), WithdrawAbortVote),
)
# What would break a line, could not be encoded, or would turn the text around it: written as an escape.
_UNSAFE: Final = re.compile("[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def write_move(command: Command) -> str:
    """Return a command as one word: `p12`, `p12=red`, `d12`, `c2:red`, `c2:3`, `o4,3,7`, `s"…"`, `v+`, `v-`."""
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
        case Say(remark, text):
            if remark is not None and not re.fullmatch(_BARE, remark):
                remark = _quoted(remark)
            return "s" + ("" if remark is None else f":{remark}") + ("" if text is None else _quoted(text))
        case CastAbortVote():
            return "v+"
        case WithdrawAbortVote():
            return "v-"


def read_move(text: str) -> Command:
    """Return the command that a word names; NotationError for every other text."""
    words = words_of(text)
    if len(words) != 1:
        raise NotationError(1, words[1].column if words else 1, "a move is one word")
    return _command(words[0], words[0].text)


def _command(word: Word, text: str) -> Command:
    for pattern, make in _MOVES:
        if match := pattern.fullmatch(text):
            try:
                return make(*match.groups())
            except json.JSONDecodeError as error:
                raise word.error(f"the quoted text is no JSON text: {error.msg}") from None
    raise word.error('must be a move: p12, p12=red, d12, c2:red, c2:3, o4,3,7, s:remark, s"text", v+ or v-')


def _quoted(text: str) -> str:
    return _UNSAFE.sub(lambda sign: f"\\u{ord(sign[0]):04x}", json.dumps(text, ensure_ascii=False))


def _unquoted(text: str | None) -> str | None:
    if text is None or not text.startswith('"'):
        return text
    return str(json.loads(text))


class Written(NamedTuple):
    """What the lines of a whole game say."""

    log: Log
    players: tuple[str, ...]
    """The players' names by seat; none where the lines do not tell them."""
    places: tuple[tuple[int, int], ...]
    """By version: the line and the column of the word, for the deal those of the deck."""


def write_game(log: Log, players: Sequence[str] = ()) -> str:
    """Return a whole game as lines of notation, of which `read_written` makes the same log and names again."""
    deal, *events = log.events
    if not isinstance(deal, GameDealt):
        raise ValueError("a log begins with its deal")
    rules = rules_words(deal.rules)
    lines = [
        f"hanabi {deal.ruleset}",
        f"seats {deal.seats}",
        *([" ".join(("players", *map(_quoted, players)))] if players else ()),
        f"start {deal.starting_seat}",
        *([" ".join(("rules", *rules))] if rules else ()),
        *([f"commitment {deal.commitment}"] if deal.commitment else ()),
        " ".join(("deck", *(card_word(card_of(code)) for code in log.deck))),
    ]
    words = list(_event_words(deal, events))
    for at in range(0, len(words), _EVENTS_A_LINE):
        lines.append(" ".join((str(at + 1), *words[at : at + _EVENTS_A_LINE])))
    return "\n".join(lines) + "\n"


def _event_words(deal: GameDealt, events: Iterable[Event]) -> Iterator[str]:
    turn_of = deal.starting_seat
    for event in events:
        if isinstance(event, GameAborted):
            yield f"aborted:{event.reason}"
            continue
        if isinstance(event, GameDealt):
            raise ValueError("a log has one deal")
        seat, *fields = event
        yield ("" if seat == turn_of else f"{seat}:") + write_move(COMMAND_OF[type(event)](*fields))
        if isinstance(event, TurnTaken):
            turn_of = (turn_of + 1) % deal.seats


def read_game(text: str) -> Log:
    """Return the log that lines of notation hold, as it stands, judged by nobody; NotationError for other texts."""
    return read_written(text).log


def read_written(text: str) -> Written:
    """Return all that lines of notation hold, judged by nobody; NotationError for other texts."""
    lines = [
        words
        for number, line in enumerate(text.split("\n"), 1)
        if not line.lstrip().startswith("#") and (words := words_of(line, number))
    ]
    body = next((n for n, words in enumerate(lines) if words[0].text[0].isdigit()), len(lines))
    header = Sections(lines[:body], _HEADER)
    ruleset = header.number("hanabi", least=1, most=RULESET)
    seats = header.number("seats", least=MIN_SEATS, most=MAX_SEATS)
    players = _players(header, seats)
    start = header.number("start", most=seats - 1)
    rules = read_rules(header.words("rules"), seats)
    deal = GameDealt(rules, seats, start, _commitment(header), ruleset)
    deck = _deck(header, rules.palette)
    found = list(_events(lines[body:], deal))
    places = [header.head("deck"), *(word for word, _ in found)]
    log = Log(deck, [deal, *(event for _, event in found)])
    return Written(log, players, tuple([(word.line, word.column) for word in places]))


def _players(header: Sections, seats: int) -> tuple[str, ...]:
    if "players" not in header:
        return ()
    words = header.words("players")
    if len(words) != seats:
        raise header.head("players").error(f"players names one for each of the {seats} seats")
    return tuple(map(_name, words))


def _name(word: Word) -> str:
    try:
        name = _unquoted(word.text) if word.text.startswith('"') else None
    except json.JSONDecodeError as error:
        raise word.error(f"the quoted text is no JSON text: {error.msg}") from None
    if name is None:
        raise word.error("a player's name is a quoted text")
    if not 1 <= len(name) <= _MAX_NAME_LENGTH or _UNWRITABLE.search(name):
        raise word.error(f"a name has 1 to {_MAX_NAME_LENGTH} characters, no NUL and no half of a surrogate pair")
    return name


def _commitment(header: Sections) -> str:
    if "commitment" not in header:
        return ""
    word = header.word("commitment")
    if not re.fullmatch("[0-9a-f]{64}", word.text):
        raise word.error("must be 64 hex digits")
    return word.text


def _deck(header: Sections, palette: Palette) -> bytes:
    where = header.head("deck")
    deck = bytes(code_in(word, palette.copies) for word in header.words("deck"))
    try:
        check_composition(palette, deck)
    except CompositionError as error:
        raise where.error(str(error)) from None
    return deck


def _events(lines: Iterable[list[Word]], deal: GameDealt) -> Iterator[tuple[Word, Event]]:
    version, turn_of = 1, deal.starting_seat
    for number, *words in lines:
        if number.text != str(version):
            raise number.error(f"a line must begin here with {version}, the version of its first event")
        if not words:
            raise number.error("an event must follow")
        for word in words:
            event = _event(word, turn_of, deal.seats)
            yield word, event
            version += 1
            if isinstance(event, TurnTaken):
                turn_of = (turn_of + 1) % deal.seats


def _event(word: Word, turn_of: int, seats: int) -> Event:
    for reason in get_args(AbortReason):
        if word.text == f"aborted:{reason}":
            return GameAborted(reason)
    seat, text = turn_of, word.text
    if prefix := re.match("([0-9]):", text):
        seat, text = int(prefix[1]), text[2:]
        if seat >= seats:
            raise word.error(f"the seats are 0 to {seats - 1}")
    command = _command(word, text)
    return _EVENT_OF[type(command)](seat, *astuple(command))
