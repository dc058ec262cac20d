"""The actions of an export in hanab.live's JSON format: how they are read, and played by the rules.

hanab.live shows a game up to the first action that its rules forbid, and so does `play`: it returns what it has not
played, and why. The last action may say how the game ended. It is read if it agrees with the moves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from engine.clues import decoded_marks
from engine.commands import Discard, GiveColorClue, GiveRankClue, Play, Turn
from engine.decide import IllegalMove, decide
from engine.events import AbortReason, ColorClueGiven, GameAborted, HandReordered, LaterEvent, Log, RankClueGiven
from engine.fold import evolve, fold
from engine.formats.hanab_live.checks import ImportRefused, a_list, a_number, an_object
from engine.score import Reason
from engine.state import State
from engine.wording import N_

# The types of actions.
_PLAY, _DISCARD, _COLOR_CLUE, _RANK_CLUE, _ENDED, _VOTED = range(6)

# Type 4 ends the game, with the end condition in `value`.
_ABORTS: Final[Mapping[int, AbortReason]] = {
    3: "timed_out",
    4: "terminated",
    5: "speedrun_failed",
    6: "idle",
    10: "agreed",
}
_IN_PROGRESS, _CHARACTER_SOFTLOCK = 0, 7
_VOTE_CODE: Final = 10
_REASONS: Final[Mapping[int, frozenset[Reason]]] = {
    1: frozenset({"fireworks_complete", "last_round_over", "no_points_left"}),
    2: frozenset({"strikeout"}),
    8: frozenset({"irreplaceable_card_lost"}),
    9: frozenset({"no_legal_action"}),
}
"""How a game has ended here, for the end conditions of games that moves have ended."""


@dataclass(frozen=True, slots=True)
class Action:
    """An action of an export: its `type`, 0 to 5, and two numbers whose meaning depends on it."""

    type: int
    target: int
    value: int

    @property
    def is_end(self) -> bool:
        """Whether the action says how the game ended."""
        return self.type in (_ENDED, _VOTED)


class Played(NamedTuple):
    """A game, as far as its actions could be played."""

    log: Log
    state: State
    turns: int
    """The number of actions that are turns of the game."""
    read: int
    """The number of actions that were read: the turns, and how the game ended."""
    fault: ImportRefused | None
    """Why the next action was not read; None if all were."""
    has_ended: bool
    """Whether the game had ended before that action."""


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


def play(log: Log, actions: Sequence[Action], options: Mapping[str, Any], known_cards: int) -> Played:
    """Play a game of which the first `known_cards` of the deck are known, up to the first action that is not possible.

    In old games, hanab.live's server did not end a game in which no more points were possible (R20). Raises
    ImportRefused if not even the first action is possible.
    """
    played = _play(log, actions, options, known_cards)
    if played.fault and played.state.ending and played.state.ending.reason == "no_points_left":
        rules = replace(log.deal.rules, early_end="never")
        longer = _play(log._replace(deal=replace(log.deal, rules=rules)), actions, options, known_cards)
        if longer.read > played.read:
            played = longer
    if played.fault and not played.read:
        raise played.fault
    return played


def _play(log: Log, actions: Sequence[Action], options: Mapping[str, Any], known_cards: int) -> Played:
    state = fold(log)
    events: list[LaterEvent] = []
    turns, read, fault = 0, 0, None
    for n, action in enumerate(actions):
        try:
            if action.is_end:
                aborted = _read_end(state, action, f"#/actions/{n}", options, is_last=n == len(actions) - 1)
                if aborted is not None:
                    events.append(aborted)
                    state = evolve(state, aborted)
                read = n + 1
                continue
            event, after = _turn(state, action, f"#/actions/{n}", known_cards)
        except ImportRefused as refused:
            fault = refused
            break
        events.append(event)
        state, read = after, n + 1
        turns = read
        if options.get("cardCycle") and (cycled := _cycled(state, event)):
            events.append(cycled)
            state = evolve(state, cycled)
    has_ended = state.ending is not None
    if not has_ended:
        failed = options.get("speedrun") and state.attainable < state.palette.max_score
        events.append(GameAborted("speedrun_failed" if failed else "left"))
        state = evolve(state, events[-1])
    return Played(log._replace(later=events), state, turns, read, fault, has_ended)


def _turn(state: State, action: Action, where: str, known_cards: int) -> tuple[LaterEvent, State]:
    """Return the event of a turn, and the state after it. Raises ImportRefused if it is not possible."""
    if state.ending is not None or state.to_move is None:
        raise ImportRefused(where, N_("the game has ended before"), "R22")
    try:
        event = decide(state, state.to_move, _command(state, action, where))
    except IllegalMove as illegal:
        refusal = illegal.refusal
        raise ImportRefused(where, N_("breaks the rules: {code}", code=refusal.code), refusal.rule) from None
    after = evolve(state, event)
    if after.dealt > known_cards:
        raise ImportRefused(where, N_("draws a card that the file does not have"), "R2")
    return event, after


def _cycled(state: State, event: LaterEvent) -> HandReordered | None:
    """Return what the option cardCycle does after a clue: the giver's oldest card without a clue becomes the newest."""
    if not isinstance(event, ColorClueGiven | RankClueGiven) or state.ending is not None:
        return None
    hand = state.hands[event.seat]
    plain = [card for card in hand if not decoded_marks(state.palette)[state.marks[card]].touched]
    order = (*[card for card in hand if card not in plain[:1]], *plain[:1])
    return None if order == hand else HandReordered(event.seat, order)


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


def _read_end(
    state: State, action: Action, where: str, options: Mapping[str, Any], *, is_last: bool
) -> GameAborted | None:
    """Return the event of an action that says how the game ended (R21); None if it says what the moves say.

    Raises ImportRefused if it disagrees with the moves, or is not the last action although nothing follows an end.
    """
    if action.type == _VOTED:
        if (action.target, action.value) != (-1, _VOTE_CODE):
            raise ImportRefused(where, N_("a vote has target -1 and value 10"))
    elif not -1 <= action.target < state.seats:
        raise ImportRefused(f"{where}/target", N_("must be a seat, or -1"))
    if state.ending is None:
        if action.value in _ABORTS:
            return GameAborted(_ABORTS[action.value])
        # Characters limit what players may do, which is not checked here.
        is_stuck = action.value == _CHARACTER_SOFTLOCK and options.get("detrimentalCharacters")
        if is_last and (action.value == _IN_PROGRESS or is_stuck):
            return None
    elif is_last and state.ending.reason in _REASONS.get(action.value, ()):
        return None
    raise ImportRefused(f"{where}/value", N_("end condition {value}", value=action.value))
