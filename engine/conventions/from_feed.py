"""Follow a game through the feed of a seat, which has what that seat saw and no more."""

from collections.abc import Iterable

from engine.conventions.following import draw, follow_clue, follow_discard, follow_play
from engine.conventions.inference import infer
from engine.conventions.rule_types import Rules
from engine.conventions.table import Table
from engine.events import CardDiscarded, ColorClueGiven
from engine.reading.feed import CardItem, ClueItem, DealItem, FaceDown, FaceUp, HiddenClue, Item
from engine.rules import Palette


def table_of(palette: Palette, seats: int, viewer: int, rules: Rules, feed: Iterable[Item]) -> Table:
    """Return the table after the events of a seat's feed."""
    table = Table(palette, seats, viewer, rules)
    for item in feed:
        follow(table, item)
    return table


def follow(table: Table, item: Item) -> None:
    """Follow one event."""
    _follow(table, item)
    table.tokens = item.after.clue_tokens


def _follow(table: Table, item: Item) -> None:
    match item:
        case DealItem(hands=hands):
            for seat, cards in hands:
                for card in cards:
                    table.draw(seat, card.card, _front(table, card), dealt=True)
            infer(table)
        case ClueItem(event=clue, touched=touched):
            assert not isinstance(clue, HiddenClue) and touched is not None
            palette = table.palette
            if isinstance(clue, ColorClueGiven):
                mask, rank = palette.color_touches[clue.color], 0
            else:
                mask, rank = palette.rank_touches[clue.rank], clue.rank
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
        case _:  # a remark, a vote or another order of a hand says nothing here
            pass


def _front(table: Table, card: FaceDown | FaceUp) -> int:
    return table.palette.codes[card.suit, card.rank] if isinstance(card, FaceUp) else -1
