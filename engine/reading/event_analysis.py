"""The analysis of single events: lost points, risks, and information from clues.

`docs/analysis.md` defines every figure. All figures assume open hands and all marks, so they are for ended games. The
odds of a play are from the viewpoint of its seat, which is assumed to remember everything.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.cards import Card, Suit
from engine.events import CardPlayed, ColorClueGiven, EventName, Log, RankClueGiven, TurnTaken
from engine.reading.feed import CardItem, ClueItem, FaceUp, Item, kind_of
from engine.reading.knowledge import possible_codes
from engine.reading.odds import odds_of
from engine.reading.progress import EventContext, Progress, contexts


class Risk(NamedTuple):
    """The risk of a play.

    `deals` counts the deals that the seat could not rule out, and `landing_deals` those in which the card lands. A card
    of an inverted suit does not land.
    """

    landing_deals: int
    deals: int

    @property
    def known_safe(self) -> bool:
        """True if the seat could know that the card would land."""
        return self.landing_deals == self.deals

    @property
    def probability(self) -> float:
        """The probability of landing, from 0 to 1."""
        return self.landing_deals / self.deals


class ClueInformation(NamedTuple):
    """The information from a clue, as card ids in hand order."""

    touched: tuple[int, ...]
    newly_touched: tuple[int, ...]
    """The touched cards that no clue had touched before."""
    newly_informed: tuple[int, ...]
    """Cards, touched or not, with fewer possible identities by common knowledge than before."""


class EventAnalysis(NamedTuple):
    """One event and its effects."""

    item: Item
    """The event as seen with all hands open."""
    attainable_before: int
    reachable_before: int
    after: Progress
    became_critical: tuple[Card, ...]
    became_dead: tuple[Card, ...]
    """Cards that can no longer be played, except a card that landed."""
    risk: Risk | None
    """None unless the event is a play."""
    information: ClueInformation | None
    """None unless the event is a clue."""
    think_time_ms: int | None
    """The time since the previous turn; None for other events and unknown times."""

    @property
    def kind(self) -> EventName:
        """The public name of the event's kind."""
        return kind_of(self.item)

    @property
    def seat(self) -> int | None:
        """The seat of the event, None if it has none."""
        return getattr(self.item.event, "seat", None)

    @property
    def declared_color(self) -> Suit | None:
        """The color that a play named (R12)."""
        return self.item.event.declared_color if isinstance(self.item.event, CardPlayed) else None

    @property
    def attainable_lost(self) -> int:
        """The decrease of the attainable score."""
        return self.attainable_before - self.after.attainable_score

    @property
    def points_lost(self) -> int:
        """The decrease of the reachable score."""
        return self.reachable_before - self.after.reachable_score

    @property
    def tokens_lost(self) -> int:
        """The clue tokens lost to the cap (R11, R12)."""
        return self.item.tokens_lost if isinstance(self.item, CardItem) else 0

    @property
    def landed(self) -> bool:
        """True for an event that extended a firework."""
        return isinstance(self.item, CardItem) and self.item.landed

    @property
    def misplayed(self) -> bool:
        """True for an event that cost a strike."""
        return isinstance(self.item, CardItem) and self.item.effect == "misplayed"


def measured(log: Log, at_ms: Sequence[int | None]) -> Iterator[EventAnalysis]:
    """Yield the analysis of each event, by version. The parameters are those of `analyse`."""
    following = contexts(log)
    before = next(following)
    since = 0
    yield _measure(before, before, None)
    for version, after in enumerate(following, 1):
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


def _measure(before: EventContext, after: EventContext, think_time_ms: int | None) -> EventAnalysis:
    lost: tuple[Card, ...] = ()
    critical: tuple[Card, ...] = ()
    if isinstance(after.item, CardItem):
        # A card that lands becomes dead but is not lost. Lower ranks of its suit were already dead.
        code = after.view.rules.palette.codes.__getitem__
        card = after.item.card
        landed = {Card(card.suit, card.rank)} if after.item.landed and isinstance(card, FaceUp) else set()
        lost = tuple(sorted(after.prospects.dead - before.prospects.dead - landed, key=code))
        critical = tuple(sorted(after.prospects.critical - before.prospects.critical, key=code))
    return EventAnalysis(
        item=after.item,
        attainable_before=before.progress.attainable_score,
        reachable_before=before.progress.reachable_score,
        after=after.progress,
        became_critical=critical,
        became_dead=lost,
        risk=_risk(before, after.event) if isinstance(after.event, CardPlayed) else None,
        information=_information(before, after) if isinstance(after.event, ColorClueGiven | RankClueGiven) else None,
        think_time_ms=think_time_ms,
    )


def _risk(before: EventContext, event: CardPlayed) -> Risk:
    """Return the risk of a play (R10). A named color must be the right one (R12)."""
    odds = odds_of(before.view, event.seat, event.card)
    palette = before.view.rules.palette
    landing = [
        identity.deals
        for identity in odds.odds
        if Card(identity.suit, identity.rank) in before.prospects.playable
        and event.declared_color in (None, identity.suit)
        and not palette.inverted >> palette.codes[identity.suit, identity.rank] & 1
    ]
    return Risk(sum(landing), odds.deals)


def _information(before: EventContext, after: EventContext) -> ClueInformation:
    assert isinstance(after.item, ClueItem) and after.item.touched is not None  # open hands show them
    target = after.item.event.target
    touched = {card.card for card in after.item.touched}
    then, now = before.view.hands[target].cards, after.view.hands[target].cards
    return ClueInformation(
        tuple([card.card for card in then if card.card in touched]),
        tuple([card.card for card in then if card.card in touched and card.marks and not card.marks.touched]),
        tuple(
            [
                card.card
                for card, same in zip(then, now, strict=True)
                if (possible_codes(card.marks) ^ possible_codes(same.marks)) & before.unseen
            ]
        ),
    )
