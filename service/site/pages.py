"""Routes of the home page, the review page, and the pages of searches, players, puzzles and games."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl, quote
from uuid import UUID

from flask import Blueprint, Response, current_app, request, url_for

from engine.reading.puzzles import THEMES
from engine.rules import EDITIONS, OPTIONS
from service.core.people import accounts
from service.core.replays import finished_game, replays
from service.core.replays.finished_game import GameNotFinished
from service.core.replays.lists.replays import finished_games
from service.core.replays.lists.rows import ListedGame
from service.core.replays.rendering.schemas import Replay
from service.core.replays.routes import lists as replay_lists
from service.core.requests.auth import game_id_of
from service.core.rules import guide_words
from service.core.tables import lookup
from service.core.tables.lookup import GameRequest, NotFound, id_of
from service.core.tables.words import event_words
from service.features.analysis import puzzles
from service.features.analysis.routes.puzzles import LISTED, puzzles_query
from service.features.pictures.routes import places, sharing
from service.platform import ids
from service.platform.website import compressed_files, web_files
from service.platform.website.html_rendering import has_sign_in, page, redirect
from service.platform.wire.operation import web_file, web_page
from service.platform.wire.request_record import language, settings

routes = Blueprint("review", __name__)

_ROWS_OF_HOME: Final = 8
"""The number of games that the script of the home page shows."""

_OF_A_PLACE: Final = {parameter.name for parameter in places.PLACE}

_UNESCAPED: Final = "!'()*"
"""What `encodeURIComponent` leaves as it is, and `quote` does not."""

_REVISION: Final = re.compile("[0-9a-f]{16}")

_IMMUTABLE: Final = "public, max-age=31536000, immutable"

_REVALIDATE: Final = "public, no-cache"


class Daily(NamedTuple):
    """The puzzle of the day."""

    id: str
    score: int


@routes.get("/")
@web_page(price=15)
def show_home() -> Response:
    """Show the home page: what Hanabi is, the ways to play and to review, and the newest games."""
    newest = replay_lists.newest_replays()
    found = _worth_seeing(finished_games(newest)[: newest.limit])
    early = [f"/v1/replays?curve=true&limit={newest.limit}"]
    if len(found) < _ROWS_OF_HOME:
        imported = newest._replace(filters=newest.filters._replace(imported=True))
        found = _worth_seeing([*found, *finished_games(imported)[: newest.limit]])
        early.append(f"/v1/replays?curve=true&imported=true&limit={newest.limit}")
    return page(
        "home.html",
        rows=_named(found),
        example=ids.render("g", max(found, key=lambda row: row.score or 0).game_id) if found else None,
        daily=_daily(),
        expected=len(found),
        early=early,
        fetches=settings().hanab_live is not None,
        is_signed_in=has_sign_in(),
    )


@routes.get("/replays")
@web_page(price=15)
def show_search() -> Response:
    """Show the page on which replays are found."""
    newest = replay_lists.newest_replays()
    found = finished_games(newest)[: newest.limit]
    return page(
        "search.html",
        rows=_named(found),
        expected=len(found),
        early=["/v1/replays?limit=20&curve=true"],
        editions=[{"id": edition, "title": guide_words.guide(language()).titles[edition]} for edition in EDITIONS],
        multicolor=OPTIONS["multicolor"].values,
    )


@routes.get("/players/<player>")
@web_page(price=15)
def show_player(player: str) -> Response:
    """Show the page of a player, whose script gets it from the API. It is the same for all names and ids."""
    early, found = [f"/v1/accounts/{quote(player, safe=_UNESCAPED)}"], accounts.public(player)
    name = player if found is None else found.name
    return page("player.html", player=player, player_name=name, early=early, exists=found is not None)


def _named(rows: Sequence[ListedGame]) -> list[tuple[str, ListedGame, Sequence[str | None]]]:
    return [
        (ids.render("g", row.game_id), row, event_words.unique_names([player.name for player in row.players]))
        for row in rows
    ]


def _worth_seeing(rows: Sequence[ListedGame]) -> list[ListedGame]:
    """Return the games for the home page, without those that were given up and further ones of the same players."""
    kept = [row for row in rows if row.outcome != "aborted"]
    newest = {tuple(sorted(player.name or "" for player in row.players)): row for row in reversed(kept)}
    return [row for row in kept if row in newest.values()][:_ROWS_OF_HOME]


def _daily() -> Daily | None:
    try:
        found = puzzles.daily(datetime.now(UTC).date())
    except NotFound:
        return None
    return Daily(ids.render("p", found.puzzle_id), found.puzzle.score)


@routes.get("/replays/<game>")
@web_page(price=40, parameters=places.PLACE)
def show_replay(game: str) -> Response:
    """Show the review page, whose script gets the replay from the API.

    For browsers without JavaScript, the page also has a public replay as text. It is the same for all callers: only the
    API reports that a game is private, running or unknown. The head of a public replay also says how other sites show a
    link to it, and shows the turn or the line that its query names.
    """
    game_id = game_id_of(game)
    place = places.in_query()
    try:
        found = finished_game.load(game_id, None)
    except (NotFound, GameNotFinished):
        return page("replay.html", game=game, replay=None, shared=None, parts=_parts(), exists=has_sign_in())
    shared = sharing.shared(found, place)
    is_line = place.line is not None and ids.parse("b", place.line) is not None
    if shared.place != place and not is_line:  # the reader may see a line that others do not
        others = [(name, value) for name, value in request.args.items() if name not in _OF_A_PLACE]
        answer = redirect(request.path, [*parse_qsl(places.written(shared.place)[1:]), *others])
        if place.start is not None and not shared.place.leaves_the_game:
            answer.headers["Location"] += "#no-line"  # the page says that it shows the game instead
        return answer
    replay = Replay.render(replays.replay(found), language())
    return page("replay.html", game=game, replay=replay, shared=shared, parts=_parts())


@routes.get("/replays/<game>/same-deck")
@web_page(price=15)
def show_same_deck(game: str) -> Response:
    """Show the page of the games of a deck, whose script gets them from the API. It is the same for all games."""
    return page("same-deck.html", game=game, exists=_is_known(game_id_of(game)))


@routes.get("/puzzles")
@web_page(price=15, parameters=LISTED)
def show_puzzles() -> Response:
    """Show the puzzle of the day, and the list of puzzles."""
    newest = puzzles_query()
    rows = [(ids.render("p", row.puzzle_id), row) for row in puzzles.listed(newest)[: newest.page.limit]]
    return page("puzzles.html", rows=rows, themes=THEMES, daily=_daily())


@routes.get("/puzzles/<puzzle>")
@web_page(price=15)
def show_puzzle(puzzle: str) -> Response:
    """Show the page of a puzzle, whose script gets it from the API. It is the same for all puzzles."""
    if puzzle == "conventions":  # an earlier address of the list
        return redirect(url_for("review.show_puzzles"), [*request.args.items()])
    return page("puzzle.html", puzzle=puzzle, early=[f"/v1/puzzles/{puzzle}"], exists=_is_puzzle(puzzle))


@routes.get("/arena")
@web_page(price=5)
def show_arena() -> Response:
    """Show the leaderboards of the arenas, which the script of the page gets from the API."""
    return page("arena.html", early=["/v1/contests/arena-2/leaderboard"])


@routes.get("/account")
@web_page(price=5)
def show_account() -> Response:
    """Show the page of the reader's own account and devices, and of signing in."""
    return page("account.html")


