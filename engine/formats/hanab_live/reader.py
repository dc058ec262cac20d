"""Import of games in hanab.live's JSON format.

The game is played by the rules of the edition `hanab_live`, and `engine.decide` checks every action. The reader never
shortens a game. If an export stops before the end of its game, the game was left, and is aborted here. The source of
the format is the `GameJSON` structure of the Hanabi-Live server.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.cards import Card
from engine.clues import marks_of
from engine.commands import Discard, GiveColorClue, GiveRankClue, Play, Turn
from engine.decide import IllegalMove, decide
from engine.events import (
    AbortReason,
    ColorClueGiven,
    GameAborted,
    GameDealt,
    HandReordered,
    LaterEvent,
    Log,
    RankClueGiven,
)
from engine.fold import evolve, fold
from engine.formats.hanab_live.checks import ImportRefused, a_list, a_number, an_object
from engine.formats.hanab_live.options import read_options, rules_of
from engine.proof.deal import CompositionError, encode_deck
from engine.rules import MAX_SEATS, MIN_SEATS, Palette
from engine.state import State

__all__ = ["Import", "ImportRefused", "is_inverted", "read"]

_MEMBERS: Final = ("id", "players", "deck", "actions", "options", "notes", "characters", "seed", "variant")
"""The members of an export. Bots write `variant` here if a game has no other option."""
# The types of actions.
_PLAY, _DISCARD, _COLOR_CLUE, _RANK_CLUE, _ENDED, _VOTED = range(6)

# Type 4 ends the game, with the reason in `value`.
_ABORTS: Final[Mapping[int, AbortReason]] = {
    3: "timed_out",
    4: "terminated",
    5: "speedrun_failed",
    6: "idle",
    10: "agreed",
}
_VOTE_CODE: Final = 10

_OTHER_TURNS: Final = ("Genius", "Panicky", "Contrarian")
"""The detrimental characters that change the order of turns. The others only limit what a player may do."""

_MAX_NAME_LENGTH: Final = 100
"""The maximum in old files. The service imports names of at most 40 characters, so faults name this limit."""


@dataclass(frozen=True, slots=True)
class Import:
    """A game from an export. `players` has the names by seat."""

    log: Log
    state: State
    players: tuple[str, ...]
    external_id: int | None
    options: Mapping[str, Any]
    characters: Sequence[str]
    """The detrimental characters by seat; empty without them."""
    notes: Sequence[Sequence[str]]
    seed: str | None
    known_cards: int
    """The number of cards of the deck in the export. A game that was left can lack the cards that were not drawn."""


def read(export: object) -> Import:
    """Return the game of an export, given as parsed JSON.

    Raises ImportRefused, with a pointer to the first fault, if the export is invalid or unsupported.
    """
    document = an_object(export, "#", _MEMBERS)
    options = read_options(_options(document))
    players = _players(document.get("players"))
    rules = rules_of(options, len(players))
    characters = _characters(document.get("characters"), len(players))
    cards = _cards(document.get("deck"), rules.palette)
    dealt = len(players) * rules.cards_in_hand(len(players))
    deck = _deck(cards, rules.palette, enough=len(cards) >= dealt)
    notes = _notes(document.get("notes"), len(players), len(deck) + len(rules.palette.suits))
    external_id, seed = document.get("id"), document.get("seed")
    if seed is not None and not isinstance(seed, str):
        raise ImportRefused("#/seed", "must be a text")
    start = options.get("startingPlayer", 0)
    table = Log(GameDealt(rules, len(players), start), deck, [])
    actions = _actions(document.get("actions"))
    if len(cards) == len(deck):
        log, state = _play_from(table, actions, options)
    else:
        log, state = _play_short(table, actions, options, len(cards))
    return Import(
        log=log,
        state=state,
        players=players,
        external_id=None if external_id is None else a_number(external_id, "#/id"),
        options=options,
        characters=characters,
        notes=notes,
        seed=seed,
        known_cards=len(cards),
    )


def _players(value: object) -> tuple[str, ...]:
    players = a_list(value, "#/players")
    for seat, name in enumerate(players):
        if not isinstance(name, str) or not 1 <= len(name) <= _MAX_NAME_LENGTH:
            raise ImportRefused(f"#/players/{seat}", "must be a name of 1 to 40 characters")
    if not MIN_SEATS <= len(players) <= MAX_SEATS:
        raise ImportRefused(
            "#/players", f"{len(players)} players where the rules have {MIN_SEATS} to {MAX_SEATS}", "R1"
        )
    return tuple(players)


def _characters(value: object, seats: int) -> tuple[str, ...]:
    if not value:
        return ()
    names = []
    for seat, character in enumerate(a_list(value, "#/characters")):
        name = an_object(character, f"#/characters/{seat}", ("name", "metadata")).get("name")
        if not isinstance(name, str) or len(name) > _MAX_NAME_LENGTH:
            raise ImportRefused(f"#/characters/{seat}/name", "must be the name of a character")
        if name in _OTHER_TURNS:
            raise ImportRefused(f"#/characters/{seat}", f"{name} changes the order of turns, which is not supported")
        names.append(name)
    if len(names) != seats:
        raise ImportRefused("#/characters", "must hold one character a player")
    return tuple(names)


def _options(document: Mapping[str, Any]) -> object:
    options, variant = document.get("options"), document.get("variant")
    if variant is None or not isinstance(options, dict | None):
        return options
    return {"variant": variant, **(options or {})}


def _cards(value: object, palette: Palette) -> list[Card]:
    suits = palette.suits
    cards = []
    for n, card in enumerate(a_list(value, "#/deck")):
        where = f"#/deck/{n}"
        members = an_object(card, where, ("suitIndex", "rank"))
        suit = a_number(members.get("suitIndex"), f"{where}/suitIndex")
        rank = a_number(members.get("rank"), f"{where}/rank")
        if not 0 <= suit < len(suits):
            raise ImportRefused(f"{where}/suitIndex", f"must be 0 to {len(suits) - 1} in this variant", "R2")
        if rank not in palette.ranks:
            raise ImportRefused(f"{where}/rank", f"must be one of {', '.join(map(str, palette.ranks))}", "R2")
        cards.append(Card(suits[suit], rank))
    return cards


@dataclass(frozen=True, slots=True)
class _Action:
    type: int
    target: int
    value: int


def _actions(value: object) -> list[_Action]:
    actions = []
    for n, action in enumerate(a_list(value, "#/actions")):
        members = an_object(action, f"#/actions/{n}", ("type", "target", "value"))
        if members.get("value") is None:  # hanab.live reads a missing value as 0
            members = {**members, "value": 0}
        actions.append(
            _Action(*(a_number(members.get(name), f"#/actions/{n}/{name}") for name in ("type", "target", "value")))
        )
    if not actions:
        raise ImportRefused("#/actions", "must hold at least one action")
    return actions


def _deck(cards: Sequence[Card], palette: Palette, *, enough: bool) -> bytes:
    """Return the codes of the deck.

    The export of a game that was left can lack cards that were not drawn. If there are `enough` to deal, these come
    last, in the order of their codes.
    """
    rest = Counter(palette.deck)
    rest.subtract(palette.codes[card] for card in cards)
    missing = sorted(rest.elements()) if enough else []
    try:
        return encode_deck(palette, [*cards, *[palette.cards[code] for code in missing]])
    except CompositionError as error:
        raise ImportRefused("#/deck", str(error), "R2") from None


def _notes(value: object, seats: int, longest: int) -> Sequence[Sequence[str]]:
    if value is None:
        return ()
    notes = a_list(value, "#/notes")
    if len(notes) != seats:
        raise ImportRefused("#/notes", "must hold one list a player")
    for seat, texts in enumerate(notes):
        if len(a_list(texts, f"#/notes/{seat}")) > longest:
            raise ImportRefused(f"#/notes/{seat}", f"holds more than {longest} notes")
        if not all(isinstance(text, str) for text in texts):
            raise ImportRefused(f"#/notes/{seat}", "must be a list of texts")
    return notes


class _EndedBefore(ImportRefused):
    """An action after the end of the game."""

    def __init__(self, pointer: str, reason: str) -> None:
        super().__init__(pointer, f"the game had ended before ({reason})", "R22")
        self.reason = reason


def _play_short(
    log: Log, actions: Sequence[_Action], options: Mapping[str, Any], known_cards: int
) -> tuple[Log, State]:
    """Play a game whose export lacks cards. It must have been left, and have every card that was drawn."""
    with suppress(ImportRefused):
        played, state = _play_from(log, actions, options)
        if state.dealt <= known_cards and played.later[-1] == GameAborted("left"):
            return played, state
    raise ImportRefused("#/deck", f"{known_cards} cards where the rules have {len(log.deck)}", "R2")


def _play_from(log: Log, actions: Sequence[_Action], options: Mapping[str, Any]) -> tuple[Log, State]:
    """Play a game. In old games, hanab.live's server did not end a game in which no more points were possible (R20)."""
    try:
        return _play(log, actions, options)
    except _EndedBefore as ended:
        if ended.reason != "no_points_left":
            raise
        rules = replace(log.deal.rules, early_end="never")
        return _play(log._replace(deal=replace(log.deal, rules=rules)), actions, options)


