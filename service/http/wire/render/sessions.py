"""JSON of reviews together."""

from typing import Any

from service import ids, timestamps
from service.replays.sessions import Named, Said, Session

__all__ = ["session", "session_change"]

Json = dict[str, Any]


def session(session: Session) -> Json:
    """Return a session for its followers. It is the same for all of them."""
    game, session_id = ids.render("g", session.game_id), ids.render("s", session.session_id)
    return {
        "id": session_id,
        "game": game,
        **_state(session),
        "messages": [_said(said) for said in session.messages],
        "page": f"/replays/{game}#session={session_id}",
    }


def session_change(before: Session, after: Session) -> Json:
    """Return what followers that know a session need to know it later: of the messages, only the new ones."""
    known, present = ({said.number for said in one.messages} for one in (before, after))
    return {
        **_state(after),
        "messages": [_said(said) for said in after.messages if said.number not in known],
        "removed": sorted(known - present),
    }


def _state(session: Session) -> Json:
    return {
        "version": session.version,
        "leader": None if session.leader is None else _named(session.leader),
        "place": session.place,
        "card": session.card,
        "muted": [_named(account) for account in session.muted],
        "expires_at": timestamps.rfc3339(session.expires_at),
    }


def _said(said: Said) -> Json:
    return {
        "number": said.number,
        "author": _named(said.author),
        "text": said.text,
        "at": timestamps.rfc3339(said.at),
    }


def _named(account: Named) -> Json:
    return {"id": ids.render_optional("a", account.account_id), "name": account.name}
