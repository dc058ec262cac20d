"""The route of the verdicts of turns."""

from functools import partial
from typing import Final

from flask import Blueprint, Response

from service.core.common_parameters import ACCEPT_ENCODING, IF_NONE_MATCH
from service.core.replays.finished_game import FinishedGame
from service.core.requests import auth
from service.core.requests.auth import game_and_query
from service.core.requests.caching import LASTING, LASTING_NOT_MODIFIED, OUTDATED_REVISION, REVISION, cached
from service.core.tables.lookup import NotFound
from service.features.analysis import verdicts
from service.features.analysis.rendering.verdict_json import JudgedTurn, Verdicts, verdicts_json
from service.features.analysis.routes.asking import ask, final
from service.features.analysis.stored_results import Status
from service.platform.wire.headers import RETRY_AFTER
from service.platform.wire.operation import Answer, Link, Operation, Parameter
from service.platform.wire.request_fields import DecimalDigits
from service.platform.wire.request_parsing import load_query

routes = Blueprint("verdicts", __name__, url_prefix="/v1/replays/<game>")

_VERSION: Final = Parameter(
    "version",
    "query",
    DecimalDigits("The one turn to judge; by default, those that are worth it.", least=1, most=9999),
    41,
)
_TO_FRAME: Final = (
    Link("frame", "getFrame", "The table after the first turn that was judged.", {"version": "decisions/0/version"}),
)


def _query() -> int | None:
    version: int | None = load_query()["version"]
    return version


@routes.get("/verdicts")
@Operation(
    "getVerdicts",
    price=5,
    making=35,
    parameters=(_VERSION, REVISION, ACCEPT_ENCODING, IF_NONE_MATCH),
    answers={
        200: Answer(Verdicts, "The verdicts.", examples=("verdicts",), headers=LASTING, links=_TO_FRAME),
        202: Answer(
            Verdicts,
            "Those that are there, as others are still being computed.",
            examples=("verdicts-running",),
            headers=(RETRY_AFTER,),
        ),
        304: LASTING_NOT_MODIFIED,
        307: OUTDATED_REVISION,
    },
    problems=("game-not-finished", "too-many-analyses"),
)
def get_verdicts(game: str) -> Response:
    """Read what turns cost, given what their seats knew.

    Each choice of a turn is played to the end of the game by bots of the level of conventions that fits the game,
    on the same deals: those that fit what the seat saw, what the conventions told it, and what the others did.
    `/docs/analysis` defines it. Computed in the background, for the few turns for which another one seems better,
    or for any one with `version`: until then, the status is 202. `chosen` is null until the turns are chosen, which
    takes longest; `Retry-After` says when the next part may be there, not the last. Caching is the same as for
    frames.
    """
    caller = auth.caller_if_any()
    game_id, version = game_and_query(game, caller, _query)

    def make(replay: FinishedGame, language: str) -> object:
        return _verdicts(replay, version)

    return cached(game_id, caller, f"verdicts/{version or 'chosen'}", make)


def _verdicts(replay: FinishedGame, version: int | None) -> object:
    """Return the verdicts that are there, and ask for the others. Raises Provisional, and too-many-analyses."""
    chosen = verdicts.decisions(replay.game_id)
    status: Status = chosen.status
    level, versions = chosen.result or (None, ())
    if version is not None and version > replay.log.version:
        raise NotFound
    if version is not None and level is not None:
        versions = (version,)
    chosen_count = None if chosen.result is None else len(versions)
    missing = [verdicts.CHOICE] if status == "unsolved" else []
    turns = []
    for one in versions:
        seat = verdicts.seat_of(replay.log, one)
        if seat is not None:
            answer = verdicts.of_turn(replay.game_id, one)
            missing += [one] if answer.status == "unsolved" else []
            turns += [] if answer.result is None else [JudgedTurn(one, seat, answer.result)]
    status = "unsolved" if missing else status
    again_s = [
        ask(partial(verdicts.is_pending, replay.game_id, one), partial(verdicts.request, replay.game_id, one))
        for one in missing
    ]
    return final(verdicts_json(replay.game_id, status, level, chosen_count, turns), min(again_s, default=None))
