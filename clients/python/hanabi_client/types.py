"""The types of requests and responses, by their names in the contract.

Written by `make contract` from the contract. Do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

__all__ = [
    "VERSION",
    "Name",
    "CreateAccountRequest",
    "UpdateMeRequest",
    "Account",
    "TokenId",
    "Scope",
    "GameIdOrNull",
    "Me",
    "CurrentToken",
    "CreateTokenRequest",
    "Token",
    "CreatedToken",
    "TokenList",
    "Export",
    "ExportedBlock",
    "ExportedBranch",
    "ExportedInvitation",
    "ExportedAccount",
    "ExportedSeat",
    "ExportedMessage",
    "PublicAccount",
    "Analysis",
    "Count",
    "Efficiency",
    "AnalysisTotals",
    "ThinkTime",
    "Hindsight",
    "Estimate",
    "OpenHands",
    "OpenHandsAtVersion",
    "OwnView",
    "SolutionStatus",
    "LostPoints",
    "LossKind",
    "SavingTurn",
    "Line",
    "Cause",
    "BotOpinion",
    "BotTurn",
    "CreatePositionAnalysisRequest",
    "PositionAnalysis",
    "BranchPositionAnalysis",
    "AnalysedEvent",
    "AnalysedPlay",
    "AnalysedClue",
    "CardIds",
    "GameStanding",
    "BranchId",
    "BranchDeal",
    "CreateBranchRequest",
    "CreateLineRequest",
    "PlayedLine",
    "Turn",
    "PlayTurn",
    "DiscardTurn",
    "ClueTurn",
    "BranchList",
    "ListedBranch",
    "Branch",
    "BranchLinks",
    "BranchFrameList",
    "EventResult",
    "StreamView",
    "EventList",
    "Event",
    "DealEvent",
    "PlayEvent",
    "DiscardEvent",
    "ClueEvent",
    "ReorderEvent",
    "TurnCardsEvent",
    "MessageEvent",
    "AbortVoteEvent",
    "AbortVoteWithdrawnEvent",
    "AbortEvent",
    "Effect",
    "DealtHand",
    "TokensMoved",
    "TouchedCard",
    "StreamEnd",
    "StreamBye",
    "StreamReady",
    "DealType",
    "PlayType",
    "DiscardType",
    "ClueType",
    "ReorderType",
    "TurnCardsType",
    "MessageType",
    "AbortVoteType",
    "AbortVoteWithdrawnType",
    "AbortType",
    "DealtCard",
    "Source",
    "SourceAtHanabLive",
    "SourceRecord",
    "GameNote",
    "ImportNotes",
    "ClaimedTimes",
    "SourceNotation",
    "ExportFormat",
    "ExportReport",
    "Loss",
    "ExportRefusal",
    "GameRecord",
    "RecordV2",
    "RecordCore",
    "Signature",
    "RecordV1",
    "RecordedEvent",
    "GameLink",
    "ImportReport",
    "HanabLiveGame",
    "HanabLiveCard",
    "HanabLiveCharacter",
    "HanabLiveAction",
    "HanabLiveOptions",
    "CreateGameRequest",
    "DeckCard",
    "BotId",
    "BotList",
    "Bot",
    "CreateSeatRequest",
    "CreateInvitationRequest",
    "Invitation",
    "ExpectedVersion",
    "CreateMoveRequest",
    "PlayMove",
    "DiscardMove",
    "ClueMove",
    "UpdateHandOrderRequest",
    "CreateMessageRequest",
    "CreateAbortVoteRequest",
    "GameList",
    "ListedGame",
    "CardClues",
    "CardPossibilities",
    "Knowledge",
    "FrameKnowledge",
    "KnownHand",
    "KnownCard",
    "KnownIdentity",
    "UnseenCopies",
    "OwnKnowledge",
    "OwnIdentity",
    "PublicKey",
    "SignatureHex",
    "Receipt",
    "GameReceipt",
    "OpeningReceipt",
    "LogHead",
    "LogEntryType",
    "LogEntry",
    "LogEntryList",
    "LogProof",
    "LogConsistency",
    "MerklePath",
    "KeyList",
    "Key",
    "MyGameList",
    "AwaitedReveal",
    "ReceivedInvitation",
    "ReceivedInvitationList",
    "BlockedAccount",
    "BlockedAccountList",
    "MyGame",
    "RemarkId",
    "MessageList",
    "Remark",
    "Message",
    "ModerationTarget",
    "ReportId",
    "ReportReason",
    "CreateReportRequest",
    "Report",
    "ReceivedReport",
    "ReportList",
    "ExportedReport",
    "NamedAccount",
    "ModerationText",
    "CreateModerationActionRequest",
    "ModerationAction",
    "ModerationActionList",
    "ExportedModeration",
    "Anchor",
    "CommentId",
    "Paragraphs",
    "UpdateNoteRequest",
    "NoteVersion",
    "Note",
    "NoteList",
    "SharedNote",
    "SharedNoteList",
    "CreateCommentRequest",
    "Author",
    "Comment",
    "CommentList",
    "ExportedNote",
    "ExportedComment",
    "ProblemCode",
    "RefusalCode",
    "Problem",
    "ProblemMeaning",
    "ProblemList",
    "ExplainedProblem",
    "Fault",
    "PuzzleId",
    "PuzzleTheme",
    "PuzzleDifficulty",
    "DifficultyPoints",
    "PuzzleList",
    "ListedPuzzle",
    "Puzzle",
    "PuzzleAnswer",
    "PuzzleStep",
    "Replay",
    "ReplayLinks",
    "LastingAddress",
    "Oembed",
    "AbortVotes",
    "Outcome",
    "Reason",
    "Result",
    "ResultOrNull",
    "Rating",
    "EditionId",
    "Multicolor",
    "MulticolorOfGame",
    "HandSizeOption",
    "Ending",
    "EarlyEnd",
    "StrikeoutScore",
    "HandReorder",
    "TableTalk",
    "MemoryAid",
    "StartingSeat",
    "ChosenRules",
    "Rules",
    "EditionList",
    "Edition",
    "PrintedVariant",
    "Rule",
    "RuleList",
    "Option",
    "OptionName",
    "OptionValue",
    "Palette",
    "Copies",
    "BandName",
    "Band",
    "HandSize",
    "Health",
    "NumberOfGames",
    "MeanScore",
    "Perfect",
    "Strikeouts",
    "Stats",
    "OutcomeCounts",
    "ScoreCount",
    "CountedApart",
    "AnalysisStats",
    "MeanLoss",
    "EditionStats",
    "SeatsStats",
    "MulticolorStats",
    "AccountId",
    "GameId",
    "Seat",
    "Version",
    "CardId",
    "Status",
    "Suit",
    "Rank",
    "ClueRank",
    "ClueColor",
    "Tokens",
    "Strikes",
    "Points",
    "PointsOrNull",
    "Score",
    "DeckSize",
    "ToMove",
    "TurnsLeft",
    "Time",
    "RuleNumber",
    "RuleAddress",
    "Language",
    "NextCursor",
    "VariantId",
    "VariantSuitName",
    "Modifier",
    "VariantList",
    "Variant",
    "VariantSuit",
    "RankCopies",
    "BookletVariant",
    "BookletName",
    "Hash",
    "Head",
    "EventHash",
    "SecretCommitment",
    "Entropy",
    "Entropies",
    "EntropyCommitment",
    "EntropyCommitments",
    "Reveals",
    "Protection",
    "UpdateEntropyRequest",
    "Verification",
    "VerifiedSignature",
    "Provenance",
    "VerificationFault",
    "View",
    "Frame",
    "ReplayStep",
    "FrameList",
    "RevealUntil",
    "AwaitingReveals",
    "Viewer",
    "SeatInView",
    "SeatWithName",
    "SeatWithoutName",
    "Fireworks",
    "Top",
    "LostFireworks",
    "Stacks",
    "Stack",
    "Ranks",
    "HalfToken",
    "CardsFaceDown",
    "Discards",
    "Face",
    "DrawnCard",
    "Hand",
    "Orientation",
    "TurnedCard",
    "UpdateCardOrientationRequest",
    "HandCard",
    "LegalActions",
    "Action",
    "PlayAction",
    "DiscardAction",
    "ClueAction",
    "WebhookId",
    "WebhookUrl",
    "WebhookEvents",
    "WebhookEvent",
    "CreateWebhookRequest",
    "UpdateWebhookRequest",
    "Webhook",
    "CreatedWebhook",
    "WebhookList",
    "Delivery",
    "DeliveryList",
]

VERSION = "0.1.0"
"""The version of the contract."""

Name: TypeAlias = str
"""The player's name, which no other account has. It consists of letters of one script, digits and punctuation, with
single spaces between words. A name that looks like another account's name is taken. Names that only differ in case,
accents, punctuation or spaces look alike. Some words, such as `admin`, are reserved.
"""


class CreateAccountRequest(TypedDict):
    """An account to create. Without a name the service chooses a free one, such as `Player 7K3QX2`."""
    name: NotRequired[Name]


class UpdateMeRequest(TypedDict):
    name: Name


class Account(TypedDict):
    id: AccountId
    name: str
    token: str
    """The bearer token, shown only once."""

TokenId: TypeAlias = str
"""The id of a token, not the token itself."""

Scope: TypeAlias = Literal["account", "play", "read", "moderate"]
"""A scope of a token. Only the operator gives `moderate`."""

GameIdOrNull: TypeAlias = str | None
"""The only game that the token is valid for; null for a token that is not bound to a seat."""


class Me(TypedDict):
    id: AccountId
    name: str
    created_at: Time
    token: CurrentToken


class CurrentToken(TypedDict):
    """The request's token."""
    id: TokenId
    scopes: list[Scope]
    game: GameIdOrNull


class CreateTokenRequest(TypedDict):
    name: str
    """The purpose of the token. Text without control characters, not blank."""
    scopes: NotRequired[list[Literal["account", "play", "read"]]]
    """The scopes, of which the request's token must have each. By default those of the request's token; with `game`,
    `play` and `read`, and never `account`.
    """
    expires_in_s: NotRequired[int]
    """The lifetime in seconds, which must end before that of the request's token. By default, the token expires with
    the request's token, if that expires.
    """
    game: NotRequired[GameId]
    """The game of the seat to which it is bound."""


class Token(TypedDict):
    id: TokenId
    name: str
    scopes: list[Scope]
    game: GameIdOrNull
    created_at: Time
    expires_at: Time
    """The expiry; null for never."""


class CreatedToken(TypedDict):
    id: TokenId
    name: str
    scopes: list[Scope]
    game: GameIdOrNull
    created_at: Time
    expires_at: Time
    """The expiry; null for never."""
    token: str
    """The bearer token, shown only once."""


class TokenList(TypedDict):
    items: list[Token]


class Export(TypedDict):
    """All stored data of an account."""
    account: ExportedAccount
    tokens: list[Token]
    games: list[ExportedSeat]
    messages: list[ExportedMessage]
    notes: list[ExportedNote]
    comments: list[ExportedComment]
    imports: list[GameId]
    branches: list[ExportedBranch]
    invitations: list[ExportedInvitation]
    blocks: list[ExportedBlock]
    reports: list[ExportedReport]
    moderation: list[ExportedModeration]
    webhooks: list[Webhook]
    """The webhooks without their secrets."""


class ExportedBlock(TypedDict):
    """An account that the account has blocked."""
    account: AccountId
    blocked_at: Time


class ExportedBranch(TypedDict):
    """A branch of a finished game."""
    game: GameId
    branch: BranchId
    at: Version
    title: str | None
    created_at: Time


class ExportedInvitation(TypedDict):
    """An invitation that the account sent or received."""
    game: GameId
    received: bool
    """Whether the account received it."""
    made_at: Time
    expires_at: Time


class ExportedAccount(TypedDict):
    id: AccountId
    name: str
    created_at: Time


class ExportedSeat(TypedDict):
    """A seat in a game."""
    id: GameId
    seat: Seat
    status: Status
    sandbox: bool
    entropy: Entropy | None
    """The entropy for the shuffle."""
    entropy_commitment: Hash | None
    """The commitment to secret entropy."""
    reveal: Hash | None
    """The secret entropy that the seat has revealed."""
    holder_salt: Hash | None
    """The salt of the seat's entry in `holders` of the deal, with which the caller can prove that it had the seat.
    Null before the deal, and in games from before `holders`.
    """
    created_at: Time
    started_at: Time
    finished_at: Time


class ExportedMessage(TypedDict):
    """A message at a table: a remark or a text."""
    game: GameId
    version: int | None
    """The version of its event; null after the end."""
    remark: str | None
    cards: NotRequired[list[CardId]]
    """The cards that the remark names; missing if it names none."""
    text: str | None
    at: Time


class PublicAccount(TypedDict):
    """The public page of an account."""
    id: AccountId
    name: str
    since: Time
    replays: str
    """The address of the list of its replays."""
    stats: Stats


class Analysis(TypedDict):
    """The analysis of a finished game. A member is null or empty if it does not apply."""
    id: GameId
    status: SolutionStatus
    summary: Language
    max_score: int
    """The points with every firework complete."""
    winnable: bool | None
    """Whether `max_score` could be reached from the deal with all cards known; null if that is not proved."""
    totals: AnalysisTotals
    losses: list[LostPoints]
    """Where points were lost, in order. The sum of their `points` is the difference to `max_score`."""
    events: list[AnalysedEvent]
    """Every event; the n-th has version n."""

Count: TypeAlias = int

Efficiency: TypeAlias = float | None
"""`cards_gotten` per `clues_spent`; null before the first."""