def _play(log: Log, actions: Sequence[_Action], options: Mapping[str, Any]) -> tuple[Log, State]:
    state = fold(log)
    events: list[LaterEvent] = []
    for n, action in enumerate(actions):
        where = f"#/actions/{n}"
        if state.ending is not None:
            raise _EndedBefore(where, state.ending.reason)
        events.append(_event(state, action, where))
        state = evolve(state, events[-1])
        if options.get("cardCycle") and (cycled := _cycled(state, events[-1])):
            events.append(cycled)
            state = evolve(state, cycled)
    if state.ending is None:
        failed = options.get("speedrun") and state.attainable < state.palette.max_score
        events.append(GameAborted("speedrun_failed" if failed else "left"))
        state = evolve(state, events[-1])
    return log._replace(later=events), state


def _cycled(state: State, event: LaterEvent) -> HandReordered | None:
    """Return what the option cardCycle does after a clue: the giver's oldest card without a clue becomes the newest."""
    if not isinstance(event, ColorClueGiven | RankClueGiven) or state.ending is not None:
        return None
    hand = state.hands[event.seat]
    plain = [card for card in hand if not marks_of(state.palette, state.marks[card]).touched]
    order = (*[card for card in hand if card not in plain[:1]], *plain[:1])
    return None if order == hand else HandReordered(event.seat, order)


