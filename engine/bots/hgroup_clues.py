"""Try the clues of a turn on copies of the table: what each promises, and what that is worth."""

from functools import cached_property
from typing import Final, NamedTuple

from engine.bots.hgroup_prospect import Prospect, prospect
from engine.commands import GiveColorClue, GiveRankClue
from engine.conventions.following import follow_clue
from engine.conventions.inference import infer
from engine.conventions.table import UNSEEN, Table, touches
from engine.conventions.thoughts import Reading, Told
from engine.reading.view import View

AClue = GiveColorClue | GiveRankClue

_CLOSER: Final = 6
"""The number of clues that are tried in the view of each seat."""
_NO_MEANING: Final = 0.7
"""The cost of a clue to a new card that means nothing. To a card that was clued, it is a stall."""
_LAST_STRIKE: Final = 10.0
"""The cost of a finesse if the next strike ends the game: its seat does not trust the call, so it is never given."""
_LAST_TOKEN: Final = 0.6
"""The share of a later seat's loss that the last token could prevent."""


class Tried(NamedTuple):
    """A clue, and what it does."""

    clue: AClue
    worth: float
    """In plays."""
    after: Prospect


class Clues:
    """The clues that the viewer can give."""

    def __init__(self, view: View, table: Table) -> None:
        self.view, self.table, self.me = view, table, table.viewer
        self.last_strike = (view.strikes or 0) >= view.rules.strike_tokens - 1
        self.now = prospect(table)
        """What the table promises as the viewer understands it."""
        self._seen_by: dict[int, Table] = {}
        self._followed: dict[AClue, tuple[Table, Told]] = {}
        self._understood: dict[AClue, tuple[Table, Told]] = {}

    @cached_property
    def tried(self) -> list[Tried]:
        """The clues, the best first."""
        clues = [turn for turn in self.view.legal_actions if isinstance(turn, AClue)]
        found = [tried for clue in clues if (tried := self._attempt(clue)) is not None]
        found.sort(key=lambda tried: -tried.worth)
        best = [self._as_understood(tried.clue) for tried in found[:_CLOSER]]
        return sorted(best, key=lambda tried: -tried.worth)

    @cached_property
    def agreed(self) -> Table:
        """The table with what each seat thinks of its own hand."""
        now = self.table.copy()
        for seat in self.table.order(self.me):
            _take_thoughts(now, self._table_of(seat), seat)
        return now

    @cached_property
    def now_understood(self) -> Prospect:
        """What the table promises as each seat understands it."""
        return prospect(self.agreed)

    def understood(self, clue: AClue) -> tuple[Table, Told]:
        """Return the table after a clue, with what each seat thinks of its hand."""
        found = self._understood.get(clue)
        if found is None:
            mask, rank, touched = self._touches(clue)
            after, _ = self._understood[clue] = found = self._follow(clue)
            for seat in self.table.order(self.me):
                theirs = self._table_of(seat).copy()
                follow_clue(theirs, self.me, clue.target, mask, rank, touched)
                _take_thoughts(after, theirs, seat)
        return found

    def _follow(self, clue: AClue) -> tuple[Table, Told]:
        """Return the table after a clue, as the viewer understands it, and what it says. Each is returned once."""
        found = self._followed.pop(clue, None)
        if found is None:
            after = self.table.copy()
            found = after, follow_clue(after, self.me, clue.target, *self._touches(clue))
        return found

    def _attempt(self, clue: AClue) -> Tried | None:
        """Return what a clue does if all understand it as the viewer does; None if it touches nothing."""
        if not self._touches(clue)[2]:
            return None
        after, told = self._followed[clue] = self._follow(clue)
        found = prospect(after)
        return Tried(clue, self._worth(self.now, after, told, found), found)

    def _as_understood(self, clue: AClue) -> Tried:
        """Return what a clue does as each seat understands it from its own view."""
        after, told = self.understood(clue)
        found = prospect(after)
        return Tried(clue, self._worth(self.now_understood, after, told, found), found)

    def _table_of(self, seat: int) -> Table:
        """Return the table as another seat sees it."""
        if seat not in self._seen_by:
            self._seen_by[seat] = table = self.table.seen_by(seat)
            infer(table)
        return self._seen_by[seat]

    def _touches(self, clue: AClue) -> tuple[int, int, list[int]]:
        """Return the cards that such a clue touches, its rank or 0, and the cards touched in the hand."""
        mask, rank = touches(self.table.palette, clue)
        return mask, rank, [held.card for held in self.table.cards(clue.target) if mask >> held.front & 1]

    def _worth(self, now: Prospect, after: Table, told: Told, found: Prospect) -> float:
        worth = 1.0 * (found.plays - now.plays) + 0.25 * (found.useful - now.useful)
        worth += 0.1 * (found.known - now.known)
        worth -= 0.45 * (found.useless - now.useless)
        worth -= 2.5 * (found.wrong - now.wrong)
        worth -= 0.7 * (found.misled - now.misled)
        worth -= 1.5 * (found.lost - now.lost)
        for distance, seat in enumerate(self.table.order(self.me)):
            weight = 0.6 if distance == 0 else 0.3
            worth -= weight * (found.danger.get(seat, 0.0) - now.danger.get(seat, 0.0))
        if self.view.clue_tokens == 1:
            worth -= _LAST_TOKEN * self._unsaved(found)
        for card in told.touched:
            if not self.table.held[card].touched:
                worth -= self._own_copies(after.held[card].front)
        focus = after.held[told.focus]
        if told.kind in ("play", "save"):
            codes = told.codes
            if not codes:
                worth -= _NO_MEANING if not self.table.held[told.focus].touched else 0.0
            elif not codes >> focus.front & 1:
                worth -= 2.0
            else:
                right = [reading for reading in told.readings if reading.code == focus.front]
                worth -= max([self._risk(told, reading) for reading in right], default=0)
        return worth

    def _unsaved(self, found: Prospect) -> float:
        """Return the cost of the card that is discarded because no token is left to save it."""
        first, *later = self.table.order(self.me)
        if first not in found.busy:
            return 0.0  # it discards, and gets a token
        return next((found.danger[seat] for seat in later if seat not in found.busy), 0.0)

    def _own_copies(self, code: int) -> float:
        """Return the cost of touching a card of which an own clued card may be a copy."""
        cost = 0.0
        for held in self.table.cards(self.me):
            if held.gotten and held.inferred >> code & 1 and not held.trash:
                cost += 1.5 / held.inferred.bit_count()
        return cost

    def _risk(self, told: Told, reading: Reading) -> float:
        """Return how likely a reading fails, as a cost."""
        cost = 2.0 if reading.wrong_prompt else 0.0
        if reading.own:
            cost += 0.3 if len(told.readings) == 1 else 1.0
        for link in reading.links:
            fronts = [self.table.held[card].front for card in link.cards]
            if fronts[0] not in (link.code, UNSEEN):
                cost += 2.0
            if link.how == "finesse":
                cost += _LAST_STRIKE if self.last_strike else 0.1
            if link.seat == self.me and len(link.cards) > 1:
                cost += 0.2
        return cost


def _take_thoughts(table: Table, theirs: Table, seat: int) -> None:
    """Replace what a table thinks of a hand by what its seat thinks."""
    for held in theirs.cards(seat):
        mine = table.held[held.card]
        mine.inferred, mine.called, mine.promised, mine.trash = held.inferred, held.called, held.promised, held.trash