class AnalysisTotals(TypedDict):
    turns: Count
    plays: Count
    """`landed` and `misplays`; `known_safe` and `gambles`."""
    landed: Count
    misplays: Count
    known_safe: Count
    gambles: Count
    gambles_landed: Count
    discards: Count
    clues: Count
    clues_touching_nothing_new: Count
    clues_telling_nothing_new: Count
    clue_tokens_lost: Count
    points_lost: Count
    """Over all events, including the deal and an abort: the difference to the maximum."""
    think_time_ms: ThinkTime
    """Over all turns; null for an import."""
    cards_gotten: Count
    clues_spent: Count
    efficiency: Efficiency

ThinkTime: TypeAlias = int | None
"""Milliseconds."""


class Hindsight(TypedDict):
    """What was luck and what was choice in a finished game."""
    id: GameId
    status: SolutionStatus
    open_hands: OpenHands | None
    """The level with open hands and an unknown deck; null unless the status is `solved`."""
    own_views: list[OwnView] | None
    """The level with the seat's own view, for each turn that lost points; null unless the status is `solved`."""


class Estimate(TypedDict):
    """The mean of samples."""
    points: float
    """The mean, in points."""
    error: float | None
    """The standard error of the mean, in points; null for a single sample."""


class OpenHands(TypedDict):
    """The lost points of a table that sees all hands and not the deck. `deal`, `draws`, `seats` and `end` add up to
    the maximum minus the final points.
    """
    deal: Estimate
    """What the dealt hands lost."""
    draws: Estimate
    """What the cards drawn lost; negative if they were better than the average."""
    seats: list[Estimate]
    """What the turns of each seat lost."""
    end: Estimate
    """What an event that is not a turn lost by ending the game (R21)."""
    versions: list[OpenHandsAtVersion]
    """Every event; the n-th has version n."""
    samples: int
    """The number of samples of the deck."""
    inexact: int
    """The number of searched positions of which only bounds are known; each counts as their middle."""
    searched: int
    """The number of different positions of all samples."""


class OpenHandsAtVersion(TypedDict):
    """What happened at a version."""
    value: Estimate
    """What could still be reached after the event."""
    loss: Estimate
    """What the event lost, before the next card was drawn."""
    draw: Estimate
    """What the card drawn lost; negative if it was better than the average."""


class OwnView(TypedDict):
    """A turn in the deals that its seat could not tell apart."""
    version: Version
    losing: int
    """The number of deals in which the turn provably loses points."""
    undecided: int
    """The number of deals in which it is not known whether it does."""
    deals: int
    """The number of deals examined."""
    exact: bool
    """Whether these are all deals; if not, they are a sample."""
    loss: float
    """The mean loss over these deals, in points."""
    text: Language
    """The first numbers in a sentence."""

SolutionStatus: TypeAlias = Literal["solved", "running", "failed"]
"""`solved`: the answer of the solver is there. `running`: it is still being computed, and what could be reached is
bounded by the discard pile and the turns left. `failed`: it cannot be computed, and only these bounds are known.
"""


class LostPoints(TypedDict):
    """Points that were lost, why, and what would have kept them."""
    version: Version
    """The version of the event that lost them, or unless it is `certain`, the latest that can have lost them."""
    since: int | None
    """The last version at which they provably could be reached; null if none is known."""
    turn: int
    """The number of turns taken at `version`, 0 for the deal."""
    points: int
    """The number of points lost."""
    kind: LossKind
    seat: int | None
    """The seat that took the turn; null if no turn lost them."""
    certain: bool
    """True if the event at `version` certainly lost them: they could be reached before."""
    causes: list[Cause]
    """What the turn did, if a turn lost them. `card_lost`: a needed card became unreachable. `time_lost`: the
    remaining turns no longer suffice for what the cards would allow. `strike`: a misplay. `game_lost`: the game
    ended as lost.
    """
    reachable_before: int | None
    """The score that could be reached at `since`."""
    saving_turns: list[SavingTurn]
    """Turns at `since` that keep `reachable_before`. All clues that lead to the same count as one. Empty if none is
    known.
    """
    text: Language
    """What happened and what would have kept the points, without names."""

LossKind: TypeAlias = Literal["turn", "end", "deal"]
"""What lost the points. `turn`: a play, discard or clue. `end`: another event that ended the game (R21). `deal`: they
never could be reached.
"""


class SavingTurn(TypedDict):
    """A turn that keeps a score, with a line of turns that reaches it."""
    action: Action
    """The turn, as the body of a move."""
    line: Line
    score: Points
    """The points on the table after the line."""

Line: TypeAlias = "list[Action]"
"""Turns in order, each as the body of a move. They follow the rules, and can be sent as the `moves` of a branch."""

Cause: TypeAlias = Literal["card_lost", "time_lost", "strike", "game_lost"]
"""What a turn did that lost points."""


class BotOpinion(TypedDict):
    """What the bot `kagiya` would have done in the view of the seat."""
    best: list[BotTurn]
    """Its best turns, best first."""
    done: float | None
    """The worth of the turn that was taken; null if the bot does not consider it."""


class BotTurn(TypedDict):
    """A turn that the bot considers."""
    action: Action
    """The turn, as the body of a move."""
    worth: float
    """How good the bot believes it to be, on a scale of its own."""


class CreatePositionAnalysisRequest(TypedDict):
    """A position to analyze."""
    position: str
    """A position in notation, with `hands` and `deck`."""


class PositionAnalysis(TypedDict):
    """What can be reached in a position with all cards known."""
    status: SolutionStatus
    reachable_score: Points
    """An upper bound of the score that can be reached."""
    reachable_at_least: Points
    """A lower bound of the score that can be reached."""
    exact: bool
    """Whether both bounds are equal."""
    line: Line | None
    """Turns that reach `reachable_at_least`; null unless the status is `solved`."""
    saving_turns: list[SavingTurn]
    """The turns of the seat to move that keep `reachable_at_least`. All clues that lead to the same count as one."""
    text: Language
    """What can be reached."""


class BranchPositionAnalysis(TypedDict):
    """What can be reached after an event of a branch."""
    status: SolutionStatus
    reachable_score: Points
    """An upper bound of the score that can be reached."""
    reachable_at_least: Points
    """A lower bound of the score that can be reached."""
    exact: bool
    """Whether both bounds are equal."""
    line: Line | None
    """Turns that reach `reachable_at_least`; null unless the status is `solved`."""
    saving_turns: list[SavingTurn]
    """The turns of the seat to move that keep `reachable_at_least`. All clues that lead to the same count as one."""
    text: Language
    """What can be reached."""
    id: GameId
    branch: BranchId
    version: Version


class AnalysedEvent(TypedDict):
    version: Version
    type: Literal["deal", "play", "discard", "clue", "reorder", "turn_cards", "message", "abort_vote", "abort_vote_withdrawn", "abort"]
    seat: int | None
    """The seat that caused the event; null for none."""
    think_time_ms: ThinkTime
    """For a turn, the time since its seat was to move; null for other events and in an import."""
    attainable_before: Points
    """The highest score that the discards allowed before."""
    attainable_after: Points
    """The highest score that they allow now (R13)."""
    points_lost: Points
    """By how much the event lowered `reachable_score`; for the deal, its difference to the maximum."""
    became_critical: list[DealtCard]
    """Needed cards of which only one copy is left now."""
    became_dead: list[DealtCard]
    """Needed cards that are unreachable now."""
    clue_tokens_lost: TokensMoved
    """Tokens that were due and lost because all were available (R11, R12)."""
    card: Face | None
    """The card that was played or discarded."""
    play: AnalysedPlay | None
    clue: AnalysedClue | None
    bot: BotOpinion | None
    """The opinion of the bot; null for other events than turns, in variants that it does not play, and until the game
    is solved.
    """
    after: GameStanding


class AnalysedPlay(TypedDict):
    """The risk of a play, given all that its seat could know."""
    declared_color: ClueColor | None
    """The color that was named with it (R12)."""
    landed: bool
    certainty: Literal["known_safe", "gamble"]
    """`known_safe` if it succeeds in every deal that the seat could not exclude."""
    landing_deals: int
    """In how many of them it succeeds."""
    deals: int
    """The number of deals, as in `own.deals` of the knowledge."""
    probability: float
    """The quotient of the two numbers."""


class AnalysedClue(TypedDict):
    """What a clue showed everyone."""
    touched: CardIds
    """In hand order."""
    newly_touched: CardIds
    """Those that no earlier clue had touched."""
    newly_informed: CardIds
    """Cards of the hand, touched or not, with fewer possible identities by common knowledge than before."""
    touched_nothing_new: bool
    """`newly_touched` is empty."""
    told_nothing_new: bool
    """`newly_informed` is empty."""

CardIds: TypeAlias = "list[CardId]"


class GameStanding(TypedDict):
    """The state of the game after an event."""
    turn: int
    """The number of turns taken."""
    score: Score
    table_points: Points
    attainable_score: Points
    """The highest score still attainable (R13)."""
    reachable_score: Points
    """An upper bound of the score that a table that sees all cards could still reach; the points, once the game has
    ended.
    """
    reachable_at_least: Points
    """A lower bound of that score."""
    exact: bool
    """Whether both bounds are equal."""
    clue_tokens: Tokens
    strikes: int
    """Strikes so far."""
    deck_size: DeckSize
    pace: int | None
    """Points plus deck size plus seats minus the attainable score: how many cards can be drawn without a point before
    one is lost. Null in the last round, in a grand finale and after the end.
    """
    cards_gotten: Points
    """Cards played or clued."""
    clues_spent: Count
    """Clues, strikes, and tokens lost because all were available."""
    efficiency: Efficiency

BranchId: TypeAlias = str
"""A branch."""

BranchDeal: TypeAlias = Literal["original", "resampled"]
"""On the deck of the game, or on one that a seat could not have distinguished from it."""


class CreateBranchRequest(TypedDict):
    at: int
    """The version at which it starts; the game must not have been over then."""
    moves: list[Turn]
    """The moves from there on, each by the seat to move."""
    title: NotRequired[str]
    """The title."""
    deal: NotRequired[BranchDeal]
    """The deck; by default `original`."""
    seat: NotRequired[Seat]
    """The seat for which the deck is drawn again; only with `resampled`."""


class CreateLineRequest(TypedDict):
    at: int
    """The version at which it starts; the game must not have been over then."""
    moves: list[Turn]
    """The moves from there on, each by the seat to move."""
    seat: NotRequired[Seat]
    """The seat whose view the frames show; by default open hands."""


class PlayedLine(TypedDict):
    """Other moves of a finished game, which are not stored."""
    id: GameId
    at: Version
    """The version of the game at which it starts."""
    version: Version
    """The version of its last event."""
    events: list[Event]
    """The events of the moves, without a time, with everything open."""
    frames: list[Frame]
    """The table after each of these events. The first one has the version after `at`."""
    result: ResultOrNull

Turn: TypeAlias = "PlayTurn | DiscardTurn | ClueTurn"
"""A turn as in a running game, without `expected_version`; it may have one, which is ignored."""


class PlayTurn(TypedDict):
    """The play of a card."""
    type: PlayType
    card: CardId
    declared_color: NotRequired[ClueColor]
    expected_version: NotRequired[ExpectedVersion]


class DiscardTurn(TypedDict):
    """The discard of a card."""
    type: DiscardType
    card: CardId
    expected_version: NotRequired[ExpectedVersion]


class ClueTurn(TypedDict):
    """A clue to another seat, with either a color or a rank."""
    type: ClueType
    target: Seat
    color: NotRequired[ClueColor]
    rank: NotRequired[ClueRank]
    expected_version: NotRequired[ExpectedVersion]


class BranchList(TypedDict):
    items: list[ListedBranch]
    next: NextCursor


class ListedBranch(TypedDict):
    """A branch in a list."""
    id: BranchId
    game: GameId
    author: str
    """The name of the account that made it."""
    author_account: AccountId | None
    """The account that made it; null if it is deleted."""
    mine: bool
    """Whether the caller is the author."""
    title: str | None
    """Its title."""
    at: Version
    """The version of the game at which it starts."""
    deal: BranchDeal
    seat: Seat | None
    """The seat for which the deck was drawn again; null if it is the game's deck."""
    version: Version
    """The version of its last event."""
    outcome: Outcome | None
    """How it ended; null if it stops before the end."""
    reason: Reason | None
    """Why it ended; null if it stops before the end."""
    score: int | None
    """The score of the result; null before the end, and if the result has no score."""
    created_at: Time
    links: BranchLinks


class Branch(TypedDict):
    """A branch with everything open."""
    id: BranchId
    game: GameId
    author: str
    """The name of the account that made it."""
    author_account: AccountId | None
    """The account that made it; null if it is deleted."""
    mine: bool
    """Whether the caller is the author."""
    title: str | None
    """Its title."""
    at: Version
    """The version of the game at which it starts."""
    deal: BranchDeal
    seat: Seat | None
    """The seat for which the deck was drawn again; null if it is the game's deck."""
    version: Version
    """The version of its last event."""
    outcome: Outcome | None
    """How it ended; null if it stops before the end."""
    reason: Reason | None
    """Why it ended; null if it stops before the end."""
    score: int | None
    """The score of the result; null before the end, and if the result has no score."""
    created_at: Time
    links: BranchLinks
    rules: Rules
    seats: list[SeatWithName]
    starting_seat: Seat
    deck: list[DealtCard]
    """The whole deck of the branch; a card's id is its position here."""
    events: list[Event]
    """The events of the game up to `at`, then those of the branch."""
    result: ResultOrNull


