"""Routes to share replays: the page for frames of other sites, and oEmbed; and the texts of links to a replay."""

import re
from bisect import bisect
from collections.abc import Sequence
from http import HTTPStatus
from typing import Final, NamedTuple
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

from babel.dates import format_date
from flask import Blueprint, Response, render_template, request, url_for

from service.core import links
from service.core.replays import finished_game
from service.core.replays.finished_game import FinishedGame, GameNotFinished
from service.core.requests.auth import game_id_of
from service.core.rules import guide_words
from service.core.tables.lookup import NotFound, existing
from service.core.tables.words import event_words
from service.features.pictures import picture_words
from service.features.pictures.routes import places
from service.features.pictures.routes.places import Place
from service.features.pictures.scenes import Scene
from service.platform import ids
from service.platform.languages import translations
from service.platform.website import html_rendering, page_words
from service.platform.wire.field_types import ResponseSchema, Text, Whole
from service.platform.wire.media_types import HTML
from service.platform.wire.operation import Answer, Operation, Parameter, web_page
from service.platform.wire.request_fields import DecimalDigits
from service.platform.wire.request_parsing import load_query
from service.platform.wire.request_record import current, language
from service.platform.wire.responses import as_json


class Oembed(ResponseSchema):
    """How another site shows a link to a replay (oEmbed 1.0)."""

    version = Text("The version of oEmbed: `1.0`.", facts={"const": "1.0"})
    type = Text("The type of the content: `rich`, which is HTML.", facts={"const": "rich"})
    title = Text("The names of the players, and the turn if the link has one.")
    provider_name = Text("The name of the service.")
    provider_url = Text("The address of the service.", facts={"format": "uri"})
    html = Text("An `iframe`.")
    width = Whole("The width of the frame in pixels.", least=0)
    height = Whole("The height of the frame in pixels.", least=0)
    thumbnail_url = Text("A PNG of the board.", facts={"format": "uri"})
    thumbnail_width = Whole("The width of the picture in pixels.", least=1)
    thumbnail_height = Whole("The height of the picture in pixels.", least=1)
    cache_age = Whole("For so many seconds the answer can be kept.", least=0)


routes = Blueprint("sharing", __name__)

_POLICY: Final = html_rendering.PAGE.replace("frame-ancestors 'none'", "frame-ancestors *")
"""The policy of the page for frames: any site may show it."""

_SIZE: Final = (640, 400)
"""The size of a frame in pixels: the board and the controls below it."""

_PICTURE: Final = (1200, 630)

_MOVES_TOLD: Final = 3
"""The number of moves of a line that its description tells."""

_PAGE: Final = re.compile(r"/replays/(g_[0-9a-f]{32})\Z")


class Shared(NamedTuple):
    """The texts and addresses of a link to a public replay. They do not tell how the game ended."""

    title: str
    about: str
    address: str
    """The URL of the page."""
    picture: str
    """The URL of a PNG of 1200 by 630 pixels."""
    oembed: str
    versions: Sequence[int]
    """The version after the deal and after each turn."""
    at: int
    """The number of turns taken."""
    place: Place


def shared_in(game_id: UUID, place: Place) -> Shared | None:
    """Return how a link to a replay looks. None unless the game is public and finished."""
    try:
        game = finished_game.load(game_id, None)
    except (NotFound, GameNotFinished):
        return None
    return shared(game, place)


def shared(game: FinishedGame, place: Place) -> Shared:
    """Return how a link to a public replay looks."""
    place, scene = places.nearest(game, place)
    root, public_id = request.root_url.rstrip("/"), ids.render("g", game.game_id)
    query = places.written(place)
    address = f"{root}{url_for('review.show_replay', game=public_id)}{query}"
    return Shared(
        _title(game, place, scene),
        _about(game) if scene.left_at is None else _moves(game, place, scene),
        address,
        f"{root}{url_for('page_pictures.draw_board', game=public_id)}{query}",
        f"{root}{url_for('sharing.get_oembed', url=address)}",
        scene.versions,
        bisect(scene.versions, scene.version) - 1,
        place,
    )


def _title(game: FinishedGame, place: Place, scene: Scene) -> str:
    """Return the players' names, and the turn or the line if the link has one."""
    words = page_words.page_words(language())
    names = [name for name in event_words.unique_names(game.names) if name]  # a deleted account has none
    title = translations.listed(language(), names) if place.names and names else words["replay"]
    if scene.title is not None:
        return picture_words.labelled(language(), title, scene.title)
    if scene.left_at is not None:
        turn = bisect(scene.versions, scene.left_at) - 1
        return picture_words.labelled(language(), title, words["what-if-after"].format(turn=turn))
    if place.turn is None:
        return title
    return picture_words.labelled(language(), title, words["turn-now"].format(turn=place.turn))


