"""The steps of the guided first game as JSON for its page."""

from functools import cache
from typing import Final
from uuid import UUID

import orjson

from service.core.tables.rendering import game_json, table_parts
from service.core.tables.setting import TableSetting
from service.core.tables.views import FeedEntry, Frames
from service.features.lesson import script

_NO_GAME: Final = UUID(int=0)


@cache
def steps_json(language: str) -> str:
    """Return the steps: the name of a text, the frame, the event before it, and the turn that leads on."""
    steps = script.steps(language)  # an edition has the name of its language
    names = ["", *script.PARTNERS]
    seen = Frames(
        game_id=_NO_GAME,
        setting=TableSetting(len(names), steps[0].view.rules, sandbox=True),
        private=True,
        secret_commitment=None,
        heads=[None] * len(steps),
        views=[step.view for step in steps],
    )
    shown = [
        {
            "name": step.name,
            "frame": frame,
            "event": None
            if step.item is None
            else game_json.entry(FeedEntry(step.item, None, None, None, step.view.rules.palette), names, language),
            "turn": None if step.turn is None else table_parts.action(step.turn),
        }
        for step, frame in zip(steps, game_json.frames(seen, language), strict=True)
    ]
    return orjson.dumps(shown).decode()
