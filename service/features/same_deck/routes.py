"""Routes of games of the same deck: their list, and the comparison of two of them."""

from typing import Final

from flask import Blueprint, Response
from sqlalchemy import select

from engine.proof.deal import deck_key
from service.core.common_values import GameId, Points
from service.core.replays import finished_game
from service.core.replays.lists.filters import SCORE
from service.core.replays.lists.rows import COLUMNS, ListedGame, listed
from service.core.requests import auth
from service.core.requests.auth import game_and_query, game_id_of
from service.core.tables.rendering import game_json
from service.core.tables.rendering.event_schemas import Event, Result
from service.core.tables.rendering.view_schemas import FROM_GAMES, GameList, seats_with_names
from service.core.tables.routes.lists import page
from service.core.tables.tables import FINISHED_PUBLIC, Game
from service.features.analysis import game_comparison
from service.features.analysis.packed_results import Bounds
from service.platform.database.list_position import Page
from service.platform.exact_json import Json
from service.platform.wire.field_types import Flag, Items, Object, Text, Whole
from service.platform.wire.headers import LINK
from service.platform.wire.operation import Answer, Link, Operation, Parameter
from service.platform.wire.pagination import CURSOR, LIMIT, position_in
from service.platform.wire.rendering import Rendered, itself
from service.platform.wire.request_parsing import load_query
from service.platform.wire.request_record import language
from service.platform.wire.responses import as_json

OTHER: Final = Parameter("other", "path", GameId("Another game of the same deck."))


class ProvedBounds(Rendered[Bounds]):
    """What can be reached with all cards known, by the exact analysis."""

    least = Points("A score that can be reached.", attribute="lower")
    most = Points("A score that cannot be exceeded.", attribute="upper")


class ComparedReplay(Rendered[game_comparison.ComparedGame]):
    """One of the compared games."""

    id = GameId(attribute="replay.game_id")
    imported = Flag("Whether it was played elsewhere.", computed=lambda game: game.replay.source is not None)
    seats = seats_with_names("replay.players")
    result = Object(Result, attribute="replay.result")
    analysis = Text(
        "How far the exact analysis of the game is. `GET /v1/replays/{game}/analysis` asks for it.",
        values={
            "solved": "It is there.",
            "running": "It waits to be computed, or is being computed.",
            "failed": "It could not be computed.",
            "not_analyzed": "Nobody has asked for it yet.",
        },
        attribute="status",
    )
    reachable = Object(ProvedBounds, "From the deal; null without the analysis.", null=True)


def _event(language: str, choice: game_comparison.Choice) -> Json:
    return game_json.entry(choice.entry, choice.names, language)


class ComparedChoice(Rendered[game_comparison.Choice]):
    """A turn of a game, and what it was worth."""

    event = Object(Event, computed=itself, worded=_event)
    reachable = Object(ProvedBounds, "After it; null without the analysis.", null=True)
    points_lost = Whole(
        "The points that were lost by it at the latest, by the exact analysis; null without the analysis.",
        least=0,
        null=True,
    )


class ComparedTurn(Rendered[game_comparison.ComparedTurn]):
    """The turn with the same number in each of the games."""

    turn = Whole("The number of the turn, from 1 on.", least=1, attribute="number")
    same = Flag("Whether both games have the same turn.")
    choices = Items(
        Object(ComparedChoice, null=True),
        "The turn of the first and of the second game; null for a game that had ended.",
        least=2,
        most=2,
    )


class GameComparison(Rendered[game_comparison.Comparison]):
    """Two games of the same deck, turn by turn."""

    games = Items(Object(ComparedReplay), "The two games, in the order of the path.", least=2, most=2)
    parted = Whole("The number of the first turn that differs; null if no turn does.", least=1, null=True)
    turns = Items(Object(ComparedTurn), "All turns, in order.")


routes = Blueprint("same_deck", __name__, url_prefix="/v1/replays")


def _page_query() -> Page:
    query = load_query()
    return Page(position_in(query, int), query["limit"])


@routes.get("/<game>/same-deck")
@Operation(
    "listSameDeck",
    price=15,
    parameters=(LIMIT, CURSOR),
    answers={
        200: Answer(
            GameList,
            "The games of this page.",
            examples=("same-deck",),
            headers=(LINK,),
            links=FROM_GAMES,
        )
    },
    problems=("game-not-finished",),
)
def list_same_deck(game: str) -> Response:
    """List games of the same deck.

    Returns the finished public games that had the same cards in the same order, the same number of seats, the same seat
    to start and otherwise the same rules, the highest score first: this game too if it is public, and imported games,
    whose `imported` is true. Games that are still played are not among them, and private, hidden and sandbox games
    neither.
    """
    caller = auth.caller_if_any()
    game_id, query = game_and_query(game, caller, _page_query)
    key = deck_key(finished_game.load(game_id, caller, is_read=False).log)
    return page(games_of_deck(key, query), query.limit)


@routes.get("/<game>/same-deck/<other>")
@Operation(
    "getComparison",
    price=60,
    answers={
        200: Answer(
            GameComparison,
            "The games, turn by turn.",
            examples=("comparison",),
            links=(
                Link(
                    "analysis",
                    "getAnalysis",
                    "The analysis of one of the games, which is computed if it is not there.",
                    {"game": "games/0/id"},
                ),
            ),
        )
    },
    problems=("game-not-finished", "different-decks"),
)
def get_comparison(game: str, other: str) -> Response:
    """Compare two games of the same deck.

    Returns the turns of both games side by side, the first one that differs, and for each what could still be reached
    after it with all cards known. This is the stored exact analysis of each game: a game without one says so, and
    reading its analysis asks for it.
    """
    caller = auth.caller_if_any()
    first = finished_game.load(game_id_of(game), caller)
    second = finished_game.load(game_id_of(other), caller)
    return as_json(GameComparison.render(game_comparison.compared(first, second), language()))


def games_of_deck(key: bytes, page: Page) -> list[ListedGame]:
    """Return a page of finished public games with a `deck_key`, the highest score first."""
    games = select(*COLUMNS, SCORE.label("place")).where(FINISHED_PUBLIC, Game.deck_key == key)
    return listed(page.of(games, SCORE, Game.game_id))
