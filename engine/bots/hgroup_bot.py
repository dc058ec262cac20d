"""The bots `hgroup-1` to `hgroup-5`, which play by the H-group's conventions up to a level.

They read the game with `engine.conventions` and choose by a fixed order: play what they are called to play blind, save
what the next seat would lose, play what they know, give the best clue, discard. A clue is tried on a copy of the table:
it is worth the plays that it calls, if its receiver reads it right.
"""

from collections.abc import Callable, Iterable
from functools import cached_property, partial
from typing import Final, NamedTuple

from engine.bots.bit_sets import members
from engine.bots.bot import Dice
from engine.bots.hgroup_endgame import Deal, deals, outcome
from engine.bots.hgroup_worth import Prospect, cost_of_loss, prospect
from engine.commands import Discard, GiveColorClue, GiveRankClue, Play, Turn
from engine.conventions.acts import play_order
from engine.conventions.following import follow_clue, follow_play
from engine.conventions.from_feed import table_of
from engine.conventions.inference import infer
from engine.conventions.levels import rules_of
from engine.conventions.table import UNSEEN, Table, chop_of
from engine.conventions.thoughts import Held, Reading, Told
from engine.reading.feed import Item
from engine.reading.view import View

__all__ = ["SEATS", "choose_at", "decide_turn"]

SEATS: Final = range(2, 6)
"""The numbers of seats for which the guide has rules."""

_NEVER: Final = -100.0
_END: Final = 8
"""With so many cards in the deck, turns are compared on deals."""
_DEALS: Final = 30
_BETTER: Final = 0.1
"""How much better another turn must be than the usual one."""
_CLOSER: Final = 6
"""The number of clues that are tried in the view of each seat."""


def choose_at(level: int) -> Callable[[View, Iterable[Item], Dice], Turn]:
    """Return the bot's function for a level."""
    return partial(_choose, level)


def _choose(level: int, view: View, feed: Iterable[Item], dice: Dice) -> Turn:
    """Return a turn. Raises ValueError if no turn is legal."""
    if not view.legal_actions:
        raise ValueError("the viewer is not to move")
    assert view.viewer is not None
    return decide_turn(view, table_of(view.rules.palette, view.seats, view.viewer, rules_of(level), feed), dice)


def decide_turn(view: View, table: Table, dice: Dice) -> Turn:
    """Return the turn for a table that was followed up to a view."""
    return _Choice(view, table, dice).turn()


class _Tried(NamedTuple):
    """A clue, and what it does."""

    clue: GiveColorClue | GiveRankClue
    worth: float
    after: Prospect
    plays: int
    """How many more cards will be played."""


