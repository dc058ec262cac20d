"""Routes: the pages that find replays and review them. They call this very API; what a page needs beside it is here."""

import hashlib
import re
from functools import cache
from typing import Any, Final

import orjson
from flask import Blueprint, Response, current_app

from engine.rules import EDITIONS, OPTIONS
from service import i18n, ids
from service.games.lookup import NotFound
from service.http.routes.games.games import game_id_of
from service.http.routes.site import html_pages
from service.http.wire import render, schemas
from service.http.wire.responses import language
from service.replays import finished_game, listing, replays
from service.replays.finished_game import GameNotFinished

__all__ = ["OFFERS", "routes"]

OFFERS: Final[dict[str, tuple[str, ...]]] = {
    "review.show_home": (html_pages.HTML,),
    "review.show_replay": (html_pages.HTML,),
    # A file has one media type, its own: the route asks whether it will do.
    "review.get_web_file": (),
}
"""The media types that each page can be had in."""

routes = Blueprint("review", __name__)

_FOLDER: Final = html_pages.WEB / "review"
_FILES: Final = tuple(sorted(file.name for file in _FOLDER.iterdir() if file.suffix in (".css", ".js")))
_WORDS: Final = {f"words.{tongue}.json": tongue for tongue in i18n.LANGUAGES}
_REVISION: Final = re.compile("[0-9a-f]{16}")

_FOR_EVER: Final = "public, max-age=31536000, immutable"
_ASK_AGAIN: Final = "public, no-cache"


@routes.get("/")
def show_home() -> Response:
    """Show what this service is, and find replays."""
    schemas.no_query()
    newest = schemas.replays_query()
    rows = [(ids.render("g", row.game_id), row) for row in listing.replays(newest)[: newest.limit]]
    return _page(
        "home.html",
        rows=rows,
        editions=[{"id": edition, "title": EDITIONS[edition].title} for edition in EDITIONS],
        multicolor=OPTIONS["multicolor"].values,
    )


@routes.get("/replays/<game>")
def show_replay(game: str) -> Response:
    """Show the page that reviews a replay, which it fetches itself; in words for a browser without JavaScript.

    The page is the same for everybody: that a game is private, still runs or does not exist is told by the API alone.
    """
    game_id = game_id_of(game)
    schemas.no_query()
    try:
        told = render.replay(replays.replay(finished_game.load(game_id, None)), language())
    except (NotFound, GameNotFinished):
        told = None
    return _page("replay.html", game=game, told=told, parts=_parts())


@routes.get("/web/<revision>/<name>")
def get_web_file(revision: str, name: str) -> Response:
    """Answer with a script, a style sheet or the words of these pages.

    Scripts import one another by relative addresses, so that the revision, a hash of all of them, is that of every file
    of a page. A page from before an upgrade gets the newer files, but must not keep them under the older name.
    """
    if not _REVISION.fullmatch(revision) or name not in (*_FILES, *_WORDS):
        raise NotFound
    schemas.no_query()
    cache_control = _FOR_EVER if revision == _revision() else _ASK_AGAIN
    return html_pages.file_answer(name, *_file(name), cache_control, _WORDS.get(name, "en"))


def _page(template: str, **values: Any) -> Response:
    words = i18n.review_words(language())
    return html_pages.rendered(
        template,
        policy=html_pages.SCRIPTED,
        more_words=words,
        revision=_revision(),
        languages={tongue: i18n.LANGUAGE_NAMES[tongue] for tongue in i18n.LANGUAGES},
        **values,
    )


def _parts() -> list[str]:
    """Return what this service has below a replay: the page offers that and nothing else."""
    below = [rule.rule.partition("/v1/replays/<game>/") for rule in current_app.url_map.iter_rules()]
    return sorted({rest.partition("/")[0] for _, prefix, rest in below if prefix})


@cache
def _file(name: str) -> tuple[bytes, str]:
    if name in _WORDS:
        content = orjson.dumps(i18n.review_words(_WORDS[name]))
        return content, hashlib.sha256(content).hexdigest()[:32]
    return html_pages.read(_FOLDER / name)


@cache
def _revision() -> str:
    whole = hashlib.sha256()
    for name in (*_FILES, *_WORDS):
        whole.update(_file(name)[1].encode())
    return whole.hexdigest()[:16]
