"""Test cases as rows of text, as in `rulings/`: position, moves, and resulting position.

    R9 A discard gains one clue token.
    hands r1 y1 / g1 b1; tokens 7
    | d0  | hands 1:y1 4:r1 / 2:g1 b1; discards 0:r1; tokens 8
    | d2  | ! R9 not-in-hand

A paragraph has a title with the ruling, a position, and rows `| moves | result`. A line that begins with + continues
the previous row. The result lists the sections of the position that change. If the last move is refused, the result is
`!` with the ruling and the code instead. A section that is not listed must not change, except that the moves may change
`hands`, `to_move`, `clued`, `deck`, `turn` and `version`. There are more sections than in the notation:

    scores      the score, the points on the table and the band of an ended game: `scores null 12 -`
    attainable  the attainable score, and the letters of the lost fireworks: `attainable 23 ry`
    legal       all legal turns of the seat to move: `legal p0 p1 c1:red`
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from engine.commands import Command, Turn
from engine.decide import GameNotRunning, IllegalMove, NotYourTurn, decide
from engine.events import GameAborted, LaterEvent
from engine.fold import evolve
from engine.formats.notation.moves import read_move, write_move
from engine.formats.notation.positions import read_position, write_position
from engine.formats.notation.words import letters
from engine.reading.view import seat_view
from engine.rules import Palette
from engine.state import State

_CARDS = ("hands", "fireworks", "discards")
_MAY_CHANGE = ("hands", "to_move", "clued", "deck", "turn", "version", "scores", "attainable", "legal")


class Row(NamedTuple):
    """A test case: its title, a position, moves, and the result."""

    title: str
    position: str
    moves: str
    expected: str


def rows(text: str) -> Iterator[Row]:
    """Yield the rows of all paragraphs."""
    for paragraph in text.strip().split("\n\n"):
        title, *lines = [line.strip() for line in paragraph.strip().split("\n")]
        position = " ".join(line for line in lines if line[0] not in "|+")
        cases: list[tuple[str, str]] = []
        for line in lines:
            if line.startswith("|"):
                moves, _, expected = line[1:].partition(" | ")
                cases.append((moves.strip(), expected.strip()))
            elif line.startswith("+"):
                cases[-1] = (cases[-1][0], cases[-1][1] + line[1:])
        for moves, expected in cases:
            yield Row(title, position, moves, expected)


def check(row: Row) -> None:
    """Check that the moves of a row lead to its expected result."""
    before = after = read_position(row.position)
    *moves, last = row.moves.split() or [""]
    for move in moves:
        after = evolve(after, event(after, move))
    if row.expected.startswith("!"):
        assert refusal(after, last) == row.expected[1:].strip()
        return
    if last:
        after = evolve(after, event(after, last))
    assert after.version == before.version + len(row.moves.split())
    assert after.deck == before.deck
    facts_before, facts_after = _facts(before), _facts(after)
    explicit = _explicit(row.expected, before.palette)
    for name in facts_before | facts_after | explicit:
        if name in explicit:
            assert facts_after.get(name, "-") == explicit[name], name
        elif name not in _MAY_CHANGE:
            assert facts_after.get(name, "-") == facts_before.get(name, "-"), name
    turns = sum(isinstance(_command(word), Turn) for word in row.moves.split())
    assert after.turn == before.turn + turns
    if "to_move" not in explicit:
        assert after.to_move == (None if after.ending else ((before.to_move or 0) + turns) % before.seats)


def _command(word: str) -> Command | GameAborted:
    if word.startswith("aborted:"):
        reason: Any = word.removeprefix("aborted:")
        return GameAborted(reason)
    return read_move(word[2:] if word[0].isdigit() else word)


def event(state: State, word: str) -> LaterEvent:
    """Return the event of a move. Without a seat, the seat to move makes it."""
    command = _command(word)
    if isinstance(command, GameAborted):
        return command
    return decide(state, int(word[0]) if word[0].isdigit() else state.to_move or 0, command)


def refusal(state: State, word: str) -> str:
    """Return the ruling and the code with which a move is refused."""
    try:
        return f"not refused: {event(state, word)}"
    except IllegalMove as illegal:
        return f"{illegal.refusal.rule} {illegal.refusal.code}"
    except NotYourTurn:
        return "not-your-turn"
    except GameNotRunning:
        return "game-not-running"


def _facts(state: State) -> dict[str, str]:
    """Return all facts that a row can state, by name."""
    palette = state.palette
    facts = _explicit(write_position(state), palette)
    reach = zip(palette.suits, palette.stacks, state.ceilings, strict=True)
    lost = "".join(letters(palette)[suit] for suit, stack, cards in reach if cards < stack.top)
    facts |= {
        "tokens": str(state.clue_tokens),
        "strikes": str(state.strikes),
        "to_move": "-" if state.to_move is None else str(state.to_move),
        "attainable": f"{state.attainable} {lost}".strip(),
    }
    if state.result is not None:
        result = state.result
        score = "null" if result.score is None else str(result.score)
        facts["scores"] = f"{score} {result.table_points} {result.band or '-'}"
    if state.to_move is not None:
        facts["legal"] = " ".join(map(write_move, seat_view(state, state.to_move).legal_actions))
    return facts


def _explicit(position: str, palette: Palette) -> dict[str, str]:
    """Return the sections of a position by name, with all card ids."""
    sections = dict(section.strip().partition(" ")[::2] for section in position.split(";") if section.strip())
    next_id = 0
    for name in _CARDS:
        words = sections.get(name, "").split()
        for n, word in enumerate(words := list(_spelled_out(words, palette)) if name == "fireworks" else words):
            if word not in ("/", "-"):
                number, _, card = word.rpartition(":")
                words[n] = f"{number or next_id}:{card}"
                next_id = int(number or next_id) + 1
        if words:
            sections[name] = " ".join(words)
    return sections


def _spelled_out(words: list[str], palette: Palette) -> Iterator[str]:
    """Yield the words of a fireworks section, `r3` as `r1 r2 r3` where the suit has one order."""
    stacks = {letter: palette.stacks[suit] for suit, letter in enumerate(letters(palette).values())}
    counts = dict.fromkeys(stacks, 0)
    for word in words:
        front = word.rpartition(":")[2]
        if front == "-":
            yield word
            continue
        letter, rank = front[0], int(front[1])
        if len(word) == 2 and palette.plain_stacks:
            whole = stacks[letter].cards[-1]
            between = whole[counts[letter] : whole.index(rank)]
            yield from (letter + str(skipped) for skipped in between)
            counts[letter] += len(between)
        yield word
        counts[letter] += 1
