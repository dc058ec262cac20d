"""Bounds without a solver: when each card can be played, and which scores that excludes.

A **target** has the height that each firework shall reach. The bounds are necessary conditions, so that a target that
they exclude cannot be reached.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.reading.solver.position import Copy, Item, Position

Target = tuple[int, ...]


class Windows(NamedTuple):
    """When each card of a target can be played, and by which copies."""

    earliest: dict[Item, int]
    """The first action that can play each item."""
    latest: dict[Item, int]
    """The last action that can play it and still leave time for the others."""
    copies: dict[Item, tuple[Copy, ...]]
    needed: int
    """The number of items that must be played. If it is not all of them, any so many will do."""


def highest(position: Position) -> tuple[int, Target]:
    """Return an upper bound of the score, and of the height of each firework.

    Each action plays at most one card, and a card only after it was drawn and after the cards below it.
    """
    state, actions = position.state, position.actions
    caps, times = [], []
    for suit, begun in enumerate(state.fireworks):
        height, time = begun, -1
        for place in range(begun + 1, state.ceilings[suit] + 1):
            copies = position.copies[position.code((suit, place))]
            time = max(time + 1, min([copy.first for copy in copies], default=actions))
            if time >= actions:
                break
            times.append(time)
            height = place
        caps.append(height)
    return state.table_points + _most_plays(times, actions), tuple(caps)


def _most_plays(times: list[int], actions: int) -> int:
    """Return how many of the cards, each playable from a time on, can be played by so many actions."""
    played = 0
    next_action = 0
    for time in sorted(times):
        next_action = max(next_action, time)
        if next_action >= actions:
            break
        next_action += 1
        played += 1
    return played


def targets(position: Position, goal: int, caps: Target) -> Iterator[Target]:
    """Yield the targets whose heights have the sum `goal`, within the bounds of each height."""
    heights = position.state.fireworks

    def rest(suit: int, spare: int) -> Iterator[Target]:
        """Yield the heights of the suits from `suit` on that give up so many points."""
        if suit == len(caps):
            yield ()
            return
        later = sum(caps[suit + 1 :]) - sum(heights[suit + 1 :])
        for given_up in range(max(0, spare - later), min(spare, caps[suit] - heights[suit]) + 1):
            for others in rest(suit + 1, spare - given_up):
                yield (caps[suit] - given_up, *others)

    yield from rest(0, sum(caps) - goal)


def windows(position: Position, target: Target, given_up: int = 0) -> Windows | None:
    """Return when each card of a target within the bounds of `highest` can be played. None if it cannot be reached.

    With points that are given up, any cards of the target may be missing.
    """
    heights, actions = position.state.fireworks, position.actions
    chains = [
        [(suit, place) for place in range(height + 1, top + 1)]
        for suit, (height, top) in enumerate(zip(heights, target, strict=True))
    ]
    items = [item for chain in chains for item in chain]
    copies = {item: position.copies[position.code(item)] for item in items}
    earliest, latest = dict[Item, int](), dict.fromkeys(items, actions - 1)
    needed = len(items) - given_up
    slack = actions - needed  # the actions that may play nothing
    for chain in chains:
        time = -1
        for item in chain:
            time = earliest[item] = max(time + 1, min([copy.first for copy in copies[item]]))
    changed = True
    while changed:
        changed = False
        for chain in chains:
            time = actions
            for item in reversed(chain):
                time = min(actions if given_up else time, latest[item] + 1) - 1
                changed |= time != latest[item]
                latest[item] = time
                in_time = tuple([copy for copy in copies[item] if copy.first <= time])
                changed |= len(in_time) != len(copies[item])
                copies[item] = in_time
        if given_up:
            continue
        tighter = _tightened(position, items, earliest, latest, copies, slack)
        if tighter is None:
            return None
        changed |= tighter
    return Windows(earliest, latest, copies, needed)


def _tightened(
    position: Position,
    items: list[Item],
    earliest: dict[Item, int],
    latest: dict[Item, int],
    copies: dict[Item, tuple[Copy, ...]],
    slack: int,
) -> bool | None:
    """Tighten the windows by counts of time and of places in hands. Return whether they changed; None if impossible."""
    actions, changed = position.actions, False
    size = len(items)
    ready = [0] * (actions + 1)
    for item in items:
        ready[earliest[item] + 1] += 1
    places = sum(map(len, position.state.hands))
    playable = most = 0
    for action in range(actions + 1):
        playable += ready[action]
        # Before this action at least action - slack, and at most `most`, cards are played.
        most = min(playable, most + 1) if action else 0
        if most < action - slack:
            return None
        if playable == action - slack and playable < size:
            for item in items:
                if earliest[item] < action <= latest[item]:
                    latest[item] = action - 1
                    changed = True
        if action < position.draws:
            held = sum(
                [earliest[item] >= action and all(copy.drawn < action for copy in copies[item]) for item in items]
            )
            if held > places or (held == places and not _can_play(items, earliest, latest, action)):
                return None
    return changed


def _can_play(items: list[Item], earliest: dict[Item, int], latest: dict[Item, int], action: int) -> bool:
    return any(earliest[item] <= action <= latest[item] for item in items)