class BranchLinks(TypedDict):
    """The addresses of its parts."""
    branch: str
    frames: str


class BranchFrameList(TypedDict):
    id: GameId
    branch: BranchId
    items: list[Frame]
    """The n-th frame has version n."""


class EventResult(TypedDict):
    event: Event
    """The event of this request."""
    events: list[Event]
    """All events after `expected_version`, in order: those that the caller had not seen, `event`, and the moves of
    bots after it. Without `expected_version`, they begin with `event`.
    """
    view: View
    """The caller's view after these events."""


class StreamView(TypedDict):
    events: list[Event]
    """The events since the last frame, in order. The first frame has those that the client missed."""
    view: View
    """The caller's view after these events."""


class EventList(TypedDict):
    items: list[Event]
    version: Version
    ended: bool
    """Whether the game is over and no more events will follow."""
    reveal_until: str | None
    """Until when the caller's seat has to reveal its entropy; null if it has not to."""
    view: NotRequired[View]
    """The caller's view after these events, with `views=true`."""

Event: TypeAlias = "DealEvent | PlayEvent | DiscardEvent | ClueEvent | ReorderEvent | TurnCardsEvent | MessageEvent | AbortVoteEvent | AbortVoteWithdrawnEvent | AbortEvent"
"""What happened, as its reader saw it. The numbers from `clue_tokens` to `result` describe the table after it; `line`
describes the event in words.
"""


class DealEvent(TypedDict):
    """The deal: event 0."""
    version: Version
    type: DealType
    seat: int | None
    """Null, as no seat deals."""
    rules: dict[str, Any]
    """The options as stored, which the hash is computed from."""
    seats: int
    starting_seat: Seat
    commitment: Hash
    """The service's commitment to the deck."""
    chain: NotRequired[Literal[3]]
    """The version of the hash chain, in which hashes cover the times of the events. This and the next three members
    are absent in imported games and in games from before version 3.
    """
    game: NotRequired[GameId]
    holders: NotRequired[list[str | None]]
    """By seat: a salted hash of the account; null for a bot."""
    bots: NotRequired[list[str | None]]
    """By seat: the id of the bot; null for a person."""
    ruleset: int
    """The number of the ruleset of the game."""
    origin: Literal["shuffled", "given", "imported", None]
    """The origin of the deck; null in games from before seats gave entropy. If this or one of the next four members is
    null, the hash is computed without it.
    """
    secret_commitment: SecretCommitment
    entropies: Entropies | None
    entropy_commitments: EntropyCommitments | None
    reveals: Reveals | None
    protection: Protection
    hands: list[DealtHand]
    """The hands as dealt; empty for a reader without a seat."""
    at: Time
    hash: EventHash
    clue_tokens: Tokens
    half_clue_token: HalfToken
    strikes: Strikes
    score: Score
    table_points: PointsOrNull
    deck_size: DeckSize
    to_move: ToMove
    turns_left: TurnsLeft
    result: ResultOrNull
    line: Language


class PlayEvent(TypedDict):
    """A card was played (R10 to R12)."""
    version: Version
    type: PlayType
    seat: Seat
    card: CardId
    declared_color: ClueColor | None
    """The color that was named with the play; null for none."""
    suit: NotRequired[Suit]
    """The suit of the card; absent while it lies face down (Throw It in a Hole)."""
    rank: NotRequired[Rank]
    """The rank of the card; absent while it lies face down (Throw It in a Hole)."""
    landed: bool | None
    """Whether it extended its firework; null while it lies face down."""
    effect: Effect
    drawn: DrawnCard | None
    """The card that the seat drew; null if none was drawn."""
    clue_tokens_gained: TokensMoved
    clue_tokens_lost: TokensMoved
    """Tokens that were lost because all were available."""
    at: Time
    hash: EventHash
    clue_tokens: Tokens
    half_clue_token: HalfToken
    strikes: Strikes
    score: Score
    table_points: PointsOrNull
    deck_size: DeckSize
    to_move: ToMove
    turns_left: TurnsLeft
    result: ResultOrNull
    line: Language


class DiscardEvent(TypedDict):
    """A card was discarded (R9)."""
    version: Version
    type: DiscardType
    seat: Seat
    card: CardId
    suit: NotRequired[Suit]
    """The suit of the card; absent while it lies face down (Throw It in a Hole)."""
    rank: NotRequired[Rank]
    """The rank of the card; absent while it lies face down (Throw It in a Hole)."""
    effect: Effect
    drawn: DrawnCard | None
    """The card that the seat drew; null if none was drawn."""
    clue_tokens_gained: TokensMoved
    clue_tokens_lost: TokensMoved
    """Tokens that were lost because all were available."""
    at: Time
    hash: EventHash
    clue_tokens: Tokens
    half_clue_token: HalfToken
    strikes: Strikes
    score: Score
    table_points: PointsOrNull
    deck_size: DeckSize
    to_move: ToMove
    turns_left: TurnsLeft
    result: ResultOrNull
    line: Language


class ClueEvent(TypedDict):
    """A clue was given (R5 to R8)."""
    version: Version
    type: ClueType
    seat: Seat
    target: Seat
    color: NotRequired[ClueColor]
    rank: NotRequired[ClueRank]
    kind: NotRequired[Literal["color", "rank", None]]
    """Instead of `color` or `rank`, while the reader does not hear it: whether the clue names a color or a rank; null
    if the reader does not hear this either. Only in Cow & Pig and Duck.
    """
    touched: NotRequired[list[TouchedCard]]
    """The cards that it touched, in hand order. Absent if the reader must remember them (`memory_aid` `none`)."""
    announcement: NotRequired[Language]
    """The clue in the giver's words. Absent together with `touched`."""
    at: Time
    hash: EventHash
    clue_tokens: Tokens
    half_clue_token: HalfToken
    strikes: Strikes
    score: Score
    table_points: PointsOrNull
    deck_size: DeckSize
    to_move: ToMove
    turns_left: TurnsLeft
    result: ResultOrNull
    line: Language


class ReorderEvent(TypedDict):
    """A seat reordered its hand (R26)."""
    version: Version
    type: ReorderType
    seat: Seat
    cards: list[CardId]
    """Its cards, oldest place first."""
    at: Time
    hash: EventHash
    clue_tokens: Tokens
    half_clue_token: HalfToken
    strikes: Strikes
    score: Score
    table_points: PointsOrNull
    deck_size: DeckSize
    to_move: ToMove
    turns_left: TurnsLeft
    result: ResultOrNull
    line: Language


class TurnCardsEvent(TypedDict):
    """A seat turned cards of its hand the same way (R29)."""
    version: Version
    type: TurnCardsType
    seat: Seat
    cards: list[CardId]
    """The cards."""
    orientation: Orientation
    at: Time
    hash: EventHash
    clue_tokens: Tokens
    half_clue_token: HalfToken
    strikes: Strikes
    score: Score
    table_points: PointsOrNull
    deck_size: DeckSize
    to_move: ToMove
    turns_left: TurnsLeft
    result: ResultOrNull
    line: Language


class MessageEvent(TypedDict):
    """A seat sent a message (R27)."""
    version: Version
    type: MessageType
    seat: Seat
    remark: RemarkId | None
    """The remark; null for a text."""
    cards: NotRequired[list[CardId]]
    """The cards of the seat's own hand that the remark names; missing if it names none."""
    text: str | None
    """The text; null for a remark."""
    at: Time
    hash: EventHash
    clue_tokens: Tokens
    half_clue_token: HalfToken
    strikes: Strikes
    score: Score
    table_points: PointsOrNull
    deck_size: DeckSize
    to_move: ToMove
    turns_left: TurnsLeft
    result: ResultOrNull
    line: Language


class AbortVoteEvent(TypedDict):
    """A seat voted to abort (R21)."""
    version: Version
    type: AbortVoteType
    seat: Seat
    at: Time
    hash: EventHash
    clue_tokens: Tokens
    half_clue_token: HalfToken
    strikes: Strikes
    score: Score
    table_points: PointsOrNull
    deck_size: DeckSize
    to_move: ToMove
    turns_left: TurnsLeft
    result: ResultOrNull
    line: Language


class AbortVoteWithdrawnEvent(TypedDict):
    """A seat withdrew its vote to abort (R21)."""
    version: Version
    type: AbortVoteWithdrawnType
    seat: Seat
    at: Time
    hash: EventHash
    clue_tokens: Tokens
    half_clue_token: HalfToken
    strikes: Strikes
    score: Score
    table_points: PointsOrNull
    deck_size: DeckSize
    to_move: ToMove
    turns_left: TurnsLeft
    result: ResultOrNull
    line: Language


class AbortEvent(TypedDict):
    """The game was aborted by something other than votes (R21)."""
    version: Version
    type: AbortType
    reason: Literal["agreed", "idle", "no_show", "removed", "terminated", "left", "timed_out", "speedrun_failed"]
    at: Time
    hash: EventHash
    clue_tokens: Tokens
    half_clue_token: HalfToken
    strikes: Strikes
    score: Score
    table_points: PointsOrNull
    deck_size: DeckSize
    to_move: ToMove
    turns_left: TurnsLeft
    result: ResultOrNull
    line: Language

Effect: TypeAlias = Literal["played", "misplayed", "discarded", None]
"""What became of the card; null while it lies face down (Throw It in a Hole). A card of an inverted suit is discarded
by a play, and played by a discard.
"""


class DealtHand(TypedDict):
    seat: Seat
    cards: list[DrawnCard]

TokensMoved: TypeAlias = int


class TouchedCard(TypedDict):
    card: CardId
    position: int
    """Its place in the hand at that time, 0 for the oldest."""


class StreamEnd(TypedDict):
    version: Version


class StreamBye(TypedDict):
    reason: Literal["restart", "token", "gone"]
    """`restart`: connect again. `token`: the token was revoked or has expired. `gone`: the game is private, and the
    caller has left its seat.
    """


class StreamReady(TypedDict):
    running: int
    """The number of running games."""

DealType: TypeAlias = Literal["deal"]
"""The deal of the cards."""

PlayType: TypeAlias = Literal["play"]
"""A card was or is to be played."""

DiscardType: TypeAlias = Literal["discard"]
"""A card was or is to be discarded."""

ClueType: TypeAlias = Literal["clue"]
"""A clue was or is to be given."""

ReorderType: TypeAlias = Literal["reorder"]
"""A seat changed the order of its hand."""

TurnCardsType: TypeAlias = Literal["turn_cards"]
"""A seat turned cards of its hand."""

MessageType: TypeAlias = Literal["message"]
"""A seat said something."""

AbortVoteType: TypeAlias = Literal["abort_vote"]
"""A seat voted to abort the game."""

AbortVoteWithdrawnType: TypeAlias = Literal["abort_vote_withdrawn"]
"""A seat withdrew its vote to abort the game."""

AbortType: TypeAlias = Literal["abort"]
"""The game was aborted."""


class DealtCard(TypedDict):
    suit: Suit
    rank: Rank

Source: TypeAlias = "SourceAtHanabLive | SourceRecord | SourceNotation"
"""Where a game came from."""


class SourceAtHanabLive(TypedDict):
    site: Literal["hanab.live"]
    id: int | None
    """The number of the game there."""
    options: dict[str, Any]
    """The options as in the export."""
    notes: list[list[str]]
    """The players' notes, a list for each seat, by card id. After those of all cards come notes on the stacks, by
    suit.
    """
    seed: str | None
    characters: NotRequired[list[HanabLiveCharacter]]
    """The detrimental characters by seat; only in games with them."""
    known_cards: NotRequired[int]
    """The number of cards in the export, if it lacked cards that were not drawn. The rest of `deck` is not that of the
    game: the missing cards stand there by suit and rank.
    """
    ended_by: NotRequired[int]
    """The seat that the export names as the one that ended the game; only in games that were ended."""


class SourceRecord(TypedDict):
    """Imported from a record, from this service or another one."""
    site: Literal["hanabi"]
    id: GameId
    """The id of the game there."""
    digest: str
    """The digest of the record."""
    origin: dict[str, Any] | None
    """The `source` in the record, unless that is a copy itself; it is not verified."""
    claimed: ClaimedTimes | None
    """The times in the record, which nobody can verify. Null for a record with impossible times that was imported
    before they were refused.
    """
    notes: NotRequired[list[GameNote]]
    """What the game has, or its record had, although games dealt today could not; missing if there is nothing. Only in
    a game with `ruleset` 1.
    """

GameNote: TypeAlias = Literal["beyond-share", "changed-names", "changed-messages", "left-out-messages", "changed-source", "unclean-texts"]
"""`beyond-share`: a seat sent more events that are not turns than R22 allows. `changed-names`, `changed-messages`,
`changed-source`: blanks replace characters that are not allowed in the names, the messages after the end or the
source; names are shortened. `left-out-messages`: messages after the end that were empty, or the seat's 201st or a
later one, were left out. `unclean-texts`: messages of the game itself, which its hash covers, have such characters;
the record keeps them, and the API shows blanks.
"""

ImportNotes: TypeAlias = "list[GameNote | Literal[\"not-canonical\"]]"
"""The `notes` of the game's source, and `not-canonical` if the record has other blanks, line ends or spellings than
its canonical form. Empty for other formats.
"""


class ClaimedTimes(TypedDict):
    """When a game was played elsewhere, according to the account that imported it."""
    created_at: Time
    started_at: Time
    finished_at: Time


