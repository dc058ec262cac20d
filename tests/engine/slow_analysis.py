"""An independent analysis of games, based on the slow rules.

`docs/analysis.md` defines the figures.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import factorial, prod
from typing import Any

from engine.events import (
    CardDiscarded,
    CardPlayed,
    ColorClueGiven,
    Event,
    GameAborted,
    Log,
    RankClueGiven,
)
from tests.cards import CARDS
from tests.engine.slow import Front, SlowTable, copies, slow_deal, suits_of

Facts = dict[str, Any]


def slow_analysis(log: Log) -> list[Facts]:
    """Return the analysis of each event after the deal."""
    deal = log.deal
    before = slow_deal(
        deal.rules, deal.seats, deal.starting_seat, [(CARDS[code].suit, CARDS[code].rank) for code in log.deck]
    )
    spent, measured = 0, []
    for event in log.later:
        after = before.after(event)
        facts = effects(before, event, after)
        spent += facts.pop("spent")
        measured.append(facts | figures(after) | {"clues_spent": spent})
        before = after
    return measured


def figures(table: SlowTable) -> Facts:
    """Return the figures of a table."""
    points, attainable, deck = table.points(), table.attainable(), len(table.deck) - table.drawn
    endless = table.rules.ending == "grand_finale"
    score: int | None = points
    if table.end and table.end[0] == "aborted":
        score = None
    elif table.end and table.end[0] == "lost":
        score = 0 if table.rules.strikeout_score == "zero" else None
    gotten = points
    for card in [card for hand in table.hands for card in hand]:
        if table.clued(card) and any(alive(table, front) for front in commonly_possible(table, card)):
            gotten += 1
    return {
        "score": score,
        "table_points": points,
        "attainable_score": attainable,
        "reachable_score": reachable(table),
        "clue_tokens": table.tokens,
        "strikes": table.strikes,
        "deck_size": deck,
        "pace": None if endless or table.end or deck == 0 else points + deck + table.seats - attainable,
        "cards_gotten": gotten if gotten < attainable else attainable,
    }


def reachable(table: SlowTable) -> int:
    """Return the highest score if every further turn can score a point."""
    if table.end:
        return 0 if table.end[0] == "lost" else table.points()
    if table.rules.ending == "grand_finale":
        return table.attainable()
    points, attainable = table.points(), table.attainable()
    deck, last = len(table.deck) - table.drawn, table.last_turns
    turns = len(last) if last is not None else None
    while points < attainable and turns != 0:
        points += 1
        if turns is not None:
            turns -= 1
        else:
            deck -= 1
            turns = table.seats if deck == 0 else None
    return points


def all_discarded(table: SlowTable, front: Front) -> bool:
    """Return True if every copy of a card is discarded."""
    return table.holds(front, table.discards) == copies(table.rules, front)


def alive(table: SlowTable, front: Front) -> bool:
    """Return True if a card can still be played."""
    suit, rank = front
    on_the_way = range(table.fireworks[suit] + 1, rank + 1)
    return len(on_the_way) > 0 and not any(all_discarded(table, (suit, lower)) for lower in on_the_way)


def every_front(table: SlowTable) -> list[Front]:
    """Return every card of the game, without its copies."""
    return [(suit, rank) for suit in suits_of(table.rules) for rank in range(1, 6)]


def commonly_possible(table: SlowTable, card: int) -> set[Front]:
    """Return the identities of a card by common knowledge."""
    visible = Counter(table.front(card) for card in table.discards)
    visible.update((suit, rank) for suit, top in table.fireworks.items() for rank in range(1, top + 1))
    return {front for front in table.possible(card) if visible[front] < copies(table.rules, front)}


def critical(table: SlowTable) -> set[Front]:
    """Return the needed cards with one copy left."""
    return {
        front
        for front in every_front(table)
        if alive(table, front) and table.holds(front, table.discards) == copies(table.rules, front) - 1
    }


def effects(before: SlowTable, event: Event, after: SlowTable) -> Facts:
    """Return the effects of an event."""
    facts: Facts = {
        "attainable_lost": before.attainable() - after.attainable(),
        "points_lost": reachable(before) - reachable(after),
        "became_critical": critical(after) - critical(before),
        "became_dead": set(),
        "tokens_lost": 0,
        "spent": 0,
        "risk": None,
        "information": None,
    }
    match event:
        case CardPlayed(seat, card, declared):
            suit, rank = before.front(card)
            landed = after.points() > before.points()
            due = (int(rank == 5) + int(declared is not None)) if landed else 0
            facts["tokens_lost"] = due - (after.tokens - before.tokens)
            facts["spent"] = facts["tokens_lost"] if landed else 1
            facts["risk"] = risk(before, seat, card, declared)
            lost = {front for front in every_front(before) if alive(before, front) and not alive(after, front)}
            facts["became_dead"] = lost - {(suit, rank)} if landed else lost
        case CardDiscarded():
            facts["became_dead"] = {
                front for front in every_front(before) if alive(before, front) and not alive(after, front)
            }
        case ColorClueGiven(_, target, _) | RankClueGiven(_, target, _):
            hand = before.hands[target]
            touched = [card for card in hand if after.clues[card][-1][1]]
            facts["spent"] = 1
            facts["information"] = (
                touched,
                [card for card in touched if not before.clued(card)],
                [card for card in hand if commonly_possible(before, card) != commonly_possible(after, card)],
            )
        case GameAborted():
            pass
    return facts


def risk(table: SlowTable, seat: int, card: int, declared: str | None) -> tuple[int, int]:
    """Return the deals in which a play lands, and all deals."""
    hand = table.hands[seat]
    unseen = [table.front(other) for other in [*hand, *range(table.drawn, len(table.deck))]]
    known = [table.possible(own) for own in hand]
    fits = [{n for n, front in enumerate(unseen) if front in possible} for possible in known]
    good = {
        n
        for n in fits[hand.index(card)]
        if unseen[n][1] == table.fireworks[unseen[n][0]] + 1 and declared in (None, unseen[n][0])
    }
    return injections([good if own == card else ways for own, ways in zip(hand, fits, strict=True)]), injections(fits)


def injections(sets: Sequence[set[int]]) -> int:
    """Return the number of ways to choose different items from the sets.

    It uses Möbius inversion over set partitions.
    """
    return sum(
        prod(
            (-1) ** (len(block) - 1) * factorial(len(block) - 1) * len(set.intersection(*(sets[n] for n in block)))
            for block in partition
        )
        for partition in partitions(list(range(len(sets))))
    )


def partitions(items: list[int]) -> Iterator[list[list[int]]]:
    """Yield every partition of a list into blocks."""
    if not items:
        yield []
        return
    first, *others = items
    for partition in partitions(others):
        yield [[first], *partition]
        for n, block in enumerate(partition):
            yield [*partition[:n], [first, *block], *partition[n + 1 :]]
