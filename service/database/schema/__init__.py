"""SQLAlchemy models of all tables, one module per subject.

The primary key of every table of games begins with `game_id`.
"""

from service.database.schema.accounts import (
    Account,
    AccountMerge,
    AuthorizationCode,
    Block,
    Challenge,
    DeviceCode,
    DeviceLink,
    Handle,
    Passkey,
    RecoveryCode,
    Token,
)
from service.database.schema.analysis import (
    ConventionPuzzle,
    ConventionSearch,
    Hindsight,
    Puzzle,
    PuzzleSearch,
    Solution,
    SolvedPosition,
)
from service.database.schema.clock import Clock
from service.database.schema.commitment_log import LogEntry, LogHash, LogHead
from service.database.schema.contests import (
    Contest,
    ContestDeck,
    ContestEntry,
    ContestMember,
    ContestRound,
    ContestTable,
)
from service.database.schema.event_log import CoreRecord, Deal, Event
from service.database.schema.games import (
    FINISHED_PUBLIC,
    PUBLIC_NOT_IMPORTED,
    WITHOUT_KEY,
    Game,
    Invitation,
    Message,
    Seat,
    WatchCount,
)
from service.database.schema.idempotency import Answer
from service.database.schema.moderation import ModerationAction, Report
from service.database.schema.replays import Branch, Comment, Note, Rendition, ReviewSession, Sight
from service.database.schema.seeks import Seek
from service.database.schema.signing import SigningKey
from service.database.schema.statistics import Rollup
from service.database.schema.table_class import Model
from service.database.schema.webhooks import PushKey, Webhook, WebhookDelivery, WebhookGame

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