class SourceNotation(TypedDict):
    site: Literal["notation"]
    commitment: str | None
    """The commitment to the deck in the imported text; the data that opens it is unknown."""

ExportFormat: TypeAlias = Literal["native", "hanab-live", "hanab-live-link", "notation", "csv"]


class ExportReport(TypedDict):
    """What a format cannot express about a game, and why the game cannot be exported."""
    format: ExportFormat
    losses: list[Loss]
    refusal: ExportRefusal | None
    """The first event that cannot be exported; null if all can."""


class Loss(TypedDict):
    """Something that a format cannot express. The values of the sentence are also in separate members."""
    code: Literal["reorders", "turned-cards", "talk", "abort-votes", "declarations", "option", "tokens", "ended-by", "ending", "notes", "link-names", "link-option", "link-seats", "card-notes", "not-whole", "times", "bots", "rating", "source", "proof", "shared-notes", "comments", "messages"]
    detail: Language
    count: NotRequired[int]
    """The number of occurrences."""
    option: NotRequired[str]
    """With `option`, its name in `rules`; with `link-option`, its name at hanab.live."""
    value: NotRequired[str | int]
    """With `option`, its value in this game."""
    seat: NotRequired[Seat]
    """With `link-seats`, the seat that began."""
    version: NotRequired[Version]
    """With `tokens`, the first event after which they differ."""
    reason: NotRequired[Reason]
    """With `ending`, how the game ended here."""


class ExportRefusal(TypedDict):
    code: Literal["game-over", "other-outcome", "no-clue-token", "clue-tokens-full", "empty-clue", "no-such-player", "no-such-clue", "not-in-hand", "link-option"]
    version: Version
    """The event."""
    detail: Language

GameRecord: TypeAlias = "RecordV2 | RecordV1"
"""The record of a finished game: everything about it, in the canonical form of RFC 8785, with a digest of all the
rest. Any change to the chain, times or names is detected. `/docs/verification` describes it.
"""


class RecordV2MessagesItem(TypedDict):
    seat: Seat
    remark: str | None
    text: str | None
    at: str | None


class RecordV2(TypedDict):
    """The record of a game played here. Its core was signed when the game ended, and never changes. What is outside of
    the core, such as names and messages, may change later.
    """
    format: Literal["hanabi-record"]
    record: Literal[2]
    id: GameId
    """The id of the game in the service that wrote the record."""
    core: RecordCore
    signature: Signature | None
    """The signature of the core; null for an unsigned record."""
    names: list[str]
    """The names of the players, by seat."""
    private: bool
    source: dict[str, Any] | None
    """Where an imported game came from."""
    messages: list[RecordV2MessagesItem]
    """Messages after the end."""
    digest: str


class RecordCoreResult(TypedDict):
    outcome: Outcome
    reason: Reason
    score: int | None
    table_points: int
    band: str | None


class RecordCore(TypedDict):
    """What the game was. The names of the players are not in it; the deal has salted hashes of their accounts."""
    sandbox: bool
    idle_limit_s: int
    deck: list[DealtCard]
    salt: str
    secret: str | None
    events: list[RecordedEvent]
    result: RecordCoreResult
    created_at: str


class Signature(TypedDict):
    """An Ed25519 signature by the service."""
    key: PublicKey
    signature: SignatureHex


class RecordV1SeatsItem(TypedDict):
    name: str
    bot: str | None


class RecordV1MessagesItem(TypedDict):
    seat: Seat
    remark: str | None
    text: str | None
    at: str | None


class RecordV1Result(TypedDict):
    outcome: Outcome
    reason: Reason
    score: int | None
    table_points: int
    band: str | None


class RecordV1(TypedDict):
    """The record of an imported game, or of one from before records were signed. It is never signed."""
    format: Literal["hanabi-record"]
    record: Literal[1]
    id: GameId
    """The id of the game where it was played."""
    sandbox: bool
    private: bool
    idle_limit_s: int
    source: dict[str, Any] | None
    """Where an imported game came from."""
    seats: list[RecordV1SeatsItem]
    deck: list[DealtCard]
    salt: str
    secret: str | None
    events: list[RecordedEvent]
    messages: list[RecordV1MessagesItem]
    """Messages after the end."""
    result: RecordV1Result
    created_at: str
    started_at: str | None
    finished_at: str
    digest: str


class RecordedEvent(TypedDict):
    """An event in its public form, with its time and its hash in the chain."""
    type: Literal["deal", "play", "discard", "clue", "reorder", "turn_cards", "message", "abort_vote", "abort_vote_withdrawn", "abort"]
    at: str | None
    hash: str


class GameLink(TypedDict):
    """A link of hanab.live that contains a whole game."""
    link: str
    """Such as `https://hanab.live/replay-json/…`."""


class ImportReport(TypedDict):
    """What became of a line of a request with many games."""
    line: int
    """The number of the line. Blank lines count, but have no report."""
    status: Literal["imported", "known", "refused"]
    """`known`: this record was imported before."""
    id: GameId | None
    """The replay; null if the line was refused."""
    notes: ImportNotes
    problem: Problem | None
    """Why the line was refused; null if it was not. The status is that of a request with this line alone."""


class HanabLiveGame(TypedDict):
    """An export of hanab.live, format 3.0.0, of a game of any variant. Members that are absent or null have its
    defaults.
    """
    id: NotRequired[int | None]
    players: list[str]
    variant: NotRequired[str]
    """The variant, as some programs write it. `options.variant` must be equal."""
    deck: list[HanabLiveCard]
    """All cards. Only if a game was left, cards that were not drawn can be missing at the end."""
    actions: list[HanabLiveAction]
    options: NotRequired[HanabLiveOptions | None]
    notes: NotRequired[list[list[str]] | None]
    characters: NotRequired[list[HanabLiveCharacter] | None]
    """The detrimental characters by seat. Genius, Panicky, Contrarian and Follower are rejected."""
    seed: NotRequired[str | None]


class HanabLiveCard(TypedDict):
    suitIndex: int
    rank: Rank


class HanabLiveCharacter(TypedDict):
    name: str
    """The name of the character."""
    metadata: NotRequired[int | None]
    """Its number, such as of a color."""


class HanabLiveAction(TypedDict):
    type: int
    """Play, discard, color clue, rank clue, end of the game, end of the game by vote. A play or discard is what became
    of the card, also in inverted suits.
    """
    target: int
    """A card id or a seat."""
    value: NotRequired[int | None]
    """The color or rank of a clue, by default 0. For the end of the game: 3 time ran out, 4 terminated, 5 speedrun
    failed, 6 idle, 10 by vote.
    """


class HanabLiveOptions(TypedDict):
    variant: NotRequired[str | None]
    """The name of a variant; `No Variant` by default."""
    startingPlayer: NotRequired[int | None]
    timed: NotRequired[bool | None]
    timeBase: NotRequired[int | None]
    timePerTurn: NotRequired[int | None]
    speedrun: NotRequired[bool | None]
    cardCycle: NotRequired[bool | None]
    deckPlays: NotRequired[bool | None]
    emptyClues: NotRequired[bool | None]
    oneExtraCard: NotRequired[bool | None]
    oneLessCard: NotRequired[bool | None]
    allOrNothing: NotRequired[bool | None]
    detrimentalCharacters: NotRequired[bool | None]
    """Whether players have handicaps that make the game harder."""


class CreateGameRequest(TypedDict):
    seats: int
    """R1. Six only in the edition `hanab_live`."""
    rules: NotRequired[ChosenRules]
    sandbox: NotRequired[bool]
    """True for a game for experiments, which is not counted in statistics; by default false."""
    private: NotRequired[bool]
    """True for a game that only players with a seat in it can see; by default false."""
    bots: NotRequired[list[BotId]]
    """Bots that take the seats from 1 on, by default none. If they take all other seats, the game starts at once."""
    deck: NotRequired[list[DeckCard]]
    """The deck, first dealt card first; only for sandbox games. It must contain the cards of the rules (R2)."""
    idle_limit_s: NotRequired[int]
    """The number of seconds without an event after which the game ends as aborted (R21); by default 604,800, a week."""
    entropy: NotRequired[Entropy]
    entropy_commitment: NotRequired[EntropyCommitment]


class DeckCard(TypedDict):
    suit: Suit
    rank: Rank

BotId: TypeAlias = Literal["random", "kagiya"]
"""A built-in bot; `kagiya` is the stronger one."""


class BotList(TypedDict):
    items: list[Bot]


class Bot(TypedDict):
    id: BotId
    description: str
    """How it plays, in English."""
    variants: Literal["all", "some"]
    """Which variants of hanab.live it plays. Every bot plays all games of the booklets."""


class CreateSeatRequest(TypedDict):
    seat: NotRequired[Seat]
    code: NotRequired[str]
    """The code of an invitation; not with `bot`."""
    bot: NotRequired[BotId]
    """The bot that takes the seat."""
    entropy: NotRequired[Entropy]
    entropy_commitment: NotRequired[EntropyCommitment]


class CreateInvitationRequest(TypedDict):
    expires_in_s: NotRequired[int]
    """The lifetime of the invitation in seconds; by default 604,800, a week."""
    account: NotRequired[AccountId]
    """The invited account; without it, anyone with the code."""


class Invitation(TypedDict):
    code: str | None
    """The code, shown only once; null for an invitation of one account, which needs none."""
    account: AccountId | None
    """The invited account; null if anyone with the code is invited."""
    expires_at: Time

ExpectedVersion: TypeAlias = int
"""The version of the view for which the move was chosen."""

CreateMoveRequest: TypeAlias = "PlayMove | DiscardMove | ClueMove"
"""A turn."""


class PlayMove(TypedDict):
    type: PlayType
    card: CardId
    declared_color: NotRequired[ClueColor]
    """The color that is named with the play (R12)."""
    expected_version: NotRequired[ExpectedVersion]


class DiscardMove(TypedDict):
    type: DiscardType
    card: CardId
    expected_version: NotRequired[ExpectedVersion]


class ClueMove(TypedDict):
    type: ClueType
    target: Seat
    color: NotRequired[ClueColor]
    rank: NotRequired[ClueRank]
    expected_version: NotRequired[ExpectedVersion]


class UpdateHandOrderRequest(TypedDict):
    cards: list[CardId]
    """Each card of the hand once, oldest place first."""


class CreateMessageRequest(TypedDict):
    remark: NotRequired[RemarkId]
    cards: NotRequired[list[CardId]]
    """With the remark `no-information`, during the game: the cards of the caller's hand that it is about, each once.
    Without cards, it is about the whole hand.
    """
    text: NotRequired[str]

CreateAbortVoteRequest: TypeAlias = dict[str, Any]
"""An empty object."""


class GameList(TypedDict):
    items: list[ListedGame]
    next: NextCursor


class ListedGame(TypedDict):
    """A game in a list, the same for everyone."""
    id: GameId
    status: Status
    sandbox: bool
    private: bool
    imported: bool
    """Whether it was played elsewhere."""
    claimed: ClaimedTimes | None
    """The times in the imported record; null for other games."""
    rules: Rules
    seats: list[SeatWithName]
    reveal_until: RevealUntil
    awaiting_reveals: AwaitingReveals
    version: Version
    turn: int
    """The number of turns taken."""
    to_move: ToMove
    outcome: Outcome | None
    """How the game ended; null while it has not."""
    reason: Reason | None
    """Why the game ended; null while it has not."""
    score: int | None
    """The score of the result; null before the end, and if the result has no score."""
    created_at: Time
    started_at: Time
    finished_at: Time
    links: ReplayLinks | None
    """The address of its replay; null while it has not ended."""


class CardClues(TypedDict):
    """The clues that touched the card. Absent under `memory_aid` `none`."""
    colors: list[ClueColor]
    ranks: list[ClueRank]
    hidden: NotRequired[Literal[True]]
    """Only with empty `colors` and `ranks`: a clue touched the card, but the viewer did not hear its color or rank
    (Cow & Pig, Duck).
    """


class CardPossibilities(TypedDict):
    """What the card can be, from the clues given to its hand only. Absent under `memory_aid` `none`."""
    suits: list[Suit]
    ranks: list[Rank]
    cards: NotRequired[dict[str, Ranks]]
    """The possible ranks by suit; only in games with a variant, where not every pair of `suits` and `ranks` is
    possible.
    """


class Knowledge(TypedDict):
    """What the viewer can know about the cards. Only with `knowledge=true`. The cards of its own hand have `own`;
    those of the others do not, because what another seat sees is secret (R28). Empty for a viewer without a seat.
    """
    hands: list[KnownHand]


class FrameKnowledge(TypedDict):
    """What each seat, or the requested one, could know about its hand at one version. Every card has `own`."""
    id: GameId
    version: Version
    hands: list[KnownHand]


class KnownHand(TypedDict):
    seat: Seat
    cards: list[KnownCard]
    """The cards in hand order."""


class KnownCard(TypedDict):
    card: CardId
    clues: NotRequired[CardClues]
    possible: NotRequired[CardPossibilities]
    common: list[KnownIdentity]
    """Common knowledge: from the clues, the fireworks and the discard pile."""
    own: NotRequired[OwnKnowledge]


class KnownIdentity(TypedDict):
    """A possible identity of this card."""
    suit: Suit
    rank: Rank
    unseen: UnseenCopies

UnseenCopies: TypeAlias = int
"""The number of copies that the owner cannot see."""


class OwnKnowledge(TypedDict):
    """What the holder of the card can conclude, including from the other hands."""
    deals: int
    """The number of ways to assign the unseen copies, counted as different, to the hidden cards of this hand such that
    every clue fits. All are equally likely.
    """
    identities: list[OwnIdentity]
    """The identities that remain by counting card by card."""


