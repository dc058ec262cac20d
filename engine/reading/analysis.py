"""A game measured event by event: what it cost, what plays risked, what clues told. `docs/analysis.md` defines it all.

Everything goes by open hands and all marks, so it is for games that have ended; the odds of a play are those of its
seat, which is taken to have forgotten nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from engine.cards import Card, Suit, code_of
from engine.clues import Marks
from engine.events import CardPlayed, ColorClueGiven, Event, Log, RankClueGiven, TurnTaken
from engine.fold import steps
from engine.reading.feed import CardItem, ClueItem, Item, Kind, all_eyes, item_of, kind_of
from engine.reading.knowledge import Prospects, common_unseen, possible_codes, probabilities, prospects
from engine.reading.view import View, open_view
from engine.state import State

__all__ = [
    "Analysis",
    "Cause",
    "Measured",
    "Risk",
    "Standing",
    "Told",
    "Totals",
    "TurningPoint",
    "analyse",
    "standings",
]

Cause = Literal["card_lost", "time_lost", "strike", "game_lost"]


class Standing(NamedTuple):
    """Where the game stands after an event."""

    version: int
    turn: int
    score: int | None
    """The points on the table while the game runs, the result's score once it has ended."""
    table_points: int
    attainable_score: int
    """The highest score that the discard pile leaves (R13)."""
    reachable_score: int
    """The highest score that the discard pile and the turns to come leave; once the game has ended, the points."""
    clue_tokens: int
    strikes: int
    deck_size: int
    pace: int | None
    """How many turns that draw and do not score are left without losing a point; None where no deck ends the game."""
    cards_gotten: int
    clues_spent: int

    @property
    def efficiency(self) -> float | None:
        """Cards gotten for each clue spent; None before the first."""
        return self.cards_gotten / self.clues_spent if self.clues_spent else None


class Risk(NamedTuple):
    """What a play was known to risk: of all deals that its seat could not rule out, those in which it lands."""

    landing_deals: int
    deals: int

    @property
    def known_safe(self) -> bool:
        """Say whether the seat could know that the card would land."""
        return self.landing_deals == self.deals

    @property
    def probability(self) -> float:
        """Return the chance of landing, from 0 to 1."""
        return self.landing_deals / self.deals


class Told(NamedTuple):
    """What a clue told everybody. Cards of the hand that got it, by card id as they lie."""

    touched: tuple[int, ...]
    newly_touched: tuple[int, ...]
    """Those that no clue had touched before."""
    newly_informed: tuple[int, ...]
    """Cards, touched or not, that by common knowledge can be less than before."""


class Measured(NamedTuple):
    """One event, and what it did."""

    item: Item
    """As the reader of an ended game sees it."""
    attainable_before: int
    reachable_before: int
    after: Standing
    became_critical: tuple[Card, ...]
    became_dead: tuple[Card, ...]
    """Out of reach from now on; a card that lands is not among them."""
    risk: Risk | None
    """Of a play."""
    told: Told | None
    """Of a clue."""
    think_time_ms: int | None
    """Of a turn whose moments are known: since its seat came on the move."""

    @property
    def kind(self) -> Kind:
        """Return what the event is called."""
        return kind_of(self.item)

    @property
    def seat(self) -> int | None:
        """Return whose event it was; None for what no seat did."""
        return getattr(self.item.event, "seat", None)

    @property
    def declared_color(self) -> Suit | None:
        """Return the color that a play named (R12)."""
        return self.item.event.declared_color if isinstance(self.item.event, CardPlayed) else None

    @property
    def attainable_lost(self) -> int:
        """Return by how much the event lowered the attainable score."""
        return self.attainable_before - self.after.attainable_score

    @property
    def points_lost(self) -> int:
        """Return by how much the event lowered the reachable score."""
        return self.reachable_before - self.after.reachable_score

    @property
    def tokens_lost(self) -> int:
        """Return the clue tokens that were due and were lost to the cap (R11, R12)."""
        return self.item.tokens_lost if isinstance(self.item, CardItem) else 0

    @property
    def misplayed(self) -> bool:
        """Say whether the event was a play that did not land."""
        return self.risk is not None and isinstance(self.item, CardItem) and not self.item.landed


class TurningPoint(NamedTuple):
    """A turn that cost points, a strike or the game."""

    version: int
    turn: int
    """Its number, 1 for the first."""
    seat: int
    points_lost: int
    causes: tuple[Cause, ...]


