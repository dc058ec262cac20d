"""JSON of the invitations to games that an account has received."""

from typing import Any

from service.core.people.program_schema import program_json
from service.core.tables.lobby.invitations import OpenInvitation
from service.platform import ids, timestamps

__all__ = ["received_invitation_json"]


def received_invitation_json(received: OpenInvitation) -> dict[str, Any]:
    """Return an open invitation for the invited account."""
    return {
        "game": ids.render("g", received.game_id),
        "status": "open",
        "invited_by": received.invited_by,
        "inviter": ids.render_optional("a", received.inviter_id),
        "program": program_json(received.program),
        "seats": received.seats,
        "rules": received.rules,
        "pace": received.pace,
        **({"training": True} if received.training else {}),
        "expires_at": timestamps.rfc3339(received.expires_at),
    }
