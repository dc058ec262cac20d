"""Notation of whole games as lines of text.

`docs/notation.md` specifies it. Reading a written game returns the same game. Reading an invalid text raises
NotationError and no other exception.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, get_args

from engine.commands import ChangeClock
from engine.events import (
    AbortReason,
    ClockChanged,
    GameAborted,
    GameDealt,
    LaterEvent,
    Log,
    TurnTaken,
    as_command,
    as_event,
)
from engine.formats.notation.moves import move_in, write_move
from engine.formats.notation.words import (
    Sections,
    Word,
    card_words,
    code_in,
    quoted,
    read_rules,
    rules_words,
    unquoted,
    words_of,
)
from engine.proof.deal import CompositionError, check_composition
from engine.rules import MAX_SEATS, MIN_SEATS, RULESET, SIX_SEATS_EDITION, Palette, seats_fit
from engine.wording import N_

_HEADER: Final = ("hanabi", "seats", "players", "start", "rules", "commitment", "deck")
_EVENTS_PER_LINE: Final = 10
_MAX_NAME_LENGTH: Final = 100
"""The maximum in old files. The service imports names of at most 40 characters, so faults name this limit."""
_UNWRITABLE: Final = re.compile("[\\0\\ud800-\\udfff]")


class WrittenGame(NamedTuple):
    """The content of a written game."""

    log: Log
    players: tuple[str, ...]
    """The players' names by seat. Empty if the text has none."""
    player_places: tuple[tuple[int, int], ...]
    """The line and column of each name."""
    places: tuple[tuple[int, int], ...]
    """The line and column of each event's word, by version. For the deal it is the place of the deck."""


def write_game(log: Log, players: Sequence[str] = ()) -> str:
    """Return a whole game as lines of notation.

    `read_written` returns the same log and names from them.
    """
    deal = log.deal
    rules = rules_words(deal.rules)
    lines = [
        f"hanabi {deal.ruleset}",
        f"seats {deal.seats}",
        *([" ".join(("players", *map(quoted, players)))] if players else ()),
        f"start {deal.starting_seat}",
        *([" ".join(("rules", *rules))] if rules else ()),
        *([f"commitment {deal.commitment}"] if deal.commitment else ()),
        " ".join(("deck", *(card_words(deal.rules.palette)[code] for code in log.deck))),
    ]
    words = list(_event_words(log))
    for at in range(0, len(words), _EVENTS_PER_LINE):
        lines.append(" ".join((str(at + 1), *words[at : at + _EVENTS_PER_LINE])))
    return "\n".join(lines) + "\n"


def _event_words(log: Log) -> Iterator[str]:
    to_move = log.deal.starting_seat
    for event in log.later:
        if isinstance(event, GameAborted):
            yield f"aborted:{event.reason}"
            continue
        yield ("" if event.seat in (to_move, None) else f"{event.seat}:") + write_move(as_command(event))
        if isinstance(event, TurnTaken):
            to_move = (to_move + 1) % log.deal.seats


def read_game(text: str) -> Log:
    """Return the log of a written game, without checking its legality.

    Raises NotationError if the text is not valid notation.
    """
    return read_written(text).log


def read_written(text: str) -> WrittenGame:
    """Return the content of a written game, without checking its legality.

    Raises NotationError if the text is not valid notation.
    """
    lines = [
        words
        for number, line in enumerate(text.split("\n"), 1)
        if not line.lstrip().startswith("#") and (words := words_of(line, number))
    ]
    body = next((n for n, words in enumerate(lines) if words[0].text[0].isdigit()), len(lines))
    header = Sections(lines[:body], _HEADER)
    header.number("hanabi", least=1, most=RULESET)  # 1 is read by the rules of 2
    seats = header.number("seats", least=MIN_SEATS, most=MAX_SEATS)
    players = _players(header, seats)
    start = header.number("start", most=seats - 1)
    rules = read_rules(header.words("rules"), seats)
    if not seats_fit(rules.edition, seats):
        raise header.head("seats").error(
            N_("only edition {edition} has {seats} seats", edition=SIX_SEATS_EDITION, seats=seats)
        )
    deal = GameDealt(rules, seats, start, _commitment(header))
    deck = _deck(header, rules.palette)
    found = list(_events(lines[body:], deal))
    places = [header.head("deck"), *(word for word, _ in found)]
    log = Log(deal, deck, [event for _, event in found])
    return WrittenGame(log, players, _places(header.words("players")), _places(places))


def _places(words: Iterable[Word]) -> tuple[tuple[int, int], ...]:
    return tuple([(word.line, word.column) for word in words])


def _players(header: Sections, seats: int) -> tuple[str, ...]:
    if "players" not in header:
        return ()
    words = header.words("players")
    if len(words) != seats:
        raise header.head("players").error(N_("players names one for each of the {seats} seats", seats=seats))
    return tuple(map(_name, words))


def _name(word: Word) -> str:
    try:
        name = unquoted(word.text) if word.text.startswith('"') else None
    except json.JSONDecodeError as error:
        raise word.error(N_("the quoted text is not JSON: {reason}", reason=error.msg)) from None
    if name is None:
        raise word.error(N_("a player's name is a quoted text"))
    if not 1 <= len(name) <= _MAX_NAME_LENGTH or _UNWRITABLE.search(name):
        raise word.error(N_("a name has 1 to 40 characters, no NUL and no half of a surrogate pair"))
    return name


def _commitment(header: Sections) -> str:
    if "commitment" not in header:
        return ""
    word = header.word("commitment")
    if not re.fullmatch("[0-9a-f]{64}", word.text):
        raise word.error(N_("must be 64 hexadecimal digits"))
    return word.text


def _deck(header: Sections, palette: Palette) -> bytes:
    where = header.head("deck")
    deck = bytes(code_in(word, palette) for word in header.words("deck"))
    try:
        check_composition(palette, deck)
    except CompositionError as error:
        raise where.error(error.args[0]) from None
    return deck


def _events(lines: Iterable[list[Word]], deal: GameDealt) -> Iterator[tuple[Word, LaterEvent]]:
    version, to_move = 1, deal.starting_seat
    for number, *words in lines:
        if number.text != str(version):
            raise number.error(
                N_("a line must begin here with {version}, the version of its first event", version=version)
            )
        if not words:
            raise number.error(N_("an event must follow"))
        for word in words:
            event = _event(word, to_move, deal.seats)
            yield word, event
            version += 1
            if isinstance(event, TurnTaken):
                to_move = (to_move + 1) % deal.seats


def _event(word: Word, to_move: int, seats: int) -> LaterEvent:
    for reason in get_args(AbortReason):
        if word.text == f"aborted:{reason}":
            return GameAborted(reason)
    seat, text = to_move, word.text
    if prefix := re.match("([0-9]):", text):
        seat, text = int(prefix[1]), text[2:]
        if seat >= seats:
            raise word.error(N_("the seats are 0 to {last}", last=seats - 1))
    command = move_in(word, text)
    if isinstance(command, ChangeClock) and command.change == "restart":
        return ClockChanged(None, "restart")
    return as_event(seat, command)
