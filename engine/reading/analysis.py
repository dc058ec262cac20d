"""Analysis of an ended game: lost points, risks, and information from clues.

`docs/analysis.md` defines every figure. What could be reached is exact if the solver's curve of the game is given;
otherwise it is bounded, and a loss is known only "at the latest by" an event.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from engine.cards import Card
from engine.commands import Discard, Play, Turn
from engine.events import Log
from engine.reading.event_analysis import EventAnalysis, measured
from engine.reading.feed import CardItem
from engine.reading.losing_turns import Loss, LossKind, Reachable, losses
from engine.reading.progress import Progress

Cause = Literal["card_lost", "time_lost", "strike", "game_lost"]


class Solved(NamedTuple):
    """The solver's answers about a game."""

    values: Sequence[Reachable]
    """What could be reached, by version."""
    saving: Mapping[int, Sequence[tuple[tuple[Turn, ...], int]]]
    """By version, the turns that keep it: each with the line that follows, and the points that the line reaches."""


class SavingTurn(NamedTuple):
    """A turn that would have kept points."""

    line: tuple[Turn, ...]
    """The turn and those that follow, legal from `LostPoints.since` on."""
    score: int
    """The points that the line reaches."""
    card: Card | None
    """The card that the turn plays or discards; None for a clue."""
    inverted: bool
    """Whether its suit is inverted: a play discards the card, and a discard plays it."""


class LateCard(NamedTuple):
    """A needed card of which only one copy is left, and that copy is in the deck."""

    card: Card
    place: int
    """Its place in the deck, from 1 on."""
    deck: int
    """The number of cards in the whole deck."""


class LostPoints(NamedTuple):
    """Points that were lost, why, and what would have kept them."""

    version: int
    """The version of the event that lost them; unless it is certain, the latest that can have lost them."""
    since: int | None
    """The last version at which they provably could be reached; None if none is known."""
    turn: int
    """The turns taken so far, the lost one included."""
    points: int
    kind: LossKind
    seat: int | None
    """The seat that took the turn; None if no turn lost them."""
    certain: bool
    causes: tuple[Cause, ...]
    reachable_before: int | None
    """The score that could be reached at `since`."""
    saving_turns: tuple[SavingTurn, ...]
    last_copy: Card | None = None
    """The card of which the turn has lost the last copy."""
    late: LateCard | None = None
    """If too few turns are left: of the cards that are needed and have one copy left, the last in the deck."""


class Totals(NamedTuple):
    """The totals of a game."""

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
    """The analysis of a whole game."""

    events: tuple[EventAnalysis, ...]
    """All events by version."""
    losses: tuple[LostPoints, ...]
    """Where the points were lost, earliest first."""
    totals: Totals

    @property
    def last(self) -> Progress:
        """The progress at the end."""
        return self.events[-1].after

    @property
    def exact(self) -> bool:
        """True if it is known at each version what could be reached."""
        return all(event.after.is_exact for event in self.events)


def analyse(log: Log, at_ms: Sequence[int | None] = (), solved: Solved | None = None) -> Analysis:
    """Return the analysis of a game.

    `at_ms` contains the time of each event in milliseconds, by version. It is empty if the times are unknown. Without
    `solved`, what could be reached is bounded by the discard pile and the turns left.
    """
    return summed(log, tuple(measured(log, at_ms)), solved)


def summed(log: Log, events: tuple[EventAnalysis, ...], solved: Solved | None = None) -> Analysis:
    """Return the analysis of a game from those of all its events. The other parameters are those of `analyse`."""
    if solved is None:
        points = events[-1].after.reachable_at_least
        solved = Solved([Reachable(points, event.after.reachable_score) for event in events], {})
    before = log.deal.rules.palette.max_score
    judged = []
    for event, value in zip(events, solved.values, strict=True):
        after = event.after._replace(reachable_score=value.upper, reachable_at_least=value.lower)
        judged.append(event._replace(reachable_before=before, after=after))
        before = value.upper
    lost = tuple([_lost(log, judged, loss, solved) for loss in losses(log, solved.values)])
    return Analysis(tuple(judged), lost, _totals(judged))