def _moves(game: FinishedGame, place: Place, scene: Scene) -> str:
    """Return the first moves of a line in words."""
    called = event_words.unique_names(game.names if place.names else [None] * game.stored.seats)
    items = scene.moves(game.stored.seats)
    palette = game.stored.rules.palette
    told = [
        event_words.event_line(language(), item, lambda seat: called[seat], palette) for item in items[:_MOVES_TOLD]
    ]
    return " ".join([*told, *(["…"] if len(items) > _MOVES_TOLD else [])])


def _about(game: FinishedGame) -> str:
    """Return the rules and the day. An imported game has no day, since that of the import says nothing."""
    stored, words = game.stored, page_words.page_words(language())
    variant = stored.rules.palette.variant
    rules = guide_words.guide(language()).titles[stored.rules.edition] if variant.id is None else variant.name
    day = "" if stored.source is not None else format_date(stored.finished_at, "long", locale=language())
    return words["share-about"].format(what=", ".join(filter(None, (rules, day))))


@routes.get("/replays/<game>/embed")
@web_page(price=20, parameters=places.PLACE)
def show_embed(game: str) -> Response:
    """Show the board of a public replay in a frame of any site. It is the same for all other games."""
    game_id = game_id_of(game)
    found = shared_in(game_id, places.in_query())
    words = page_words.page_words(language())
    page = render_template(
        "embed.html",
        language=language(),
        words=words,
        shared=found,
        game=game,
        early=_early(game_id, found.place.seat) if found and language() == current().negotiated_language else (),
    )
    status = HTTPStatus.NOT_FOUND if found is None else HTTPStatus.OK
    response = Response(page, status, content_type=f"{HTML}; charset=utf-8")
    response.headers["Content-Security-Policy"] = _POLICY
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _early(game_id: UUID, seat: int | None) -> tuple[str, str]:
    """Return the addresses of the data that the script of a frame asks for first."""
    parts = links.of_replay(game_id, language())
    return parts["replay"], parts["frames"] if seat is None else f"{parts['frames']}&seat={seat}"


@routes.get("/oembed")
@Operation(
    "getOembed",
    token=False,
    price=20,
    parameters=(
        Parameter(
            "url",
            "query",
            Text(
                "The address of the page, with the place in its query or fragment if it has one.",
                least=1,
                most=2000,
                required=True,
            ),
            "http://127.0.0.1:8000/replays/g_019905a4c3e17b50000119f3d2f86a00?turn=17",
        ),
        Parameter("format", "query", Text("The format.", values={"json": "The only format."}), "json"),
        Parameter("maxwidth", "query", DecimalDigits("The largest width in pixels.", least=1, most=9999), 500),
        Parameter("maxheight", "query", DecimalDigits("The largest height in pixels.", least=1, most=9999), 400),
    ),
    answers={200: Answer(Oembed, "How to show the link.", examples=("oembed-replay",))},
    problems=("not-found",),
)
def get_oembed() -> Response:
    """Show a link to a replay.

    Answers as oEmbed 1.0 (oembed.com) how another site shows a link to the page of a public replay: a title with the
    players' names, an `iframe` of `/replays/{game}/embed`, and a picture. The result of the game is not told. The
    pages name this address in their head. The only format is JSON.
    """
    query = load_query()
    game_id, place = _place_of(query["url"])
    found = existing(shared_in(game_id, place))
    most = query["maxwidth"] or _SIZE[0], query["maxheight"] or _SIZE[1]
    scale = min(1.0, most[0] / _SIZE[0], most[1] / _SIZE[1])
    width, height = int(_SIZE[0] * scale), int(_SIZE[1] * scale)
    inner = found.address.replace(f"/replays/{ids.render('g', game_id)}", f"/replays/{ids.render('g', game_id)}/embed")
    frame = render_template("frame.html", address=inner, title=found.title, width=width, height=height)
    return as_json(
        {
            "version": "1.0",
            "type": "rich",
            "title": found.title,
            "provider_name": "Hanabi",
            "provider_url": request.root_url,
            "html": frame,
            "width": width,
            "height": height,
            "thumbnail_url": found.picture,
            "thumbnail_width": _PICTURE[0],
            "thumbnail_height": _PICTURE[1],
            "cache_age": 86_400,
        }
    )


def _place_of(url: str) -> tuple[UUID, Place]:
    """Return the game and the place of a link to a page of this service. Raises NotFound."""
    try:
        parts = urlsplit(url)
    except ValueError:  # no address at all
        raise NotFound from None
    root, page = urlsplit(request.root_url), _PAGE.match(parts.path)
    if page is None or parts.netloc != root.netloc:
        raise NotFound
    # Older links have the place in the fragment.
    return game_id_of(page[1]), places.in_text(parse_qs(parts.query) or parse_qs(parts.fragment))
