"""Games of variants that a viewer cannot distinguish: other unseen cards, and other values of unheard clues."""

from random import Random

from engine.events import CardDiscarded, CardPlayed, ColorClueGiven, LaterEvent, Log, RankClueGiven
from engine.fold import evolve, fold, steps
from engine.state import State
from tests.engine.variant_facts import Clue, Front, clues, touch_table, variant_of
from tests.engine.variant_games import fronts_of, played_card


def unseen_by(log: Log, viewer: int | None) -> list[int]:
    """Return the ids of the cards that a viewer has never seen in a running game. A watcher (None) sees no hand."""
    palette = log.deal.rules.palette
    hidden, seen = set(range(len(log.deck))), set[int]()
    states = list(steps(log))
    for state in states if viewer is not None else []:
        seen |= {card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand}
    for event in log.later:
        shown = not palette.hidden_plays or played_card(log, event) is None
        if shown and isinstance(event, CardPlayed | CardDiscarded):
            seen.add(event.card)
    return sorted(hidden - seen)


def other_game(log: Log, viewer: int | None, random: Random) -> Log | None:
    """Return another game that a viewer cannot distinguish from a running one. None if no such game was found.

    It has other cards where the viewer saw no card, and for each clue that the viewer did not hear any clue that
    touches the same cards.
    """
    states = list(steps(log))
    palette, name = log.deal.rules.palette, log.deal.rules.variant or ""
    gone = {event.card for event in log.later if isinstance(event, CardPlayed | CardDiscarded)}
    deck, fronts = list(log.deck), fronts_of(palette, log.deck)
    hidden = unseen_by(log, viewer)
    dealt = [card for card in hidden if card < states[-1].dealt] or hidden
    given = [
        (version, _heard(event, viewer, name), *_hand(event, before, fronts, name))
        for version, (event, before) in enumerate(zip(log.later, states, strict=False))
        if isinstance(event, ColorClueGiven | RankClueGiven)
    ]

    def agreeing(heard: list[Clue], hand: tuple[int, ...], touched: set[int]) -> list[Clue]:
        table = touch_table(name)
        return [clue for clue in heard if all((fronts[card] in table[clue]) == (card in touched) for card in hand)]

    for _ in range(4 * len(dealt)):
        a, b = random.choice(dealt), random.choice(hidden)
        if gone & {a, b} and palette.inverted >> deck[a] & 1 != palette.inverted >> deck[b] & 1:
            continue  # a play of an inverted card shows that it was discarded
        fronts[a], fronts[b], deck[a], deck[b] = fronts[b], fronts[a], deck[b], deck[a]
        if not all(agreeing(heard, hand, hit) for _, heard, hand, hit in given if a in hand or b in hand):
            fronts[a], fronts[b], deck[a], deck[b] = fronts[b], fronts[a], deck[b], deck[a]
    later = list(log.later)
    for version, heard, hand, hit in given:
        later[version] = _said(later[version], random.choice(agreeing(heard, hand, hit)))
    other = log._replace(deck=bytes(deck), later=later)
    state = states[0] if other == log else fold(other.until(0))
    for event in other.later:
        if state.ending is None:
            state = evolve(state, event)
    # An end that depends on hidden cards would distinguish the games.
    return None if other == log or state.ending is not None else other


def _heard(event: ColorClueGiven | RankClueGiven, viewer: int | None, name: str) -> list[Clue]:
    """Return the clues that a clue may have been, for a viewer who saw the table but perhaps did not hear it."""
    said: Clue = ("color", event.color) if isinstance(event, ColorClueGiven) else ("rank", event.rank)
    variant = variant_of(name)
    if event.seat == viewer:
        return [said]
    if variant.has("CP"):
        return [clue for clue in clues(variant) if clue[0] == said[0]]
    return clues(variant) if variant.has("Du") else [said]


def _hand(
    event: ColorClueGiven | RankClueGiven, before: State, fronts: list[Front], name: str
) -> tuple[tuple[int, ...], set[int]]:
    """Return the hand that got a clue, and the cards that it touched."""
    said: Clue = ("color", event.color) if isinstance(event, ColorClueGiven) else ("rank", event.rank)
    hand = before.hands[event.target]
    return hand, {card for card in hand if fronts[card] in touch_table(name)[said]}


def _said(event: LaterEvent, clue: Clue) -> LaterEvent:
    assert isinstance(event, ColorClueGiven | RankClueGiven)
    kind, value = clue
    if kind == "color":
        return ColorClueGiven(event.seat, event.target, str(value))
    return RankClueGiven(event.seat, event.target, int(value))
