"""Schemas that validate request bodies and queries.

Callers import this package and write `schemas.new_game()`. Each of its modules validates the requests of one resource.
"""

from service.http.wire.request_parsing import empty_body
from service.http.wire.schemas.accounts import account_name, including_self, new_account_name, new_token, sign_in_token
from service.http.wire.schemas.branches import LineAt, analysed_line, known_line, line, new_branch
from service.http.wire.schemas.chat import message
from service.http.wire.schemas.commitment_log import consistency_query, log_entries_query, proof_query
from service.http.wire.schemas.game_upload import GameLine, game_lines, import_game, import_line
from service.http.wire.schemas.games import (
    EventQuery,
    ViewQuery,
    entropy,
    event_query,
    invitation,
    invitation_code,
    new_game,
    seat,
    view_query,
)
from service.http.wire.schemas.lists import (
    Lines,
    WholeList,
    bots_query,
    distribution_query,
    finished_query,
    games_query,
    my_games_query,
    newest_replays,
    page_query,
    replays_query,
    whole_list_query,
)
from service.http.wire.schemas.moderation import log_query, new_report, order, reports_query
from service.http.wire.schemas.moves import card_orientation, hand_order, move
from service.http.wire.schemas.notes import comment, note
from service.http.wire.schemas.positions import position
from service.http.wire.schemas.puzzles import puzzle_turn, puzzles_query, steps_query
from service.http.wire.schemas.replays import (
    SharedPlace,
    curve_query,
    export_query,
    frames_query,
    oembed_query,
    picture_query,
    reading_query,
    revised_query,
    seat_query,
    shared_place,
)
from service.http.wire.schemas.sessions import new_session, session_change
from service.http.wire.schemas.variants import VariantsQuery, variants_query
from service.http.wire.schemas.webhooks import new_webhook, webhook_changes

__all__ = [
    "EventQuery",
    "GameLine",
    "LineAt",
    "Lines",
    "SharedPlace",
    "VariantsQuery",
    "ViewQuery",
    "WholeList",
    "account_name",
    "analysed_line",
    "bots_query",
    "card_orientation",
    "comment",
    "consistency_query",
    "curve_query",
    "distribution_query",
    "empty_body",
    "entropy",
    "event_query",
    "export_query",
    "finished_query",
    "frames_query",
    "game_lines",
    "games_query",
    "hand_order",
    "import_game",
    "import_line",
    "including_self",
    "invitation",
    "invitation_code",
    "known_line",
    "line",
    "log_entries_query",
    "log_query",
    "message",
    "move",
    "my_games_query",
    "new_account_name",
    "new_branch",
    "new_game",
    "new_report",
    "new_session",
    "new_token",
    "new_webhook",
    "newest_replays",
    "note",
    "oembed_query",
    "order",
    "page_query",
    "picture_query",
    "position",
    "proof_query",
    "puzzle_turn",
    "puzzles_query",
    "reading_query",
    "replays_query",
    "reports_query",
    "revised_query",
    "seat",
    "seat_query",
    "session_change",
    "shared_place",
    "sign_in_token",
    "steps_query",
    "variants_query",
    "view_query",
    "webhook_changes",
    "whole_list_query",
]