class Totals(NamedTuple):
    """The sums of a game."""

    turns: int
    plays: int
    landed: int
    misplays: int
    known_safe: int
    gambles: int
    gambles_landed: int
    discards: int
    clues: int
    clues_touching_nothing_new: int
    clues_telling_nothing_new: int
    clue_tokens_lost: int
    points_lost: int
    think_time_ms: int | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """A whole game measured."""

    events: tuple[Measured, ...]
    """By version, from the deal on."""
    turning_points: tuple[TurningPoint, ...]
    totals: Totals

    @property
    def last(self) -> Standing:
        """Return where the game stood in the end."""
        return self.events[-1].after


def analyse(log: Log, at_ms: Sequence[int | None] = ()) -> Analysis:
    """Return a game measured. `at_ms` has the moment of each event by version, in milliseconds; empty if unknown."""
    events = tuple(_measured(log, at_ms))
    points = tuple([point for event in events if (point := _turning_point(event)) is not None])
    return Analysis(events, points, _totals(events))


def standings(log: Log) -> tuple[Standing, ...]:
    """Return where a game stood after each event, by version from the deal on."""
    return tuple([moment.standing for moment in _moments(log)])


class _Moment(NamedTuple):
    """The table after an event, with what is public of its cards."""

    event: Event
    item: Item
    view: View
    prospects: Prospects
    unseen: int
    """Bit n is set when a copy of the card with code n lies neither on the table nor in the discard pile."""
    standing: Standing


def _moments(log: Log) -> Iterator[_Moment]:
    before: State | None = None
    ahead, unseen, spent = Prospects(frozenset(), frozenset(), frozenset()), 0, 0
    for event, state in zip(log.events, steps(log), strict=True):
        item = item_of(before or state, event, state, all_eyes(state.seats))
        view = open_view(state)
        if not isinstance(item, ClueItem):
            ahead = prospects(view)
            unseen = sum([1 << code for code, copies in enumerate(common_unseen(view)) if copies])
        spent += _clues_spent(item)
        yield _Moment(event, item, view, ahead, unseen, _standing(view, ahead, spent))
        before = state


def _clues_spent(item: Item) -> int:
    """A clue, a strike, which could have been a discard, and a token lost to the cap each spend one."""
    match item:
        case ClueItem():
            return 1
        case CardItem(event=CardPlayed(), landed=False):
            return 1
        case CardItem():
            return item.tokens_lost
        case _:
            return 0


def _standing(view: View, ahead: Prospects, spent: int) -> Standing:
    return Standing(
        view.version,
        view.turn,
        view.score,
        view.table_points,
        view.attainable_score,
        _reachable(view),
        view.clue_tokens,
        view.strikes,
        view.deck_size,
        _pace(view),
        _cards_gotten(view, ahead),
        spent,
    )


def _reachable(view: View) -> int:
    if view.result is not None:
        return view.table_points
    if view.rules.ending == "grand_finale":  # R18: nothing but the cards bounds the turns
        return view.attainable_score
    # R17: while the deck lasts, each of its cards can be drawn after a point, and then every seat can make one more.
    turns = view.deck_size + view.seats if view.turns_left is None else view.turns_left
    return min(view.attainable_score, view.table_points + turns)


def _pace(view: View) -> int | None:
    if view.result is not None or not view.deck_size or view.rules.ending == "grand_finale":
        return None
    return view.table_points + view.deck_size + view.seats - view.attainable_score


def _cards_gotten(view: View, ahead: Prospects) -> int:
    needed = ~sum([1 << code_of(card) for card in ahead.dead])  # and of what is needed, copies are left
    clued = sum(
        [
            card.marks is not None and _is_clued(card.marks) and possible_codes(card.marks) & needed != 0
            for hand in view.hands
            for card in hand.cards
        ]
    )
    return min(view.table_points + clued, view.attainable_score)


def _is_clued(marks: Marks) -> bool:
    return bool(marks.clued_colors or marks.clued_ranks)


def _measured(log: Log, at_ms: Sequence[int | None]) -> Iterator[Measured]:
    moments = _moments(log)
    before = next(moments)
    since = 0
    yield _measure(before, before, None)
    for version, after in enumerate(moments, 1):
        think_time = None
        if isinstance(after.event, TurnTaken):
            think_time = _between(at_ms, since, version)
            since = version
        yield _measure(before, after, think_time)
        before = after