class OwnIdentity(TypedDict):
    """A possible identity of this card, and its probability."""
    suit: Suit
    rank: Rank
    unseen: UnseenCopies
    deals: int
    """In how many deals the card has this identity; 0 if the whole hand excludes it."""
    probability: float
    """The quotient of the two numbers."""

PublicKey: TypeAlias = str
"""A public key of `/.well-known/hanabi-keys`, 32 bytes."""

SignatureHex: TypeAlias = str
"""An Ed25519 signature, 64 bytes."""

Receipt: TypeAlias = "GameReceipt | OpeningReceipt"
"""What the service has signed about this game: that it has this newest event, or before the deal, this commitment.
Save it. If the service later shows another game, the receipt proves it: `hanabi verify FILE --receipt FILE`.
"""


class GameReceipt(TypedDict):
    type: Literal["hanabi/receipt"]
    game: GameId
    version: Version
    """The version of the newest event."""
    head: Head
    at: Time
    """The time of the newest event."""
    key: PublicKey
    signature: SignatureHex


class OpeningReceipt(TypedDict):
    type: Literal["hanabi/opening"]
    game: GameId
    secret_commitment: SecretCommitment
    at: Time
    """When the game was created."""
    key: PublicKey
    signature: SignatureHex


class LogHeadSignature(TypedDict):
    """The signature of `size`, `root` and `at` with the type `hanabi/log-head`."""
    key: str
    """The public key, 32 bytes."""
    signature: str
    """Ed25519, 64 bytes."""


class LogHead(TypedDict):
    size: int
    """The number of entries."""
    root: Hash
    at: str
    """When the head was signed."""
    signature: LogHeadSignature
    """The signature of `size`, `root` and `at` with the type `hanabi/log-head`."""
    max_merge_delay_s: int
    """The service promises that a head has each entry that is so many seconds older. Usually it takes a second."""

LogEntryType: TypeAlias = Literal["commitment", "deal", "end", "abort", "withdrawal"]
"""A game was opened, dealt, ended with a result, ended without one, or deleted before its deal."""


class LogEntry(TypedDict):
    """An entry. Its canonical JSON is the leaf of the tree. `game` is a hash that binds the id of the game, `head`
    that of the last event, and `secret` opens the commitment of a game that did not end.
    """
    type: LogEntryType
    secret_commitment: Hash
    game: NotRequired[Hash]
    head: NotRequired[Hash]
    secret: NotRequired[Hash]


class LogEntryListItemsItem(TypedDict):
    index: int
    entry: LogEntry


class LogEntryList(TypedDict):
    items: list[LogEntryListItemsItem]


class LogProof(TypedDict):
    index: int
    """The index of the entry, counted from 0."""
    size: int
    """The size of the tree."""
    entry: LogEntry
    leaf_hash: Hash
    proof: MerklePath


class LogConsistency(TypedDict):
    first: int
    second: int
    proof: MerklePath

MerklePath: TypeAlias = "list[Hash]"
"""Hashes in the order of RFC 9162."""


class KeyList(TypedDict):
    items: list[Key]


Key = TypedDict("Key", {
    "key": "PublicKey",
    "algorithm": "Literal[\"Ed25519\"]",
    "from": "str",
    "until": "str | None",
})


class MyGameList(TypedDict):
    items: list[MyGame]
    awaiting_reveals: list[AwaitedReveal]
    """The open games that wait for the caller to reveal the entropy of its seat."""
    invited: list[ReceivedInvitation]


class AwaitedReveal(TypedDict):
    """An open game that waits for the caller to reveal the entropy of its seat."""
    game: GameId
    status: Literal["open"]
    seat: Seat
    reveal_until: Time


class ReceivedInvitation(TypedDict):
    """A game with an invitation for the caller, in which it can take a seat."""
    game: GameId
    status: Literal["open"]
    invited_by: str
    """The name of the player who invites."""
    inviter: AccountId | None
    """The account of the player who invites; null if it is deleted."""
    expires_at: Time


class ReceivedInvitationList(TypedDict):
    items: list[ReceivedInvitation]
    next: NextCursor


class BlockedAccount(TypedDict):
    """An account that the caller has blocked."""
    account: AccountId
    name: str
    """The current name of the account."""
    blocked_at: Time


class BlockedAccountList(TypedDict):
    items: list[BlockedAccount]
    next: NextCursor


class MyGame(TypedDict):
    """The state of a game for one of its players."""
    game: GameId
    status: Literal["running", "ended"]
    version: Version
    turn: int
    seat: Seat
    to_move: ToMove
    your_turn: bool

RemarkId: TypeAlias = Literal["no-information", "remember-your-hand"]
"""A remark of the fixed list (R27)."""


class MessageList(TypedDict):
    policy: TableTalk
    remarks: list[Remark]
    """The fixed list of remarks."""
    items: list[Message]


class Remark(TypedDict):
    id: RemarkId
    text: Language


class Message(TypedDict):
    version: int | None
    """The version of its event; null for messages after the end, which are not events."""
    seat: Seat
    remark: RemarkId | None
    """The remark; null for a text."""
    cards: NotRequired[list[CardId]]
    """The cards of the seat's own hand that the remark names; missing if it names none."""
    text: str
    """The text as sent, or that of the remark in the reader's language."""
    at: Time

ModerationTarget: TypeAlias = str
"""An account (`a_…`), a game or an imported replay (`g_…`), a comment (`g_…/c_…`), a branch (`g_…/b_…`) or a report
(`r_…`).
"""

ReportId: TypeAlias = str
"""A report."""

ReportReason: TypeAlias = Literal["cheating", "insult", "name", "spam", "other"]
"""The kind of fault."""


class CreateReportRequest(TypedDict):
    about: ModerationTarget
    reason: ReportReason
    text: NotRequired[ModerationText]
    """A text for the moderators."""


class Report(TypedDict):
    id: ReportId
    about: ModerationTarget
    reason: ReportReason
    text: str | None
    at: Time


class ReceivedReport(TypedDict):
    """A report as moderators see it."""
    id: ReportId
    about: ModerationTarget
    reason: ReportReason
    text: str | None
    at: Time
    by: NamedAccount
    """The account that reports."""
    closed_at: Time
    """null while the report is open."""


class ReportList(TypedDict):
    items: list[ReceivedReport]
    next: NextCursor


class ExportedReport(TypedDict):
    """A report that the account made."""
    id: ReportId
    about: ModerationTarget
    reason: ReportReason
    text: str | None
    at: Time
    closed_at: Time
    """null while the report is open."""


class NamedAccount(TypedDict):
    """An account with its name."""
    id: AccountId
    name: str

ModerationText: TypeAlias = str


class CreateModerationActionRequest(TypedDict):
    action: Literal["suspend", "lift", "rename", "hide", "unhide", "close"]
    target: ModerationTarget
    reason: ModerationText
    """Why. A suspended or renamed account can read it in its export."""
    until: NotRequired[str | None]
    """With `suspend`, the end, within ten years; by default the suspension has no end."""
    name: NotRequired[str]
    """With `rename`, the new name; by default a neutral one."""


class ModerationAction(TypedDict):
    """An entry of the log of moderation."""
    id: str
    """The id of the entry."""
    action: Literal["suspend", "lift", "rename", "hide", "unhide", "close", "grant", "revoke"]
    target: ModerationTarget
    reason: str
    by: NamedAccount | None
    """The moderator; null for the operator."""
    before: str | None
    """The previous name, or the end of the previous suspension."""
    after: str | None
    """The new name, or the end of the suspension; `for good` for none."""
    at: Time


class ModerationActionList(TypedDict):
    items: list[ModerationAction]
    next: NextCursor


class ExportedModeration(TypedDict):
    """An action of moderation on the account."""
    action: Literal["suspend", "lift", "rename", "grant", "revoke"]
    reason: str
    before: str | None
    after: str | None
    at: Time

Anchor: TypeAlias = str
"""The subject of a note or a comment: `game`, a turn (`turn-17`, the table after seventeen turns), or a card by its id
(`card-12`).
"""

CommentId: TypeAlias = str
"""A comment."""

Paragraphs: TypeAlias = str
"""A text of one or more lines, separated by line feeds, without other control characters."""


class UpdateNoteRequest(TypedDict):
    text: Paragraphs
    shared: NotRequired[bool]
    """True to show the note after the end of the game; by default false."""


class NoteVersion(TypedDict):
    """The text of a note from an event on; version and time are null in a game that was imported."""
    version: int | None
    """The newest event at that time."""
    text: str
    at: Time


class Note(TypedDict):
    """A note, as its author sees it."""
    anchor: Anchor
    shared: bool
    """Whether readers of the replay see it."""
    text: str
    """The current text."""
    version: int | None
    """The newest event when the text was written."""
    at: Time
    history: list[NoteVersion]
    """The history, oldest first; the last is the current text."""


class NoteList(TypedDict):
    items: list[Note]


class SharedNote(TypedDict):
    """A note, as readers of the replay see it."""
    seat: Seat
    anchor: Anchor
    text: str
    """The current text."""
    version: int | None
    """The newest event when the text was written."""
    at: Time
    history: list[NoteVersion]
    """The history, oldest first; the last is the current text."""


class SharedNoteList(TypedDict):
    items: list[SharedNote]


class CreateCommentRequest(TypedDict):
    anchor: Anchor
    text: Paragraphs


class Author(TypedDict):
    """The author of a comment; without an id once the account is deleted."""
    id: AccountId | None
    name: str


class Comment(TypedDict):
    """A comment on a finished game."""
    id: CommentId
    author: Author
    seat: Seat | None
    """The author's seat in the game; null for other readers."""
    anchor: Anchor
    text: str
    at: Time


class CommentList(TypedDict):
    items: list[Comment]
    next: NextCursor


class ExportedNote(TypedDict):
    """A note of the account, with its history."""
    game: GameId
    anchor: Anchor
    shared: bool
    text: str
    version: int | None
    at: Time
    history: list[NoteVersion]


class ExportedComment(TypedDict):
    """A comment of the account."""
    id: CommentId
    game: GameId
    anchor: Anchor
    text: str
    at: Time

ProblemCode: TypeAlias = Literal["bad-request", "invalid-idempotency-key", "malformed-json", "missing-token", "invalid-token", "insufficient-scope", "account-suspended", "not-a-player", "not-the-creator", "seat-refused", "wrong-game", "not-found", "method-not-allowed", "not-acceptable", "already-seated", "awaiting-reveals", "bot-cannot-play", "commitment-taken", "export-refused", "name-taken", "limit-reached", "game-not-finished", "game-not-open", "game-not-running", "not-imported", "not-your-turn", "request-in-progress", "reveal-mismatch", "reveal-too-early", "seat-taken", "version-conflict", "revision-conflict", "payload-too-large", "unsupported-media-type", "idempotency-key-reused", "illegal-move", "import-refused", "invalid-deck", "invalid-request", "precondition-required", "too-many-requests", "internal-error", "too-many-streams", "analysis-queue-full", "service-unavailable"]
"""The kind of problem; never translated."""

RefusalCode: TypeAlias = Literal["own-hand", "no-such-seat", "no-clue-token", "no-such-color", "no-such-rank", "same-kind-of-clue", "empty-clue", "not-in-hand", "clue-tokens-full", "no-declaration", "already-voted", "not-voted", "no-reorder", "not-clued", "not-the-hand", "too-many-reorders", "no-turned-cards", "no-cards-to-name", "no-talk", "no-such-remark", "remarks-only", "another-seats-move", "too-many-remarks", "too-many-events"]
"""Why the rules forbid it; never translated. Together with `rule`, it distinguishes refusals with the same code."""


class Problem(TypedDict):
    """A problem document (RFC 9457)."""
    type: str
    """The address of the page that explains the problem."""
    title: Language
    status: int
    detail: Language
    code: ProblemCode
    request_id: str
    """The same as the header Request-Id."""
    errors: NotRequired[list[Fault]]
    """Each fault of the request, if known; at most the first hundred."""
    version: NotRequired[Version]
    """With `version-conflict`, the newest version."""
    events: NotRequired[list[Event]]
    """With `version-conflict`, the events that the caller has missed."""
    scope: NotRequired[Scope]
    """With `insufficient-scope`, the missing scope."""
    until: NotRequired[str | None]
    """With `account-suspended`, the end of the suspension; null if it has none."""
    reveal_until: NotRequired[str]
    """With `awaiting-reveals`, the time when the game is dealt at the latest."""
    refusal: NotRequired[RefusalCode]
    """With `illegal-move`."""
    report: NotRequired[ExportReport]
    """With `export-refused`."""
    limit: NotRequired[str]
    """With `limit-reached`, the limit: `open-games` and `running-games` of the caller, `seats-in-open-games` of
    others, `invitations` of the caller to open games, `invitations-of-game`, `invitations-to-account` within 24
    hours, `blocks`, `comments` on the game, `comments-a-day`, `branches` of the game, `branches-of-account`,
    `notes` and `note-characters` on the game, `notes-of-account`, `reports-a-day`, `tokens`, or `webhooks`. There
    may be others.
    """
    maximum: NotRequired[int]
    """With `limit-reached`, the size of the limit."""
    rule: NotRequired[str | None]
    """With `illegal-move`, `invalid-deck` and, if a ruling is broken, `import-refused`."""
    rule_url: NotRequired[RuleAddress]
    """If `rule` is not null, its address."""


