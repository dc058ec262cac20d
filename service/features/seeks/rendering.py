"""JSON of seeks."""

from typing import Any

from service.features.seeks.seeks import Waiting
from service.platform import ids, timestamps

__all__ = ["seek_json"]


def seek_json(seek: Waiting) -> dict[str, Any]:
    """Return a seek for its account."""
    return {
        "id": ids.render("q", seek.seek_id),
        "status": "waiting" if seek.game_id is None else "matched",
        "seats": seek.seats,
        "rules": seek.rules,
        "pace": seek.pace,
        "paces": [seek.pace] if seek.paces is None else seek.paces,
        "bot": seek.bot,
        "bots_at": timestamps.rfc3339(seek.bots_at),
        "created_at": timestamps.rfc3339(seek.created_at),
        "expires_at": timestamps.rfc3339(seek.expires_at),
        "game": ids.render_optional("g", seek.game_id),
    }