class _Choice:
    """The choice of a turn at a table."""

    def __init__(self, view: View, table: Table, dice: Dice) -> None:
        self.view, self.table, self.me, self.dice = view, table, table.viewer, dice
        self.hand = table.cards(self.me)
        self.next = (self.me + 1) % table.seats
        self.now = prospect(table)
        self.may_discard = any(isinstance(turn, Discard) for turn in view.legal_actions)
        self.tokens = view.clue_tokens
        self._tried: list[_Tried] | None = None
        self._seen_by: dict[int, Table] = {}

    def turn(self) -> Turn:
        """Return the turn."""
        usual = self.usual()
        return self.at_the_end(usual) if self.view.deck_size <= _END else usual

    def at_the_end(self, usual: Turn) -> Turn:
        """Return the turn with the best mean score over deals that fit, or the usual one if no other is better."""
        found = [*deals(self.table, self.view.deck_size, self.dice, _DEALS)]
        if not found:
            return usual
        turns = [usual, *[turn for turn in self.candidates() if turn != usual]]
        scores = [self.mean_score(turn, found) for turn in turns]
        best = max(range(len(turns)), key=lambda place: scores[place])
        return turns[best] if scores[best] > scores[0] + _BETTER else usual

    def candidates(self) -> list[Turn]:
        """Return the turns that may be better than the usual one."""
        clues: list[Turn] = [tried.clue for tried in self.tried()[:3] if tried.worth > -0.7] if self.tokens else []
        least = 1.0 if self.last_strike else 0.2 if self.view.turns_left is not None else 0.7
        plays: list[Turn] = [Play(held.card) for held in self.hand if not held.trash and self.chance(held) >= least]
        return [*clues, *plays, *([Discard(self.discard())] if self.may_discard else [])]

    def mean_score(self, turn: Turn, found: list[Deal]) -> float:
        """Return the mean score after a turn."""
        table, card = self.table, None
        if isinstance(turn, Play | Discard):
            card = turn.card
        else:
            table = self.understood(turn)[0]
        plays = isinstance(turn, Play)
        return sum([outcome(self.view, table, deal, card, plays=plays) for deal in found]) / len(found)

    def usual(self) -> Turn:
        """Return the turn by the fixed order."""
        blind = [held for held in self.hand if held.called and not held.touched and self.fits(held)]
        known = self.known_plays()
        danger = self.now_understood.danger.get(self.next, 0.0)
        if self.tokens and danger >= 0.8:
            saving = [tried for tried in self.tried() if tried.after.danger.get(self.next, 0.0) < danger - 0.5]
            if saving and saving[0].worth > 0:
                return saving[0].clue
        if self.tokens and self.now_understood.wrong_next:
            fixing = [tried for tried in self.tried() if not tried.after.wrong_next and tried.worth > 1.0]
            if fixing:
                return fixing[0].clue
        if blind:
            return Play(blind[-1].card)
        if known:
            return self.fix_before(known[0]) or Play(known[0].card)
        gamble = self.gamble()
        if gamble is not None:
            return Play(gamble.card)
        best = self.tried()[0] if self.tokens and self.tried() else None
        if best is not None and best.worth >= self.least_worth():
            return best.clue
        if self.may_discard:
            return Discard(self.discard())
        if best is not None:
            return best.clue
        return self.view.legal_actions[0] if not self.hand else Play(self.hand[-1].card)

    def fits(self, held: Held) -> bool:
        """Return True if a card can be played as far as its seat knows."""
        if held.trash or held.inferred & ~self.table.playable:
            return False
        return held.promised or held.called != 0 or not self.last_strike or self.is_sure(held)

    @property
    def last_strike(self) -> bool:
        """True if the next strike ends the game."""
        return (self.view.strikes or 0) >= self.view.rules.strike_tokens - 1

    def is_sure(self, held: Held) -> bool:
        """Return True if a card can be played whatever the clues were meant to say."""
        left = list(self.table.left)
        for other in self.table.held.values():
            if other.front >= 0:
                left[other.front] -= 1
        return not any(left[code] > 0 for code in members(held.possible & ~self.table.playable))

    def known_plays(self) -> list[Held]:
        """Return the own clued cards that can be played, the best first."""
        able = [held for held in self.hand if held.touched and self.fits(held)]
        ones = [held for held in play_order(self.table, tuple(self.hand)) if held in able]
        if ones and len(ones) == len(able):
            return ones

        def key(held: Held) -> tuple[float, int]:
            codes = members(held.inferred)
            waiting = sum([self.waits_for(code) for code in codes]) / len(codes)
            return (-waiting, min([code % 5 for code in codes]))

        return sorted(able, key=key)

    def fix_before(self, held: Held) -> Turn | None:
        """Return a clue that has to come before a play, after which the next seat would play a wrong card."""
        codes = held.inferred & self.table.playable
        if codes & codes - 1 or not self.tokens:
            return None
        after = self.table.copy()
        follow_play(after, self.me, held.card, codes.bit_length() - 1, fits=True)
        if prospect(after).wrong_next <= self.now.wrong_next:
            return None
        fixing = [tried for tried in self.tried() if tried.after.misled < self.now_understood.misled]
        return fixing[0].clue if fixing and fixing[0].worth > 0 else None

    def waits_for(self, code: int) -> bool:
        """Return True if another seat has the next card of a suit, and it is clued."""
        if code % 5 == 4:
            return True
        return any(held.front == code + 1 and held.gotten for held in self.table.held.values())

    def least_worth(self) -> float:
        """Return the worth that a clue must have to be better than a discard."""
        if not self.may_discard or self.view.turns_left is not None:
            return _NEVER
        if self.pace <= 0:
            return -0.3
        if self.pace < self.table.seats:
            return 0.1
        return {1: 0.5, 2: 0.4, 3: 0.35}.get(self.tokens, 0.3)

    @property
    def pace(self) -> int:
        """Return how many cards can still be discarded if all that can be played is to be played."""
        view = self.view
        assert view.table_points is not None and view.attainable_score is not None
        return view.table_points + view.deck_size + view.seats - view.attainable_score

    def gamble(self) -> Held | None:
        """Return a card worth a risk when the game is nearly over."""
        view = self.view
        if view.turns_left is None or self.last_strike:
            return None
        if view.turns_left > view.seats - (self.tokens == 0):
            return None
        chances = [(self.chance(held), held.card) for held in self.hand if not held.trash]
        best = max(chances, default=(0.0, -1))
        return (
            self.table.held[best[1]] if best[0] > (0.15 if view.turns_left == 1 or not self.tokens else 0.4) else None
        )

    def chance(self, held: Held) -> float:
        """Return the chance that an own card can be played."""
        table = self.table
        left = list(table.left)
        for other in table.held.values():
            if other.front >= 0:
                left[other.front] -= 1
        codes = members(held.inferred)
        total = sum([max(left[code], 0) for code in codes])
        able = sum([max(left[code], 0) for code in codes if table.playable >> code & 1])
        return able / total if total else 0.0

    def tried(self) -> list[_Tried]:
        """Return the clues, the best first."""
        if self._tried is None:
            clues = [turn for turn in self.view.legal_actions if isinstance(turn, GiveColorClue | GiveRankClue)]
            found = [tried for clue in clues if (tried := self.attempt(clue)) is not None]
            found.sort(key=lambda tried: -tried.worth)
            best = [self.as_understood(tried) for tried in found[:_CLOSER]]
            self._tried = sorted(best, key=lambda tried: -tried.worth)
        return self._tried

    def attempt(self, clue: GiveColorClue | GiveRankClue) -> _Tried | None:
        """Return what a clue does if all understand it as the viewer does; None if it touches nothing."""
        mask, rank, touched = self.touches(clue)
        if not touched:
            return None
        after = self.table.copy()
        told = follow_clue(after, self.me, clue.target, mask, rank, touched)
        found = prospect(after)
        return _Tried(clue, self.worth(self.now, after, told, found), found, found.plays - self.now.plays)

    def as_understood(self, tried: _Tried) -> _Tried:
        """Return what a clue does as each seat understands it from its own view."""
        clue = tried.clue
        after, told = self.understood(clue)
        found = prospect(after)
        return _Tried(clue, self.worth(self.now_understood, after, told, found), found, found.plays - self.now.plays)

    def understood(self, clue: GiveColorClue | GiveRankClue) -> tuple[Table, Told]:
        """Return the table after a clue, with what each seat thinks of its hand."""
        mask, rank, touched = self.touches(clue)
        after = self.table.copy()
        told = follow_clue(after, self.me, clue.target, mask, rank, touched)
        for seat in self.table.order(self.me):
            theirs = self.seen_by(seat).copy()
            follow_clue(theirs, self.me, clue.target, mask, rank, touched)
            _take_thoughts(after, theirs, seat)
        return after, told

    @cached_property
    def now_understood(self) -> Prospect:
        """What the table promises as each seat understands it."""
        now = self.table.copy()
        for seat in self.table.order(self.me):
            _take_thoughts(now, self.seen_by(seat), seat)
        return prospect(now)

    def seen_by(self, seat: int) -> Table:
        """Return the table as another seat sees it."""
        if seat not in self._seen_by:
            self._seen_by[seat] = table = self.table.seen_by(seat)
            infer(table)
        return self._seen_by[seat]

    def touches(self, clue: GiveColorClue | GiveRankClue) -> tuple[int, int, list[int]]:
        """Return the cards that such a clue touches, its rank or 0, and the cards touched in the hand."""
        palette, table = self.table.palette, self.table
        if isinstance(clue, GiveColorClue):
            mask, rank = palette.color_touches[clue.color], 0
        else:
            mask, rank = palette.rank_touches[clue.rank], clue.rank
        return mask, rank, [held.card for held in table.cards(clue.target) if mask >> held.front & 1]

    def worth(self, now: Prospect, after: Table, told: Told, found: Prospect) -> float:
        """Return the worth of a clue in plays."""
        worth = 1.0 * (found.plays - now.plays) + 0.25 * (found.useful - now.useful)
        worth += 0.1 * (found.known - now.known)
        worth -= 0.45 * (found.useless - now.useless)
        worth -= 2.5 * (found.wrong - now.wrong)
        worth -= 0.7 * (found.misled - now.misled)
        worth -= 1.5 * (found.lost - now.lost)
        for distance, seat in enumerate(self.table.order(self.me)):
            weight = 0.6 if distance == 0 else 0.3
            worth -= weight * (found.danger.get(seat, 0.0) - now.danger.get(seat, 0.0))
        for card in told.touched:
            if not self.table.held[card].touched:
                worth -= self.own_copies(after.held[card].front)
        focus = after.held[told.focus]
        if told.kind in ("play", "save"):
            codes = told.saved
            for reading in told.readings:
                codes |= 1 << reading.code
            if not codes >> focus.front & 1:
                worth -= 2.0
            else:
                worth -= max(
                    [self.risk(told, reading) for reading in told.readings if reading.code == focus.front], default=0
                )
        return worth

    def own_copies(self, code: int) -> float:
        """Return the cost of touching a card of which an own clued card may be a copy."""
        cost = 0.0
        for held in self.hand:
            if held.gotten and held.inferred >> code & 1 and not held.trash:
                cost += 1.5 / held.inferred.bit_count()
        return cost

    def risk(self, told: Told, reading: Reading) -> float:
        """Return how likely a reading fails, as a cost."""
        cost = 2.0 if reading.wrong_prompt else 0.0
        if reading.own:
            cost += 0.3 if len(told.readings) == 1 else 1.0
        for link in reading.links:
            fronts = [self.table.held[card].front for card in link.cards]
            if fronts[0] not in (link.code, UNSEEN):
                cost += 2.0
            if link.how == "finesse":
                cost += 0.1
            if link.seat == self.me and len(link.cards) > 1:
                cost += 0.2
        return cost

    def discard(self) -> int:
        """Return the own card to discard: useless, else the chop, else the cheapest."""
        useless = [held for held in self.hand if held.trash]
        if useless:
            return useless[0].card
        chop = chop_of(self.hand)
        if chop is not None:
            return chop.card
        return min(self.hand, key=self.cost).card

    def cost(self, held: Held) -> float:
        """Return the mean cost of losing an own card."""
        codes = members(held.inferred)
        return sum([cost_of_loss(self.table, code, self.me) for code in codes]) / len(codes)


def _take_thoughts(table: Table, theirs: Table, seat: int) -> None:
    """Replace what a table thinks of a hand by what its seat thinks."""
    for held in theirs.cards(seat):
        mine = table.held[held.card]
        mine.inferred, mine.called, mine.promised, mine.trash = held.inferred, held.called, held.promised, held.trash
