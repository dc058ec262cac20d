"""JSON of reviews together."""

from typing import Any

from service import ids, timestamps
from service.replays.sessions import Named, Session

__all__ = ["session"]

Json = dict[str, Any]


def session(session: Session) -> Json:
    """Return a session for its followers. It is the same for all of them."""
    game, session_id = ids.render("g", session.game_id), ids.render("s", session.session_id)
    return {
        "id": session_id,
        "game": game,
        "version": session.version,
        "leader": None if session.leader is None else _named(session.leader),
        "place": session.place,
        "card": session.card,
        "messages": [
            {"author": _named(said.author), "text": said.text, "at": timestamps.rfc3339(said.at)}
            for said in session.messages
        ],
        "page": f"/replays/{game}#session={session_id}",
        "expires_at": timestamps.rfc3339(session.expires_at),
    }


def _named(account: Named) -> Json:
    return {"id": ids.render_optional("a", account.account_id), "name": account.name}
