"""What conventions give to the house."""

from service.core.feature import Hooks
from service.features.conventions.problem_words import PROBLEMS

HOOKS = Hooks(problems=PROBLEMS)
