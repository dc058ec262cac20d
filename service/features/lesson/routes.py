"""The page of the guided first game."""

from flask import Blueprint, Response

from service.features.lesson.rendering import steps_json
from service.platform.website.html_rendering import page
from service.platform.wire.operation import web_page
from service.platform.wire.request_record import language

routes = Blueprint("lesson", __name__)


@routes.get("/learn")
@web_page(price=5)
def show_lesson() -> Response:
    """Show a first game that explains itself, without an account and without a request more."""
    return page("lesson.html", steps=steps_json(language()))
