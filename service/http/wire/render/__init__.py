"""JSON representations of resources, as the contract specifies them.

Callers import this package and write `render.table(…)`. Each of its modules renders one resource.
"""

from service.http.wire.render.accounts import account, me, personal_data, profile, sign_in, signed_in, token
from service.http.wire.render.analysis import game_analysis, position_analysis
from service.http.wire.render.branches import branch, line, listed_branch
from service.http.wire.render.chat import message, messages
from service.http.wire.render.events import entry, feed
from service.http.wire.render.games import acted, frames, table
from service.http.wire.render.hindsight import hindsight
from service.http.wire.render.invitations import block, invitation, received_invitation
from service.http.wire.render.knowledge import knowledge_at, own_knowledge
from service.http.wire.render.moderation import moderation_action, own_report, received_report
from service.http.wire.render.notes import comment, note, shared_note
from service.http.wire.render.puzzles import listed_puzzle, puzzle, puzzle_answer
from service.http.wire.render.replays import replay, report, step, verification
from service.http.wire.render.rules import RULES, edition_options, edition_variants, ruling
from service.http.wire.render.sessions import session, session_change
from service.http.wire.render.statistics import stats
from service.http.wire.render.variants import variant
from service.http.wire.render.webhooks import delivery, webhook

__all__ = [
    "RULES",
    "account",
    "acted",
    "block",
    "branch",
    "comment",
    "delivery",
    "edition_options",
    "edition_variants",
    "entry",
    "feed",
    "frames",
    "game_analysis",
    "hindsight",
    "invitation",
    "knowledge_at",
    "line",
    "listed_branch",
    "listed_puzzle",
    "me",
    "message",
    "messages",
    "moderation_action",
    "note",
    "own_knowledge",
    "own_report",
    "personal_data",
    "position_analysis",
    "profile",
    "puzzle",
    "puzzle_answer",
    "received_invitation",
    "received_report",
    "replay",
    "report",
    "ruling",
    "session",
    "session_change",
    "shared_note",
    "sign_in",
    "signed_in",
    "stats",
    "step",
    "table",
    "token",
    "variant",
    "verification",
    "webhook",
]
