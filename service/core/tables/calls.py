"""What accounts are told of, by their streams and by webhooks: invitations to games, and what features add."""

from typing import Any, Final
from uuid import UUID

from service.core import feature
from service.core.feature import Call, Told
from service.core.tables.lobby import invitations
from service.core.tables.lobby.invitations import OpenInvitation
from service.platform import ids, timestamps

_MOST: Final = 100
"""The number of invitations that an account is told of: the newest ones. `GET /v1/me/invitations` lists all."""


def _found(account_id: UUID) -> list[OpenInvitation]:
    return invitations.of_account(account_id, _MOST)


def _id_of(invitation: OpenInvitation) -> Any:
    return invitation.game_id, invitation.expires_at


def _told(invitation: OpenInvitation) -> Told:
    game = ids.render("g", invitation.game_id)
    data = {
        "game": game,
        "expires_at": timestamps.rfc3339(invitation.expires_at),
        "links": {"game": f"/v1/games/{game}", "invitations": "/v1/me/invitations"},
    }
    return Told(f"{invitation.game_id} {invitation.made_at}", invitation.made_at, data)


_INVITED: Final = Call(
    type="invited",
    about="The account was invited to an open game.",
    schema="service.core.tables.routes.invitations:ReceivedInvitation",
    addressed="select account_id, game_id from invitation where game_id = any(%(ids)s)",
    lately="""
        select account_id, game_id from invitation
         where made_at > now() - make_interval(secs => %(since_s)s) and account_id = any(%(accounts)s)
    """,
    found=_found,
    id_of=_id_of,
    told=_told,
    member="invited",
    member_about="The invitations to open games that the caller has received.",
)


def calls() -> tuple[Call, ...]:
    """Return all that accounts are told of."""
    return (_INVITED, *(call for hooks in feature.hooks() for call in hooks.calls))