def _lost(log: Log, events: Sequence[EventAnalysis], loss: Loss, solved: Solved) -> LostPoints:
    event, known = events[loss.version], loss.since >= 0
    causes = _causes(event) if loss.kind == "turn" else ()
    goal = solved.values[loss.since].lower if known else None
    return LostPoints(
        version=loss.version,
        since=loss.since if known else None,
        turn=event.after.turn,
        points=loss.points,
        kind=loss.kind,
        seat=event.seat if loss.kind == "turn" else None,
        certain=loss.since == loss.version - 1,
        causes=causes,
        reachable_before=goal,
        saving_turns=tuple([_saving_turn(log, *saving) for saving in solved.saving.get(loss.since, ())]),
        last_copy=_last_copy(log, event) if "card_lost" in causes else None,
        late=_late(log, events[: loss.version + 1]) if causes == ("time_lost",) else None,
    )


def _last_copy(log: Log, event: EventAnalysis) -> Card | None:
    """Return the card that the event has taken away, if it is among those that can no longer be played."""
    item = event.item
    if not isinstance(item, CardItem) or item.landed:
        return None
    card = log.cards[item.event.card]
    return card if card in event.became_dead else None


def _late(log: Log, events: Sequence[EventAnalysis]) -> LateCard | None:
    """Return the last card of the deck of those that are still needed and have no other copy, if it was not drawn."""
    palette = log.deal.rules.palette
    if not palette.plain_stacks:
        return None
    played, gone = set(), set()
    for event in events:
        if isinstance(event.item, CardItem):
            gone.add(event.item.event.card)
            if event.item.landed:
                played.add(log.cards[event.item.event.card])
    left: dict[Card, list[int]] = {}
    for number, card in enumerate(log.cards):
        if card not in played and number not in gone:
            left.setdefault(card, []).append(number)
    drawn = len(log.cards) - events[-1].item.after.deck_size
    found = None
    for suit in palette.suits:
        for rank in palette.ranks:  # those of plain stacks are played in this order
            card = Card(suit, rank)
            copies = left.get(card)
            if card in played:
                continue
            if copies is None:
                break  # it is lost, and all above it with it
            if len(copies) == 1 and copies[0] >= drawn and (found is None or copies[0] >= found.place):
                found = LateCard(card, copies[0] + 1, len(log.cards))
    return found


def _saving_turn(log: Log, line: tuple[Turn, ...], score: int) -> SavingTurn:
    if not isinstance(line[0], Play | Discard):
        return SavingTurn(line, score, None, inverted=False)
    card, inverted = line[0].card, log.deal.rules.palette.inverted
    return SavingTurn(line, score, log.cards[card], inverted >> log.deck[card] & 1 == 1)


def _causes(event: EventAnalysis) -> tuple[Cause, ...]:
    after, result = event.after, event.item.after.result
    lost_game = result is not None and result.outcome == "lost"
    found: dict[Cause, bool] = {
        "card_lost": event.attainable_lost > 0,
        "time_lost": not lost_game and after.reachable_score < after.attainable_score,
        "strike": event.misplayed,
        "game_lost": lost_game,
    }
    return tuple([cause for cause, is_one in found.items() if is_one])


def _totals(events: Sequence[EventAnalysis]) -> Totals:
    risks = [(event.risk, event.landed) for event in events if event.risk is not None]
    clues = [event.information for event in events if event.information is not None]
    thought = [event.think_time_ms for event in events if event.think_time_ms is not None]
    landed, misplays = sum([event.landed for event in events]), sum([event.misplayed for event in events])
    return Totals(
        turns=events[-1].after.turn,
        plays=landed + misplays,
        landed=landed,
        misplays=misplays,
        known_safe=sum([risk.known_safe for risk, _ in risks]),
        gambles=sum([not risk.known_safe for risk, _ in risks]),
        gambles_landed=sum([not risk.known_safe and landed for risk, landed in risks]),
        # By effect: a discard of an inverted card can play it.
        discards=sum([isinstance(event.item, CardItem) and event.item.effect == "discarded" for event in events]),
        clues=len(clues),
        clues_touching_nothing_new=sum([not clue.newly_touched for clue in clues]),
        clues_telling_nothing_new=sum([not clue.newly_informed for clue in clues]),
        clue_tokens_lost=sum([event.tokens_lost for event in events]),
        points_lost=sum([event.points_lost for event in events]),
        think_time_ms=sum(thought) if thought else None,
    )
