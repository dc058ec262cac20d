"""What lines and branches give to the house."""

from service.core.feature import Hooks, Owned
from service.features.lines.tables import Branch

__all__ = ["HOOKS"]

HOOKS = Hooks(
    owned=(Owned(Branch.account_id),),
)