class ProblemMeaning(TypedDict):
    """The meaning of a code, in the caller's language."""
    code: ProblemCode
    type: str
    """The address of its page."""
    status: int
    title: Language
    happened: Language
    """What happened."""
    remedy: Language
    """What to do."""


class ProblemList(TypedDict):
    items: list[ProblemMeaning]
    """All codes, by status."""


class ExplainedProblem(TypedDict):
    """The meaning of a code, in the caller's language, with an example."""
    code: ProblemCode
    type: str
    """The address of its page."""
    status: int
    title: Language
    happened: Language
    """What happened."""
    remedy: Language
    """What to do."""
    example: Problem
    """An example document."""


class Fault(TypedDict):
    pointer: NotRequired[str]
    """The position in the body, as a JSON pointer."""
    parameter: NotRequired[str]
    """The query parameter, or the part of the path."""
    line: NotRequired[int]
    """The position in a text body, counted from 1."""
    column: NotRequired[int]
    detail: str
    """The fault, in English."""
    rule: NotRequired[RuleNumber]
    rule_url: NotRequired[RuleAddress]

PuzzleId: TypeAlias = str
"""A puzzle."""

PuzzleTheme: TypeAlias = Literal["play", "discard", "clue", "tempo"]
"""What the solution is. `tempo`: a clue or the discard of a useless card where both are legal, so that only time and
the order of seats decide between them.
"""

PuzzleDifficulty: TypeAlias = Literal["easy", "medium", "hard"]
"""The level of `difficulty_points`, `medium` from 4 and `hard` from 12 on."""

DifficultyPoints: TypeAlias = int
"""The number of turns after which the loss of each wrong choice shows, in sum (`docs/analysis.md`)."""


class PuzzleList(TypedDict):
    items: list[ListedPuzzle]
    next: NextCursor


class ListedPuzzleLinks(TypedDict):
    puzzle: str


class ListedPuzzle(TypedDict):
    """A puzzle in a list."""
    id: PuzzleId
    difficulty: PuzzleDifficulty
    difficulty_points: DifficultyPoints
    seats: int
    """The number of seats."""
    rules: Rules
    score: Points
    """The score to keep."""
    finished_at: Time
    """The end of the game."""
    links: ListedPuzzleLinks


class PuzzleLinks(TypedDict):
    puzzle: str
    answers: str
    solution: str
    next: str
    """A list with the next puzzle of `GET /v1/puzzles`. Its filters can be added."""


class Puzzle(TypedDict):
    """A position in which exactly one choice keeps the points that can be reached."""
    id: PuzzleId
    difficulty: PuzzleDifficulty
    difficulty_points: DifficultyPoints
    score: Points
    """The score to keep: the highest that can be reached."""
    to_move: Seat
    """The seat to move."""
    players: list[SeatWithName]
    position: Frame
    """The frame of the game with open hands."""
    deck: list[Face]
    """The cards still in the deck, the next one first."""
    legal_actions: list[Action]
    """Every legal action of the seat to move."""
    links: PuzzleLinks


class PuzzleAnswerLinks(TypedDict):
    page: str
    replay: str
    frame: str
    branches: str


class PuzzleAnswer(TypedDict):
    """What a turn in a puzzle leads to."""
    id: PuzzleId
    action: Action
    """The turn."""
    right: bool
    """Whether it keeps the score."""
    score_to_keep: Points
    """The highest score that could be reached before it."""
    score: PointsOrNull
    """The highest score that can be reached after it. Null for a play that names a wrong color or none, and for a
    wrong kind of clue in a variant: they reach less than `score_to_keep`.
    """
    proved: bool
    """Whether `score` is proved to be the highest one; false if it is null."""
    at: Version
    """The version of the game before the turn, for a branch with the `line`."""
    line: Line
    """Turns that reach `score`, from this turn on, or from an equal one if it has to be another. Empty without a
    score.
    """
    equal_actions: list[Action]
    """The other actions that are the solution; empty if the turn is wrong."""
    theme: PuzzleTheme | None
    """The theme; null if the turn is wrong."""
    steps: list[PuzzleStep] | None
    """The event and the table after each turn of the line; null without `steps=true`, or without a line."""
    links: PuzzleAnswerLinks | None
    """The game at this turn; null if the turn is wrong."""


class PuzzleStep(TypedDict):
    """One event of a line, and the table after it. It has no time and no hash, as it is not part of the game."""
    event: Event
    frame: Frame


class Replay(TypedDict):
    """A finished game with everything open."""
    notes: NotRequired[ImportNotes]
    """Only in the response to an import, and always there. What was noted about the file."""
    id: GameId
    sandbox: bool
    private: bool
    source: Source | None
    """Where the game came from; null if it was played here."""
    rules: Rules
    seats: list[SeatWithName]
    starting_seat: Seat
    deck: list[DealtCard]
    """The whole deck; a card's id is its position here."""
    salt: Hash
    """The salt of the commitment to the deck."""
    secret: Hash | None
    """The service's secret for the shuffle; null if there is none."""
    head: Hash
    """The `hash` of the last event."""
    events: list[Event]
    result: Result
    created_at: Time
    """For an imported game, when it was imported."""
    started_at: Time
    """Null for an imported game."""
    finished_at: Time
    """For an imported game, when it was imported."""
    links: ReplayLinks


class ReplayLinks(TypedDict):
    """The addresses of the replay and its cacheable parts, with the current revision, in the language of this
    response.
    """
    page: str
    """The page on which people review the game."""
    replay: str
    """The replay."""
    reading: str
    """The address for reading without spoilers."""
    frames: LastingAddress
    """The table after each event."""
    score_picture: LastingAddress
    """The curve of the game as a picture."""
    analysis: LastingAddress
    """What each event cost."""

LastingAddress: TypeAlias = str


class Oembed(TypedDict):
    """How another site shows a link to a replay (oEmbed 1.0)."""
    version: Literal["1.0"]
    type: Literal["rich"]
    title: str
    """The names of the players, and the turn if the link has one."""
    provider_name: str
    provider_url: str
    html: str
    """An `iframe`."""
    width: int
    """The width of the frame in pixels."""
    height: int
    """The height of the frame in pixels."""
    thumbnail_url: str
    """A PNG of the board."""
    thumbnail_width: int
    thumbnail_height: int
    cache_age: int
    """For so many seconds the answer can be kept."""

AbortVotes: TypeAlias = "list[Seat]"
"""The seats that have voted to abort (R21)."""

Outcome: TypeAlias = Literal["won", "lost", "finished", "aborted"]

Reason: TypeAlias = Literal["strikeout", "irreplaceable_card_lost", "fireworks_complete", "last_round_over", "no_legal_action", "no_points_left", "agreed", "idle", "no_show", "removed", "terminated", "left", "timed_out", "speedrun_failed"]
"""Why the game ended: R14, R15, R16, R17, R19, R20, and R21 for the last eight. The last three are those of imported
games.
"""


class Result(TypedDict):
    outcome: Outcome
    reason: Reason
    score: Score
    table_points: Points
    rating: Rating | None
    """The rating (R23); null where R24 gives none."""

ResultOrNull: TypeAlias = "Result | None"
"""How the game ended; null while it has not."""


class Rating(TypedDict):
    band: BandName
    text: Language
    own_translation: bool
    """Whether the printed rules lack this text in this language."""

EditionId: TypeAlias = Literal["de", "en", "fr", "nl", "da", "hanab_live"]
"""An edition."""

Multicolor: TypeAlias = Literal["none", "five", "ten", "wild_ten", "wild_five"]
"""The sixth suit (R2, R8)."""

MulticolorOfGame: TypeAlias = Literal["none", "five", "ten", "wild_ten", "wild_five", "variant"]
"""The sixth suit (R2, R8); `variant` if the game has the cards of a variant."""

HandSizeOption: TypeAlias = Literal["normal", "one_more", "one_less"]
"""The number of cards in a hand (R1), or one more or one less."""

Ending: TypeAlias = Literal["last_round", "grand_finale"]
"""R17, or R18."""

EarlyEnd: TypeAlias = Literal["never", "no_points_left"]
"""R20."""

StrikeoutScore: TypeAlias = Literal["zero", "none"]
"""The score of a lost game."""

HandReorder: TypeAlias = Literal["any_time", "after_clue", "off"]
"""R26."""

TableTalk: TypeAlias = Literal["off", "remarks", "free"]
"""R27."""

MemoryAid: TypeAlias = Literal["full", "none"]
"""`none`: players must remember clues, as at a real table."""

StartingSeat: TypeAlias = "Literal[\"random\"] | Seat"
"""The seat that moves first, or `random` (R4)."""


class ChosenRules(TypedDict):
    """An edition, and options that override its defaults."""
    edition: NotRequired[EditionId]
    variant: NotRequired[str | None]
    """A variant of hanab.live: its name or its string of rules, as `GET /v1/variants` returns them; without
    `multicolor`. A variant that the booklets have becomes the same game under its `multicolor`.
    """
    multicolor: NotRequired[Multicolor]
    clue_tokens: NotRequired[int]
    strike_tokens: NotRequired[int]
    ending: NotRequired[Ending]
    finale_loss: NotRequired[Literal["irreplaceable", "strikes_only"]]
    """R15; only together with `ending` `grand_finale`."""
    color_declaration: NotRequired[bool]
    """R12."""
    empty_clues: NotRequired[bool]
    """R7."""
    strikeout_score: NotRequired[StrikeoutScore]
    early_end: NotRequired[EarlyEnd]
    hand_reorder: NotRequired[HandReorder]
    table_talk: NotRequired[TableTalk]
    memory_aid: NotRequired[MemoryAid]
    starting_seat: NotRequired[StartingSeat]
    hand_size: NotRequired[HandSizeOption]
    deck_plays: NotRequired[bool]
    """Whether the last card of the deck can be played from the deck."""


class Rules(TypedDict):
    """All options of a game, resolved."""
    edition: EditionId
    multicolor: MulticolorOfGame
    variant: str | None
    """The name of a variant; null for the cards of a booklet."""
    clue_tokens: int
    strike_tokens: int
    ending: Ending
    finale_loss: Literal["irreplaceable", "strikes_only", None]
    """R15; null unless `ending` is `grand_finale`."""
    color_declaration: bool
    """R12."""
    empty_clues: bool
    """R7."""
    strikeout_score: StrikeoutScore
    early_end: EarlyEnd
    hand_reorder: HandReorder
    table_talk: TableTalk
    memory_aid: MemoryAid
    starting_seat: StartingSeat
    hand_size: HandSizeOption
    deck_plays: bool
    """Whether the last card of the deck can be played from the deck."""


class EditionList(TypedDict):
    items: list[Edition]


class Edition(TypedDict):
    id: EditionId
    title: str
    options: list[Option]
    variants: list[PrintedVariant]
    """The variants that this edition prints."""
    multicolor: list[Palette]
    """The suits and clue colors of each value of the option `multicolor`."""
    hand_sizes: list[HandSize]
    """R1."""


class PrintedVariant(TypedDict):
    option: OptionName
    values: list[OptionValue]
    """The values of the option, each of which is this variant."""
    printed_name: str | None
    """The name in this edition; null where its title is lost."""
    name: Language
    """The name in the caller's language."""
    own_translation: bool
    """True if no booklet in the caller's language prints the name."""


class RuleRefusalsItem(TypedDict):
    code: RefusalCode
    text: Language


class RuleProblemsItem(TypedDict):
    code: ProblemCode
    type: str


class Rule(TypedDict):
    id: RuleNumber
    title: Language
    text: list[Language]
    """Paragraphs, in Markdown."""
    source: Language
    """The printed rules that have it."""
    own: str | None
    """What no printed rules have, in the caller's language; null if they have all of it."""
    options: list[OptionName]
    """The options that it depends on."""
    refusals: list[RuleRefusalsItem]
    """The refusals that cite it, with their texts."""
    problems: list[RuleProblemsItem]
    """The problems that it explains."""
    page: str
    """Its place on the page for people."""


class RuleList(TypedDict):
    items: list[Rule]


class Option(TypedDict):
    name: OptionName
    title: Language
    """The name of the option."""
    values: list[OptionValue]
    """The allowed values; the first is the default of most editions."""
    value_names: list[Language]
    """The names of the values in the caller's language, in the order of `values`."""
    default: OptionValue
    source: str
    """For each value, the printed rules that have it."""
    house_rules: list[OptionValue]
    """The values that occur in no printed rules."""
    requires: dict[str, OptionValue] | None
    """Another option, and the value that it must have for this one to apply."""
    rules: list[RuleNumber]
    """The rulings that define it."""

OptionName: TypeAlias = Literal["multicolor", "clue_tokens", "strike_tokens", "ending", "finale_loss", "color_declaration", "empty_clues", "strikeout_score", "early_end", "hand_reorder", "table_talk", "memory_aid", "starting_seat", "hand_size", "deck_plays"]
"""The name of an option."""

OptionValue: TypeAlias = str | int | bool
"""A value of an option."""


class Palette(TypedDict):
    value: Multicolor
    suits: list[Suit]
    clue_colors: list[ClueColor]
    """R8."""
    deck: list[Copies]
    """R2."""
    deck_size: Literal[50, 55, 60]
    max_score: Literal[25, 30]
    bands: list[Band]
    """R23."""


class Copies(TypedDict):
    suit: Suit
    rank: Rank
    copies: int

BandName: TypeAlias = Literal["0-5", "6-10", "11-15", "16-20", "21-24", "25", "25-29", "30"]


class Band(TypedDict):
    band: BandName
    lowest: Points
    highest: Points
    text: Language
    own_translation: bool
    """Whether the printed rules lack this text in this language."""