@routes.get("/play")
@web_page(price=5)
def show_play() -> Response:
    """Show the page on which a game is created, and the caller's games."""
    return page("new-table.html", early=["/v1/editions"], may_show_held=settings().watchers_see_held_cards)


@routes.get("/play/<game>")
@web_page(price=15)
def show_game(game: str) -> Response:
    """Show the page of a game, whose script gets it from the API. It is the same for all games and callers."""
    exists = _is_known(game_id_of(game)) or "invited" in request.args  # who is invited to a private game may see it
    is_signed_in = has_sign_in()  # else the page may first sign in
    return page("play.html", game=game, early=[f"/v1/games/{game}"] if is_signed_in else [], exists=exists)


@routes.app_context_processor
def _add_addresses() -> dict[str, Any]:
    """Give all templates the functions `web_file` and `words_file`."""
    return {
        "web_file": _address_of,
        "words_file": lambda script, code: _address_of(web_files.words_file(script, code)),
    }


def _address_of(name: str) -> str:
    """Return the address of a script, a style sheet or texts."""
    return url_for("review.get_web_file", revision=web_files.revision(), name=name)


@routes.get("/web/<revision>/<path:name>")
@web_file()
def get_web_file(revision: str, name: str) -> Response:
    """Return a script, a style sheet or the words of these pages.

    The revision is a hash of all files. A URL with an older one gets the current file, which browsers must revalidate.
    """
    if not _REVISION.fullmatch(revision) or name not in web_files.FILES:
        raise NotFound
    cache_control = _IMMUTABLE if revision == web_files.revision() else _REVALIDATE
    texts = web_files.WORDS.get(name)
    return compressed_files.file_response(name, web_files.file(name), cache_control, texts.language if texts else "en")


def _parts() -> list[str]:
    """Return the names of a replay's resources, for the page."""
    below = [rule.rule.partition("/v1/replays/<game>/") for rule in current_app.url_map.iter_rules()]
    return sorted({rest.partition("/")[0] for _, prefix, rest in below if prefix})


def _is_known(game_id: UUID) -> bool:
    """Return whether a game exists for everybody, or may exist for a reader who is signed in.

    For all others, a private game does not exist.
    """
    try:
        return has_sign_in() or bool(lookup.load_visible(GameRequest(game_id, None)))
    except NotFound:
        return False


def _is_puzzle(puzzle: str) -> bool:
    try:
        return bool(puzzles.read(id_of("p", puzzle)))
    except NotFound:
        return False
