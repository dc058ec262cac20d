"""Plans as they are stored, each encrypted by a secret of its game."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

import orjson
from sqlalchemy import ColumnElement, delete, exists, select, text
from sqlalchemy.dialects.postgresql import insert

from engine import clock
from engine.cards import RANKS
from engine.decide import GameNotRunning, IllegalMove, decide
from engine.decide import Refusal as Illegal
from engine.fold import fold
from engine.state import State
from engine.wording import N_, Wording
from service.core.people import account_limits, tokens
from service.core.people.tokens import Caller
from service.core.tables import event_store, play
from service.core.tables.lookup import PlayerSeat
from service.core.tables.stored_game import AwaitingReveals, Stored
from service.core.tables.tables import Game
from service.features.planned_moves.fate import Fate, Plan, PlannedMove, fate_of
from service.features.planned_moves.tables import MovePlan
from service.platform.database.pool import apply, fetch
from service.platform.refusal import Refusal
from service.platform.sealing import open_sealed, seal

MOST_MOVES: Final = 10
"""The largest number of moves of a plan."""
_SHORTEST_WAIT_S: Final = 5
_LONGEST_WAIT_S: Final = 20
"""A planned move comes so long after the last event as that of somebody who happens to look."""

_KINDS: Final = {"play": {"card"}, "discard": {"card"}, "clue": {"target", "color", "rank"}}
"""The members of a turn that is foreseen, by its kind."""

_MEMBERS_OF: Final = {
    Illegal.OWN_HAND: ("target",),
    Illegal.NO_SUCH_SEAT: ("target",),
    Illegal.EMPTY_CLUE: ("color", "rank"),
    Illegal.NO_SUCH_COLOR: ("color",),
    Illegal.NO_SUCH_RANK: ("rank",),
    Illegal.NOT_IN_HAND_TO_PLAY: ("card",),
    Illegal.NOT_IN_HAND_TO_DISCARD: ("card",),
    Illegal.NO_DECLARATION: ("declared_color",),
    Illegal.NO_SUCH_DECLARED_COLOR: ("declared_color",),
}
"""What the rules refuse whatever happens before, an empty clue if its hand stays, with the members of the move."""


class YourTurn(Refusal):
    """It is the turn of the seat that plans."""

    code = "your-turn"


class Misplanned(Exception):
    """A member of a plan can never come true. `where` points to it in the body; the rules may be `why`."""

    def __init__(self, where: str, why: Wording | Illegal) -> None:
        super().__init__(where)
        self.where, self.why = where, why


class OwnPlan(NamedTuple):
    """A plan as its owner sees it."""

    game_id: UUID
    status: str
    version: int | None
    ended_by: int | None
    reason: str | None
    moves: Sequence[PlannedMove]
    due: Mapping[str, Any] | None = None


def read(player: PlayerSeat) -> OwnPlan:
    """Return the plan of a seat, with what has become of it."""
    stored, seat = player
    plan = _plan_of(stored, seat)
    if plan is None or stored.log is None or stored.finished_at is not None:
        return OwnPlan(stored.game_id, "none", None, None, None, ())
    return _own(stored, plan, fate_of(plan, stored.log, seat))


def is_due(stored: Stored, seat: int) -> bool:
    """Return True if a planned move of the seat to move is about to be made."""
    plan = _plan_of(stored, seat, ~MovePlan.settled)
    return plan is not None and stored.log is not None and fate_of(plan, stored.log, seat).due is not None


def _plan_of(stored: Stored, seat: int, *which: ColumnElement[bool]) -> Plan | None:
    found = fetch(select(MovePlan.sealed).where(is_of(stored.game_id, seat), text(tokens.MAKER_LASTS), *which))
    return opened(stored, found[0].sealed) if found else None


def put(player: PlayerSeat, caller: Caller, plan: Plan) -> OwnPlan:
    """Store a plan instead of the one before. One without moves only takes that back.

    Raises AwaitingReveals, GameNotRunning, VersionConflict, YourTurn or Misplanned, and IllegalMove if a bot has taken
    the seat over, or if it is the turn of the seat and the game is paused.
    """
    stored, seat = player
    if not plan.moves:
        apply(delete(MovePlan).where(is_of(stored.game_id, seat)))
        return OwnPlan(stored.game_id, "none", None, None, None, ())
    if stored.reveal_until is not None:
        raise AwaitingReveals(stored.reveal_until)
    if stored.log is None or stored.finished_at is not None:
        raise GameNotRunning
    play.require_seen(stored, stored.log, seat, plan.version)
    if stored.clock is not None and stored.clock.bots[seat] is not None:
        raise IllegalMove(Illegal.HANDED_OVER)
    if stored.to_move == seat:
        clock.check(stored.clock, seat, play.command_of(plan.moves[0].then), sandbox=stored.setting.sandbox)
        raise YourTurn
    _check(stored, seat, plan)
    account_id = stored.taken[seat].account_id
    assert account_id is not None
    row = {
        "account_id": account_id,
        "sealed": seal(orjson.dumps([plan.version, [[*move] for move in plan.moves]]), _secret_of(stored)),
        "wait_s": 0 if stored.setting.sandbox else secrets.choice(range(_SHORTEST_WAIT_S, _LONGEST_WAIT_S + 1)),
        "settled": False,
    }
    with account_limits.locked(account_id) as changes:
        row["made_by"] = tokens.ender_of(changes, caller)
        written = insert(MovePlan).values(game_id=stored.game_id, seat=seat, **row)
        changes.execute(written.on_conflict_do_update(index_elements=["game_id", "seat"], set_=row))
    return _own(stored, plan, fate_of(plan, stored.log, seat))


def _own(stored: Stored, plan: Plan, fate: Fate) -> OwnPlan:
    return OwnPlan(stored.game_id, fate.status, plan.version, fate.ended_by, fate.reason, plan.moves, fate.due)


def _check(stored: Stored, seat: int, plan: Plan) -> None:
    """Raise Misplanned for a turn that no seat can take before the owner's, or a move that never becomes legal."""
    assert stored.log is not None
    state = fold(stored.log)
    assert state.to_move is not None
    before = [(state.to_move + place) % state.seats for place in range((seat - state.to_move) % state.seats)]
    for place, (when, then) in enumerate(plan.moves):
        for number, turn in enumerate(when):
            where = f"#/moves/{place}/when/{number}"
            if turn["seat"] not in before or turn["seat"] in [other["seat"] for other in when[:number]]:
                raise Misplanned(f"{where}/seat", N_("must be a seat that moves before yours, and only once"))
            given = {*turn} - {"seat", "type"}
            kinds = [kind for name, kind in _KINDS.items() if turn.get("type") in (None, name)]
            if {"color", "rank"} <= given or not any(given <= kind for kind in kinds):
                raise Misplanned(where, N_("must be a turn of one kind"))
            if "card" in turn and turn["card"] not in state.hands[turn["seat"]] and not _may_be_drawn(state, turn):
                raise Misplanned(f"{where}/card", N_("must be a card of its hand"))
            for part in ("target", "color", "rank"):
                if part in turn and (why := _no_clue(state, turn["seat"], turn, part)) is not None:
                    raise Misplanned(f"{where}/{part}", why)
        refusal = _never_legal(state, seat, before, plan.moves[place])
        if refusal is not None:
            member = next((name for name in _MEMBERS_OF.get(refusal, ()) if name in then), None)
            raise Misplanned(f"#/moves/{place}/then" + (f"/{member}" if member else ""), refusal)


