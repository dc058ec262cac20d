"""Routes of what makes the pages an app: its manifest, and the script that shows push messages."""

from functools import cache
from typing import Final
from xml.sax.saxutils import escape

import orjson
from flask import Blueprint, Response, request

from service.core.replays.lists.replays import finished_games
from service.core.replays.routes import lists as replay_lists
from service.features.documentation import guides
from service.features.webhooks.events import kinds
from service.platform import data_files, ids
from service.platform.languages.choice import LANGUAGES
from service.platform.website import compressed_files
from service.platform.website.compressed_files import StaticFile
from service.platform.website.page_words import page_words
from service.platform.wire.operation import web_file

routes = Blueprint("web_app", __name__)

_PRIVATE: Final = ("/v1/", "/account", "/device", "/oauth/", "/oembed")
"""What search engines have no business with."""

_PAGES: Final = ("", "learn", "how-to-play", "play", "replays", "puzzles", "contests", "arena", "docs", "docs/guides")

_SITEMAP: Final = "http://www.sitemaps.org/schemas/sitemap/0.9"


@routes.get("/service-worker.js")
@web_file(price=5)
def get_service_worker() -> Response:
    """Return the script that shows push messages."""
    return compressed_files.file_response("service-worker.js", _worker())


@routes.get("/app.webmanifest")
@web_file(price=5)
def get_manifest() -> Response:
    """Return what a phone needs to install the pages as an app."""
    return compressed_files.file_response("app.webmanifest", _manifest())


@routes.get("/favicon.ico")
@web_file(price=5)
def get_favicon() -> Response:
    """Return the icon where browsers and search engines look for it."""
    return compressed_files.file_response("icon.png", compressed_files.read(data_files.WEB / "icon.png"))


@routes.get("/robots.txt")
@web_file(price=5)
def get_robots() -> Response:
    """Return what search engines may read: pages for people, not the API and what is private."""
    text = "".join(f"{line}\n" for line in ("User-agent: *", *[f"Disallow: {path}" for path in _PRIVATE]))
    return _text_file("robots.txt", f"{text}Sitemap: {request.root_url}sitemap.xml\n")


@routes.get("/sitemap.xml")
@web_file(price=20)
def get_sitemap() -> Response:
    """Return the addresses of the pages, and of the newest public replays."""
    newest = replay_lists.newest_replays()
    games = [f"replays/{ids.render('g', row.game_id)}" for row in finished_games(newest)[: newest.limit]]
    pages = [*_PAGES, *[f"docs/rules/{code}" for code in LANGUAGES], *[f"docs/{name}" for name in guides.GUIDES]]
    urls = "".join(f"<url><loc>{escape(request.root_url + path)}</loc></url>" for path in (*pages, *games))
    text = f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{_SITEMAP}">{urls}</urlset>\n'
    return _text_file("sitemap.xml", text)


def _text_file(name: str, text: str) -> Response:
    return compressed_files.file_response(name, compressed_files.packed(text.encode()))


@cache
def _worker() -> StaticFile:
    texts = {code: {name: page_words(code)[f"push.{name}"] for name in kinds()} for code in LANGUAGES}
    source = (data_files.WEB / "service-worker.js").read_text(encoding="utf-8")
    filled = source.replace("const TEXTS = {};", f"const TEXTS = {orjson.dumps(texts).decode()};")
    return compressed_files.packed(filled.encode())


@cache
def _manifest() -> StaticFile:
    icons = "/docs/assets/icon"
    return compressed_files.packed(
        orjson.dumps(
            {
                "name": "Hanabi",
                "short_name": "Hanabi",
                "start_url": "/play",
                "scope": "/",
                "display": "standalone",
                "background_color": "#10151c",
                "theme_color": "#10151c",
                "icons": [
                    {"src": f"{icons}.png", "sizes": "180x180", "type": "image/png"},
                    {"src": f"{icons}.svg", "sizes": "any", "type": "image/svg+xml"},
                ],
            }
        )
    )
