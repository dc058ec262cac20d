"""Planned moves in JSON."""

from service.core.common_values import GameId, Version
from service.features.planned_moves.fate import REASONS
from service.features.planned_moves.plans import MOST_MOVES, OwnPlan
from service.platform.wire.field_types import Items, Named, Raw, Text
from service.platform.wire.rendering import Rendered


class VoidReason(Named):
    """Why a plan is void."""

    of = Text(values=REASONS)


class PlannedMoves(Rendered[OwnPlan]):
    """What the caller plans for its next turn, and what has become of it."""

    status = Text(
        "What has become of it.",
        values={
            "none": "There is no plan, or the game has ended.",
            "waiting": "What has happened so far was foreseen.",
            "played": "The move was made.",
            "voided": "Something else has happened, and no planned move will be made.",
        },
    )
    version = Version("The version of the game on which it rests; null for none.", null=True)
    ended_by = Version("The event that made it `played` or `voided`; null for any other status.", null=True)
    reason = VoidReason("Null for any other status.", null=True)
    moves = Items(
        Raw(named="PlannedMove"),
        "The moves, as they were planned.",
        most=MOST_MOVES,
        computed=lambda plan: [move._asdict() for move in plan.moves],
    )
    due = Raw("The move that is about to be made; null before the turn of the caller.", named="Action", null=True)


class ExportedPlan(PlannedMoves):
    """A plan of the account."""

    game = GameId(attribute="game_id")
