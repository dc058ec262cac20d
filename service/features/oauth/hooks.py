"""What OAuth gives to the house."""

from service.core.feature import Hooks
from service.features.oauth import app_codes, apps
from service.platform.jobs.chore import Chore

__all__ = ["HOOKS"]

HOOKS = Hooks(
    chores={
        "remove_unused_apps": Chore(apps.remove_expired),
        "remove_old_codes_of_apps": Chore(app_codes.remove_old),
    },
)
