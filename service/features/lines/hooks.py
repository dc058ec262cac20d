"""What lines and branches give to the house."""

from typing import Any

from service.core.feature import Exported, Hideable, Hooks, Owned
from service.core.people.tokens import Caller
from service.features.lines import branches
from service.features.lines.rendering import ExportedBranch, exported_branch
from service.features.lines.tables import Branch
from service.platform.wire.field_types import Items, Object

__all__ = ["HOOKS"]


def _branches(caller: Caller) -> list[Any]:
    return [exported_branch(row) for row in branches.of_account(caller.account_id)]


HOOKS = Hooks(
    owned=(Owned(Branch.account_id),),
    hideable={"b": Hideable(branches.require_exists, branches.set_hidden)},
    exported={
        "branches": Exported(
            Items(Object(ExportedBranch), "The branches that the account created."), _branches, Branch
        ),
    },
)
