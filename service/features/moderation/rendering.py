"""What the API says of reports and actions of moderation to the account that they are about: schemas and JSON."""

from typing import Final

from service.core.common_values import Time
from service.features.moderation.actions import LoggedAction
from service.features.moderation.reports import ReceivedReport
from service.platform.wire.field_types import Id, Named, Text
from service.platform.wire.rendering import Rendered


class ModerationTarget(Named):
    """An account (`a_…`), a game or an imported replay (`g_…`), a comment (`g_…/c_…`), a saved line (`g_…/b_…`), a
    message of a review together (`g_…/s_…/` and its `number`), a study (`u_…`) or a report (`r_…`).
    """

    of = Text(pattern="^([agru]_[0-9a-f]{32}|g_[0-9a-f]{32}/([bc]_[0-9a-f]{32}|s_[0-9a-f]{32}/[0-9]{1,9}))$")


class ReportId(Named):
    """A report."""

    of = Id("r")


class ReportReason(Named):
    """The kind of fault."""

    of = Text(
        values={
            "cheating": "The account cheats, for example with two seats of a game.",
            "insult": "It insults others.",
            "name": "Its name is offensive or pretends to be another.",
            "spam": "It advertises or floods.",
            "other": "Something else, which the text says.",
        }
    )


class ExportedReport(Rendered[ReceivedReport]):
    """A report that the account made."""

    id = ReportId(attribute="report_id")
    about = ModerationTarget()
    reason = ReportReason()
    text = Text("What the account wrote; null for nothing.", null=True)
    at = Time()
    closed_at = Time("null while the report is open.")


ON_ACCOUNTS: Final = {
    "suspend": "The account is suspended.",
    "lift": "The suspension ends.",
    "rename": "The account gets another name.",
    "mark": "The account of a person is marked as played by a program.",
    "unmark": "The mark ends.",
}
"""Actions of moderators on accounts."""

OF_OTHERS: Final = {
    "grant": "The operator made the account a moderator.",
    "revoke": "The operator ended that.",
    "merge": "The owner of the account merged it into another one.",
}
"""Actions of the operator and of owners."""


class ExportedModeration(Rendered[LoggedAction]):
    """An action of moderation on the account."""

    action = Text(
        "What was done.",
        values={**ON_ACCOUNTS, **OF_OTHERS},
    )
    reason = Text("Why it was done.")
    before = Text("The previous name, or the end of the previous suspension; null if there is none.", null=True)
    after = Text("The new name, or the end of the suspension; null if there is none.", null=True)
    at = Time()
