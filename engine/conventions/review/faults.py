"""Find the turns that broke the conventions.

A fault needs two witnesses: the seat that broke the conventions could know it, and the cards, or the seat that asked,
confirm it. Where seats read a clue differently, nobody is blamed.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from engine.conventions.review.good_touch import AnyClue, Waste
from engine.conventions.review.meanings import NAMES_FOCUS, ActMeaning, ClueMeaning, Meaning, is_there
from engine.conventions.review.seat_reading import Reader, Step
from engine.conventions.review.viewer_thoughts import Ask, Place, place_in
from engine.conventions.table import Table
from engine.conventions.thoughts import Held
from engine.events import CardDiscarded, CardPlayed, ColorClueGiven, Event
from engine.reading.feed import CardItem, Item

LEAST_EXPLAINED: Final = 0.75
"""With a smaller share of explained clues, the players follow other conventions, and nobody is blamed.

In games of a bot that plays at random, about half of the clues make sense by chance. A single clue says nothing yet.
"""

FaultKind = Literal["broken_promise", "missed_finesse", "missed_play", "lost_chop", "unasked_play", "bad_touch"]


class Fault(NamedTuple):
    """A turn that broke the conventions."""

    kind: FaultKind
    version: int
    """The turn that broke them."""
    seat: int
    holder: int
    """The seat with the card that it is about."""
    card: int
    place: Place
    cause: int
    """The version of the clue that asked for it; that of the turn itself if no clue did."""
    asked: int
    """The identities that the conventions promised, or that had to be played or saved, as a bit set."""
    shown_at: int | None
    """The version at which the card left the hand because of it, None if it did not."""
    instead: AnyClue | None = None
    """For a bad touch, the clue that says the same without the card."""

    @property
    def value_instead(self) -> str | None:
        """The color or rank of that clue."""
        if self.instead is None:
            return None
        return self.instead.color if isinstance(self.instead, ColorClueGiven) else str(self.instead.rank)


def is_true(heard: ClueMeaning, code: int) -> bool:
    """Return whether the receiver of a clue reads the truth from it."""
    if heard.kind not in NAMES_FOCUS:
        return heard.kind != "unexplained"
    return bool(heard.codes >> code & 1)


class Faults:
    """The faults of a game so far."""

    def __init__(self, codes: Sequence[int], readers: Sequence[Reader], meanings: Mapping[int, Meaning | None]) -> None:
        self.found: list[Fault] = []
        self._codes, self._readers, self._meanings = codes, readers, meanings
        self._missed: set[tuple[int, int]] = set()
        """The cards whose call was missed, with the clues, so that each is a fault once."""
        self._unsaved: Fault | None = None
        """A card that the last turn did not save."""

    def judge(
        self,
        item: Item,
        seat: int,
        before: Step,
        meaning: Meaning | None,
        heard: ClueMeaning | None,
        wasted: Waste | None,
        *,
        last_round: bool,
        may_discard: bool,
    ) -> None:
        """Note what a turn of a seat broke. `before` is what the seat thought before it."""
        asked = before.expected
        is_forced = not may_discard and not _calls(asked)
        unsaved, self._unsaved = self._unsaved, None
        if isinstance(meaning, ClueMeaning):
            self._clue(item.version, seat, meaning, heard, before, is_forced=is_forced)
            if wasted is not None and meaning.kind == "play" and not last_round:
                place, asked_for = (meaning.seat, wasted.card, wasted.place), 1 << self._codes[wasted.card]
                fault = Fault("bad_touch", item.version, seat, *place, item.version, asked_for, None, wasted.instead)
                self.found.append(fault)
        elif isinstance(meaning, ActMeaning):
            if unsaved is not None and _is_lost(unsaved, item.event) and not _calls(asked):
                self.found.append(unsaved._replace(shown_at=item.version))
            if isinstance(item, CardItem) and isinstance(item.event, CardPlayed) and not item.landed:
                self._misplay(item.version, before, meaning, last_round=last_round)
            self._save(item.version, seat, before)
        if not _has_better(seat, before, meaning):
            self._passed_over(item, seat, before)

    def _clue(
        self,
        version: int,
        seat: int,
        meaning: ClueMeaning,
        heard: ClueMeaning | None,
        before: Step,
        *,
        is_forced: bool,
    ) -> None:
        """Note a clue that promised its receiver what is not there. One that had to be given may do so without harm."""
        if meaning.kind != "broken" or heard is None or heard.kind == "unexplained":
            return
        place, promised = (meaning.seat, meaning.card, meaning.place), heard.codes
        if is_true(heard, self._codes[meaning.card]):
            called = [link for reading in meaning.readings for link in reading.links if link.how == "finesse"]
            missing = [link for link in called if not is_there(link, dict(enumerate(self._codes)))]
            own = [link for link in missing if any(link in reading.links for reading in heard.readings)]
            if not own:
                return
            hand = [thought.card for thought in before.hands[own[0].seat]]
            place, promised = (own[0].seat, own[0].cards[0], place_in(hand, own[0].cards[0])), 1 << own[0].code
        elif is_forced and not self._is_trusted(meaning):
            return
        self.found.append(Fault("broken_promise", version, seat, *place, version, promised, None))

    def _is_trusted(self, meaning: ClueMeaning) -> bool:
        """Return whether the receiver of a clue now believes that its focus fits."""
        table = self._readers[meaning.seat].table
        held = table.held[meaning.card]
        return not held.trash and not held.inferred & ~table.playable

    def _misplay(self, version: int, before: Step, meaning: ActMeaning, *, last_round: bool) -> None:
        """Note whose fault a misplay is: that of a clue, or of the seat that nobody asked."""
        for number, fault in enumerate(self.found):
            if fault.kind in ("broken_promise", "bad_touch") and fault.card == meaning.card:
                self.found[number] = fault._replace(shown_at=version)
                return
        if meaning.kind == "own_play" and not last_round:
            seat = meaning.seat
            codes = next(thought.codes for thought in before.hands[seat] if thought.card == meaning.card)
            place = seat, meaning.card, meaning.place
            self.found.append(Fault("unasked_play", version, seat, *place, version, codes, version))

    def _save(self, version: int, seat: int, before: Step) -> None:
        """Remember the card that a turn did not save; it is a fault if the next turn discards it."""
        for ask in before.expected:
            if ask.kind == "save":
                place = ask.seat, ask.card, _place(before, ask)
                self._unsaved = Fault(
                    "lost_chop", version, seat, *place, version, 1 << self._codes[ask.card], shown_at=None
                )

    def _passed_over(self, item: Item, seat: int, before: Step) -> None:
        """Note the first call to play that a seat passed over."""
        for ask in _calls(before.expected):
            if not ask.certain or not (ask.blind or isinstance(item.event, CardDiscarded)):
                continue
            if not ask.blind and self._readers[seat].table.tokens == 1:
                continue  # the discard has made the only clue token
            table, code = self._readers[seat].table, self._codes[ask.card]
            if (ask.card, ask.cause) in self._missed or not self._confirmed(ask, code, table):
                continue
            self._missed.add((ask.card, ask.cause))
            place = seat, ask.card, _place(before, ask)
            kind: FaultKind = "missed_finesse" if ask.blind else "missed_play"
            cause = item.version if ask.cause < 0 else ask.cause
            self.found.append(Fault(kind, item.version, seat, *place, cause, 1 << code, shown_at=None))
            return

    def _confirmed(self, ask: Ask, code: int, table: Table) -> bool:
        """Return whether the card fits, nobody else plays a copy, and for a blind play whether the giver meant it."""
        if not table.playable >> code & 1 or any(held.gotten for held in _copies(table, ask, code)):
            return False
        if not ask.blind or ask.cause < 0:
            return not ask.blind
        meant = self._meanings[ask.cause]
        readings = meant.readings if isinstance(meant, ClueMeaning) else ()
        links = [link for reading in readings for link in reading.links]
        return any(link.how == "finesse" and ask.card in link.cards and link.code == code for link in links)


def _has_better(seat: int, before: Step, meaning: Meaning | None) -> bool:
    """Return whether a turn may come before the plays that a seat is called to."""
    if any(ask.kind == "save" for ask in before.expected):
        return True
    if isinstance(meaning, ClueMeaning):
        links = [link for reading in meaning.readings for link in reading.links]
        is_next = (seat + 1) % len(before.hands) == meaning.seat
        keeps = is_next and any(thought.chop and thought.card == meaning.card for thought in before.hands[meaning.seat])
        return keeps or meaning.kind in ("save", "fix") or any(link.how == "finesse" for link in links)
    if not isinstance(meaning, ActMeaning):
        return False
    return meaning.kind in ("blind_play", "copy_discard") or (meaning.kind == "called_play" and meaning.cause >= 0)


def _copies(table: Table, ask: Ask, code: int) -> list[Held]:
    """Return the other copies of a card that the viewer sees."""
    return [held for held in table.held.values() if held.front == code and held.card != ask.card]


def _calls(asked: Sequence[Ask]) -> list[Ask]:
    return [ask for ask in asked if ask.kind == "play"]


def _is_lost(unsaved: Fault, event: Event | object) -> bool:
    return isinstance(event, CardDiscarded) and event.card == unsaved.card


def _place(before: Step, ask: Ask) -> Place:
    """Return the place of a card in its hand."""
    return place_in([thought.card for thought in before.hands[ask.seat]], ask.card)
