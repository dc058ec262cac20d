"""Schema and JSON of the invitations to teams."""

from typing import Any

from service.core.common_values import AccountId, ContestId, EntryId
from service.core.people.program_schema import PROGRAM, program_json
from service.features.contests.team_invitations import TeamInvitation
from service.platform import ids, timestamps
from service.platform.wire.field_types import ResponseSchema, Text

__all__ = ["ReceivedTeamInvitation", "team_invitation_json"]


class ReceivedTeamInvitation(ResponseSchema):
    """A team in a contest that waits for the caller to confirm that it takes part."""

    contest = ContestId()
    title = Text("The name of the contest.")
    entry = EntryId()
    invited_by = Text("The name of the player who has entered with the caller.")
    inviter = AccountId("The account of that player.")
    program = PROGRAM
    expires_at = Text("Until when the caller can confirm; null for always.", null=True, facts={"format": "date-time"})


def team_invitation_json(invitation: TeamInvitation) -> dict[str, Any]:
    """Return the JSON of a team that waits for the caller."""
    return {
        "contest": ids.render("x", invitation.contest_id),
        "title": invitation.title,
        "entry": ids.render("e", invitation.entry_id),
        "invited_by": invitation.invited_by,
        "inviter": ids.render("a", invitation.inviter_id),
        "program": program_json(invitation.program),
        "expires_at": timestamps.rfc3339(invitation.expires_at),
    }
