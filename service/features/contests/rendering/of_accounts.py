"""What accounts get of teams: invitations to them, and the teams in the export of an account."""

from service.core.common_values import AccountId, ContestId, EntryId, Seat, Time
from service.core.people.program_schema import PROGRAM
from service.features.contests.team_invitations import TeamInvitation
from service.features.contests.teams import EntryOfAccount
from service.platform.wire.field_types import DateTime, Flag, Text
from service.platform.wire.rendering import Rendered


class ReceivedTeamInvitation(Rendered[TeamInvitation]):
    """A team in a contest that waits for the caller to confirm that it takes part."""

    contest = ContestId(attribute="contest_id")
    title = Text("The name of the contest.")
    entry = EntryId(attribute="entry_id")
    invited_by = Text("The name of the player who has entered with the caller.")
    inviter = AccountId("The account of that player.", attribute="inviter_id")
    program = PROGRAM
    expires_at = DateTime("Until when the caller can confirm; null for always.", null=True)


class ExportedEntry(Rendered[EntryOfAccount]):
    """A team of a contest that the account was named for."""

    contest = ContestId(attribute="contest_id")
    entry = EntryId(attribute="entry_id")
    seat = Seat()
    confirmed = Flag("Whether the account has confirmed it.")
    created_at = Time()
