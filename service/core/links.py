"""Links to the page of a game, to a replay, and to its immutable parts, with the version of the rendering."""

from typing import Any, Final
from uuid import UUID

from service.platform import ids
from service.platform.languages.choice import LANGUAGES

RENDERING: Final = 28
"""Increment it when the code renders a different response for the same version of a game, running or finished.

It is part of ETags, including that of a live view, and of the URLs under which other caches store a response.
"""

REVISION: Final = rf"[1-9][0-9]{{0,5}}-({'|'.join(LANGUAGES)})"
"""Pattern of a revision: the number of the rendering, and the language."""

TABLE: Final = "/play/"
"""The page on which people play a game that has not ended, without the game's id."""

_IMMUTABLE: Final = {"frames": "frames", "analysis": "analysis", "score_picture": "score.svg"}
"""The immutable parts of a replay: names of links, and paths below the replay."""


def revision(language: str) -> str:
    """Return the current revision of responses about finished games in this language."""
    return f"{RENDERING}-{language}"


def of_replay(game_id: UUID, language: str) -> dict[str, Any]:
    """Return the links to a replay, its page for people and its parts, by name."""
    game = ids.render("g", game_id)
    base = f"/v1/replays/{game}"
    return {"page": f"/replays/{game}", "replay": base} | {
        name: f"{base}/{path}?rev={revision(language)}" for name, path in _IMMUTABLE.items()
    }
