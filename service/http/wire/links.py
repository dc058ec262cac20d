"""Where what is told of a finished game can be read for ever, each address with the revision of what is read there."""

from typing import Any, Final
from uuid import UUID

from service import ids
from service.replays.rendered_cache import RENDERING

__all__ = ["REVISION", "of_replay", "revision"]

REVISION: Final = r"[1-9][0-9]{0,5}-(de|en|fr|nl|da)"
"""What a revision looks like: the number of the rendering, and the language."""

_LASTING: Final = {"frames": "frames", "analysis": "analysis", "score_picture": "score.svg"}
"""What a replay has below its own address that never changes, by link: resources that are answered by `lasting`."""


def revision(language: str) -> str:
    """Return the revision of everything that is rendered of finished games now, in this language."""
    return f"{RENDERING}-{language}"


def of_replay(game_id: UUID, language: str) -> dict[str, Any]:
    """Return where a replay is and, with their revision, the parts of it that can be kept for ever."""
    here = f"/v1/replays/{ids.render('g', game_id)}"
    return {"replay": here, "reading": f"{here}/reading"} | {
        name: f"{here}/{path}?rev={revision(language)}" for name, path in _LASTING.items()
    }
