"""Components of the contract: moderation."""

from service.http.wire.components.values import AccountId, NextCursor, Time
from service.http.wire.members import Items, Named, Object, ResponseSchema, Text


class ModerationTarget(Named):
    """An account (`a_…`), a game or an imported replay (`g_…`), a comment (`g_…/c_…`), a branch (`g_…/b_…`), a
    message of a review together (`g_…/s_…/` and its `number`) or a report (`r_…`).
    """

    of = Text(pattern="^([agr]_[0-9a-f]{32}|g_[0-9a-f]{32}/([bc]_[0-9a-f]{32}|s_[0-9a-f]{32}/[0-9]{1,9}))$")


class ReportId(Named):
    """A report."""

    of = Text(pattern="^r_[0-9a-f]{32}$")


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


class Report(ResponseSchema):
    """A report that was sent."""

    id = ReportId()
    about = ModerationTarget()
    reason = ReportReason()
    text = Text("What the reporter wrote; null for nothing.", null=True)
    at = Time()


class ExportedReport(ResponseSchema):
    """A report that the account made."""

    id = ReportId()
    about = ModerationTarget()
    reason = ReportReason()
    text = Text("What the account wrote; null for nothing.", null=True)
    at = Time()
    closed_at = Time("null while the report is open.")


class NamedAccount(ResponseSchema):
    """An account with its name."""

    id = AccountId()
    name = Text("The name of the account; a neutral one after its deletion.")


class ReceivedReport(Report):
    """A report as moderators see it."""

    by = Object(NamedAccount, "The account that reports.")
    closed_at = Time("null while the report is open.")


class ReportList(ResponseSchema):
    """A page of reports."""

    items = Items(Object(ReceivedReport), "The reports, oldest first.")
    next = NextCursor()


class ModerationText(Named):
    """A text of one or more lines, not blank."""

    of = Text(pattern=r"^[^\x00-\x09\x0b-\x1f\x7f]*$", least=1, most=1000)


class ModerationAction(ResponseSchema):
    """An entry of the log of moderation."""

    id = Text("The id of the entry.", pattern="^m_[0-9a-f]{32}$")
    action = Text(
        "What was done.",
        values={
            "suspend": "The account is suspended.",
            "lift": "The suspension ends.",
            "rename": "The account gets another name.",
            "hide": "The game, replay or comment is hidden from others.",
            "unhide": "What was hidden is shown again.",
            "close": "The report is closed without another action.",
            "grant": "The operator made the account a moderator.",
            "revoke": "The operator ended that.",
        },
    )
    target = ModerationTarget()
    reason = Text("Why it was done, as the moderator or the operator wrote it.")
    by = Object(NamedAccount, "The moderator; null for the operator.", null=True)
    before = Text("The previous name, or the end of the previous suspension.", null=True)
    after = Text("The new name, or the end of the suspension; `for good` for none.", null=True)
    at = Time()


class ModerationActionList(ResponseSchema):
    """A page of the log of moderation."""

    items = Items(Object(ModerationAction), "The actions, newest first.")
    next = NextCursor()


class ExportedModeration(ResponseSchema):
    """An action of moderation on the account."""

    action = Text(
        "What was done.",
        values={
            "suspend": "The account is suspended.",
            "lift": "The suspension ends.",
            "rename": "The account gets another name.",
            "grant": "The operator made the account a moderator.",
            "revoke": "The operator ended that.",
        },
    )
    reason = Text("Why it was done.")
    before = Text("The previous name, or the end of the previous suspension; null if there is none.", null=True)
    after = Text("The new name, or the end of the suspension; null if there is none.", null=True)
    at = Time()
