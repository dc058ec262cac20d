"""Follow a game through the feed of a seat, which has what that seat saw and no more."""

from collections.abc import Iterable

from engine.conventions.following import draw, follow_clue, follow_discard, follow_play
from engine.conventions.inference import infer
from engine.conventions.levels import rules_of
from engine.conventions.rule_types import Rules
from engine.conventions.table import Table, touches
from engine.events import CardDiscarded, Log
from engine.reading.feed import CardItem, ClueItem, DealItem, FaceDown, FaceUp, HiddenClue, Item, feed, seat_viewpoint
from engine.rules import Palette


def table_of(palette: Palette, seats: int, viewer: int, rules: Rules, items: Iterable[Item]) -> Table:
    """Return the table after the events of a seat's feed."""
    table = Table(palette, seats, viewer, rules)
    for item in items:
        follow(table, item)
    return table


def seat_table(log: Log, seat: int, level: int) -> Table:
    """Return the table after a log, as a seat reads it by the conventions of a level. It remembers everything."""
    deal = log.deal
    seen = feed(log, seat_viewpoint(seat, deal.seats, remembers=True))
    return table_of(deal.rules.palette, deal.seats, seat, rules_of(level), seen)


def follow(table: Table, item: Item) -> None:
    """Follow one event. A remark, a vote or another order of a hand says nothing here."""
    match item:
        case DealItem(hands=hands):
            for seat, cards in hands:
                for card in cards:
                    table.draw(seat, card.card, _front(table, card), dealt=True)
            infer(table)
        case ClueItem(event=clue, touched=touched):
            assert not isinstance(clue, HiddenClue) and touched is not None
            mask, rank = touches(table.palette, clue)
            follow_clue(table, clue.seat, clue.target, mask, rank, [one.card for one in touched])
        case CardItem(event=event):
            code = _front(table, item.card)
            if event.card not in table.held:  # played from the deck
                table.draw(event.seat, event.card, code)
            if isinstance(event, CardDiscarded):
                follow_discard(table, event.seat, event.card, code)
            else:
                follow_play(table, event.seat, event.card, code, fits=item.landed)
            if item.drawn is not None:
                draw(table, event.seat, item.drawn.card, _front(table, item.drawn))
        case _:
            pass
    table.tokens = item.after.clue_tokens


def _front(table: Table, card: FaceDown | FaceUp) -> int:
    return table.palette.codes[card.suit, card.rank] if isinstance(card, FaceUp) else -1
