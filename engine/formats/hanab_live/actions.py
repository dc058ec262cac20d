"""The actions of an export in hanab.live's JSON format: how they are read, and played by the rules."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.clues import marks_of
from engine.commands import Discard, GiveColorClue, GiveRankClue, Play, Turn
from engine.decide import IllegalMove, decide
from engine.events import AbortReason, ColorClueGiven, GameAborted, HandReordered, LaterEvent, Log, RankClueGiven
from engine.fold import evolve, fold
from engine.formats.hanab_live.checks import ImportRefused, a_list, a_number, an_object
from engine.state import State
from engine.wording import N_

__all__ = ["ENDED", "Action", "is_inverted", "play_all", "play_short", "read_actions"]

# The types of actions.
_PLAY, _DISCARD, _COLOR_CLUE, _RANK_CLUE, ENDED, _VOTED = range(6)

# Type 4 ends the game, with the reason in `value`.
_ABORTS: Final[Mapping[int, AbortReason]] = {
    3: "timed_out",
    4: "terminated",
    5: "speedrun_failed",
    6: "idle",
    10: "agreed",
}
_VOTE_CODE: Final = 10


@dataclass(frozen=True, slots=True)
class Action:
    """An action of an export: its `type`, 0 to 5, and two numbers whose meaning depends on it."""

    type: int
    target: int
    value: int


def read_actions(value: object) -> list[Action]:
    """Return the actions of an export. Raises ImportRefused."""
    actions = []
    for n, action in enumerate(a_list(value, "#/actions")):
        members = an_object(action, f"#/actions/{n}", ("type", "target", "value"))
        if members.get("value") is None:  # hanab.live reads a missing value as 0
            members = {**members, "value": 0}
        actions.append(
            Action(*(a_number(members.get(name), f"#/actions/{n}/{name}") for name in ("type", "target", "value")))
        )
    if not actions:
        raise ImportRefused("#/actions", N_("must hold at least one action"))
    return actions


class _EndedBefore(ImportRefused):
    """An action after the end of the game."""

    def __init__(self, pointer: str, reason: str) -> None:
        super().__init__(pointer, f"the game had ended before ({reason})", "R22")
        self.reason = reason


def play_short(log: Log, actions: Sequence[Action], options: Mapping[str, Any], known_cards: int) -> tuple[Log, State]:
    """Play a game whose export lacks cards. It must have been left, and have every card that was drawn."""
    with suppress(ImportRefused):
        played, state = play_all(log, actions, options)
        if state.dealt <= known_cards and played.later[-1] == GameAborted("left"):
            return played, state
    raise ImportRefused(
        "#/deck",
        N_("{count} cards where the rules have {copies}", count=known_cards, copies=len(log.deck)),
        "R2",
    )


def play_all(log: Log, actions: Sequence[Action], options: Mapping[str, Any]) -> tuple[Log, State]:
    """Play a game. In old games, hanab.live's server did not end a game in which no more points were possible (R20)."""
    try:
        return _play(log, actions, options)
    except _EndedBefore as ended:
        if ended.reason != "no_points_left":
            raise
        rules = replace(log.deal.rules, early_end="never")
        return _play(log._replace(deal=replace(log.deal, rules=rules)), actions, options)


def _play(log: Log, actions: Sequence[Action], options: Mapping[str, Any]) -> tuple[Log, State]:
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


def _event(state: State, action: Action, where: str) -> LaterEvent:
    if action.type in (ENDED, _VOTED):
        return _aborted(action, where, state.seats)
    seat = state.to_move
    assert seat is not None  # the game runs
    try:
        return decide(state, seat, _command(state, action, where))
    except IllegalMove as illegal:
        refusal = illegal.refusal
        raise ImportRefused(where, N_("breaks the rules: {code}", code=refusal.code), refusal.rule) from None


def _command(state: State, action: Action, where: str) -> Turn:
    if action.type in (_COLOR_CLUE, _RANK_CLUE):
        if action.type == _RANK_CLUE:
            return GiveRankClue(action.target, action.value)
        colors = state.palette.clue_colors
        if not 0 <= action.value < len(colors):
            raise ImportRefused(
                where, N_("must have a clue color below {count} in this variant", count=len(colors)), "R8"
            )
        return GiveColorClue(action.target, colors[action.value])
    if action.type in (_PLAY, _DISCARD):
        # An export holds what happened. A card of an inverted suit is played by discarding it.
        inverted = 0 <= action.target < len(state.deck) and is_inverted(state, action.target)
        return Play(action.target) if (action.type == _PLAY) != inverted else Discard(action.target)
    raise ImportRefused(f"{where}/type", N_("must be 0 to 5"))


def is_inverted(state: State, card: int) -> bool:
    """Return True if a card's suit is inverted: a play discards it, and a discard plays it."""
    palette = state.palette
    return palette.inverted >> palette.codes[state.deck[card]] & 1 == 1


def _aborted(action: Action, where: str, seats: int) -> GameAborted:
    """Return the event of an action that aborts the game (R21)."""
    if action.type == _VOTED:
        if (action.target, action.value) != (-1, _VOTE_CODE):
            raise ImportRefused(where, N_("a vote has target -1 and value 10"))
        return GameAborted("agreed")
    if not -1 <= action.target < seats:
        raise ImportRefused(f"{where}/target", N_("must be a seat, or -1"))
    if action.value not in _ABORTS:
        raise ImportRefused(
            f"{where}/value", N_("must be the end condition of a game that was not played to its end: 3, 4, 5, 6 or 10")
        )
    return GameAborted(_ABORTS[action.value])
