"""JSON of invitations and of blocked accounts."""

from typing import Any

from service import ids, timestamps
from service.games.lobby.invitations import CreatedInvitation, OpenInvitation
from service.identity.blocks import BlockedAccount

__all__ = ["block", "invitation", "received_invitation"]

Json = dict[str, Any]


def invitation(created: CreatedInvitation) -> Json:
    """Return an invitation with its code, which no later response contains."""
    return {
        "code": created.code,
        "account": None if created.account_id is None else ids.render("a", created.account_id),
        "expires_at": timestamps.rfc3339(created.expires_at),
    }


def received_invitation(received: OpenInvitation) -> Json:
    """Return an open invitation for the invited account."""
    return {
        "game": ids.render("g", received.game_id),
        "status": "open",
        "invited_by": received.invited_by,
        "inviter": ids.render_optional("a", received.inviter_id),
        "expires_at": timestamps.rfc3339(received.expires_at),
    }


def block(blocked: BlockedAccount) -> Json:
    """Return an account that the caller has blocked."""
    return {
        "account": ids.render("a", blocked.account_id),
        "name": blocked.name,
        "blocked_at": timestamps.rfc3339(blocked.blocked_at),
    }
