"""Branches of finished games: routes, request bodies and JSON."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final, TypeVar
from uuid import UUID

from flask import Blueprint, Response, url_for

from engine.rules import MAX_SEATS, rules_as_dict
from service.core.common_parameters import ACCEPT_ENCODING, IF_NONE_MATCH
from service.core.common_values import AccountId, BranchId, GameId, NextCursor, Seat, Time, Version
from service.core.people.program_schema import PROGRAM, program_json
from service.core.people.tokens import Caller
from service.core.replays import finished_game
from service.core.replays.finished_game import FinishedGame
from service.core.replays.rendering import schemas as replay_schemas
from service.core.replays.rendering.schemas import SEAT, DealtCard
from service.core.replays.routes.replays import cache_name, version_of
from service.core.requests import auth
from service.core.requests.auth import game_and_query, game_id_of
from service.core.requests.caching import LASTING, LASTING_NOT_MODIFIED, cached
from service.core.rules.routes.editions import Rules
from service.core.tables import lookup
from service.core.tables.lookup import GameRequest, NotFound
from service.core.tables.rendering import game_json
from service.core.tables.rendering.event_schemas import Event, Outcome, Reason, ResultOrNull
from service.core.tables.rendering.view_schemas import Frame, SeatWithName
from service.features.lines import branches
from service.features.lines.branches import MAX_TITLE_LENGTH, BranchReplay, BranchSummary, NewBranch
from service.features.lines.routes.lines import BranchDeal, CreateLineRequest, DealSeed, Json, deal_of, moves_of
from service.platform import ids, timestamps
from service.platform.wire.field_types import Flag, Items, Object, ResponseSchema, Text, Whole
from service.platform.wire.headers import LINK, LOCATION
from service.platform.wire.media_types import JSON, NDJSON
from service.platform.wire.operation import Answer, Body, Content, Link, Operation, Parameter
from service.platform.wire.pagination import CURSOR, LIMIT, page_of, page_query
from service.platform.wire.request_fields import PlainText, between, length, one_of
from service.platform.wire.request_parsing import empty_body, json_body, load
from service.platform.wire.request_record import accepted_type, language
from service.platform.wire.responses import as_json, as_lines, encoded, no_content

__all__ = ["branch_and_query", "routes"]


class BranchLinks(ResponseSchema):
    """The addresses of its parts."""

    branch = Text("The address of the branch.", pattern="^/v1/replays/g_[0-9a-f]{32}/branches/b_[0-9a-f]{32}$")
    frames = Text("The address of its frames.", pattern="^/v1/replays/g_[0-9a-f]{32}/branches/b_[0-9a-f]{32}/frames$")


class ListedBranch(ResponseSchema):
    """A branch in a list."""

    id = BranchId()
    game = GameId()
    author = Text("The name of the account that made it.")
    author_account = AccountId("The account that made it; null if it is deleted.", null=True)
    program = PROGRAM
    mine = Flag("Whether the caller is the author.")
    title = Text("Its title.", null=True)
    at = Version("The version of the game at which it starts.")
    deal = BranchDeal()
    seat = Seat("The seat for which the deck was drawn again; null if it is the game's deck.", null=True)
    deal_seed = DealSeed(
        (
            "What selected the deck, so that lines can be played on it. Null if it is the game's deck, "
            "or was drawn before seeds existed."
        ),
        null=True,
    )
    version = Version("The version of its last event.")
    outcome = Outcome("How it ended; null if it stops before the end.", null=True)
    reason = Reason("Why it ended; null if it stops before the end.", null=True)
    score = Whole(
        "The score of the result; null before the end, and if the result has no score.", least=0, most=30, null=True
    )
    created_at = Time()
    links = Object(BranchLinks)


class BranchList(ResponseSchema):
    """A page of branches."""

    items = Items(Object(ListedBranch), "The branches, newest first.")
    next = NextCursor()


class Branch(ListedBranch):
    """A branch with everything open."""

    rules = Object(Rules)
    seats = Items(Object(SeatWithName), "The players of the game, by seat.", least=2, most=6)
    starting_seat = Seat()
    deck = Items(
        Object(DealtCard), "The whole deck of the branch; a card's id is its position here.", least=30, most=60
    )
    events = Items(Object(Event), "The events of the game up to `at`, then those of the branch.", least=1)
    result = ResultOrNull()


class BranchFrameList(ResponseSchema):
    """The table of a branch after each event."""

    id = GameId()
    branch = BranchId()
    items = Items(Object(Frame), "The n-th frame has version n.", least=1)


BRANCH: Final = Parameter("branch", "path", BranchId("The branch."))


T = TypeVar("T")

routes = Blueprint("branches", __name__, url_prefix="/v1/replays/<game>/branches")


class CreateBranchRequest(CreateLineRequest):
    """A branch to create: other moves from an event of a finished game."""

    class Meta:
        exclude = ("deal_seat",)

    seat = Whole(
        "The seat for which the deck is drawn again; only with `resampled`.",
        named="Seat",
        load_default=None,
        validate=between(0, MAX_SEATS - 1),
    )
    deal = Text(
        "The deck of the branch, by default `original`.",
        named="BranchDeal",
        load_default="original",
        validate=one_of(("original", "resampled")),
    )
    title = PlainText("The title.", load_default=None, validate=length(MAX_TITLE_LENGTH))


_FROM_BRANCH = (
    Link(
        "branch",
        "getBranch",
        "The same branch again.",
        {"game": "$response.body#/game", "branch": "$response.body#/id"},
    ),
    Link(
        "frames",
        "listBranchFrames",
        "The table after each event.",
        {"game": "$response.body#/game", "branch": "$response.body#/id"},
    ),
    Link(
        "frame",
        "getBranchFrame",
        "The table where it starts.",
        {"game": "$response.body#/game", "branch": "$response.body#/id", "version": "$response.body#/at"},
    ),
    Link(
        "take_back",
        "deleteBranch",
        "Delete the branch, if it is the caller's.",
        {"game": "$response.body#/game", "branch": "$response.body#/id"},
    ),
)


def _new_branch() -> NewBranch:
    """Return the branch that the body describes. Its moves need no `expected_version`."""
    body = load(CreateBranchRequest(), json_body())
    return NewBranch(body["at"], moves_of(body), body["title"], deal_of(body, "seat"))


@routes.post("")
@Operation(
    "createBranch",
    scope="reviews:write",
    price=30,
    stores=800,
    repeatable=True,
    tag="replays",
    body=Body(CreateBranchRequest),
    answers={
        201: Answer(
            Branch,
            "The branch. `Location` is its address.",
            examples=("branch",),
            headers=(LOCATION,),
            links=_FROM_BRANCH,
        )
    },
    problems=(
        "game-not-finished",
        ("limit-reached", "the caller has 50 branches of this game, or 2,000 in all"),
        "illegal-move",
    ),
)
def make_branch(game: str) -> Response:
    """Create a branch.

    Returns to version `at` of a finished game, makes other moves from there, each by the seat to move, and stores
    this as a branch for everyone who may read the replay. The deck is that of the game. With `deal` `resampled`, it
    is one of the decks that `seat` could not have distinguished from it at that version: its own cards and those
    still in the deck are dealt again, with equal probability for every deal that fits every clue and every card
    that it saw. `deal_seed` selects it.

    The moves are those of `POST /v1/games/{game}/moves`; `expected_version` is optional. If the rules forbid a
    move, the problem names its position, and nothing is stored. The moves need not end the game, and cannot include
    messages, votes or reorders. The game must not have been over at `at`. The token needs the scope `reviews:write`.
    """
    caller = auth.caller()
    game_id = game_id_of(game)
    stored = lookup.load_visible(GameRequest(game_id, caller))  # an unknown game is reported before an invalid body
    new = _new_branch()
    replay = finished_game.load(game_id, caller, stored)
    branch_id = branches.create(replay, caller, new)
    location = url_for("branches.get_branch", game=game, branch=ids.render("b", branch_id))
    body = _branch_json(branches.read(replay, caller, branch_id), language())
    return as_json(body, HTTPStatus.CREATED, {"Location": location})


@routes.get("")
@Operation(
    "listBranches",
    price=10,
    tag="replays",
    parameters=(LIMIT, CURSOR),
    answers={
        200: Answer(
            BranchList,
            "The branches of this page, in order.",
            examples=("branches",),
            headers=(LINK,),
            links=(
                Link(
                    "branch",
                    "getBranch",
                    "One of the branches.",
                    {"game": "$response.body#/items/0/game", "branch": "$response.body#/items/0/id"},
                ),
            ),
        )
    },
    problems=("game-not-finished",),
)
def list_branches(game: str) -> Response:
    """List the branches of a finished game.

    Returns the branches of all authors, newest first.
    """
    caller = auth.caller_if_any()
    game_id, (after, limit) = game_and_query(game, caller, page_query)
    found = branches.of_game(finished_game.load(game_id, caller), caller, after, limit)
    return page_of(found, limit, _listed_branch_json)


@routes.get("/<branch>")
@Operation(
    "getBranch",
    price=25,
    tag="replays",
    answers={
        200: Answer(
            Branch,
            "The branch.",
            examples=("branch",),
            links=_FROM_BRANCH,
        )
    },
    problems=("game-not-finished",),
)
def get_branch(game: str, branch: str) -> Response:
    """Read a branch.

    Returns a branch with everything open: the events of the game up to `at`, then its own, which have no time.
    `deck` is the deck of the branch, which is the game's only if `deal` is `original`. On a resampled deck, the
    earlier events show the cards drawn from that deck.
    """
    caller = auth.caller_if_any()
    game_id = game_id_of(game)
    branch_id = _branch_id_of(branch)
    found = branches.read(finished_game.load(game_id, caller), caller, branch_id)
    return as_json(_branch_json(found, language()))


@routes.delete("/<branch>")
@Operation(
    "deleteBranch",
    scope="reviews:write",
    tag="replays",
    answers={204: Answer(None, "The branch was deleted.")},
    problems=("game-not-finished",),
)
def delete_branch(game: str, branch: str) -> Response:
    """Delete a branch.

    Deletes one of the caller's own branches; another account's is `not-found`. The request has no body. The token
    needs the scope `reviews:write`.
    """
    caller = auth.caller()
    game_id = game_id_of(game)
    stored = lookup.load_visible(GameRequest(game_id, caller))
    empty_body()
    branch_id = _branch_id_of(branch)
    branches.remove(finished_game.load(game_id, caller, stored), caller, branch_id)
    return no_content()


@routes.get("/<branch>/frames")
@Operation(
    "listBranchFrames",
    price=10,
    making=70,
    media_types=(JSON, NDJSON),
    tag="replays",
    parameters=(SEAT, ACCEPT_ENCODING, IF_NONE_MATCH),
    answers={
        200: Answer(
            BranchFrameList,
            "The frames in order.",
            examples=("branch-frames",),
            headers=LASTING,
            links=(
                Link(
                    "frame",
                    "getBranchFrame",
                    "One of the branch's frames.",
                    {
                        "game": "$request.path.game",
                        "branch": "$request.path.branch",
                        "version": "$response.body#/items/0/version",
                    },
                ),
            ),
            others=(
                Content(
                    "application/x-ndjson",
                    Text("One `Frame` per line; each line ends with a line feed."),
                    each_line=Object(Frame),
                ),
            ),
        ),
        304: LASTING_NOT_MODIFIED,
    },
    problems=("game-not-finished",),
)
def list_branch_frames(game: str, branch: str) -> Response:
    """Read a branch frame by frame.

    Returns the table after each event, as `GET /v1/replays/{game}/frames` does: first the game's frames up to the
    start of the branch, on the branch's deck, then those of the branch. A branch can be deleted, so caches must
    revalidate.
    """
    media_type = accepted_type()
    caller = auth.caller_if_any()
    game_id, branch_id, seat = branch_and_query(game, branch, caller, replay_schemas.seat_query)

    def make(replay: FinishedGame, language: str) -> object:
        items = game_json.frames(branches.frames(replay, caller, branch_id, seat), language)
        return as_lines(items) if media_type == NDJSON else {"id": game, "branch": branch, "items": encoded(items)}

    # A branch can be deleted, so its frames are never immutable.
    what = cache_name(f"{branch}/frames", seat)
    return cached(game_id, caller, what, make, media_type=media_type, scope="revision")


@routes.get("/<branch>/frames/<version>")
@Operation(
    "getBranchFrame",
    price=10,
    making=20,
    tag="replays",
    parameters=(SEAT, ACCEPT_ENCODING, IF_NONE_MATCH),
    answers={
        200: Answer(
            Frame,
            "The frame.",
            examples=("frame",),
            headers=LASTING,
            links=(
                Link(
                    "frames",
                    "listBranchFrames",
                    "The table after each event.",
                    {"game": "$request.path.game", "branch": "$request.path.branch"},
                ),
            ),
        ),
        304: LASTING_NOT_MODIFIED,
    },
    problems=("game-not-finished",),
)
def get_branch_frame(game: str, branch: str, version: str) -> Response:
    """Read one frame of a branch.

    Returns the table after the event with this version, as in the list of the branch's frames.
    """
    caller = auth.caller_if_any()
    game_id, branch_id, seat = branch_and_query(game, branch, caller, replay_schemas.seat_query)
    number = version_of(version)

    def make(replay: FinishedGame, language: str) -> object:
        return next(iter(game_json.frames(branches.frames(replay, caller, branch_id, seat).only(number), language)))

    return cached(game_id, caller, cache_name(f"{branch}/frames/{number}", seat), make, scope="revision")


def branch_and_query(game: str, branch: str, caller: Caller | None, query: Callable[[], T]) -> tuple[UUID, UUID, T]:
    """Return the ids of a game and its branch in a path, and the parsed query. Raises NotFound."""
    game_id, parsed = game_and_query(game, caller, query)
    branch_id = _branch_id_of(branch)
    branches.require_exists(game_id, caller, branch_id)
    return game_id, branch_id, parsed


def _branch_id_of(text: str) -> UUID:
    """Return the branch id in a path. Raises NotFound for a malformed id."""
    branch_id = ids.parse("b", text)
    if branch_id is None:
        raise NotFound
    return branch_id


def _branch_json(branch: BranchReplay, language: str) -> Json:
    """Return a branch with its deck and open hands."""
    return {
        **_listed_branch_json(branch.about),
        "rules": rules_as_dict(branch.rules),
        "seats": game_json.seats(branch.names, branch.accounts, branch.bots, branch.programs),
        "starting_seat": branch.starting_seat,
        "deck": [card._asdict() for card in branch.deck],
        "events": [game_json.entry(entry, branch.names, language) for entry in branch.entries],
        "result": game_json.result(branch.result, language),
    }


def _listed_branch_json(about: BranchSummary) -> Json:
    """Return a branch as a row of a list."""
    game, branch = ids.render("g", about.game_id), ids.render("b", about.branch_id)
    return {
        "id": branch,
        "game": game,
        "author": about.author,
        "author_account": ids.render_optional("a", about.author_account),
        "program": program_json(about.program),
        "mine": about.is_callers,
        "title": about.title,
        "at": about.at,
        "deal": "original" if about.seat is None else "resampled",
        "seat": about.seat,
        "deal_seed": about.seed,
        "version": about.version,
        "outcome": about.outcome,
        "reason": about.reason,
        "score": about.score,
        "created_at": timestamps.rfc3339(about.created_at),
        "links": {
            "branch": f"/v1/replays/{game}/branches/{branch}",
            "frames": f"/v1/replays/{game}/branches/{branch}/frames",
        },
    }
