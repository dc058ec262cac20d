"""The price of each request: CPU time, and lasting bytes.

A unit of CPU is about a millisecond on a slow core. A price is that of the largest game that a request can be about,
and was measured in process: decision 0038 says how.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

__all__ = ["BOT", "FREE", "GIF", "HEAVY", "JOB", "LINE", "OTHER_DEAL", "PNG", "WHOLE_LINE", "lasting_bytes", "units"]

BOT: Final = 5
"""The units of a bot's seat, and of each bot at a table for each move of a player."""

LINE: Final = 10
"""The units of each further line of an import of many games."""

JOB: Final = 1000
"""The units of a request that adds a job. A job takes up to some seconds, but in the background."""

OTHER_DEAL: Final = 30
"""The units of another deck for a line."""

PNG: Final = 120
"""The units of an image that is drawn now. Others pay only for reading it."""

GIF: Final = 3350
"""The units of an animation that is drawn now."""

WHOLE_LINE: Final = 40
"""The units of the events and frames of the game that come before a line on another deck."""

FREE: Final = frozenset(("health.get_liveness", "health.get_readiness", "metrics.get_metrics"))
"""Endpoints without a rate limit, for monitoring."""

_READ: Final = 3
_WRITE: Final = 5
_READS: Final = frozenset(("GET", "HEAD", "OPTIONS"))
_BYTES_A_UNIT: Final = 4096

_UNITS: Final[Mapping[str, int]] = {
    "": 1,  # no route
    "accounts.create_account": 10,
    "accounts.get_account": 40,
    "analysis.analyse_line": 20,
    "analysis.analyse_position": 20,
    "analysis.get_analysis": 80,
    "analysis.get_branch_analysis": 30,
    "analysis.get_hindsight": 40,
    "branches.get_branch": 25,
    "branches.get_branch_frame": 30,
    "branches.list_branch_frames": 80,
    "branches.list_branches": 10,
    "branches.make_branch": 30,
    "contract.get_contract": 2,
    "contract.get_contract_as_yaml": 2,
    "documentation.get_asset": 5,
    "documentation.show_reference": 5,
    "documentation.show_reference_page": 25,
    "documentation.show_rules": 15,
    "documentation.show_rules_in": 15,
    "editions.get_edition": 1,
    "editions.list_editions": 2,
    "exports.export_replay": 40,
    "games.create_game": 10,
    "games.list_games": 8,
    "games.list_messages": 8,
    "games.take_seat": 15,
    "guides.get_guide": 10,
    "guides.get_index": 5,
    "guides.show_guide": 20,
    "lines.get_line_knowledge": 20,
    "lines.play_line": 40,
    "log.get_head": 10,
    "log.get_checkpoint": 10,
    "log.get_proof": 10,
    "log.get_consistency": 10,
    "log.list_entries": 5,
    "log.get_tile": 5,
    "me.export_me": 50,
    "me.list_my_games": 12,
    "pictures.draw_animation": 30,
    "pictures.draw_distribution": 40,
    "pictures.draw_distribution_png": 40,
    "pictures.draw_position": 30,
    "pictures.draw_position_png": 30,
    "pictures.draw_score": 80,
    "pictures.draw_score_png": 80,
    "puzzles.answer_puzzle": 30,
    "puzzles.get_daily_puzzle": 25,
    "puzzles.get_puzzle": 25,
    "puzzles.get_solution": 30,
    "puzzles.list_puzzles": 10,
    "replays.get_frame": 30,
    "replays.get_knowledge": 10,
    "replays.get_replay": 30,
    "replays.import_replay": 100,
    "replays.list_frames": 80,
    "replays.list_replays": 10,
    "replays.read_replay": 12,
    "replays.verify_replay": 50,
    "review.show_game": 5,
    "review.show_home": 25,
    "review.show_play": 5,
    "review.show_player": 5,
    "review.show_puzzle": 5,
    "review.show_puzzles": 15,
    "review.show_replay": 30,
    "review.show_search": 15,
    "rules.get_rule": 1,
    "sessions.create_session": 15,
    "sessions.get_session": 15,
    "sessions.update_session": 15,
    "rules.list_rules": 2,
    "sharing.get_oembed": 20,
    "sharing.show_embed": 20,
    "stats.get_stats": 40,
    "variants.list_variants": 80,
    "webhooks.create_test_delivery": 100,
}
"""By endpoint; others cost that of a read or a write."""
_WHOLE_LOG: Final = 25
"""The units of a list of events without `since`."""
_CURVES: Final = 80
"""The units of a page of replays with curves."""

