"""What the analysis gives to the house."""

from service.core.feature import Hooks
from service.features.analysis import curves, positions
from service.features.analysis.game_figures import FIGURES
from service.features.analysis.problem_words import PROBLEMS
from service.platform.jobs.chore import Chore

HOOKS = Hooks(
    problems=PROBLEMS,
    chores={"delete_positions": Chore(positions.delete_old)},
    curves=curves.curves,
    figures=FIGURES,
)
