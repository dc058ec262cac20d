"""Routes of replays: read, delete, frames, knowledge, verification and readings."""

import re
from typing import Final

from flask import Blueprint, Response

from service.core.common_parameters import ACCEPT_ENCODING, IF_NONE_MATCH
from service.core.replays import deletion, finished_game, replays, verification
from service.core.replays.finished_game import FinishedGame
from service.core.replays.rendering import schemas
from service.core.replays.rendering.schemas import FROM_REPLAY, SEAT, Replay, SeatNumber, Verification
from service.core.requests import auth
from service.core.requests.auth import game_and_query, game_id_of
from service.core.requests.caching import LASTING, LASTING_NOT_MODIFIED, OUTDATED_REVISION, REVISION, cached
from service.core.tables import lookup
from service.core.tables.lookup import GameRequest
from service.core.tables.rendering import game_json, knowledge
from service.core.tables.rendering.knowledge import FrameKnowledge
from service.core.tables.rendering.view_schemas import Frame, FrameList
from service.platform.wire.field_types import Object, Text
from service.platform.wire.media_types import JSON, NDJSON
from service.platform.wire.operation import Answer, Content, Link, Operation, Parameter
from service.platform.wire.request_fields import MAX_INT
from service.platform.wire.request_parsing import empty_body
from service.platform.wire.request_record import accepted_type, language
from service.platform.wire.responses import as_json, as_lines, encoded, no_content

HOLDER: Final = Parameter("seat", "query", SeatNumber("The seat whose hand to analyze; by default every hand."), 0)

_NUMBER: Final = re.compile("0|[1-9][0-9]{0,8}")

routes = Blueprint("replays", __name__, url_prefix="/v1/replays")


@routes.get("/<game>")
@Operation(
    "getReplay",
    price=30,
    plays=True,
    answers={
        200: Answer(
            Replay,
            "The replay.",
            examples=("replay",),
            links=FROM_REPLAY,
        )
    },
    problems=("game-not-finished",),
)
def get_replay(game: str) -> Response:
    """Read a finished game.

    Returns everything about a game that has ended, to everyone; for a private game, only to its players. No one can
    read it before, including the players.
    """
    caller = auth.caller_if_any()
    game_id = game_id_of(game)
    return as_json(schemas.Replay.render(replays.replay(finished_game.load(game_id, caller)), language()))


@routes.delete("/<game>")
@Operation(
    "deleteReplay",
    scope="reviews:write",
    price=12,
    answers={204: Answer(None, "The game was deleted.")},
    problems=("not-the-creator", "not-imported"),
)
def delete_replay(game: str) -> Response:
    """Delete an imported game.

    Deletes a game that the caller has imported, with everything that others have added to it: comments and
    lines. It disappears from lists and statistics. A game that was played here cannot be deleted. The importer
    can also delete a game that a moderator has hidden, but cannot import its record again. The request has no body.
    The token needs the scope `reviews:write`.
    """
    caller = auth.caller()
    game_id = game_id_of(game)
    if not deletion.is_hidden_import(game_id, caller):
        lookup.load_visible(GameRequest(game_id, caller))
    empty_body()
    deletion.delete_import(game_id, caller)
    return no_content()


@routes.get("/<game>/frames")
@Operation(
    "listFrames",
    price=10,
    making=70,
    media_types=(JSON, NDJSON),
    plays=True,
    parameters=(SEAT, REVISION, ACCEPT_ENCODING, IF_NONE_MATCH),
    answers={
        200: Answer(
            FrameList,
            "The frames in order.",
            examples=("frames", "frames-seat"),
            headers=LASTING,
            links=(Link("frame", "getFrame", "One of the frames.", {"version": "items/0/version"}),),
            others=(
                Content(
                    "application/x-ndjson",
                    Text("One `Frame` per line; each line ends with a line feed."),
                    each_line=Object(Frame),
                ),
            ),
        ),
        304: LASTING_NOT_MODIFIED,
        307: OUTDATED_REVISION,
    },
    problems=("game-not-finished",),
)
def list_frames(game: str) -> Response:
    """Read a finished game frame by frame.

    Returns the table after each event, one frame per version from the deal on: with all hands open, or with `seat`
    exactly what that seat saw then. The response is one JSON document or, with `Accept: application/x-ndjson`, one
    frame per line. Frames contain no names of players.

    A finished game does not change. With `rev`, as in the replay's `links`, the response can be cached forever, and
    is compressed with gzip if the client accepts it. Without `rev`, it is in the language of `Accept-Language`,
    caches must revalidate it, and `Content-Location` is the permanent address.
    """
    media_type = accepted_type()
    caller = auth.caller_if_any()
    game_id, seat = game_and_query(game, caller, schemas.frames_query)

    def make(replay: FinishedGame, language: str) -> object:
        items = game_json.frames(replays.frames(replay, seat), language)
        return as_lines(items) if media_type == NDJSON else {"id": game, "items": encoded(items)}

    return cached(game_id, caller, cache_name("frames", seat), make, media_type=media_type)


