"""The page of the guided first game."""

from functools import cache
from typing import Final
from uuid import UUID

import orjson
from flask import Blueprint, Response

from service.core.tables.rendering import game_json, view_schemas
from service.core.tables.setting import TableSetting
from service.core.tables.views import FeedEntry, Frames
from service.features.lesson import script
from service.platform.website.html_rendering import page
from service.platform.wire.operation import web_page
from service.platform.wire.request_record import language

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
            "turn": None if step.turn is None else view_schemas.action(step.turn),
        }
        for step, frame in zip(steps, game_json.frames(seen, language), strict=True)
    ]
    return orjson.dumps(shown).decode()


routes = Blueprint("lesson", __name__)


@routes.get("/learn")
@web_page(price=5)
def show_lesson() -> Response:
    """Show a first game that explains itself, without an account and without a request more."""
    return page("lesson.html", steps=steps_json(language()))
