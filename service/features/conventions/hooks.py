"""What conventions give to the house."""

from service.core.feature import Hooks
from service.features.conventions.problem_words import PROBLEMS

__all__ = ["HOOKS"]

HOOKS = Hooks(problems=PROBLEMS)