def _between(at_ms: Sequence[int | None], since: int, version: int) -> int | None:
    if not at_ms:
        return None
    first, last = at_ms[since], at_ms[version]
    return None if first is None or last is None else max(0, last - first)


def _measure(before: _Moment, after: _Moment, think_time_ms: int | None) -> Measured:
    lost: tuple[Card, ...] = ()
    critical: tuple[Card, ...] = ()
    if isinstance(after.item, CardItem):
        # A card that lands is dead too, but it is not lost; nothing else of a lower rank is left of its suit.
        landed = {(after.item.card.suit, after.item.card.rank)} if after.item.landed else set()
        lost = tuple(sorted(after.prospects.dead - before.prospects.dead - landed, key=code_of))
        critical = tuple(sorted(after.prospects.critical - before.prospects.critical, key=code_of))
    return Measured(
        after.item,
        before.standing.attainable_score,
        before.standing.reachable_score,
        after.standing,
        critical,
        lost,
        _risk(before, after.event) if isinstance(after.event, CardPlayed) else None,
        _told(before, after) if isinstance(after.event, ColorClueGiven | RankClueGiven) else None,
        think_time_ms,
    )


def _risk(before: _Moment, event: CardPlayed) -> Risk:
    """Count the deals in which the play lands (R10), rightly named if a color was named (R12)."""
    odds = next(odds for odds in probabilities(before.view, event.seat) if odds.card == event.card)
    landing = [
        one.deals
        for one in odds.odds
        if Card(one.suit, one.rank) in before.prospects.playable and event.declared_color in (None, one.suit)
    ]
    return Risk(sum(landing), odds.deals)


def _told(before: _Moment, after: _Moment) -> Told:
    assert isinstance(after.item, ClueItem) and after.item.touched is not None  # the reader forgets nothing
    target = after.item.event.target
    touched = {card.card for card in after.item.touched}
    then, now = before.view.hands[target].cards, after.view.hands[target].cards
    return Told(
        tuple([card.card for card in then if card.card in touched]),
        tuple([card.card for card in then if card.card in touched and card.marks and not _is_clued(card.marks)]),
        tuple(
            [
                card.card
                for card, same in zip(then, now, strict=True)
                if (possible_codes(card.marks) ^ possible_codes(same.marks)) & before.unseen
            ]
        ),
    )


def _turning_point(event: Measured) -> TurningPoint | None:
    if not isinstance(event.item.event, TurnTaken):
        return None
    after, result = event.after, event.item.after.result
    lost_game = result is not None and result.outcome == "lost"
    short = event.points_lost > 0 and not lost_game and after.reachable_score < after.attainable_score
    found: dict[Cause, bool] = {
        "card_lost": event.attainable_lost > 0,
        "time_lost": short,
        "strike": event.misplayed,
        "game_lost": lost_game,
    }
    causes = tuple([cause for cause in _CAUSES if found[cause]])
    if not causes:
        return None
    return TurningPoint(after.version, after.turn, event.item.event.seat, event.points_lost, causes)


_CAUSES: Final[tuple[Cause, ...]] = ("card_lost", "time_lost", "strike", "game_lost")


def _totals(events: Sequence[Measured]) -> Totals:
    risks = [(event.risk, event.misplayed) for event in events if event.risk is not None]
    clues = [event.told for event in events if event.told is not None]
    thought = [event.think_time_ms for event in events if event.think_time_ms is not None]
    return Totals(
        turns=events[-1].after.turn,
        plays=len(risks),
        landed=sum([not misplayed for _, misplayed in risks]),
        misplays=sum([misplayed for _, misplayed in risks]),
        known_safe=sum([risk.known_safe for risk, _ in risks]),
        gambles=sum([not risk.known_safe for risk, _ in risks]),
        gambles_landed=sum([not risk.known_safe and not misplayed for risk, misplayed in risks]),
        discards=sum([event.kind == "discard" for event in events]),
        clues=len(clues),
        clues_touching_nothing_new=sum([not clue.newly_touched for clue in clues]),
        clues_telling_nothing_new=sum([not clue.newly_informed for clue in clues]),
        clue_tokens_lost=sum([event.tokens_lost for event in events]),
        points_lost=sum([event.points_lost for event in events]),
        think_time_ms=sum(thought) if thought else None,
    )
