"""Routes: replays in the formats of other programs."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple
from uuid import UUID

import orjson
from flask import Blueprint, Response, request

from service.http.pipeline import auth
from service.http.routes.games.games import asked
from service.http.wire import render, schemas
from service.http.wire.csv_events import event_table
from service.http.wire.responses import HANAB_LIVE, JSON, NOTATION, RECORD, as_json, language, prefers
from service.identity.tokens import Caller
from service.replays import exporting, replays
from service.replays.exporting import Format

__all__ = ["OFFERS", "routes"]

OFFERS: Final[Mapping[str, tuple[str, ...]]] = {"exchange.export_replay": ()}
"""The route asks itself: a format that the query names counts more than what is accepted."""

routes = Blueprint("exchange", __name__, url_prefix="/v1/replays")


class _Form(NamedTuple):
    """How a format goes over HTTP."""

    media_type: str
    parameters: str
    suffix: str
    write: Callable[[UUID, Caller | None], str | bytes]


_FORMS: Final[Mapping[Format, _Form]] = {
    "native": _Form(RECORD, "", "json", exporting.native),
    "hanab-live": _Form(
        HANAB_LIVE,
        "",
        "hanab-live.json",
        lambda game_id, caller: orjson.dumps(exporting.hanab_live_game(game_id, caller)),
    ),
    "notation": _Form(NOTATION, "; charset=utf-8", "txt", exporting.notation_text),
    "csv": _Form(
        "text/csv",
        "; charset=utf-8; header=present",
        "csv",
        lambda game_id, caller: event_table(replays.finished(game_id, caller)),
    ),
}


@routes.get("/<game>/export")
def export_replay(game: str) -> Response:
    """Answer with a finished game in a format of other programs, or with what that format cannot say of it."""
    caller = auth.caller_if_any()
    game_id, (named, report_only) = asked(game, caller, schemas.export_query)
    format = named or _accepted()
    if report_only:
        prefers(JSON)
        return as_json(render.report(exporting.report(game_id, caller, format), language()))
    form = _FORMS[format]
    headers = {
        "Content-Disposition": f'attachment; filename="hanabi-{game}.{form.suffix}"',
        "Link": f'<{request.path}?format={format}&report=only>; rel="describedby"; type="{JSON}"',
    }
    return Response(form.write(game_id, caller), headers=headers, content_type=form.media_type + form.parameters)


def _accepted() -> Format:
    """Return the format that the caller likes best, by `Accept`; not-acceptable where it is none of them."""
    formats = {form.media_type: format for format, form in _FORMS.items()}
    return formats[prefers(*formats)]
