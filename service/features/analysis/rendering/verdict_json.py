"""JSON of the verdicts of turns, with its schemas; `docs/analysis.md` defines the measures."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from engine.conventions.levels import LEVELS
from service.core.common_values import GameId, Version
from service.core.tables.rendering import view_schemas
from service.core.tables.rendering.view_schemas import Action
from service.features.analysis.packed_verdicts import JudgedChoice, TurnVerdict
from service.features.analysis.rendering.analysis_json import STATUSES
from service.features.analysis.rendering.schemas import SolutionStatus
from service.features.analysis.solving import VERDICTS
from service.features.analysis.stored_results import Status
from service.platform import ids
from service.platform.wire.field_types import Flag, Items, Object, Real, ResponseSchema, Whole
from service.platform.wire.rendering import Rendered


class JudgedTurn(NamedTuple):
    """A turn and its verdict."""

    version: int
    seat: int
    verdict: TurnVerdict


def _rounded(points: float) -> float:
    return round(points, 2)


class Choice(Rendered[JudgedChoice]):
    """A turn that was compared with the best one, on the same deals."""

    action = Object(Action, "The turn, as the body of a move.", attribute="turn", to_json=view_schemas.action)
    taken = Flag("Whether it was taken.")
    best = Flag("Whether it is the best.", attribute="is_best")
    ruled_out = Flag("Whether it plays a card that fits in no deal, and is not the best. It has no figures.")
    difference = Real(
        "The mean difference to the best, in points; null below two standard errors.", null=True, to_json=_rounded
    )
    error = Real("Its standard error.", least=0, null=True, to_json=_rounded)
    worse = Whole("In how many deals it had fewer points than the best.", least=0, null=True)
    better = Whole("In how many deals it had more.", least=0, null=True)
    closer_than = Real(
        "An upper bound of its cost, where `difference` is null for lack of deals.", null=True, to_json=_rounded
    )
    deals = Whole("The number of deals on which both were played.", least=1)


class Decision(Rendered[JudgedTurn]):
    """A turn that was judged by what its seat knew."""

    version = Version()
    seat = Whole("The seat that took it.", least=0, most=5)
    deals = Whole("The number of deals that fit.", attribute="verdict.deals", least=1)
    landing_deals = Whole(
        "In how many of them the card fits that was played; null for other turns.",
        attribute="verdict.lands",
        least=0,
        null=True,
    )
    choices = Items(Object(Choice), "The compared turns, the best first.", attribute="verdict.choices", least=1)


class Verdicts(ResponseSchema):
    """What the choices of some turns were worth, given what their seats knew."""

    id = GameId()
    status = SolutionStatus()
    model = Whole("The version of what computes it.", least=1)
    level = Whole(
        "The level of the conventions that fits the game, and of the bots; null if none does.",
        least=min(LEVELS),
        most=max(LEVELS),
        null=True,
    )
    chosen = Whole("How many turns are judged in all; null until they are chosen.", least=0, null=True)
    decisions = Items(Object(Decision), "The turns that are judged so far, in order.")


def verdicts_json(
    game_id: UUID, status: Status, level: int | None, chosen: int | None, turns: Sequence[JudgedTurn]
) -> dict[str, Any]:
    """Return the verdicts of a game."""
    return {
        "id": ids.render("g", game_id),
        "status": STATUSES[status],
        "model": VERDICTS,
        "level": level,
        "chosen": chosen,
        "decisions": [Decision.render(turn) for turn in turns],
    }
