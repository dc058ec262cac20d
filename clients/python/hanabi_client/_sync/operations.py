# Written by `make contract` from ../_async. Do not edit.
"""The operations of the service, by their names in the contract.

Written by `make contract` from the contract. Do not edit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal
from urllib.parse import quote

from hanabi_client._sync.connection import Connection
from hanabi_client.types import (
    Account,
    AccountId,
    Analysis,
    Anchor,
    BlockedAccount,
    BlockedAccountList,
    BotList,
    Branch,
    BranchFrameList,
    BranchId,
    BranchList,
    BranchPositionAnalysis,
    Comment,
    CommentId,
    CommentList,
    CreateAbortVoteRequest,
    CreateAccountRequest,
    CreateBranchRequest,
    CreateCommentRequest,
    CreateGameRequest,
    CreateInvitationRequest,
    CreateLineAnalysisRequest,
    CreateLineKnowledgeRequest,
    CreateLineRequest,
    CreateMessageRequest,
    CreateModerationActionRequest,
    CreateMoveRequest,
    CreatePositionAnalysisRequest,
    CreateReportRequest,
    CreateSeatRequest,
    CreateSessionRequest,
    CreateTokenRequest,
    CreateWebhookRequest,
    CreatedToken,
    CreatedWebhook,
    Delivery,
    DeliveryList,
    Edition,
    EditionId,
    EditionList,
    EventList,
    EventResult,
    ExplainedProblem,
    Export,
    ExportFormat,
    ExportReport,
    Frame,
    FrameKnowledge,
    FrameList,
    GameId,
    GameLink,
    GameList,
    GameRecord,
    HanabLiveGame,
    Hash,
    Health,
    Hindsight,
    Invitation,
    KeyList,
    ListedBranch,
    ListedGame,
    ListedPuzzle,
    LogConsistency,
    LogEntryList,
    LogEntryType,
    LogHead,
    LogProof,
    Me,
    Message,
    MessageList,
    ModerationAction,
    ModerationActionList,
    ModerationTarget,
    Modifier,
    MulticolorOfGame,
    MyGameList,
    Note,
    NoteList,
    Oembed,
    Outcome,
    PlayedLine,
    PositionAnalysis,
    ProblemCode,
    ProblemList,
    PublicAccount,
    Puzzle,
    PuzzleAnswer,
    PuzzleDifficulty,
    PuzzleId,
    PuzzleList,
    PuzzleTheme,
    ReceivedInvitation,
    ReceivedInvitationList,
    ReceivedReport,
    Replay,
    ReplayStep,
    Report,
    ReportList,
    Rule,
    RuleList,
    RuleNumber,
    Seat,
    Session,
    SessionId,
    SharedNoteList,
    Stats,
    Status,
    TokenList,
    Turn,
    UpdateCardOrientationRequest,
    UpdateEntropyRequest,
    UpdateHandOrderRequest,
    UpdateMeRequest,
    UpdateNoteRequest,
    UpdateSessionRequest,
    UpdateWebhookRequest,
    Variant,
    VariantId,
    VariantList,
    VariantSuitName,
    Verification,
    View,
    Webhook,
    WebhookId,
    WebhookList,
)

__all__ = ["Operations"]


class Operations:
    """One method for each operation of the contract. They return the bodies of responses."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create_abort_vote(
        self,
        game: GameId,
        body: CreateAbortVoteRequest | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> EventResult:
        """Vote to abort."""
        answer: EventResult = self._connection.send(
            "POST",
            f"/v1/games/{quote(str(game), safe='')}/abort-votes",
            body=body or {},
            takes_key=True,
            key=idempotency_key,
        )
        return answer

    def delete_abort_vote(self, game: GameId) -> EventResult:
        """Withdraw the vote to abort."""
        answer: EventResult = self._connection.send(
            "DELETE",
            f"/v1/games/{quote(str(game), safe='')}/abort-votes",
        )
        return answer

    def create_account(self, body: CreateAccountRequest | None = None) -> Account:
        """Create an account."""
        answer: Account = self._connection.send("POST", "/v1/accounts", body=body or {})
        return answer

    def get_account(self, name: str) -> PublicAccount:
        """Read the public page of an account."""
        answer: PublicAccount = self._connection.send("GET", f"/v1/accounts/{quote(str(name), safe='')}")
        return answer

    def get_analysis(self, game: GameId, *, rev: str | None = None, wait_s: float = 0) -> Analysis:
        """Read the analysis of a finished game."""
        answer: Analysis = self._connection.send(
            "GET",
            f"/v1/replays/{quote(str(game), safe='')}/analysis",
            params={"rev": rev},
            wait_s=wait_s,
        )
        return answer

    def get_hindsight(self, game: GameId, *, rev: str | None = None, wait_s: float = 0) -> Hindsight:
        """Read what was luck and what was choice."""
        answer: Hindsight = self._connection.send(
            "GET",
            f"/v1/replays/{quote(str(game), safe='')}/hindsight",
            params={"rev": rev},
            wait_s=wait_s,
        )
        return answer

    def get_branch_analysis(
        self,
        game: GameId,
        branch: BranchId,
        version: int,
        *,
        wait_s: float = 0,
    ) -> BranchPositionAnalysis:
        """Read what can still be reached in a branch."""
        answer: BranchPositionAnalysis = self._connection.send(
            "GET",
            f"/v1/replays/{quote(str(game), safe='')}/branches/{quote(str(branch), safe='')}/frames/{quote(str(version), safe='')}/analysis",
            wait_s=wait_s,
        )
        return answer

    def create_line_analysis(
        self,
        game: GameId,
        body: CreateLineAnalysisRequest,
        *,
        wait_s: float = 0,
    ) -> PositionAnalysis:
        """Ask what can still be reached in a line."""
        answer: PositionAnalysis = self._connection.send(
            "POST",
            f"/v1/replays/{quote(str(game), safe='')}/lines/analysis",
            body=body,
            wait_s=wait_s,
        )
        return answer

    def create_position_analysis(
        self,
        body: CreatePositionAnalysisRequest,
        *,
        wait_s: float = 0,
    ) -> PositionAnalysis:
        """Ask what can be reached in a position."""
        answer: PositionAnalysis = self._connection.send(
            "POST",
            "/v1/positions/analysis",
            body=body,
            wait_s=wait_s,
        )
        return answer

    def list_blocks(self, *, limit: int | None = None, cursor: str | None = None) -> BlockedAccountList:
        """List the accounts that you have blocked."""
        answer: BlockedAccountList = self._connection.send(
            "GET",
            "/v1/me/blocks",
            params={"limit": limit, "cursor": cursor},
        )
        return answer

    def iter_blocks(self, *, limit: int | None = None) -> Iterator[BlockedAccount]:
        """List the accounts that you have blocked: each item, from all pages."""
        cursor = None
        while True:
            page = self.list_blocks(limit=limit, cursor=cursor)
            for item in page["items"]:
                yield item
            cursor = page["next"]
            if cursor is None:
                return

    def create_block(self, account: AccountId) -> None:
        """Block an account."""
        self._connection.send("PUT", f"/v1/me/blocks/{quote(str(account), safe='')}")

    def delete_block(self, account: AccountId) -> None:
        """Unblock an account."""
        self._connection.send("DELETE", f"/v1/me/blocks/{quote(str(account), safe='')}")

    def list_bots(self, *, variant: str | None = None) -> BotList:
        """List the bots."""
        answer: BotList = self._connection.send("GET", "/v1/bots", params={"variant": variant})
        return answer

    def create_line(self, game: GameId, body: CreateLineRequest) -> PlayedLine:
        """See what other moves lead to."""
        answer: PlayedLine = self._connection.send(
            "POST",
            f"/v1/replays/{quote(str(game), safe='')}/lines",
            body=body,
        )
        return answer

    def create_line_knowledge(self, game: GameId, body: CreateLineKnowledgeRequest) -> FrameKnowledge:
        """See what seats could know in a line."""
        answer: FrameKnowledge = self._connection.send(
            "POST",
            f"/v1/replays/{quote(str(game), safe='')}/lines/knowledge",
            body=body,
        )
        return answer

    def list_branches(self, game: GameId, *, limit: int | None = None, cursor: str | None = None) -> BranchList:
        """List the branches of a finished game."""
        answer: BranchList = self._connection.send(
            "GET",
            f"/v1/replays/{quote(str(game), safe='')}/branches",
            params={"limit": limit, "cursor": cursor},
        )
        return answer

    def iter_branches(self, game: GameId, *, limit: int | None = None) -> Iterator[ListedBranch]:
        """List the branches of a finished game: each item, from all pages."""
        cursor = None
        while True:
            page = self.list_branches(game, limit=limit, cursor=cursor)
            for item in page["items"]:
                yield item
            cursor = page["next"]
            if cursor is None:
                return

    def create_branch(
        self,
        game: GameId,
        body: CreateBranchRequest,
        *,
        idempotency_key: str | None = None,
    ) -> Branch:
        """Create a branch."""
        answer: Branch = self._connection.send(
            "POST",
            f"/v1/replays/{quote(str(game), safe='')}/branches",
            body=body,
            takes_key=True,
            key=idempotency_key,
        )
        return answer

    def get_branch(self, game: GameId, branch: BranchId) -> Branch:
        """Read a branch."""
        answer: Branch = self._connection.send(
            "GET",
            f"/v1/replays/{quote(str(game), safe='')}/branches/{quote(str(branch), safe='')}",
        )
        return answer

    def delete_branch(self, game: GameId, branch: BranchId) -> None:
        """Delete a branch."""
        self._connection.send(
            "DELETE",
            f"/v1/replays/{quote(str(game), safe='')}/branches/{quote(str(branch), safe='')}",
        )

    def list_branch_frames(self, game: GameId, branch: BranchId, *, seat: Seat | None = None) -> BranchFrameList:
        """Read a branch frame by frame."""
        answer: BranchFrameList = self._connection.send(
            "GET",
            f"/v1/replays/{quote(str(game), safe='')}/branches/{quote(str(branch), safe='')}/frames",
            params={"seat": seat},
        )
        return answer

    def get_branch_frame(
        self,
        game: GameId,
        branch: BranchId,
        version: int,
        *,
        seat: Seat | None = None,
    ) -> Frame:
        """Read one frame of a branch."""
        answer: Frame = self._connection.send(
            "GET",
            f"/v1/replays/{quote(str(game), safe='')}/branches/{quote(str(branch), safe='')}/frames/{quote(str(version), safe='')}",
            params={"seat": seat},
        )
        return answer

    def list_comments(self, game: GameId, *, limit: int | None = None, cursor: str | None = None) -> CommentList:
        """List the comments on a finished game."""
        answer: CommentList = self._connection.send(
            "GET",
            f"/v1/replays/{quote(str(game), safe='')}/comments",
            params={"limit": limit, "cursor": cursor},
        )
        return answer

    def iter_comments(self, game: GameId, *, limit: int | None = None) -> Iterator[Comment]:
        """List the comments on a finished game: each item, from all pages."""
        cursor = None
        while True:
            page = self.list_comments(game, limit=limit, cursor=cursor)
            for item in page["items"]:
                yield item
            cursor = page["next"]
            if cursor is None:
                return

    def create_comment(
        self,
        game: GameId,
        body: CreateCommentRequest,
        *,
        idempotency_key: str | None = None,
    ) -> Comment:
        """Comment on a finished game."""
        answer: Comment = self._connection.send(
            "POST",
            f"/v1/replays/{quote(str(game), safe='')}/comments",
            body=body,
            takes_key=True,
            key=idempotency_key,
        )
        return answer

    def delete_comment(self, game: GameId, comment: CommentId) -> None:
        """Delete a comment."""
        self._connection.send(
            "DELETE",
            f"/v1/replays/{quote(str(game), safe='')}/comments/{quote(str(comment), safe='')}",
        )

    def list_editions(self) -> EditionList:
        """List the editions."""
        answer: EditionList = self._connection.send("GET", "/v1/editions")
        return answer

    def get_edition(self, edition: EditionId) -> Edition:
        """Read an edition."""
        answer: Edition = self._connection.send("GET", f"/v1/editions/{quote(str(edition), safe='')}")
        return answer

    def list_events(
        self,
        game: GameId,
        *,
        since: int | None = None,
        views: bool | None = None,
        prefer: str | None = None,
    ) -> EventList:
        """List, or stream the events of a game."""
        answer: EventList = self._connection.send(
            "GET",
            f"/v1/games/{quote(str(game), safe='')}/events",
            params={"since": since, "views": views},
            headers={"Prefer": prefer},
        )
        return answer

    def list_my_events(self) -> MyGameList:
        """List or stream your running games."""
        answer: MyGameList = self._connection.send("GET", "/v1/me/events")
        return answer

    def list_games(
        self,
        *,
        status: Status | None = None,
        seats: int | None = None,
        edition: EditionId | None = None,
        multicolor: MulticolorOfGame | None = None,
        variant: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> GameList:
        """List games."""
        answer: GameList = self._connection.send(
            "GET",
            "/v1/games",
            params={"status": status, "seats": seats, "edition": edition, "multicolor": multicolor, "variant": variant, "limit": limit, "cursor": cursor},
        )
        return answer

    def iter_games(
        self,
        *,
        status: Status | None = None,
        seats: int | None = None,
        edition: EditionId | None = None,
        multicolor: MulticolorOfGame | None = None,
        variant: str | None = None,
        limit: int | None = None,
    ) -> Iterator[ListedGame]:
        """List games: each item, from all pages."""
        cursor = None
        while True:
            page = self.list_games(
                status=status,
                seats=seats,
                edition=edition,
                multicolor=multicolor,
                variant=variant,
                limit=limit,
                cursor=cursor,
            )
            for item in page["items"]:
                yield item
            cursor = page["next"]
            if cursor is None:
                return

    def create_game(self, body: CreateGameRequest, *, idempotency_key: str | None = None) -> View:
        """Create a game."""
        answer: View = self._connection.send("POST", "/v1/games", body=body, takes_key=True, key=idempotency_key)
        return answer

    def get_game(self, game: GameId, *, knowledge: bool | None = None, at: int | None = None) -> View:
        """Read a game."""
        answer: View = self._connection.send(
            "GET",
            f"/v1/games/{quote(str(game), safe='')}",
            params={"knowledge": knowledge, "at": at},
        )
        return answer

    def update_hand_order(self, game: GameId, body: UpdateHandOrderRequest) -> EventResult:
        """Reorder your hand."""
        answer: EventResult = self._connection.send(
            "PUT",
            f"/v1/games/{quote(str(game), safe='')}/hand-order",
            body=body,
        )
        return answer

    def update_card_orientation(self, game: GameId, body: UpdateCardOrientationRequest) -> EventResult:
        """Turn cards of your hand."""
        answer: EventResult = self._connection.send(
            "PUT",
            f"/v1/games/{quote(str(game), safe='')}/card-orientation",
            body=body,
        )
        return answer

    def list_invitations(self, *, limit: int | None = None, cursor: str | None = None) -> ReceivedInvitationList:
        """List your invitations."""
        answer: ReceivedInvitationList = self._connection.send(
            "GET",
            "/v1/me/invitations",
            params={"limit": limit, "cursor": cursor},
        )
        return answer

    def iter_invitations(self, *, limit: int | None = None) -> Iterator[ReceivedInvitation]:
        """List your invitations: each item, from all pages."""
        cursor = None
        while True:
            page = self.list_invitations(limit=limit, cursor=cursor)
            for item in page["items"]:
                yield item
            cursor = page["next"]
            if cursor is None:
                return

    def delete_invitation(self, game: GameId) -> None:
        """Decline an invitation."""
        self._connection.send("DELETE", f"/v1/me/invitations/{quote(str(game), safe='')}")

    def create_invitation(
        self,
        game: GameId,
        body: CreateInvitationRequest | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> Invitation:
        """Invite to a game."""
        answer: Invitation = self._connection.send(
            "POST",
            f"/v1/games/{quote(str(game), safe='')}/invitations",
            body=body or {},
            takes_key=True,
            key=idempotency_key,
        )
        return answer

    def get_log_head(self) -> LogHead:
        """Read the signed head of the log."""
        answer: LogHead = self._connection.send("GET", "/v1/log/head")
        return answer

    def get_log_proof(
        self,
        *,
        game: GameId,
        secret_commitment: Hash,
        type: LogEntryType,
        size: int | None = None,
    ) -> LogProof:
        """Prove that the log has an entry."""
        answer: LogProof = self._connection.send(
            "GET",
            "/v1/log/proof",
            params={"game": game, "secret_commitment": secret_commitment, "type": type, "size": size},
        )
        return answer

    def get_log_consistency(self, *, first: int, second: int | None = None) -> LogConsistency:
        """Prove that the log was only extended."""
        answer: LogConsistency = self._connection.send(
            "GET",
            "/v1/log/consistency",
            params={"first": first, "second": second},
        )
        return answer

    def list_log_entries(self, *, start: int | None = None, limit: int | None = None) -> LogEntryList:
        """List the entries of the log."""
        answer: LogEntryList = self._connection.send(
            "GET",
            "/v1/log/entries",
            params={"start": start, "limit": limit},
        )
        return answer

    def get_checkpoint(self) -> str:
        """Read the head of the log as a signed note."""
        answer: str = self._connection.send("GET", "/log/checkpoint", accept="text/plain")
        return answer

    def get_tile(self, level: str, tile: str) -> bytes:
        """Fetch a tile of the log."""
        answer: bytes = self._connection.send(
            "GET",
            f"/log/tile/{quote(str(level), safe='')}/{quote(str(tile), safe='/')}",
            accept="application/octet-stream",
        )
        return answer

    def list_keys(self) -> KeyList:
        """List the signing keys."""
        answer: KeyList = self._connection.send("GET", "/.well-known/hanabi-keys")
        return answer

    def get_me(self) -> Me:
        """Read your account."""
        answer: Me = self._connection.send("GET", "/v1/me")
        return answer

    def update_me(self, body: UpdateMeRequest, *, if_match: str) -> Me:
        """Change your name."""
        answer: Me = self._connection.send("PATCH", "/v1/me", headers={"If-Match": if_match}, body=body)
        return answer

    def delete_me(self) -> None:
        """Delete your account."""
        self._connection.send("DELETE", "/v1/me")

    def get_my_export(self) -> Export:
        """Export your data."""
        answer: Export = self._connection.send("GET", "/v1/me/export")
        return answer

    def list_my_games(
        self,
        *,
        status: Status | None = None,
        turn: Literal["mine"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> GameList:
        """List your games."""
        answer: GameList = self._connection.send(
            "GET",
            "/v1/me/games",
            params={"status": status, "turn": turn, "limit": limit, "cursor": cursor},
        )
        return answer

    def iter_my_games(
        self,
        *,
        status: Status | None = None,
        turn: Literal["mine"] | None = None,
        limit: int | None = None,
    ) -> Iterator[ListedGame]:
        """List your games: each item, from all pages."""
        cursor = None
        while True:
            page = self.list_my_games(status=status, turn=turn, limit=limit, cursor=cursor)
            for item in page["items"]:
                yield item
            cursor = page["next"]
            if cursor is None:
                return

    def list_messages(self, game: GameId) -> MessageList:
        """List messages."""
        answer: MessageList = self._connection.send("GET", f"/v1/games/{quote(str(game), safe='')}/messages")
        return answer

    def create_message(
        self,
        game: GameId,
        body: CreateMessageRequest,
        *,
        idempotency_key: str | None = None,
    ) -> Message:
        """Send a message."""
        answer: Message = self._connection.send(
            "POST",
            f"/v1/games/{quote(str(game), safe='')}/messages",
            body=body,
            takes_key=True,
            key=idempotency_key,
        )
        return answer

    def create_report(self, body: CreateReportRequest, *, idempotency_key: str | None = None) -> Report:
        """Report an account or content."""
        answer: Report = self._connection.send(
            "POST",
            "/v1/reports",
            body=body,
            takes_key=True,
            key=idempotency_key,
        )
        return answer

    def list_reports(
        self,
        *,
        status: Literal["open", "closed"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> ReportList:
        """List the reports."""
        answer: ReportList = self._connection.send(
            "GET",
            "/v1/moderation/reports",
            params={"status": status, "limit": limit, "cursor": cursor},
        )
        return answer

    def iter_reports(
        self,
        *,
        status: Literal["open", "closed"] | None = None,
        limit: int | None = None,
    ) -> Iterator[ReceivedReport]:
        """List the reports: each item, from all pages."""
        cursor = None
        while True:
            page = self.list_reports(status=status, limit=limit, cursor=cursor)
            for item in page["items"]:
                yield item
            cursor = page["next"]
            if cursor is None:
                return

    def list_moderation_actions(
        self,
        *,
        target: ModerationTarget | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> ModerationActionList:
        """List the actions of moderation."""
        answer: ModerationActionList = self._connection.send(
            "GET",
            "/v1/moderation/actions",
            params={"target": target, "limit": limit, "cursor": cursor},
        )
        return answer

    def iter_moderation_actions(
        self,
        *,
        target: ModerationTarget | None = None,
        limit: int | None = None,
    ) -> Iterator[ModerationAction]:
        """List the actions of moderation: each item, from all pages."""
        cursor = None
        while True:
            page = self.list_moderation_actions(target=target, limit=limit, cursor=cursor)
            for item in page["items"]:
                yield item
            cursor = page["next"]
            if cursor is None:
                return

    def create_moderation_action(
        self,
        body: CreateModerationActionRequest,
        *,
        idempotency_key: str | None = None,
    ) -> ModerationAction:
        """Take an action of moderation."""
        answer: ModerationAction = self._connection.send(
            "POST",
            "/v1/moderation/actions",
            body=body,
            takes_key=True,
            key=idempotency_key,
        )
        return answer

    def create_move(
        self,
        game: GameId,
        body: CreateMoveRequest,
        *,
        idempotency_key: str | None = None,
    ) -> EventResult:
        """Make a move."""
        answer: EventResult = self._connection.send(
            "POST",
            f"/v1/games/{quote(str(game), safe='')}/moves",
            body=body,
            takes_key=True,
            key=idempotency_key,
        )
        return answer

    def list_notes(self, game: GameId) -> NoteList:
        """List your notes."""
        answer: NoteList = self._connection.send("GET", f"/v1/games/{quote(str(game), safe='')}/notes")
        return answer

    def get_note(self, game: GameId, anchor: Anchor) -> Note:
        """Read one of your notes."""
        answer: Note = self._connection.send(
            "GET",
            f"/v1/games/{quote(str(game), safe='')}/notes/{quote(str(anchor), safe='')}",
        )
        return answer

    def update_note(
        self,
        game: GameId,
        anchor: Anchor,
        body: UpdateNoteRequest,
        *,
        if_match: str | None = None,
        if_none_match: str | None = None,
    ) -> Note:
        """Write a note."""
        answer: Note = self._connection.send(
            "PUT",
            f"/v1/games/{quote(str(game), safe='')}/notes/{quote(str(anchor), safe='')}",
            headers={"If-Match": if_match, "If-None-Match": if_none_match},
            body=body,
        )
        return answer

    def delete_note(self, game: GameId, anchor: Anchor, *, if_match: str | None = None) -> None:
        """Delete a note."""
        self._connection.send(
            "DELETE",
            f"/v1/games/{quote(str(game), safe='')}/notes/{quote(str(anchor), safe='')}",
            headers={"If-Match": if_match},
        )

    def list_shared_notes(self, game: GameId) -> SharedNoteList:
        """Read the players' shared notes."""
        answer: SharedNoteList = self._connection.send("GET", f"/v1/replays/{quote(str(game), safe='')}/notes")
        return answer

    def get_position_picture(
        self,
        game: GameId,
        version: int,
        *,
        seat: Seat | None = None,
        scheme: Literal["dark", "light"] | None = None,
        rev: str | None = None,
    ) -> str:
        """Draw one frame of a finished game."""
        answer: str = self._connection.send(
            "GET",
            f"/v1/replays/{quote(str(game), safe='')}/positions/{quote(str(version), safe='')}.svg",
            accept="image/svg+xml",
            params={"seat": seat, "scheme": scheme, "rev": rev},
        )
        return answer

    def get_score_picture(
        self,
        game: GameId,
        *,
        scheme: Literal["dark", "light"] | None = None,
        rev: str | None = None,
        wait_s: float = 0,
    ) -> str:
        """Draw the curve of a finished game."""
        answer: str = self._connection.send(
            "GET",
            f"/v1/replays/{quote(str(game), safe='')}/score.svg",
            accept="image/svg+xml",
            params={"scheme": scheme, "rev": rev},
            wait_s=wait_s,
        )
        return answer

    def get_position_image(
        self,
        game: GameId,
        version: int,
        *,
        seat: Seat | None = None,
        scheme: Literal["dark", "light"] | None = None,
        rev: str | None = None,
    ) -> bytes:
        """Draw one frame of a finished game as PNG."""
        answer: bytes = self._connection.send(
            "GET",
            f"/v1/replays/{quote(str(game), safe='')}/positions/{quote(str(version), safe='')}.png",
            accept="image/png",
            params={"seat": seat, "scheme": scheme, "rev": rev},
        )
        return answer

    def get_replay_animation(
        self,
        game: GameId,
        *,
        seat: Seat | None = None,
        scheme: Literal["dark", "light"] | None = None,
        rev: str | None = None,
    ) -> bytes:
        """Draw a finished game as an animated GIF."""
        answer: bytes = self._connection.send(
            "GET",
            f"/v1/replays/{quote(str(game), safe='')}/animation.gif",
            accept="image/gif",
            params={"seat": seat, "scheme": scheme, "rev": rev},
        )
        return answer

    def get_score_image(
        self,
        game: GameId,
        *,
        scheme: Literal["dark", "light"] | None = None,
        rev: str | None = None,
        wait_s: float = 0,
    ) -> bytes:
        """Draw the curve of a finished game as PNG."""
        answer: bytes = self._connection.send(
            "GET",
            f"/v1/replays/{quote(str(game), safe='')}/score.png",
            accept="image/png",
            params={"scheme": scheme, "rev": rev},
            wait_s=wait_s,
        )
        return answer

    def get_distribution_picture(
        self,
        *,
        player: AccountId | None = None,
        edition: EditionId | None = None,
        multicolor: MulticolorOfGame | None = None,
        variant: str | None = None,
        seats: int | None = None,
        score_gte: int | None = None,
        score_lte: int | None = None,
        outcome: Outcome | None = None,
        finished_after: str | None = None,
        finished_before: str | None = None,
        imported: bool | None = None,
        scheme: Literal["dark", "light"] | None = None,
    ) -> str:
        """Draw the distribution of scores."""
        answer: str = self._connection.send(
            "GET",
            "/v1/stats/distribution.svg",
            accept="image/svg+xml",
            params={"player": player, "edition": edition, "multicolor": multicolor, "variant": variant, "seats": seats, "score_gte": score_gte, "score_lte": score_lte, "outcome": outcome, "finished_after": finished_after, "finished_before": finished_before, "imported": imported, "scheme": scheme},
        )
        return answer

    def get_distribution_image(
        self,
        *,
        player: AccountId | None = None,
        edition: EditionId | None = None,
        multicolor: MulticolorOfGame | None = None,
        variant: str | None = None,
        seats: int | None = None,
        score_gte: int | None = None,
        score_lte: int | None = None,
        outcome: Outcome | None = None,
        finished_after: str | None = None,
        finished_before: str | None = None,
        imported: bool | None = None,
        scheme: Literal["dark", "light"] | None = None,
    ) -> bytes:
        """Draw the distribution of scores as PNG."""
        answer: bytes = self._connection.send(
            "GET",
            "/v1/stats/distribution.png",
            accept="image/png",
            params={"player": player, "edition": edition, "multicolor": multicolor, "variant": variant, "seats": seats, "score_gte": score_gte, "score_lte": score_lte, "outcome": outcome, "finished_after": finished_after, "finished_before": finished_before, "imported": imported, "scheme": scheme},
        )
        return answer

    def list_problems(self) -> ProblemList:
        """List the problems."""
        answer: ProblemList = self._connection.send("GET", "/problems")
        return answer

    def get_problem(self, code: ProblemCode) -> ExplainedProblem:
        """Read the meaning of a problem."""
        answer: ExplainedProblem = self._connection.send("GET", f"/problems/{quote(str(code), safe='')}")
        return answer

    def list_puzzles(
        self,
        *,
        theme: PuzzleTheme | None = None,
        difficulty: PuzzleDifficulty | None = None,
        seats: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> PuzzleList:
        """List puzzles."""
        answer: PuzzleList = self._connection.send(
            "GET",
            "/v1/puzzles",
            params={"theme": theme, "difficulty": difficulty, "seats": seats, "limit": limit, "cursor": cursor},
        )
        return answer

    def iter_puzzles(
        self,
        *,
        theme: PuzzleTheme | None = None,
        difficulty: PuzzleDifficulty | None = None,
        seats: int | None = None,
        limit: int | None = None,
    ) -> Iterator[ListedPuzzle]:
        """List puzzles: each item, from all pages."""
        cursor = None
        while True:
            page = self.list_puzzles(theme=theme, difficulty=difficulty, seats=seats, limit=limit, cursor=cursor)
            for item in page["items"]:
                yield item
            cursor = page["next"]
            if cursor is None:
                return

    def get_daily_puzzle(self) -> Puzzle:
        """Read the puzzle of the day."""
        answer: Puzzle = self._connection.send("GET", "/v1/puzzles/daily")
        return answer

    def get_puzzle(self, puzzle: PuzzleId) -> Puzzle:
        """Read a puzzle."""
        answer: Puzzle = self._connection.send("GET", f"/v1/puzzles/{quote(str(puzzle), safe='')}")
        return answer

    def create_puzzle_answer(self, puzzle: PuzzleId, body: Turn, *, steps: bool | None = None) -> PuzzleAnswer:
        """Answer a puzzle."""
        answer: PuzzleAnswer = self._connection.send(
            "POST",
            f"/v1/puzzles/{quote(str(puzzle), safe='')}/answers",
            params={"steps": steps},
            body=body,
        )
        return answer

    def get_puzzle_solution(self, puzzle: PuzzleId, *, steps: bool | None = None) -> PuzzleAnswer:
        """Read the solution of a puzzle."""
        answer: PuzzleAnswer = self._connection.send(
            "GET",
            f"/v1/puzzles/{quote(str(puzzle), safe='')}/solution",
            params={"steps": steps},
        )
        return answer

    def list_replays(
        self,
        *,
        player: AccountId | None = None,
        name: str | None = None,
        edition: EditionId | None = None,
        multicolor: MulticolorOfGame | None = None,
        variant: str | None = None,
        seats: int | None = None,
        score_gte: int | None = None,
        score_lte: int | None = None,
        outcome: Outcome | None = None,
        finished_after: str | None = None,
        finished_before: str | None = None,
        imported: bool | None = None,
        sort: Literal["finished", "-finished", "score", "-score"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        after: GameId | None = None,
        lines: Literal["record", "summary"] | None = None,
        curve: bool | None = None,
    ) -> GameList:
        """List finished games."""
        answer: GameList = self._connection.send(
            "GET",
            "/v1/replays",
            params={"player": player, "name": name, "edition": edition, "multicolor": multicolor, "variant": variant, "seats": seats, "score_gte": score_gte, "score_lte": score_lte, "outcome": outcome, "finished_after": finished_after, "finished_before": finished_before, "imported": imported, "sort": sort, "limit": limit, "cursor": cursor, "after": after, "lines": lines, "curve": curve},
        )
        return answer

    def iter_replays(
        self,
        *,
        player: AccountId | None = None,
        name: str | None = None,
        edition: EditionId | None = None,
        multicolor: MulticolorOfGame | None = None,
        variant: str | None = None,
        seats: int | None = None,
        score_gte: int | None = None,
        score_lte: int | None = None,
        outcome: Outcome | None = None,
        finished_after: str | None = None,
        finished_before: str | None = None,
        imported: bool | None = None,
        sort: Literal["finished", "-finished", "score", "-score"] | None = None,
        limit: int | None = None,
        after: GameId | None = None,
        lines: Literal["record", "summary"] | None = None,
        curve: bool | None = None,
    ) -> Iterator[ListedGame]:
        """List finished games: each item, from all pages."""
        cursor = None
        while True:
            page = self.list_replays(
                player=player,
                name=name,
                edition=edition,
                multicolor=multicolor,
                variant=variant,
                seats=seats,
                score_gte=score_gte,
                score_lte=score_lte,
                outcome=outcome,
                finished_after=finished_after,
                finished_before=finished_before,
                imported=imported,
                sort=sort,
                limit=limit,
                after=after,
                lines=lines,
                curve=curve,
                cursor=cursor,
            )
            for item in page["items"]:
                yield item
            cursor = page["next"]
            if cursor is None:
                return

    def create_replay(
        self,
        body: HanabLiveGame | GameRecord | GameLink | str,
        *,
        media_type: Literal["application/json", "application/vnd.hanabi.record+json", "application/vnd.hanab-live+json", "application/x-ndjson", "text/x-hanabi"] = "application/json",
        idempotency_key: str | None = None,
    ) -> str | Replay:
        """Import a game."""
        answer: str | Replay = self._connection.send(
            "POST",
            "/v1/replays",
            accept="application/json, application/x-ndjson",
            body=body,
            media_type=media_type,
            takes_key=True,
            key=idempotency_key,
        )
        return answer

    def get_replay(self, game: GameId) -> Replay:
        """Read a finished game."""
        answer: Replay = self._connection.send("GET", f"/v1/replays/{quote(str(game), safe='')}")
        return answer

    def delete_replay(self, game: GameId) -> None:
        """Delete an imported game."""
        self._connection.send("DELETE", f"/v1/replays/{quote(str(game), safe='')}")

    def get_replay_export(
        self,
        game: GameId,
        *,
        format: ExportFormat | None = None,
        report: Literal["only"] | None = None,
    ) -> GameRecord | HanabLiveGame | str | ExportReport:
        """Export a finished game."""
        answer: GameRecord | HanabLiveGame | str | ExportReport = self._connection.send(
            "GET",
            f"/v1/replays/{quote(str(game), safe='')}/export",
            accept="application/vnd.hanabi.record+json, application/vnd.hanab-live+json, application/json, text/uri-list, text/x-hanabi, text/csv",
            params={"format": format, "report": report},
        )
        return answer

    def list_frames(self, game: GameId, *, seat: Seat | None = None, rev: str | None = None) -> FrameList:
        """Read a finished game frame by frame."""
        answer: FrameList = self._connection.send(
            "GET",
            f"/v1/replays/{quote(str(game), safe='')}/frames",
            params={"seat": seat, "rev": rev},
        )
        return answer

    def get_replay_reading(
        self,
        game: GameId,
        *,
        seat: Seat | None = None,
        cursor: str | None = None,
    ) -> ReplayStep:
        """Read a finished game without spoilers."""
        answer: ReplayStep = self._connection.send(
            "GET",
            f"/v1/replays/{quote(str(game), safe='')}/reading",
            params={"seat": seat, "cursor": cursor},
        )
        return answer

    def get_frame(self, game: GameId, version: int, *, seat: Seat | None = None, rev: str | None = None) -> Frame:
        """Read one frame of a finished game."""
        answer: Frame = self._connection.send(
            "GET",
            f"/v1/replays/{quote(str(game), safe='')}/frames/{quote(str(version), safe='')}",
            params={"seat": seat, "rev": rev},
        )
        return answer

    def get_knowledge(
        self,
        game: GameId,
        version: int,
        *,
        seat: Seat | None = None,
        rev: str | None = None,
    ) -> FrameKnowledge:
        """Read what each seat could know."""
        answer: FrameKnowledge = self._connection.send(
            "GET",
            f"/v1/replays/{quote(str(game), safe='')}/frames/{quote(str(version), safe='')}/knowledge",
            params={"seat": seat, "rev": rev},
        )
        return answer

    def get_verification(self, game: GameId) -> Verification:
        """Verify a finished game."""
        answer: Verification = self._connection.send(
            "GET",
            f"/v1/replays/{quote(str(game), safe='')}/verification",
        )
        return answer

    def get_oembed(
        self,
        *,
        url: str,
        format: Literal["json"] | None = None,
        maxwidth: int | None = None,
        maxheight: int | None = None,
    ) -> Oembed:
        """Show a link to a replay."""
        answer: Oembed = self._connection.send(
            "GET",
            "/oembed",
            params={"url": url, "format": format, "maxwidth": maxwidth, "maxheight": maxheight},
        )
        return answer

    def list_rules(self) -> RuleList:
        """List the rulings."""
        answer: RuleList = self._connection.send("GET", "/v1/rules")
        return answer

    def get_rule(self, rule: RuleNumber) -> Rule:
        """Read a ruling."""
        answer: Rule = self._connection.send("GET", f"/v1/rules/{quote(str(rule), safe='')}")
        return answer

    def create_seat(
        self,
        game: GameId,
        body: CreateSeatRequest | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> View:
        """Take a seat."""
        answer: View = self._connection.send(
            "POST",
            f"/v1/games/{quote(str(game), safe='')}/seats",
            body=body or {},
            takes_key=True,
            key=idempotency_key,
        )
        return answer

    def delete_my_seat(self, game: GameId) -> None:
        """Leave your seat."""
        self._connection.send("DELETE", f"/v1/games/{quote(str(game), safe='')}/seats/me")

    def delete_seat(self, game: GameId, seat: int) -> None:
        """Remove another seat."""
        self._connection.send(
            "DELETE",
            f"/v1/games/{quote(str(game), safe='')}/seats/{quote(str(seat), safe='')}",
        )

    def update_entropy(self, game: GameId, body: UpdateEntropyRequest | None = None) -> View:
        """Contribute to the deal."""
        answer: View = self._connection.send(
            "PUT",
            f"/v1/games/{quote(str(game), safe='')}/seats/me/entropy",
            body=body or {},
        )
        return answer

    def get_liveness(self) -> Health:
        """Check that the process is alive."""
        answer: Health = self._connection.send("GET", "/livez")
        return answer

    def get_readiness(self) -> Health:
        """Check that the service is ready."""
        answer: Health = self._connection.send("GET", "/readyz")
        return answer

    def get_metrics(self) -> str:
        """Read the metrics."""
        answer: str = self._connection.send("GET", "/metrics", accept="text/plain")
        return answer

    def create_session(
        self,
        game: GameId,
        body: CreateSessionRequest | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> Session:
        """Begin a review together."""
        answer: Session = self._connection.send(
            "POST",
            f"/v1/replays/{quote(str(game), safe='')}/sessions",
            body=body or {},
            takes_key=True,
            key=idempotency_key,
        )
        return answer

    def get_session(self, game: GameId, session: SessionId) -> Session:
        """Follow a review together."""
        answer: Session = self._connection.send(
            "GET",
            f"/v1/replays/{quote(str(game), safe='')}/sessions/{quote(str(session), safe='')}",
        )
        return answer

    def update_session(
        self,
        game: GameId,
        session: SessionId,
        body: UpdateSessionRequest | None = None,
    ) -> Session:
        """Lead a review together, or write to it."""
        answer: Session = self._connection.send(
            "PATCH",
            f"/v1/replays/{quote(str(game), safe='')}/sessions/{quote(str(session), safe='')}",
            body=body or {},
        )
        return answer

    def get_stats(
        self,
        *,
        player: AccountId | None = None,
        edition: EditionId | None = None,
        multicolor: MulticolorOfGame | None = None,
        variant: str | None = None,
        seats: int | None = None,
        score_gte: int | None = None,
        score_lte: int | None = None,
        outcome: Outcome | None = None,
        finished_after: str | None = None,
        finished_before: str | None = None,
        imported: bool | None = None,
    ) -> Stats:
        """Read statistics."""
        answer: Stats = self._connection.send(
            "GET",
            "/v1/stats",
            params={"player": player, "edition": edition, "multicolor": multicolor, "variant": variant, "seats": seats, "score_gte": score_gte, "score_lte": score_lte, "outcome": outcome, "finished_after": finished_after, "finished_before": finished_before, "imported": imported},
        )
        return answer

    def list_tokens(self) -> TokenList:
        """List your tokens."""
        answer: TokenList = self._connection.send("GET", "/v1/me/tokens")
        return answer

    def create_token(self, body: CreateTokenRequest, *, idempotency_key: str | None = None) -> CreatedToken:
        """Create a token."""
        answer: CreatedToken = self._connection.send(
            "POST",
            "/v1/me/tokens",
            body=body,
            takes_key=True,
            key=idempotency_key,
        )
        return answer

    def delete_other_tokens(self) -> None:
        """Revoke all other tokens."""
        self._connection.send("DELETE", "/v1/me/tokens")

    def delete_token(self, token: str) -> None:
        """Revoke a token."""
        self._connection.send("DELETE", f"/v1/me/tokens/{quote(str(token), safe='')}")

    def list_variants(
        self,
        *,
        q: str | None = None,
        suits: int | None = None,
        suit: VariantSuitName | None = None,
        modifier: Modifier | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> VariantList:
        """List the variants of hanab.live."""
        answer: VariantList = self._connection.send(
            "GET",
            "/v1/variants",
            params={"q": q, "suits": suits, "suit": suit, "modifier": modifier, "limit": limit, "cursor": cursor},
        )
        return answer

    def iter_variants(
        self,
        *,
        q: str | None = None,
        suits: int | None = None,
        suit: VariantSuitName | None = None,
        modifier: Modifier | None = None,
        limit: int | None = None,
    ) -> Iterator[Variant]:
        """List the variants of hanab.live: each item, from all pages."""
        cursor = None
        while True:
            page = self.list_variants(q=q, suits=suits, suit=suit, modifier=modifier, limit=limit, cursor=cursor)
            for item in page["items"]:
                yield item
            cursor = page["next"]
            if cursor is None:
                return

    def get_variant(self, variant: VariantId) -> Variant:
        """Read a variant of hanab.live."""
        answer: Variant = self._connection.send("GET", f"/v1/variants/{quote(str(variant), safe='')}")
        return answer

    def list_webhooks(self) -> WebhookList:
        """List your webhooks."""
        answer: WebhookList = self._connection.send("GET", "/v1/me/webhooks")
        return answer

    def create_webhook(self, body: CreateWebhookRequest, *, idempotency_key: str | None = None) -> CreatedWebhook:
        """Create a webhook."""
        answer: CreatedWebhook = self._connection.send(
            "POST",
            "/v1/me/webhooks",
            body=body,
            takes_key=True,
            key=idempotency_key,
        )
        return answer

    def get_webhook(self, webhook: WebhookId) -> Webhook:
        """Read a webhook."""
        answer: Webhook = self._connection.send("GET", f"/v1/me/webhooks/{quote(str(webhook), safe='')}")
        return answer

    def update_webhook(self, webhook: WebhookId, body: UpdateWebhookRequest | None = None) -> Webhook:
        """Change a webhook."""
        answer: Webhook = self._connection.send(
            "PATCH",
            f"/v1/me/webhooks/{quote(str(webhook), safe='')}",
            body=body or {},
        )
        return answer

    def delete_webhook(self, webhook: WebhookId) -> None:
        """Delete a webhook."""
        self._connection.send("DELETE", f"/v1/me/webhooks/{quote(str(webhook), safe='')}")

    def create_test_delivery(self, webhook: WebhookId) -> Delivery:
        """Send a test to a webhook."""
        answer: Delivery = self._connection.send("POST", f"/v1/me/webhooks/{quote(str(webhook), safe='')}/test")
        return answer

    def list_deliveries(
        self,
        webhook: WebhookId,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> DeliveryList:
        """List the deliveries of a webhook."""
        answer: DeliveryList = self._connection.send(
            "GET",
            f"/v1/me/webhooks/{quote(str(webhook), safe='')}/deliveries",
            params={"limit": limit, "cursor": cursor},
        )
        return answer

    def iter_deliveries(self, webhook: WebhookId, *, limit: int | None = None) -> Iterator[Delivery]:
        """List the deliveries of a webhook: each item, from all pages."""
        cursor = None
        while True:
            page = self.list_deliveries(webhook, limit=limit, cursor=cursor)
            for item in page["items"]:
                yield item
            cursor = page["next"]
            if cursor is None:
                return
