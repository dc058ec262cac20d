"""Routes of what makes the pages an app: its manifest, and the script that shows push messages."""

from functools import cache

import orjson
from flask import Blueprint, Response

from service.features.webhooks.events import kinds
from service.platform import data_files
from service.platform.languages.choice import LANGUAGES
from service.platform.website import compressed_files
from service.platform.website.compressed_files import StaticFile
from service.platform.website.page_words import page_words
from service.platform.wire.operation import web_file

__all__ = ["routes"]

routes = Blueprint("web_app", __name__)


@routes.get("/service-worker.js")
@web_file(price=5)
def get_service_worker() -> Response:
    """Return the script that shows push messages."""
    return compressed_files.file_response("service-worker.js", _worker(), compressed_files.AN_HOUR)


@routes.get("/app.webmanifest")
@web_file(price=5)
def get_manifest() -> Response:
    """Return what a phone needs to install the pages as an app."""
    return compressed_files.file_response("app.webmanifest", _manifest(), compressed_files.AN_HOUR)


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