_HEAVY_UNITS: Final = 25
HEAVY: Final = frozenset(
    [*(endpoint for endpoint, price in _UNITS.items() if price >= _HEAVY_UNITS), "metrics.get_metrics"]
)
"""Endpoints that compute for long, such as those of whole games. A worker executes one at a time for each client."""

_LASTING: Final[Mapping[str, int]] = {
    "accounts.create_account": 600,
    "analysis.analyse_line": 2000,
    "analysis.analyse_position": 2000,
    "branches.make_branch": 800,
    "comments.add_comment": 400,
    "games.cast_abort_vote": 300,
    "games.create_game": 1800,
    "games.give_entropy": 200,
    "games.invite": 400,
    "games.make_move": 300,
    "games.reorder_hand": 300,
    "games.say": 300,
    "games.take_seat": 900,
    "games.turn_cards": 300,
    "games.withdraw_abort_vote": 300,
    "invitations.block_account": 200,
    "me.make_token": 400,
    "me.rename_me": 200,
    "moderation.make_report": 400,
    "moderation.take_action": 400,
    "notes.put_note": 400,
    "replays.import_replay": 4000,
    "sessions.create_session": 500,
    "sessions.update_session": 200,
    "webhooks.create_webhook": 700,
    "webhooks.create_test_delivery": 2000,
    "webhooks.update_webhook": 200,
}
"""By endpoint; the bytes of its rows and their entries in indexes, in addition to those of the body."""
_STORED_RESPONSE: Final = 2500
"""The bytes of the stored response to a request with an `Idempotency-Key`."""
_IMPORT_HEAD: Final = 80
_IMPORT_FACTOR: Final = 60
_MAX_IMPORTED_EVENTS: Final = 120_000
"""The bytes of 1,000 events. In a link, two bytes stand for an event, after a head with the deck."""


def units(endpoint: str, environ: "WSGIEnvironment") -> int:
    """Return the units of a request."""
    price = _UNITS.get(endpoint) or (_READ if environ["REQUEST_METHOD"] in _READS else _WRITE)
    if endpoint == "events.list_events" and "since=" not in environ["QUERY_STRING"]:
        price = _WHOLE_LOG
    if endpoint == "replays.list_replays" and "curve=true" in environ["QUERY_STRING"]:
        price = _CURVES
    return price + _body_bytes(environ) // _BYTES_A_UNIT


def lasting_bytes(endpoint: str, environ: "WSGIEnvironment") -> int:
    """Return an estimate of the bytes that a request leaves in the database; 0 if it stores nothing."""
    if endpoint not in _LASTING or environ["REQUEST_METHOD"] in _READS:
        return 0
    found = _LASTING[endpoint] + _body_bytes(environ)
    if endpoint == "replays.import_replay":
        events = max(0, _body_bytes(environ) - _IMPORT_HEAD) * _IMPORT_FACTOR
        is_many = "ndjson" in environ.get("CONTENT_TYPE", "").lower()
        found += events if is_many else min(events, _MAX_IMPORTED_EVENTS)
    return found + (_STORED_RESPONSE if "HTTP_IDEMPOTENCY_KEY" in environ else 0)


def _body_bytes(environ: "WSGIEnvironment") -> int:
    """Return the length of the body, at most 9 digits of which count."""
    length: str = environ.get("CONTENT_LENGTH") or "0"
    return int(length[:9]) if length.isascii() and length.isdigit() else 0
