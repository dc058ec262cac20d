"""Review a finished game: what each turn meant to each seat, and how well a level explains it.

Each seat reads the game from its own feed, so nothing is expected of a seat that it could not know.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from engine.conventions.review.faults import LEAST_EXPLAINED, Fault, Faults, is_true
from engine.conventions.review.good_touch import AnyClue, Waste, is_useless, waste
from engine.conventions.review.intent import ASKS_FOR_NOTHING
from engine.conventions.review.meanings import ActMeaning, ClueMeaning, Meaning
from engine.conventions.review.seat_reading import Reader, Step
from engine.conventions.review.viewer_thoughts import Ask, Thought
from engine.conventions.table import MOST_TOKENS, finesse_position, has_conventions
from engine.events import Log
from engine.reading.feed import Item, feed, seat_viewpoint

_PAIR: Final = 2
_SURE_OF_A_PAIR: Final = 0.9
_NO_BLUFF: Final = (-1, -1)


class Turn(NamedTuple):
    """A turn, or the deal, as it was meant and as each seat could understand it."""

    version: int
    seat: int | None
    """Who took the turn, None for the deal."""
    to_move: int | None
    """Who is to move after it."""
    meaning: Meaning | None
    """As the seat that took the turn means it: it sees the cards that its clue is about."""
    heard: ClueMeaning | None
    """A clue as its receiver reads it."""
    hands: tuple[tuple[Thought, ...], ...]
    """What each seat should think of its own cards then."""
    expected: tuple[Ask, ...]
    """What is asked of the seat to move, as far as it can know."""
    refuted: tuple[int, ...]
    """The versions of the clues of which this turn refutes the last reading, for their receivers."""
    explained: bool | None
    """Whether the conventions explain the clue: giver and receiver read the truth. None for other turns."""
    views: tuple[Step, ...]
    """What each seat thinks of all of this."""


class Share(NamedTuple):
    """How well a level explains a game."""

    level: int
    clues: int
    explained: int

    @property
    def part(self) -> float:
        """The part of the clues that are explained; 1 without clues."""
        return self.explained / self.clues if self.clues else 1.0

    @property
    def fits(self) -> bool:
        """True if enough clues are explained. Without clues, nothing speaks for a level."""
        return self.clues > 0 and (self.part >= LEAST_EXPLAINED or self.clues - self.explained == 1 < self.clues)


class Review(NamedTuple):
    """A game in the light of the conventions of a level."""

    level: int
    turns: tuple[Turn, ...]
    """The deal and all turns."""
    faults: tuple[Fault, ...]
    """The faults in order of their turns. They count only if the conventions explain the clues."""
    partial: bool = False
    """Whether the cards need conventions of their own, so that only the plain rules are read and nobody is blamed."""

    @property
    def share(self) -> Share:
        """The number of clues, and of those that the conventions explain and that were followed."""
        clues = [turn for turn in self.turns if turn.explained is not None]
        missed = {fault.cause for fault in self.faults if fault.kind == "missed_finesse"}
        explained = [turn for turn in clues if turn.explained and turn.version not in missed]
        return Share(self.level, len(clues), len(explained))

    @property
    def surprises(self) -> int:
        """The number of plays for which no clue asks by these conventions."""
        return sum([isinstance(turn.meaning, ActMeaning) and turn.meaning.kind == "own_play" for turn in self.turns])

    @property
    def fits(self) -> bool:
        """True if the players follow the conventions, so that one can speak of faults.

        Simple agreements explain many clues too. Who has only those plays no card blind because a clue calls it. Such
        plays are rare with two seats, so there nine of ten explained clues are enough.
        """
        share = self.share
        clues = {turn.version for turn in self.turns if isinstance(turn.meaning, ClueMeaning)}
        acts = [turn.meaning for turn in self.turns if isinstance(turn.meaning, ActMeaning)]
        plays_blind = any(act.kind == "blind_play" and not act.bluffed and act.cause in clues for act in acts)
        is_sure = plays_blind or (len(self.turns[0].hands) == _PAIR and share.part >= _SURE_OF_A_PAIR)
        return not self.partial and share.fits and (is_sure or share.clues - share.explained <= 1)


def reviewed(log: Log, level: int, paced: Callable[[Iterator[Turn]], Iterable[Turn]] = iter) -> Review:
    """Return the review of a game with cards that can be read.

    `paced` returns the turns that it is given, and may pause between them.
    """
    game = _Game(log, level)
    turns = tuple(paced(game.turns()))
    partial = not has_conventions(log.deal.rules.palette)
    return Review(level, turns, tuple(sorted(game.faults.found, key=lambda fault: fault.version)), partial)


def best_fit(found: Iterable[Review]) -> Review:
    """Return the review of the level that explains the most clues; of equal ones, the most plays, then the lowest.

    If levels explain as many of both, it has the fewest faults: what looks like one may be a convention of a higher
    level.
    """
    return max(found, key=lambda one: (one.share.explained, -one.surprises, -len(one.faults), -one.level))


class _Game:
    """A game that all seats read at the same time."""

    def __init__(self, log: Log, level: int) -> None:
        palette, seats = log.deal.rules.palette, log.deal.seats
        # Seats are assumed to remember everything, even under `memory_aid` none.
        feeds = [feed(log, seat_viewpoint(seat, seats, remembers=True)) for seat in range(seats)]
        self.items = list(zip(*feeds, strict=True))
        self.events = log.events
        self.codes = [palette.codes[card] for card in log.cards]
        self.readers = [Reader(palette, seats, seat, level) for seat in range(seats)]
        self.meanings: dict[int, Meaning | None] = {}
        """What each turn meant to the seat that took it, by version."""
        self.bluff = _NO_BLUFF
        """The version of a clue that may be a bluff, and the card that is played blind then."""
        self.faults = Faults(self.codes, self.readers, self.meanings)

    def turns(self) -> Iterator[Turn]:
        """Yield the deal and all turns, and find the faults."""
        before: list[Step] = []
        last_round = may_discard = False
        for items in self.items:
            wasted = self.wasted(items[0].event)
            found = [reader.follow(item) for reader, item in zip(self.readers, items, strict=True)]
            steps = [step for step in found if step is not None]
            if not steps:
                continue
            seat = getattr(items[0].event, "seat", None)
            meaning, heard = (None, None) if seat is None else _meant(steps, seat)
            if seat is not None:
                meaning = self.meanings[items[0].version] = self.with_bluffs(items[0], seat, meaning)
                self.faults.judge(
                    items[seat],
                    seat,
                    before[seat],
                    meaning,
                    heard,
                    wasted,
                    last_round=last_round,
                    may_discard=may_discard,
                )
            after = items[0].after
            before, last_round, may_discard = steps, after.turns_left is not None, after.clue_tokens < MOST_TOKENS
            yield Turn(
                items[0].version,
                seat,
                after.to_move,
                meaning,
                heard,
                tuple([step.hands[owner] for owner, step in enumerate(steps)]),
                () if after.to_move is None else steps[after.to_move].expected,
                self.refuted(steps),
                self.explained(seat, meaning, heard),
                tuple(steps),
            )

    def with_bluffs(self, item: Item, seat: int, meaning: Meaning | None) -> Meaning | None:
        """Return what a turn meant, where it may be a bluff or the play that follows one."""
        cause, card = self.bluff
        self.bluff = _NO_BLUFF
        if isinstance(meaning, ActMeaning):
            if card == meaning.card and not meaning.misfits:
                return meaning._replace(kind="blind_play", cause=cause, bluffed=True)
            clue = self.meanings.get(meaning.cause)
            links = [] if not isinstance(clue, ClueMeaning) else [link for one in clue.readings for link in one.links]
            is_layer = any(meaning.card in link.cards and link.code == meaning.code for link in links)
            return meaning._replace(bluffed=meaning.bluffed and not is_layer)
        following, table = item.after.to_move, self.readers[seat].table
        if meaning is None or meaning.kind != "broken" or following in (None, meaning.seat):
            return meaning
        held, focus = finesse_position(table.cards(following or 0)), self.codes[meaning.card]
        is_near = focus % 5 > 0 and table.playable >> focus - 1 & 1
        if held is None or not is_near or not table.playable >> held.front & 1:
            return meaning
        self.bluff = item.version, held.card
        return meaning._replace(kind="bluff", codes=1 << focus, readings=())

    def wasted(self, event: object) -> Waste | None:
        """Return the card that a clue, which is next, touches for nothing."""
        if not isinstance(event, AnyClue):
            return None
        return waste(self.readers[event.seat].table, self.readers[event.target].table, event)

    def refuted(self, steps: Sequence[Step]) -> tuple[int, ...]:
        """Return the versions of the clues that the last turn refutes for their receivers."""
        return tuple(
            sorted(
                {
                    version
                    for seat, step in enumerate(steps)
                    for version in step.refuted
                    if getattr(self.events[version], "target", None) == seat
                }
            )
        )

    def explained(self, seat: int | None, meaning: Meaning | None, heard: ClueMeaning | None) -> bool | None:
        """Return whether giver and receiver read the truth from a clue. One that keeps useless cards makes no sense."""
        if seat is None or not isinstance(meaning, ClueMeaning) or heard is None:
            return None
        if meaning.kind == "bluff":
            return True
        if meaning.kind in ("stall", "fill_in"):
            return heard.kind in ASKS_FOR_NOTHING or is_true(heard, self.codes[meaning.card])
        if meaning.kind in ("trash_chop_move", "fives_chop_move"):
            table = self.readers[seat].table
            return not all(is_useless(table, self.codes[card], meaning.seat) for card in meaning.moved)
        return meaning.kind not in ("broken", "unexplained") and is_true(heard, self.codes[meaning.card])


def _meant(steps: Sequence[Step], seat: int) -> tuple[Meaning | None, ClueMeaning | None]:
    """Return what a turn of a seat meant, and for a clue how its receiver reads it."""
    meaning = steps[seat].meaning
    if not isinstance(meaning, ClueMeaning):
        return meaning, None
    heard = steps[meaning.seat].meaning
    return meaning, heard if isinstance(heard, ClueMeaning) else None