class HandSize(TypedDict):
    seats: int
    cards: int


class Health(TypedDict):
    status: Literal["ok"]

NumberOfGames: TypeAlias = int
"""The number of games."""

MeanScore: TypeAlias = float | None
"""The mean of the scores of the games that have one, to two decimals; null if none has."""

Perfect: TypeAlias = int
"""Games won, all fireworks complete: the highest score (R16)."""

Strikeouts: TypeAlias = int
"""Games lost by the last strike (R14)."""


class Stats(TypedDict):
    """Statistics of finished games."""
    games: int
    """The number of games, without those in `apart`."""
    mean_score: MeanScore
    median_score: float | None
    """The median score; null if no game has one."""
    perfect: Perfect
    strikeouts: Strikeouts
    outcomes: OutcomeCounts
    scores: list[ScoreCount]
    """The number of games for each score, lowest first, without scores that no game has."""
    unscored: int
    """Lost games without a score, by `strikeout_score` `none`."""
    by_edition: list[EditionStats]
    by_seats: list[SeatsStats]
    by_multicolor: list[MulticolorStats]
    apart: CountedApart
    analysis: AnalysisStats


class OutcomeCounts(TypedDict):
    """The number of games with this outcome; the sum is `games`."""
    won: NumberOfGames
    lost: NumberOfGames
    finished: NumberOfGames


class ScoreCount(TypedDict):
    score: Points
    games: NumberOfGames


class CountedApart(TypedDict):
    """Games that no other member counts. Each is in exactly one of these."""
    aborted: int
    """Played here by persons, and aborted (R21)."""
    imported: int
    """Played elsewhere, however they ended."""
    bots: int
    """Played here by bots only, however they ended."""


class AnalysisStatsHindsight(TypedDict):
    """The mean points that a game lost by the deal, the draws and choices (turns, and ends that are not turns), as in
    `GET /v1/replays/{game}/hindsight` with open hands. Their sum is the maximum minus the final points.
    """
    games: int
    """Games with hindsight."""
    lost_by_deal: MeanLoss
    lost_by_draws: MeanLoss
    lost_by_choice: MeanLoss


class AnalysisStats(TypedDict):
    """What the exact analysis found out about the games in `games`. It analyzes them some time after their end, newest
    first, and imported ones only when somebody asks: so each figure has the number of games that it is about.
    """
    games: int
    """Games with an exact analysis."""
    decided: int
    """Those of them for which it is proved whether the deal could be won."""
    winnable: int
    """Decided games that could be won from the deal with all cards known."""
    winnable_share: float | None
    """`winnable` divided by `decided`; null if no game is decided."""
    hindsight: AnalysisStatsHindsight
    """The mean points that a game lost by the deal, the draws and choices (turns, and ends that are not turns), as in
    `GET /v1/replays/{game}/hindsight` with open hands. Their sum is the maximum minus the final points.
    """

MeanLoss: TypeAlias = float | None
"""Mean points a game; null without any game. Good draws are negative."""


class EditionStats(TypedDict):
    """Statistics of the games of one edition."""
    edition: EditionId
    games: NumberOfGames
    mean_score: MeanScore
    perfect: Perfect
    strikeouts: Strikeouts


class SeatsStats(TypedDict):
    """Statistics of the games with one number of seats."""
    seats: int
    games: NumberOfGames
    mean_score: MeanScore
    perfect: Perfect
    strikeouts: Strikeouts


class MulticolorStats(TypedDict):
    """Statistics of the games with one sixth suit, without one, or with the cards of a variant."""
    multicolor: MulticolorOfGame
    games: NumberOfGames
    mean_score: MeanScore
    perfect: Perfect
    strikeouts: Strikeouts

AccountId: TypeAlias = str
"""An account."""

GameId: TypeAlias = str
"""A game, and its replay."""

Seat: TypeAlias = int
"""A seat, in the order of turns."""

Version: TypeAlias = int
"""The number of an event; -1 before the deal."""

CardId: TypeAlias = int
"""A card, by its position in the dealt deck."""

Status: TypeAlias = Literal["open", "running", "ended"]
"""The status of a game."""

Suit: TypeAlias = str
"""A suit of the game. The booklets have `red`, `yellow`, `green`, `blue`, `white` and `multicolor`; a variant has
those that `GET /v1/variants` returns, and new ones can be added.
"""

Rank: TypeAlias = Literal[1, 2, 3, 4, 5, 7]
"""The rank of a card; 7 is START, which only Up or Down has."""

ClueRank: TypeAlias = int
"""The rank of a clue. In Odds and Evens, 1 means odd and 2 even ranks."""

ClueColor: TypeAlias = Literal["red", "yellow", "green", "blue", "white", "multicolor", "purple", "teal", "black", "pink", "brown", "orange"]
"""The color of a clue or of a declaration."""

Tokens: TypeAlias = int
"""The available clue tokens."""

Strikes: TypeAlias = int | None
"""Strikes so far; null while played cards stay face down (Throw It in a Hole)."""

Points: TypeAlias = int
"""Points: the sum of the top cards of all fireworks."""

PointsOrNull: TypeAlias = int | None
"""Points; null while played cards stay face down (Throw It in a Hole)."""

Score: TypeAlias = int | None
"""The points on the table while the game runs, null while played cards stay face down (Throw It in a Hole). Then the
score of the result: 0 or null after a loss (`strikeout_score`), null for an aborted game.
"""

DeckSize: TypeAlias = int
"""The number of cards in the deck."""

ToMove: TypeAlias = int | None
"""The seat to move; null unless the game is running."""

TurnsLeft: TypeAlias = int | None
"""The remaining turns in the last round (R17); null before it."""

Time: TypeAlias = str | None
"""When it happened, in UTC; null if the source of an imported game has no times. The times of the events of an
imported record are what the record claims.
"""

RuleNumber: TypeAlias = str
"""A ruling, R1 to R30 (`GET /v1/rules`)."""

RuleAddress: TypeAlias = str
"""The address of the ruling."""

Language: TypeAlias = str
"""A sentence in the language of `Content-Language`, for people."""

NextCursor: TypeAlias = str | None
"""The `cursor` of the next page; null on the last page."""

VariantId: TypeAlias = int
"""The number of a variant at hanab.live."""

VariantSuitName: TypeAlias = Literal["red", "yellow", "green", "blue", "purple", "teal", "black", "rainbow", "pink", "white", "brown", "omni", "null", "muddy_rainbow", "light_pink", "prism", "orange", "dark_rainbow", "dark_pink", "gray", "dark_brown", "dark_omni", "dark_null", "cocoa_rainbow", "gray_pink", "dark_prism", "dark_orange", "tomato", "mahogany", "carrot", "emerald", "olive", "berry", "navy", "sky", "ice_ea", "aqua_ea", "sky_ea", "berry_ea", "navy_ea", "ocean_ea", "tangerine", "peach", "ruby", "yam", "geas", "beatnik", "plum", "taupe", "gold", "violet", "magenta", "cardinal", "maroon", "lime", "jungle", "jade", "tan", "cyan", "indigo", "cobalt"]
"""A suit of hanab.live's variants, by its name there in lower case."""

Modifier: TypeAlias = Literal["AC", "B1", "B5", "C4", "CB", "CM", "CP", "CS", "Ch", "D1", "D5", "Du", "Fu", "L1", "L5", "M1", "M5", "N1", "N5", "NB", "NM", "O1", "O5", "OE", "P1", "P5", "R1", "R5", "S1", "Su", "Sy", "TB", "TH", "UD", "W1", "W5"]
"""A code in the string of rules. Special ones and fives: `R` Rainbow, `P` Pink, `W` White, `B` Brown, `O` Omni, `N`
Null, `M` Muddy Rainbow, `L` Light Pink or `D` Deceptive, with `1` or `5`. `C4` Critical Fours, `S1` Scarce Ones,
`CS` Clue Starved, `CB` Color Blind, `NB` Number Blind, `TB` Totally Blind, `CM` Color Mute, `NM` Number Mute, `AC`
Alternating Clues, `CP` Cow & Pig, `Du` Duck, `OE` Odds and Evens, `Sy` Synesthesia, `UD` Up or Down, `TH` Throw It
in a Hole, `Fu` Funnels, `Ch` Chimneys, `Su` Sudoku.
"""


class VariantList(TypedDict):
    items: list[Variant]
    """The variants."""
    next: NextCursor


class Variant(TypedDict):
    id: VariantId
    name: str
    """The name at hanab.live."""
    rules: str
    """The rules as a string: hanab.live's ids of the suits, joined by `+`, with `:R` after a reversed suit, then the
    modifiers, each after a comma.
    """
    suits: list[VariantSuit]
    """The suits in their order, on which Prism and Deceptive depend."""
    clue_colors: list[ClueColor]
    """The colors that clues can name, in order; empty in Color Mute."""
    clue_ranks: list[ClueRank]
    """The ranks that clues can name; empty in Number Mute and Synesthesia. In Odds and Evens, 1 means odd and 2 even
    ranks.
    """
    ranks: list[Rank]
    """The ranks of the cards."""
    modifiers: list[Modifier]
    """What changes the rules beside the suits."""
    deck_size: int
    """The number of cards."""
    max_score: Points
    text: list[Language]
    """The differences from the base game in sentences, the suits first."""
    booklets: BookletVariant | None
    """The same game in the booklets, where the colors of some suits differ. Null for a variant that they do not have."""


class VariantSuit(TypedDict):
    name: VariantSuitName
    text: str
    """The name in the language of `Content-Language`."""
    clue_colors: list[ClueColor]
    """The colors of clues that touch the suit. Empty if all colors do, none does, or the color depends on the rank
    (`prism`).
    """
    flags: list[Literal["one_of_each", "all_clue_colors", "no_clue_colors", "all_clue_ranks", "no_clue_ranks", "prism"]]
    """What is special about the suit: one copy of each card; touched by all or no colors; by all or no ranks; by a
    color that depends on the rank (`prism`). A flag goes before a modifier of a rank.
    """
    copies: list[RankCopies]
    """The number of copies of each card."""
    reversed: bool
    """Whether the suit is played from 5 down to 1."""
    inverted: bool
    """Whether a play discards its cards, and a discard plays them."""


class RankCopies(TypedDict):
    rank: Rank
    copies: int
    """The number of copies."""


class BookletVariant(TypedDict):
    multicolor: Multicolor
    names: list[BookletName]
    """What the booklets call it; empty for the base game and for a house rule."""


class BookletName(TypedDict):
    edition: EditionId
    name: str
    """The name, in the language of the edition."""

Hash: TypeAlias = str
"""A SHA-256 in hexadecimal digits."""

Head: TypeAlias = str | None
"""The `hash` of the last event, which depends on all events before it; null while it would tell what a clue said (Cow
& Pig, Duck).
"""

EventHash: TypeAlias = str | None
"""The hash of the event in the chain; null while it would tell what a clue said (Cow & Pig, Duck)."""

SecretCommitment: TypeAlias = str | None
"""The service's commitment to its secret for the shuffle, published before the seats give entropy; null if the deck
was given or imported.
"""

Entropy: TypeAlias = str
"""A seat's entropy for the shuffle, which prevents the service from choosing the deck alone: 1 to 64 printable ASCII
characters, best drawn at random. Everyone sees it.
"""

Entropies: TypeAlias = "list[Entropy | None]"
"""The entropy by seat; null for none."""

EntropyCommitment: TypeAlias = str
"""A seat's commitment to 32 random bytes, which it reveals before the deal: SHA-256("hanabi/1 entropy commitment\\0"
|| bytes). Everyone sees it.
"""

EntropyCommitments: TypeAlias = "list[EntropyCommitment | None]"
"""The commitment by seat; null for none."""

Reveals: TypeAlias = "list[Hash | None]"
"""The revealed 32 bytes by seat; null for a seat without a commitment, and for one that withheld them."""


class Protection(TypedDict):
    """What the seats contributed to the deal, and what this proves. Null before the deal, and in games from before
    seats contributed.
    """
    kind: Literal["contributed", "withheld", "open", "none", "given", "imported"]
    """`contributed`: at least one seat contributed in secret, and none withheld its part: if one of those that
    contributed played fair, the deck was fixed before anybody could know it. `withheld`: others withheld their
    part, so they could choose among up to `choices` decks. `open`: seats only gave texts: the service, together
    with the player who joined or gave a text last, could have chosen the deck. `none`: the service could have
    chosen the deck before it published its commitment. `given`, `imported`: the deck is from elsewhere.
    """
    seats_contributed: int
    """The number of seats that gave a commitment and revealed their entropy."""
    seats_open: int
    """The number of seats that gave a text openly."""
    seats_withheld: int
    """The number of seats that gave a commitment and did not reveal their entropy in time."""
    choices: int | None
    """The largest number of decks among which anybody could choose, if a seat that contributed played fair; null if no
    seat contributed.
    """
    text: str
    """The same in words, in the caller's language."""


class UpdateEntropyRequest(TypedDict):
    entropy_commitment: NotRequired[EntropyCommitment]
    reveal: NotRequired[str]
    """The 32 bytes to which the seat has committed."""
    entropy: NotRequired[Entropy | None]
    """The new open entropy of the seat; null for no contribution at all."""


