"""Puzzles by convention: what a clue told a seat, and what conventions ask of the seat to move.

A puzzle shows what its seat saw then. Its answer follows from that by the rules of a level. The bot of the level reads
the same, and the cards confirm it.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final, Literal, NamedTuple

from engine.bots.bit_sets import members
from engine.bots.hgroup_bot import Choice as BotChoice
from engine.commands import Discard, GiveColorClue, GiveRankClue, Play, Turn
from engine.conventions.following import follow_clue
from engine.conventions.from_feed import seat_table
from engine.conventions.review import Ask, ClueMeaning, Meaning, Reader, Review, Step
from engine.conventions.review.meanings import NAMES_FOCUS
from engine.conventions.review.viewer_thoughts import expected
from engine.conventions.table import Table, touches
from engine.events import Log
from engine.fold import fold
from engine.reading.feed import ClueItem, Item, feed, seat_viewpoint
from engine.reading.view import View, seat_view

Kind = Literal["told", "turn"]
Level = Literal["easy", "medium", "hard"]

FEWEST_CHOICES: Final = 3
MOST_CHOICES: Final = 10
"""The most choices of what a clue told."""
FEWEST_CARDS: Final = 9
"""With fewer cards in the deck, players and bots count deals, and no convention says what is best."""


class Holds(NamedTuple):
    """What a clue tells a seat: a card of its hand, and what it is."""

    card: int
    code: int


Choice = Turn | Holds


class ConventionPuzzle(NamedTuple):
    """A position in which the conventions of a level leave one answer."""

    version: int
    """The version of the game."""
    kind: Kind
    seat: int
    """Whose view it is."""
    difficulty: Level
    """Easy: the card fits, or there is no clue to give. Medium: another card comes first, or the play is blind. Hard:
    more cards come first, or a chop is to be saved."""
    answer: Choice


class Shown(NamedTuple):
    """What a puzzle shows, and what explains its answer. All of it is what its seat saw."""

    view: View
    items: tuple[Item, ...]
    """The events up to then, as the seat saw them."""
    choices: tuple[Choice, ...]
    steps: tuple[Step, ...]
    """What the seat thought after the deal and each turn."""
    fronts: dict[int, int]
    """The codes of the cards that the seat has seen."""
    clue: Meaning | None
    """What the clue means that tells it or asks for it, None if no clue does."""
    cause: int
    """The version of that clue, -1 for none."""


# --- finding --------------------------------------------------------------------------------------------------------


def puzzles_of(log: Log, review: Review) -> list[ConventionPuzzle]:
    """Return the puzzles of a game, given its review at the level that explains it best, earliest first.

    There are none unless the review fits, and none for a seat after a turn that refutes a clue for it.
    """
    if not review.share.fits:
        return []
    codes = [log.deal.rules.palette.codes[card] for card in log.cards]
    clear = set(range(log.deal.seats))
    found: list[ConventionPuzzle] = []
    for turn in review.turns:
        clear -= {seat for seat in clear if turn.views[seat].refuted}
        if turn.explained:
            for seat in sorted(clear - {turn.seat}):
                found += _told(turn.version, seat, turn.views[seat], codes)
        seats_told = {puzzle.seat for puzzle in found if puzzle.version == turn.version}
        if turn.to_move in clear - seats_told and turn.to_move is not None:
            found += _asked(log, turn.views[turn.to_move], turn.to_move, review.level, codes)
    return [puzzle for puzzle in found if _is_confirmed(log, review.level, puzzle)]


def _told(version: int, seat: int, step: Step, codes: Sequence[int]) -> Iterator[ConventionPuzzle]:
    """Yield what a clue told a seat, if it told it of one card what it is."""
    answer = _answer(seat, step)
    if answer is None or codes[answer.card] != answer.code:
        return
    meaning = step.meaning
    assert isinstance(meaning, ClueMeaning)
    links = [link for reading in meaning.readings for link in reading.links if link.how != "known"]
    difficulty: Level = "easy" if not links else "medium" if len(links) == 1 else "hard"
    yield ConventionPuzzle(version, "told", seat, difficulty, answer)


def _answer(seat: int, step: Step) -> Holds | None:
    """Return what the clue of a step tells a seat of one of its cards."""
    meaning = step.meaning
    assert isinstance(meaning, ClueMeaning)  # it touched a card, else it would not be explained
    own = {thought.card: thought for thought in step.hands[seat]}
    if meaning.seat == seat:
        thought = own[meaning.card]
        known = meaning.kind in NAMES_FOCUS and meaning.codes.bit_count() == 1
        return Holds(meaning.card, meaning.codes.bit_length() - 1) if known and thought.codes == meaning.codes else None
    if meaning.kind != "play" or len(meaning.readings) != 1:
        return None
    links = [link for link in meaning.readings[0].links if link.seat == seat and link.how != "known"]
    if len(links) != 1 or links[0].hides or len(links[0].cards) != 1:
        return None
    (link,) = links
    return Holds(link.cards[0], link.code) if own[link.cards[0]].codes == 1 << link.code else None


def _asked(log: Log, step: Step, seat: int, level: int, codes: Sequence[int]) -> Iterator[ConventionPuzzle]:
    """Yield what conventions ask of the seat to move, if it is one turn. Discarding the oldest card is not a puzzle."""
    if not step.expected:
        return
    so_far = log.until(step.version)
    view, first = seat_view(fold(so_far), seat), step.expected[0]
    if view.deck_size < FEWEST_CARDS:
        return
    puzzle = ConventionPuzzle(step.version, "turn", seat, "easy", Discard(first.card))
    if first.kind == "save":
        clues = _saving(seat_table(so_far, seat, level), view)
        if len(clues) == 1:
            yield puzzle._replace(difficulty="hard", answer=clues[0])
    elif first.kind == "play":
        if _is_only(first, step.expected, view) and seat_table(so_far, seat, level).playable >> codes[first.card] & 1:
            yield puzzle._replace(difficulty="medium" if first.blind else "easy", answer=Play(first.card))
    elif sum([thought.trash for thought in step.hands[seat]]) <= 1 and first.card != step.hands[seat][0].card:
        yield puzzle


def _is_only(first: Ask, asked: Sequence[Ask], view: View) -> bool:
    """Return whether a play is the only right turn: it is blind and certain, or no clue can be given instead."""
    if first.blind:
        return first.certain and sum([ask.blind for ask in asked]) == 1
    return len(asked) == 1 and view.clue_tokens == 0


def _saving(table: Table, view: View) -> list[Turn]:
    """Return the true clues after which the next seat does not lose its chop."""
    found: list[Turn] = []
    for clue in view.legal_actions:
        if not isinstance(clue, GiveColorClue | GiveRankClue):
            continue
        mask, rank = touches(table.palette, clue)
        touched = [held.card for held in table.cards(clue.target) if mask >> held.front & 1]
        if not touched:
            continue
        after = table.copy()
        told = follow_clue(after, table.viewer, clue.target, mask, rank, touched)
        asked = expected(after, table.viewer, may_clue=True, may_discard=False)
        if not any(ask.kind == "save" for ask in asked) and told.codes >> after.held[told.focus].front & 1:
            found.append(clue)
    return found


def _is_confirmed(log: Log, level: int, puzzle: ConventionPuzzle) -> bool:
    """Return whether the bot of the level reads the same, and there are enough choices."""
    if len(shown(log, level, puzzle).choices) < FEWEST_CHOICES:
        return False
    so_far = log.until(puzzle.version)
    table = seat_table(so_far, puzzle.seat, level)
    if isinstance(puzzle.answer, Holds):
        return table.held[puzzle.answer.card].inferred == 1 << puzzle.answer.code
    return BotChoice(seat_view(fold(so_far), puzzle.seat), table).by_order() == puzzle.answer


# --- showing --------------------------------------------------------------------------------------------------------


def shown(log: Log, level: int, puzzle: ConventionPuzzle) -> Shown:
    """Return what a puzzle of a level shows. It uses what its seat saw up to then."""
    so_far = log.until(puzzle.version)
    seat = puzzle.seat
    items = feed(so_far, seat_viewpoint(seat, so_far.deal.seats, remembers=True))
    reader = Reader(log.deal.rules.palette, log.deal.seats, seat, level)
    steps = [step for item in items if (step := reader.follow(item)) is not None]
    step, view = steps[-1], seat_view(fold(so_far), seat)
    known = Shown(view, tuple(items), view.legal_actions, tuple(steps), reader.fronts, None, -1)
    if puzzle.kind == "told":
        assert isinstance(puzzle.answer, Holds)
        choices: tuple[Choice, ...] = tuple(_told_choices(reader.table, step, items[-1], puzzle))
        return known._replace(choices=choices, clue=step.meaning, cause=puzzle.version)
    if not step.expected:  # the puzzle is older than the rules
        return known
    asked = step.expected[0]
    clue = next((one.meaning for one in steps if one.version == asked.cause), None)
    if not isinstance(clue, ClueMeaning) or not _is_about(clue, asked.card):
        return known
    return known._replace(clue=clue, cause=asked.cause)


def _is_about(clue: ClueMeaning, card: int) -> bool:
    links = [link for reading in clue.readings for link in reading.links]
    return clue.card == card or any(card in link.cards for link in links)


def _told_choices(table: Table, step: Step, item: Item, puzzle: ConventionPuzzle) -> list[Holds]:
    """Return what a clue may have told a seat: what it did, and what is close to that.

    Left out is what the seat knows of another card: it would be true too. They are mixed, since the answer is mostly
    the lowest card of the newest that was touched.
    """
    seat, meaning, answer = table.viewer, step.meaning, puzzle.answer
    assert isinstance(answer, Holds)
    assert isinstance(meaning, ClueMeaning) and isinstance(item, ClueItem)
    codes = 1 << answer.code
    cards = [held.card for held in table.cards(seat)]
    if meaning.seat == seat:
        codes = table.palette.all_cards & ~table.dead
        cards = [touched.card for touched in item.touched or ()]
    else:
        codes |= meaning.codes
        for link in [link for reading in meaning.readings for link in reading.links]:
            codes |= 1 << link.code
    found = [
        Holds(held.card, code)
        for held in table.cards(seat)
        if held.card in cards
        for code in members(held.possible & codes)
        if Holds(held.card, code) == answer or held.inferred != 1 << code
    ]
    found.sort(key=lambda one: (one != answer, _distance(table, one.code), -one.card, one.code))
    return sorted(
        found[:MOST_CHOICES], key=lambda one: sha256(bytes([*puzzle.version.to_bytes(2), seat, *one])).digest()
    )


def _distance(table: Table, code: int) -> int:
    """Return how many cards have to be played before a card; none for one that is often saved."""
    return 0 if code % 5 in (1, 4) and table.critical(code) else max(code % 5 - table.positions[code // 5], 0)
