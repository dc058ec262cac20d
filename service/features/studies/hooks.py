"""What studies give to the house."""

from service.core.feature import Exported, Hideable, Hooks, Owned
from service.features.studies import studies
from service.features.studies.rendering import ExportedStudy
from service.features.studies.tables import Study
from service.platform.wire.field_types import Items, Object

HOOKS = Hooks(
    owned=(Owned(Study.account_id, removed=True),),
    hideable={"u": Hideable(studies.require_visible, studies.set_hidden)},
    exported={
        "studies": Exported(Items(Object(ExportedStudy), "The studies of the account."), studies.of_account, Study)
    },
)