def _event(state: State, action: _Action, where: str) -> LaterEvent:
    if action.type in (_ENDED, _VOTED):
        return _aborted(action, where, state.seats)
    seat = state.to_move
    assert seat is not None  # the game runs
    try:
        return decide(state, seat, _command(state, action, where))
    except IllegalMove as illegal:
        refusal = illegal.refusal
        raise ImportRefused(where, f"breaks the rules: {refusal.code}", refusal.rule) from None


def _command(state: State, action: _Action, where: str) -> Turn:
    if action.type in (_COLOR_CLUE, _RANK_CLUE):
        if action.type == _RANK_CLUE:
            return GiveRankClue(action.target, action.value)
        colors = state.palette.clue_colors
        if not 0 <= action.value < len(colors):
            raise ImportRefused(where, f"must have a clue color below {len(colors)} in this variant", "R8")
        return GiveColorClue(action.target, colors[action.value])
    if action.type in (_PLAY, _DISCARD):
        # An export holds what happened. A card of an inverted suit is played by discarding it.
        inverted = 0 <= action.target < len(state.deck) and is_inverted(state, action.target)
        return Play(action.target) if (action.type == _PLAY) != inverted else Discard(action.target)
    raise ImportRefused(f"{where}/type", "must be 0 to 5")


def is_inverted(state: State, card: int) -> bool:
    """Return True if a card's suit is inverted: a play discards it, and a discard plays it."""
    palette = state.palette
    return palette.inverted >> palette.codes[state.deck[card]] & 1 == 1


def _aborted(action: _Action, where: str, seats: int) -> GameAborted:
    """Return the event of an action that aborts the game (R21)."""
    if action.type == _VOTED:
        if (action.target, action.value) != (-1, _VOTE_CODE):
            raise ImportRefused(where, "a vote has target -1 and value 10")
        return GameAborted("agreed")
    if not -1 <= action.target < seats:
        raise ImportRefused(f"{where}/target", "must be a seat, or -1")
    if action.value not in _ABORTS:
        raise ImportRefused(
            f"{where}/value", "must be the end condition of a game that was not played to its end: 3, 4, 5, 6 or 10"
        )
    return GameAborted(_ABORTS[action.value])