class Verification(TypedDict):
    """The result of a verification."""
    id: GameId
    verified: bool
    """Whether the game passed."""
    passed: list[Literal["chain", "deck", "commitments", "shuffle", "moves", "result", "digest"]]
    """The checks that were passed; all of them if there is no fault."""
    deck: Provenance | None
    """The origin of the deck; null if a fault was found before it was known."""
    fault: VerificationFault | None
    """The first fault; null if there is none."""
    head: Head
    digest: Hash
    """The digest of the record of this game."""
    core_digest: Hash | None
    """The digest of the core of the record, which never changes; null for a game whose record has no core."""
    signature: VerifiedSignature


class VerifiedSignature(TypedDict):
    key: PublicKey | None
    """The key that has signed the record; null for an unsigned record, or if there is a fault."""
    own: bool
    """Whether it is a key of this service."""
    text: str
    """The same in words, in the caller's language."""


class Provenance(TypedDict):
    protection: Protection
    origin: Literal["shuffled", "unshared", "given", "imported"]
    """`shuffled`: from the service's secret and the seats' entropy. `unshared`: by the service alone, in games from
    before seats gave entropy. `given`, `imported`: from elsewhere.
    """
    text: str
    """The origin of the deck in words, in the caller's language."""


class VerificationFault(TypedDict):
    code: Literal["malformed", "chain", "composition", "deck-commitment", "secret-commitment", "entropy-commitment", "shuffle", "starting-seat", "illegal-move", "after-the-end", "not-ended", "result", "digest", "times", "idle-limit", "signature", "stored-result", "stored-rules", "stored-times", "stored-holders", "stored-core", "stored-log", "stored-key"]
    version: int | None
    """The event with the fault, if it is in an event."""
    text: str
    """The fault in words, in the caller's language."""


class View(TypedDict):
    """The table as its viewer sees it."""
    id: GameId
    status: Status
    sandbox: bool
    private: bool
    idle_limit_s: int
    secret_commitment: SecretCommitment
    entropies: NotRequired[Entropies]
    """The open entropy by seat, null for none. This member and the next five are absent in views of the past (`at`)."""
    entropy_commitments: NotRequired[EntropyCommitments]
    reveal_until: NotRequired[RevealUntil]
    awaiting_reveals: NotRequired[AwaitingReveals]
    protection: NotRequired[Protection]
    links: NotRequired[ReplayLinks]
    """Once the game has ended, the replay and its page."""
    receipt: NotRequired[Receipt | None]
    """The signed receipt; null for an imported game, and absent in views of the past (`at`)."""
    version: Version
    head: Head
    turn: int
    """The number of turns taken."""
    rules: Rules
    viewer: Viewer
    seats: list[SeatInView]
    to_move: ToMove
    turns_left: TurnsLeft
    clue_tokens: Tokens
    strikes: Strikes
    fireworks: Fireworks
    lost_fireworks: LostFireworks
    score: Score
    table_points: PointsOrNull
    attainable_score: PointsOrNull
    """The highest score still attainable (R13); null while played cards stay face down."""
    stacks: NotRequired[Stacks]
    half_clue_token: NotRequired[HalfToken]
    """Only in games with a variant. Whether there is half a clue token more (Clue Starved)."""
    face_down: NotRequired[CardsFaceDown]
    deck_size: DeckSize
    discards: Discards
    hands: list[Hand]
    """All hands by seat; empty for a viewer without a seat."""
    legal_actions: LegalActions
    abort_votes: AbortVotes
    result: ResultOrNull
    knowledge: NotRequired[Knowledge]


class Frame(TypedDict):
    """The table of a replay after one event: a view without the players' names."""
    id: GameId
    status: Literal["running", "ended"]
    sandbox: bool
    private: bool
    idle_limit_s: int
    secret_commitment: SecretCommitment
    version: Version
    head: Head
    turn: int
    """The number of turns taken."""
    rules: Rules
    viewer: Viewer
    seats: list[SeatWithoutName]
    to_move: ToMove
    turns_left: TurnsLeft
    clue_tokens: Tokens
    strikes: Strikes
    fireworks: Fireworks
    lost_fireworks: LostFireworks
    score: Score
    table_points: PointsOrNull
    attainable_score: PointsOrNull
    """The highest score still attainable (R13); null while played cards stay face down."""
    stacks: NotRequired[Stacks]
    half_clue_token: NotRequired[HalfToken]
    """Only in games with a variant. Whether there is half a clue token more (Clue Starved)."""
    face_down: NotRequired[CardsFaceDown]
    deck_size: DeckSize
    discards: Discards
    hands: list[Hand]
    """All hands by seat: open, or with the hand of `viewer` face down; empty for a watcher."""
    legal_actions: LegalActions
    abort_votes: AbortVotes
    result: ResultOrNull


class ReplayStep(TypedDict):
    """One event, and the table after it."""
    event: Event
    frame: Frame
    next: str | None
    """The `cursor` of the next step; null at the end."""


class FrameList(TypedDict):
    id: GameId
    items: list[Frame]
    """The n-th frame has version n."""

RevealUntil: TypeAlias = str | None
"""Until when the game waits for reveals; null unless all seats of an open game are taken."""

AwaitingReveals: TypeAlias = "list[Seat]"
"""The seats that have not revealed their entropy yet; empty unless `reveal_until` is set."""


class Viewer(TypedDict):
    seat: int | None
    """The viewer's seat; null for none."""
    holder_salt: NotRequired[str | None]
    """The salt of the viewer's entry in `holders` of the deal, which no other viewer sees; null for none, and absent
    in views of the past (`at`). It proves that the viewer's account sat there.
    """


class SeatInView(TypedDict):
    """A seat of the table. Views of the past (`at`) do not contain its player."""
    seat: Seat
    name: NotRequired[str | None]
    """The player; null while the seat is free."""
    account: NotRequired[AccountId | None]
    """The account of the player; null for a free seat, a bot, an imported player and a deleted account."""
    bot: NotRequired[BotId | None]
    """The bot in the seat; null for a person and for a free seat."""


class SeatWithName(TypedDict):
    seat: Seat
    name: str | None
    """The player; null while the seat is free."""
    account: AccountId | None
    """The account of the player; null for a free seat, a bot, an imported player and a deleted account."""
    bot: BotId | None
    """The bot in the seat; null for a person and for a free seat."""


class SeatWithoutName(TypedDict):
    seat: Seat

Fireworks: TypeAlias = "dict[str, Top] | None"
"""The number of cards of each firework by suit, which is its top rank if the suit is played from 1 to 5. Null while
played cards stay face down (Throw It in a Hole).
"""

Top: TypeAlias = int
"""The number of cards of a firework."""

LostFireworks: TypeAlias = "list[Suit] | None"
"""The fireworks that can no longer be completed (R13); null while played cards stay face down (Throw It in a Hole)."""

Stacks: TypeAlias = "dict[str, Stack] | None"
"""The fireworks by suit, with the cards that fit next. Only in games with a variant; null while played cards stay face
down (Throw It in a Hole).
"""


class Stack(TypedDict):
    """A firework."""
    cards: Ranks
    """The ranks of its cards, first played first."""
    next: Ranks
    """The ranks that can be played next."""

Ranks: TypeAlias = "list[Rank]"

HalfToken: TypeAlias = bool
"""Whether there is half a clue token more (Clue Starved)."""

CardsFaceDown: TypeAlias = "list[CardId]"
"""Only in games with a variant: the played cards that lie face down until the end, in order (Throw It in a Hole)."""

Discards: TypeAlias = "list[Face]"
"""The discard pile in order."""


class Face(TypedDict):
    """A card whose front is known."""
    card: CardId
    suit: Suit
    rank: Rank


class DrawnCard(TypedDict):
    """A card that a seat was dealt or drew. It has `suit` and `rank` if the reader saw its front then, and neither if
    the reader did not.
    """
    card: CardId
    suit: NotRequired[Suit]
    rank: NotRequired[Rank]


class Hand(TypedDict):
    seat: Seat
    cards: list[HandCard]
    """The cards in hand order, oldest first unless the seat has reordered them."""
    turned: NotRequired[list[TurnedCard]]
    """The cards that are not upright (R29), by card id; missing if all are."""

Orientation: TypeAlias = Literal["upright", "left", "right", "upside_down"]
"""How a card stands in its holder's hand (R29)."""


class TurnedCard(TypedDict):
    card: CardId
    orientation: Orientation


class UpdateCardOrientationRequest(TypedDict):
    cards: list[CardId]
    """Cards of the caller's hand, each once."""
    orientation: Orientation


class HandCard(TypedDict):
    """A card in a hand. It has `suit` and `rank` if the viewer sees its front, and neither if the viewer does not, as
    in the viewer's own hand.
    """
    card: CardId
    suit: NotRequired[Suit]
    rank: NotRequired[Rank]
    clues: NotRequired[CardClues]
    possible: NotRequired[CardPossibilities]

LegalActions: TypeAlias = "list[Action]"
"""Every legal action if it is the viewer's turn; empty otherwise."""

Action: TypeAlias = "PlayAction | DiscardAction | ClueAction"


class PlayAction(TypedDict):
    type: PlayType
    card: CardId
    declared_color: NotRequired[ClueColor]
    """A color that may be named with the play (R12)."""


class DiscardAction(TypedDict):
    type: DiscardType
    card: CardId


class ClueAction(TypedDict):
    type: ClueType
    target: Seat
    color: NotRequired[ClueColor]
    rank: NotRequired[ClueRank]

WebhookId: TypeAlias = str
"""The id of a webhook."""

WebhookUrl: TypeAlias = str
"""The address of the receiver, in ASCII: `https://` with a host name or a public IP address, and without a user name
and a fragment. `http://` and other networks are refused, unless the operator allows them.
"""

WebhookEvents: TypeAlias = "list[WebhookEvent]"
"""The events that are sent."""

WebhookEvent: TypeAlias = Literal["your-turn", "game-started", "game-ended", "invited", "message"]
"""An event of the account's own games. `your-turn`: a turn of its seat begins. `game-started`: a game with its seat
was dealt. `game-ended`: such a game ended, for whatever reason. `invited`: it was invited to an open game.
`message`: another seat of its game has sent a message, during the game or afterwards. There may be others later.
"""


class CreateWebhookRequest(TypedDict):
    """A webhook to create."""
    url: WebhookUrl
    events: WebhookEvents
    description: NotRequired[str | None]
    """The purpose of the webhook, for its owner. Text without control characters, not blank; null for none."""


class UpdateWebhookRequest(TypedDict):
    """The members of a webhook to change."""
    url: NotRequired[WebhookUrl]
    events: NotRequired[WebhookEvents]
    description: NotRequired[str | None]
    """The purpose of the webhook, for its owner. Text without control characters, not blank; null for none."""
    enabled: NotRequired[bool]
    """Whether events are sent."""


class Webhook(TypedDict):
    """An address to which the service sends events."""
    id: WebhookId
    url: WebhookUrl
    description: str | None
    """The purpose of the webhook; null for none."""
    events: WebhookEvents
    enabled: bool
    """Whether events are sent."""
    disabled_reason: Literal["failing", "gone", None]
    """Why the service disabled it. `failing`: every attempt of three days failed. `gone`: the receiver answered with
    410. Null if it is enabled, or if its owner disabled it.
    """
    disabled_at: Time
    """When it was disabled; null if it is enabled."""
    failing_since: Time
    """The first failure since the last success; null for none."""
    created_at: Time
    """When it was created."""


class CreatedWebhook(TypedDict):
    """A new webhook with its secret."""
    id: WebhookId
    url: WebhookUrl
    description: str | None
    """The purpose of the webhook; null for none."""
    events: WebhookEvents
    enabled: bool
    """Whether events are sent."""
    disabled_reason: Literal["failing", "gone", None]
    """Why the service disabled it. `failing`: every attempt of three days failed. `gone`: the receiver answered with
    410. Null if it is enabled, or if its owner disabled it.
    """
    disabled_at: Time
    """When it was disabled; null if it is enabled."""
    failing_since: Time
    """The first failure since the last success; null for none."""
    created_at: Time
    """When it was created."""
    secret: str
    """The key of the signatures, shown only once: `whsec_` and 32 bytes in Base64, as Standard Webhooks describes."""


class WebhookList(TypedDict):
    """Webhooks of an account."""
    items: list[Webhook]
    """The webhooks."""


class Delivery(TypedDict):
    """An event that is sent, or was sent, to a webhook."""
    id: str
    """The id of the delivery, which is its header `webhook-id` in every attempt."""
    type: Literal["your-turn", "game-started", "game-ended", "invited", "message", "test"]
    """The event as in `WebhookEvent`, or `test` for one that was asked for."""
    status: Literal["waiting", "delivered", "failed"]
    """`waiting`: an attempt will follow. `delivered`: the receiver accepted it with a status from 200 to 299.
    `failed`: it was given up, after three days or with its webhook, or it was a test.
    """
    attempts: int
    """The number of attempts so far."""
    response_status: int | None
    """The status of the last response; null if the last attempt had none."""
    error: Literal["unknown-host", "address-refused", "connection-failed", "certificate-refused", "timeout", "disabled", None]
    """Why there was no response. `unknown-host`: the host name has no address. `address-refused`: none of its
    addresses is public. `connection-failed`: nobody answered there, or not by HTTP. `certificate-refused`: its
    certificate is not valid for the host. `timeout`: no response within 10 seconds. `disabled`: the webhook was
    disabled before. Null if there was a response, or no attempt yet.
    """
    created_at: Time
    """When the service found the event."""
    attempted_at: Time
    """The last attempt; null before the first one."""
    next_attempt_at: Time
    """The next attempt, at the earliest; null for none."""


class DeliveryList(TypedDict):
    """Deliveries of a webhook."""
    items: list[Delivery]
    """The deliveries."""
    next: NextCursor