@routes.get("/<game>/frames/<version>")
@Operation(
    "getFrame",
    price=5,
    making=25,
    plays=True,
    parameters=(SEAT, REVISION, ACCEPT_ENCODING, IF_NONE_MATCH),
    answers={
        200: Answer(
            Frame,
            "The frame.",
            examples=("frame",),
            headers=LASTING,
            links=(
                Link("frames", "listFrames", "The table after each event."),
                Link(
                    "knowledge",
                    "getKnowledge",
                    "What each seat could know about its hand then.",
                    {"version": "version"},
                ),
            ),
        ),
        304: LASTING_NOT_MODIFIED,
        307: OUTDATED_REVISION,
    },
    problems=("game-not-finished",),
)
def get_frame(game: str, version: str) -> Response:
    """Read one frame of a finished game.

    Returns the table after the event with this version, as in `GET /v1/replays/{game}/frames`, with the same
    caching.
    """
    caller = auth.caller_if_any()
    game_id, seat = game_and_query(game, caller, schemas.frames_query)
    number = version_of(version)

    def make(replay: FinishedGame, language: str) -> object:
        return next(iter(game_json.frames(replays.frames(replay, seat).only(number), language)))

    return cached(game_id, caller, cache_name(f"frames/{number}", seat), make, scope="process")


@routes.get("/<game>/frames/<version>/knowledge")
@Operation(
    "getKnowledge",
    price=10,
    parameters=(HOLDER, REVISION, ACCEPT_ENCODING, IF_NONE_MATCH),
    answers={
        200: Answer(
            FrameKnowledge,
            "What could be known.",
            examples=("knowledge",),
            headers=LASTING,
            links=(Link("frame", "getFrame", "The table of this version.", {"version": "version"}),),
        ),
        304: LASTING_NOT_MODIFIED,
        307: OUTDATED_REVISION,
    },
    problems=("game-not-finished",),
)
def get_knowledge(game: str, version: str) -> Response:
    """Read what each seat could know.

    Returns what each seat could know about its hand after the event with this version: from the clues, from
    counting the cards that it saw, and exactly, from counting every possible deal. `common` is common knowledge.
    Seats are assumed to remember everything, even under `memory_aid` `none`.
    """
    caller = auth.caller_if_any()
    game_id, seat = game_and_query(game, caller, schemas.frames_query)
    number = version_of(version)

    def make(replay: FinishedGame, _: str) -> object:
        return knowledge.knowledge_at(replays.known_hands(replay, number, seat))

    return cached(game_id, caller, cache_name(f"knowledge/{number}", seat), make, scope="process")


@routes.get("/<game>/verification")
@Operation(
    "getVerification",
    price=50,
    answers={
        200: Answer(
            Verification,
            "The result of the verification.",
            examples=("verification", "verification-wrong"),
            links=(Link("replay", "getReplay", "The game, including its secret."),),
        )
    },
    problems=("game-not-finished",),
)
def verify_replay(game: str) -> Response:
    """Verify a finished game.

    Verifies a finished game from the service's secret to the score: the chain of hashes, the deck, the commitments,
    the shuffle, each move, the result and the signature. A game played here is also compared with what was stored
    beside its events: the result and the times in the lists, the accounts in the seats, and the digest of its core
    from when it ended. An imported record is compared with the game itself if that was played here. Who vouches for it
    decides what it proves, and its names are proved only if the game here has them. Each request verifies it anew and
    returns the first fault. You need not trust this answer: the replay contains all its input, and
    `/docs/verification` explains how to check it.
    """
    caller = auth.caller_if_any()
    game_id = game_id_of(game)
    found = verification.verified(finished_game.load(game_id, caller), caller)
    return as_json(schemas.Verification.render(found, language()))


def version_of(text: str) -> int:
    """Return the version in a path. Return an unused version if it is not a number without leading zeros."""
    return int(text) if _NUMBER.fullmatch(text) else MAX_INT


def cache_name(what: str, seat: int | None) -> str:
    """Return the name of a cached answer. The seat is None for open hands."""
    return what if seat is None else f"{what}/seat {seat}"
