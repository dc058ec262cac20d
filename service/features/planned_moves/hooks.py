"""What planned moves give to the house."""

from service.core.feature import Exported, Hooks, Owned
from service.features.planned_moves import plans, playing, rendering
from service.features.planned_moves.problem_words import PROBLEMS
from service.features.planned_moves.tables import MovePlan
from service.platform.jobs.chore import Chore
from service.platform.wire.field_types import Items, Object

HOOKS = Hooks(
    problems=PROBLEMS,
    owned=(Owned(MovePlan.account_id, removed=True, lets_in=True, made_by=MovePlan.made_by),),
    moves=plans.is_due,
    watch=playing.watch,
    chores={"delete_plans": Chore(plans.delete_old)},
    exported={
        "planned_moves": Exported(
            Items(Object(rendering.ExportedPlan), "The planned moves in running games."), plans.of_account, MovePlan
        )
    },
)
