"""What the other ways to sign in give to the house."""

from service.core.feature import Hooks
from service.features.sign_ins import device_links, passkeys
from service.platform.jobs.chore import Chore

__all__ = ["HOOKS"]

HOOKS = Hooks(
    chores={
        "remove_old_challenges": Chore(passkeys.remove_old_challenges),
        "remove_old_links": Chore(device_links.remove_old),
    },
)
