"""The picture of the home page: the table of the guided first game, where a clue has just been given."""

from functools import cache
from typing import Final, get_args

from flask import Blueprint, Response

from service.core.tables.lookup import NotFound
from service.features.lesson import script
from service.features.pictures import svg
from service.features.pictures.svg import SchemeName
from service.platform.languages import choice
from service.platform.website import compressed_files
from service.platform.website.compressed_files import StaticFile
from service.platform.website.page_words import page_words
from service.platform.wire.operation import web_file

routes = Blueprint("first_board", __name__)

_STEP: Final = "play"
"""That in which the learner has been told of a card, and can play it."""


@routes.get("/learn/<language>.<scheme>.svg")
@web_file(price=5)
def draw_first_board(language: str, scheme: SchemeName) -> Response:
    """Draw the table as the learner sees it."""
    if language not in choice.LANGUAGES or scheme not in get_args(SchemeName):
        raise NotFound
    return compressed_files.file_response("board.svg", _board(language, scheme), language=language)


@cache
def _board(language: str, scheme: SchemeName) -> StaticFile:
    (shown,) = [step for step in script.steps(language) if step.name == _STEP]
    assert shown.item is not None
    words = page_words(language)
    names = [words["you"], *script.PARTNERS]
    drawn = svg.position_picture(shown.view, shown.item, language, scheme, names, words["home-picture"])
    return compressed_files.packed(drawn.encode())