def _no_clue(state: State, seat: int, turn: Mapping[str, Any], member: str) -> Illegal | None:
    """Return why no clue of a seat can have a member, whatever the cards are; None if one can."""
    clue = {"type": "clue", "target": (seat + 1) % state.seats, "rank": RANKS[0], member: turn[member]}
    if member == "color":
        del clue["rank"]
    try:
        decide(state._replace(to_move=seat, clue_tokens=1, last_clue=None), seat, play.command_of(clue))
    except IllegalMove as error:
        return error.refusal if member in _MEMBERS_OF[error.refusal] and error.refusal != Illegal.EMPTY_CLUE else None
    return None


def _never_legal(state: State, seat: int, before: Sequence[int], planned: PlannedMove) -> Illegal | None:
    """Return why the rules will refuse a move whatever the turns before are; None if they may allow it.

    A hand changes only by a turn of its seat that is not a clue. The tokens and the last clue can always change.
    """
    then = planned.then
    try:
        decide(state._replace(to_move=seat, clue_tokens=1, last_clue=None), seat, play.command_of(then))
    except IllegalMove as error:
        clues = [turn["seat"] for turn in planned.when if turn.get("type") == "clue"]
        stays = then.get("target") not in before or then["target"] in clues
        if error.refusal in _MEMBERS_OF and error.refusal != Illegal.EMPTY_CLUE and not _may_be_drawn(state, then):
            return error.refusal
        if error.refusal == Illegal.EMPTY_CLUE and stays:
            return error.refusal
    return None


def _may_be_drawn(state: State, turn: Mapping[str, Any]) -> bool:
    """Return True if the card of a turn may be the last one of the deck when it comes."""
    can = state.rules.deck_plays and (turn.get("type") != "discard" or bool(state.rules.palette.inverted))
    return can and turn.get("card") == len(state.deck) - 1


def is_of(game_id: UUID, seat: int) -> ColumnElement[bool]:
    """Return the condition for the plan of a seat."""
    return (MovePlan.game_id == game_id) & (MovePlan.seat == seat)


def opened(stored: Stored, sealed: bytes) -> Plan | None:
    """Return a stored plan; None if the game has another deal."""
    content = open_sealed(sealed, _secret_of(stored))
    if content is None:
        return None
    version, moves = orjson.loads(content)
    return Plan(version, [PlannedMove(*move) for move in moves])


def _secret_of(stored: Stored) -> str:
    assert stored.salt is not None
    return f"planned moves {stored.salt.hex()}"


def of_account(caller: Caller) -> list[OwnPlan]:
    """Return the plans of the caller."""
    found = []
    own = select(MovePlan.game_id, MovePlan.seat).where(MovePlan.account_id == caller.account_id)
    for row in fetch(own.order_by(MovePlan.game_id)):
        stored = event_store.load(row.game_id)
        if stored is not None and (plan := read(PlayerSeat(stored, row.seat))).status != "none":
            found.append(plan)
    return found


def delete_old() -> int:
    """Delete the plans of games that have ended, and return their number."""
    has_ended = exists().where(Game.game_id == MovePlan.game_id, Game.status == "ended")
    return apply(delete(MovePlan).where(has_ended))
