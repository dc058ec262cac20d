"""SQLAlchemy models of all tables, one module per subject.

The primary key of every table of games begins with `game_id`.
"""

from service.core.log.tables import LogEntry, LogHash, LogHead
from service.core.people.tables import Account, AccountMerge, Block, Handle, Token
from service.core.replays.tables import Rendition, Sight
from service.core.tables.log_tables import CoreRecord, Deal, Event
from service.core.tables.tables import (
    FINISHED_PUBLIC,
    PUBLIC_NOT_IMPORTED,
    WITHOUT_KEY,
    Game,
    Invitation,
    Message,
    Seat,
    WatchCount,
)
from service.features.analysis.tables import (
    ConventionPuzzle,
    ConventionSearch,
    Hindsight,
    Puzzle,
    PuzzleSearch,
    Solution,
    SolvedPosition,
)
from service.features.contests.tables import (
    Contest,
    ContestDeck,
    ContestEntry,
    ContestMember,
    ContestRound,
    ContestTable,
)
from service.features.lines.tables import Branch
from service.features.moderation.tables import ModerationAction, Report
from service.features.notes.tables import Comment, Note
from service.features.oauth.tables import AuthorizationCode, DeviceCode
from service.features.review_sessions.tables import ReviewSession
from service.features.seeks.tables import Seek
from service.features.sign_ins.tables import Challenge, DeviceLink, Passkey, RecoveryCode
from service.features.statistics.tables import Rollup
from service.features.webhooks.tables import PushKey, Webhook, WebhookDelivery, WebhookGame
from service.platform.database.clock_table import Clock
from service.platform.database.table_class import Model
from service.platform.requests.answer_table import Answer
from service.platform.signing.tables import SigningKey

__all__ = [
    "FINISHED_PUBLIC",
    "PUBLIC_NOT_IMPORTED",
    "WITHOUT_KEY",
    "Account",
    "AccountMerge",
    "Answer",
    "AuthorizationCode",
    "Block",
    "Branch",
    "Challenge",
    "Clock",
    "Comment",
    "Contest",
    "ContestDeck",
    "ContestEntry",
    "ContestMember",
    "ContestRound",
    "ContestTable",
    "ConventionPuzzle",
    "ConventionSearch",
    "CoreRecord",
    "Deal",
    "DeviceCode",
    "DeviceLink",
    "Event",
    "Game",
    "Handle",
    "Hindsight",
    "Invitation",
    "LogEntry",
    "LogHash",
    "LogHead",
    "Message",
    "Model",
    "ModerationAction",
    "Note",
    "Passkey",
    "PushKey",
    "Puzzle",
    "PuzzleSearch",
    "RecoveryCode",
    "Rendition",
    "Report",
    "ReviewSession",
    "Rollup",
    "Seat",
    "Seek",
    "Sight",
    "SigningKey",
    "Solution",
    "SolvedPosition",
    "Token",
    "WatchCount",
    "Webhook",
    "WebhookDelivery",
    "WebhookGame",
]
