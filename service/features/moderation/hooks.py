"""What moderation gives to the house."""

from service.core.feature import Hooks
from service.features.moderation import actions

__all__ = ["HOOKS"]

HOOKS = Hooks(was_withheld=actions.was_deleted_hidden)
