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
    "DealSeed",
    "CreateBranchRequest",
    "CreateLineRequest",
    "CreateLineKnowledgeRequest",
    "CreateLineAnalysisRequest",
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
    "GameCurve",
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
    "GameLinks",
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
    "SessionId",
    "SessionPlace",
    "CreateSessionRequest",
    "UpdateSessionRequest",
    "SessionMessage",
    "Session",
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
    """The changes of the caller's account."""
    name: Name


class Account(TypedDict):
    """A new account with its token."""
    id: AccountId
    name: str
    """The name of the account: the one that was given, or the one that the service chose."""
    token: str
    """The bearer token, shown only once."""

TokenId: TypeAlias = str
"""The id of a token, not the token itself."""

Scope: TypeAlias = Literal["account", "play", "read", "moderate"]
"""A scope of a token. Only the operator gives `moderate`.
- `account`: Change and read the account: its name, tokens, webhooks and data.
- `play`: Create and join games, and act in them.
- `read`: Read what the account may see.
- `moderate`: Moderate; only the operator gives it.
"""

GameIdOrNull: TypeAlias = str | None
"""The only game that the token is valid for; null for a token that is not bound to a seat."""


class Me(TypedDict):
    """The caller's account, and the token of the request."""
    id: AccountId
    name: str
    """The current name of the account."""
    created_at: Time
    token: CurrentToken


class CurrentToken(TypedDict):
    """The request's token."""
    id: TokenId
    scopes: list[Scope]
    """What the token allows."""
    game: GameIdOrNull


class CreateTokenRequest(TypedDict):
    """A token to create."""
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
    """A token of the account, without the token itself."""
    id: TokenId
    name: str
    """The purpose of the token, as its owner gave it."""
    scopes: list[Scope]
    """What the token allows."""
    game: GameIdOrNull
    created_at: Time
    expires_at: Time
    """The expiry; null for never."""


class CreatedToken(TypedDict):
    """A new token. This is the only response that contains the token itself."""
    id: TokenId
    name: str
    """The purpose of the token, as its owner gave it."""
    scopes: list[Scope]
    """What the token allows."""
    game: GameIdOrNull
    created_at: Time
    expires_at: Time
    """The expiry; null for never."""
    token: str
    """The bearer token, shown only once."""


class TokenList(TypedDict):
    """The tokens of the account that are valid."""
    items: list[Token]
    """The tokens, oldest first."""


class Export(TypedDict):
    """All stored data of an account."""
    account: ExportedAccount
    tokens: list[Token]
    """The tokens of the account, without the tokens themselves."""
    games: list[ExportedSeat]
    """The games in which the account has or had a seat."""
    messages: list[ExportedMessage]
    """The messages that the account sent at tables."""
    notes: list[ExportedNote]
    """The notes of the account on games, with their history."""
    comments: list[ExportedComment]
    """The comments of the account on replays."""
    imports: list[GameId]
    """The games that the account imported."""
    branches: list[ExportedBranch]
    """The branches that the account created."""
    invitations: list[ExportedInvitation]
    """The invitations that the account sent and received."""
    blocks: list[ExportedBlock]
    """The accounts that the account has blocked."""
    reports: list[ExportedReport]
    """The reports that the account sent."""
    moderation: list[ExportedModeration]
    """The actions of moderation on the account."""
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
    """The title of the branch; null if it has none."""
    created_at: Time


class ExportedInvitation(TypedDict):
    """An invitation that the account sent or received."""
    game: GameId
    received: bool
    """Whether the account received it."""
    made_at: Time
    expires_at: Time


class ExportedAccount(TypedDict):
    """The account itself."""
    id: AccountId
    name: str
    """The current name of the account."""
    created_at: Time


class ExportedSeat(TypedDict):
    """A seat in a game."""
    id: GameId
    seat: Seat
    status: Status
    sandbox: bool
    """Whether the creator of the game gave its deck."""
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
    """The id of the remark (R27); null for a text."""
    cards: NotRequired[list[CardId]]
    """The cards that the remark names; missing if it names none."""
    text: str | None
    """The text of the message; null for a remark."""
    at: Time


class PublicAccount(TypedDict):
    """The public page of an account."""
    id: AccountId
    name: str
    """The current name of the account."""
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
"""A number of turns, cards or tokens."""

Efficiency: TypeAlias = float | None
"""`cards_gotten` per `clues_spent`; null before the first."""


class AnalysisTotals(TypedDict):
    """Counts over the whole game."""
    turns: Count
    """The number of turns: plays, discards and clues."""
    plays: Count
    """`landed` and `misplays`; `known_safe` and `gambles`."""
    landed: Count
    """Plays that added a card to a firework."""
    misplays: Count
    """Plays that cost a strike (R10)."""
    known_safe: Count
    """Plays that succeed in every deal that the seat could not exclude."""
    gambles: Count
    """Plays that fail in a deal that the seat could not exclude."""
    gambles_landed: Count
    """Gambles that added a card to a firework."""
    discards: Count
    """The number of discards."""
    clues: Count
    """The number of clues."""
    clues_touching_nothing_new: Count
    """Clues that touched only cards that an earlier clue had touched."""
    clues_telling_nothing_new: Count
    """Clues after which each card had as many possible identities as before."""
    clue_tokens_lost: Count
    """Clue tokens that were due and lost because all were available (R11, R12)."""
    points_lost: Count
    """Over all events, including the deal and an abort: the difference to the maximum."""
    think_time_ms: ThinkTime
    """Over all turns; null for an import."""
    cards_gotten: Count
    """Cards that were played or that a clue touched."""
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
    points: float | None
    """The mean of what is proved, in points; null if it is not decided."""
    error: float | None
    """The standard error of the mean plus what the bounds leave open, in points; null for a single sample."""


class OpenHands(TypedDict):
    """The lost points of a table that sees all hands and not the deck. `deal`, `draws`, `seats`, `end` and `undecided`
    add up to the maximum minus the final points. A figure is null if more than a point of it is not decided.
    """
    deal: Estimate
    """What the dealt hands lost."""
    draws: Estimate
    """What the cards drawn lost; negative if they were better than the average."""
    seats: list[Estimate]
    """What the turns of each seat lost; null too if the error is above half a point or unknown."""
    end: Estimate
    """What an event that is not a turn lost by ending the game (R21)."""
    undecided: float
    """The points of which no figure tells the cause; negative if undecided draws gained more."""
    versions: list[OpenHandsAtVersion]
    """Every event; the n-th has version n."""
    samples: int
    """The number of samples of the deck."""
    inexact: int
    """The number of searched positions of which only bounds are known."""
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
"""How far the exact analysis is. Until it is `solved`, what could be reached is bounded by the discards and the turns
left.
- `solved`: The exact answer is there.
- `running`: It is still being computed.
- `failed`: It cannot be computed, and only bounds are known.
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
"""What lost the points.
- `turn`: A play, discard or clue.
- `end`: Another event that ended the game (R21).
- `deal`: The deal: they never could be reached.
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
"""What a turn did that lost points.
- `card_lost`: A needed card became unreachable.
- `time_lost`: The remaining turns no longer suffice for what the cards would allow.
- `strike`: A misplay.
- `game_lost`: The game ended as lost.
"""


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
    """An event with its measures. Members that do not apply to its type are null or empty."""
    version: Version
    type: Literal["deal", "play", "discard", "clue", "reorder", "turn_cards", "message", "abort_vote", "abort_vote_withdrawn", "abort"]
    """The type of the event.
    - `deal`: The cards were dealt.
    - `play`: A card was played (R10).
    - `discard`: A card was discarded (R9).
    - `clue`: A clue was given (R5).
    - `reorder`: A seat changed the order of its cards (R26).
    - `turn_cards`: A seat turned cards of its hand (R29).
    - `message`: A seat sent a message (R27).
    - `abort_vote`: A seat voted to abort the game (R21).
    - `abort_vote_withdrawn`: A seat withdrew its vote to abort the game (R21).
    - `abort`: The game was aborted (R21).
    """
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
    """The risk of the play; null for other events."""
    clue: AnalysedClue | None
    """What the clue showed; null for other events."""
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
    """Whether the play added a card to a firework."""
    certainty: Literal["known_safe", "gamble"]
    """Whether the seat could know that the play succeeds.
    - `known_safe`: It succeeds in every deal that the seat could not exclude.
    - `gamble`: It fails in at least one of these deals.
    """
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
"""Cards of one hand, by id."""


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
"""The deck on which a branch or a line is played.
- `original`: The deck of the game.
- `resampled`: A deck that the chosen seat could not have distinguished from it.
"""

DealSeed: TypeAlias = int
"""Selects one of the decks that the seat could not have distinguished. The same number gives the same deck."""


class CreateBranchRequest(TypedDict):
    """A branch to create: other moves from an event of a finished game."""
    at: int
    """The version at which it starts; the game must not have been over then."""
    moves: list[Turn]
    """The moves from there on, each by the seat to move."""
    title: NotRequired[str]
    """The title."""
    deal: NotRequired[BranchDeal]
    """The deck of the branch, by default `original`."""
    seat: NotRequired[Seat]
    """The seat for which the deck is drawn again; only with `resampled`."""
    deal_seed: NotRequired[DealSeed]
    """Selects the deck, only with `resampled`; by default a random number."""


class CreateLineRequest(TypedDict):
    """Other moves from an event of a finished game, which are not stored."""
    at: int
    """The version at which it starts; the game must not have been over then."""
    moves: list[Turn]
    """The moves from there on, each by the seat to move."""
    seat: NotRequired[Seat]
    """The seat whose view the frames show; by default open hands."""
    deal: NotRequired[BranchDeal]
    """The deck of the line, by default `original`."""
    deal_seat: NotRequired[Seat]
    """The seat for which the deck is drawn again; only with `resampled`."""
    deal_seed: NotRequired[DealSeed]
    """Selects the deck, only with `resampled`; by default a random number."""


class CreateLineKnowledgeRequest(TypedDict):
    """Other moves from an event of a finished game, and the version at which seats could know something."""
    at: int
    """The version at which it starts; the game must not have been over then."""
    moves: list[Turn]
    """The moves from there on, each by the seat to move."""
    seat: NotRequired[Seat]
    """The seat whose knowledge is returned; by default all."""
    deal: NotRequired[BranchDeal]
    """The deck of the line, by default `original`."""
    deal_seat: NotRequired[Seat]
    """The seat for which the deck is drawn again; only with `resampled`."""
    deal_seed: NotRequired[DealSeed]
    """Selects the deck, only with `resampled`; by default a random number."""
    version: int
    """The version that the request is about: of the line, or of the game before it."""


class CreateLineAnalysisRequest(TypedDict):
    """Other moves from an event of a finished game, and the version at which something can still be reached."""
    at: int
    """The version at which it starts; the game must not have been over then."""
    moves: list[Turn]
    """The moves from there on, each by the seat to move."""
    deal: NotRequired[BranchDeal]
    """The deck of the line, by default `original`."""
    deal_seat: NotRequired[Seat]
    """The seat for which the deck is drawn again; only with `resampled`."""
    deal_seed: NotRequired[DealSeed]
    """Selects the deck, only with `resampled`; by default a random number."""
    version: int
    """The version that the request is about: of the line, or of the game before it."""


class PlayedLine(TypedDict):
    """Other moves of a finished game, which are not stored."""
    id: GameId
    at: Version
    """The version of the game at which it starts."""
    version: Version
    """The version of its last event."""
    deal: BranchDeal
    deal_seat: Seat | None
    """The seat for which the deck was drawn again; null if it is the game's deck."""
    deal_seed: DealSeed | None
    """What selected the deck; null if it is the game's deck."""
    deck: list[DealtCard]
    """The whole deck of the line; a card's id is its position here."""
    events: list[Event]
    """The events of the moves, without a time, with everything open. If `deal` is `resampled`, the events of the game
    up to `at` come first, as they show the cards drawn from this deck.
    """
    frames: list[Frame]
    """The table after each of these events."""
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
    """A page of branches."""
    items: list[ListedBranch]
    """The branches, newest first."""
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
    deal_seed: DealSeed | None
    """What selected the deck, so that lines can be played on it. Null if it is the game's deck, or was drawn before
    seeds existed.
    """
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
    deal_seed: DealSeed | None
    """What selected the deck, so that lines can be played on it. Null if it is the game's deck, or was drawn before
    seeds existed.
    """
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
    """The players of the game, by seat."""
    starting_seat: Seat
    deck: list[DealtCard]
    """The whole deck of the branch; a card's id is its position here."""
    events: list[Event]
    """The events of the game up to `at`, then those of the branch."""
    result: ResultOrNull


class BranchLinks(TypedDict):
    """The addresses of its parts."""
    branch: str
    """The address of the branch."""
    frames: str
    """The address of its frames."""


class BranchFrameList(TypedDict):
    """The table of a branch after each event."""
    id: GameId
    branch: BranchId
    items: list[Frame]
    """The n-th frame has version n."""


class EventResult(TypedDict):
    """The result in the event that ended the game."""
    event: Event
    """The event of this request."""
    events: list[Event]
    """All events after `expected_version`, in order: those that the caller had not seen, `event`, and the moves of
    bots after it. Without `expected_version`, they begin with `event`.
    """
    view: View
    """The caller's view after these events."""


class StreamView(TypedDict):
    """The data of a frame `view` of a stream with `views=true`: the caller's view, and the events that led to it."""
    events: list[Event]
    """The events since the last frame, in order. The first frame has those that the client missed."""
    view: View
    """The caller's view after these events."""


class EventList(TypedDict):
    """Events of a game."""
    items: list[Event]
    """The events in order, each with its version."""
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
    """The number of seats."""
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
    - `shuffled`: From the service's secret and the seats' entropy.
    - `given`: The creator of the game gave the deck.
    - `imported`: The game was played elsewhere.
    - `null`: A game from before seats contributed.
    """
    secret_commitment: SecretCommitment
    entropies: Entropies | None
    """The open entropy by seat; null in a game from before seats contributed."""
    entropy_commitments: EntropyCommitments | None
    """The commitments by seat; null if no seat committed."""
    reveals: Reveals | None
    """The revealed entropy by seat; null if no seat committed."""
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
    - `color`: The clue names a color.
    - `rank`: The clue names a rank.
    - `null`: The reader does not hear this either (Duck).
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
    """Why the game was aborted (R21).
    - `agreed`: All seats voted to abort.
    - `idle`: No seat took its turn within the idle limit.
    - `no_show`: A seat did not take its first turn in time, and another seat ended the game.
    - `removed`: The creator removed a seat before the first turn.
    - `terminated`: A player ended the game; only in games from hanab.live.
    - `left`: The players left the game before its end; only in imported games.
    - `timed_out`: A player ran out of time; only in games from hanab.live.
    - `speedrun_failed`: A speedrun failed; only in games from hanab.live.
    """
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
- `played`: It was added to a firework.
- `misplayed`: It did not fit, and cost a strike.
- `discarded`: It was discarded.
- `null`: It lies face down.
"""


class DealtHand(TypedDict):
    """The hand that a seat was dealt."""
    seat: Seat
    cards: list[DrawnCard]
    """The cards of the hand, oldest first."""

TokensMoved: TypeAlias = int
"""A number of clue tokens that an event gained or lost."""


class TouchedCard(TypedDict):
    """A card that a clue touched."""
    card: CardId
    position: int
    """Its place in the hand at that time, 0 for the oldest."""


class StreamEnd(TypedDict):
    """The data of the frame `end`, after which the service closes the stream."""
    version: Version


class StreamBye(TypedDict):
    """The data of the frame `bye`: the service closes the stream before its end."""
    reason: Literal["restart", "token", "gone"]
    """Why the stream ends.
    - `restart`: The service restarts: connect again.
    - `token`: The token was revoked or has expired.
    - `gone`: The game is private, and the caller has left its seat.
    """


class StreamReady(TypedDict):
    """The data of the frame `ready`, which follows the present state; all later frames are new."""
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
    """A card by its suit and rank."""
    suit: Suit
    rank: Rank

Source: TypeAlias = "SourceAtHanabLive | SourceRecord | SourceNotation"
"""Where a game came from."""


class SourceAtHanabLive(TypedDict):
    """Imported from an export or a link of hanab.live."""
    site: Literal["hanab.live"]
    """Where the game was played: `hanab.live`."""
    id: int | None
    """The number of the game there."""
    options: dict[str, Any]
    """The options as in the export."""
    notes: list[list[str]]
    """The players' notes, a list for each seat, by card id. After those of all cards come notes on the stacks, by
    suit.
    """
    seed: str | None
    """The seed of the export; null if it has none."""
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
    """Where the record was written: by a service like this one."""
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
"""What differs between a game and one that could be dealt today.
- `beyond-share`: A seat sent more events that are not turns than R22 allows.
- `changed-names`: Blanks replace characters that are not allowed in names; names are shortened.
- `changed-messages`: Blanks replace characters that are not allowed in the messages after the end.
- `left-out-messages`: Messages after the end that were empty, or a seat's 201st or a later one, were left out.
- `changed-source`: Blanks replace characters that are not allowed in the source.
- `unclean-texts`: Messages of the game itself, which its hash covers, have such characters; the record keeps them,
and the API shows blanks.
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
    """Imported from a text in the notation of `/docs/notation`."""
    site: Literal["notation"]
    """The format of the import: `notation`."""
    commitment: str | None
    """The commitment to the deck in the imported text; the data that opens it is unknown."""

ExportFormat: TypeAlias = Literal["native", "hanab-live", "hanab-live-link", "notation", "csv"]
"""A format of an export. `/docs/exchange` describes them.
- `native`: The record: everything about the game, as JSON.
- `hanab-live`: The export of hanab.live, as JSON.
- `hanab-live-link`: A link that opens the game at hanab.live.
- `notation`: A game as text (`/docs/notation`).
- `csv`: The events, one in a line.
"""


class ExportReport(TypedDict):
    """What a format cannot express about a game, and why the game cannot be exported."""
    format: ExportFormat
    losses: list[Loss]
    """Everything that the format cannot express about this game; empty if there is nothing."""
    refusal: ExportRefusal | None
    """The first event that cannot be exported; null if all can."""


class Loss(TypedDict):
    """Something that a format cannot express. The values of the sentence are also in separate members."""
    code: Literal["reorders", "turned-cards", "talk", "abort-votes", "declarations", "option", "tokens", "ended-by", "ending", "notes", "link-names", "link-option", "link-seats", "card-notes", "not-whole", "times", "bots", "rating", "source", "proof", "shared-notes", "comments", "messages"]
    """What is lost; never translated.
    - `reorders`: Hands that were reordered.
    - `turned-cards`: Cards that were turned.
    - `talk`: Messages at the table.
    - `abort-votes`: Votes to abort the game.
    - `declarations`: Colors that were named with a play (R12).
    - `option`: An option that has another value when the export is read back.
    - `tokens`: The number of clue tokens, which differs there from `version` on.
    - `ended-by`: Who ended the game: the export names the seat to move.
    - `ending`: The way in which the game ended.
    - `notes`: The players' notes, with which the game would be too long for hanab.live.
    - `link-names`: The names of the players.
    - `link-option`: An option of hanab.live that did not change this game.
    - `link-seats`: Which seat began: in the link, this player is the first.
    - `card-notes`: Notes on cards.
    - `not-whole`: The deck and the options.
    - `times`: The times of the moves.
    - `bots`: Which players are bots.
    - `rating`: The rating of the score.
    - `source`: Where the game came from.
    - `proof`: The commitment to the deck and the data that opens it.
    - `shared-notes`: Notes that players share.
    - `comments`: Comments of readers.
    - `messages`: Messages after the end.
    """
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
    """Why a format cannot contain the game: the first event that its rules forbid."""
    code: Literal["game-over", "other-outcome", "no-clue-token", "clue-tokens-full", "empty-clue", "no-such-player", "no-such-clue", "not-in-hand", "link-option"]
    """The reason; never translated.
    - `game-over`: There, the game is over before this event.
    - `other-outcome`: There, the card would lie elsewhere after the move (R12).
    - `no-clue-token`: There, no clue token is left for this clue.
    - `clue-tokens-full`: There, all clue tokens are available, so nothing can be discarded.
    - `empty-clue`: There, this clue would touch no card.
    - `no-such-player`: There is no player to whom this clue could go.
    - `no-such-clue`: The variant has no such clue.
    - `not-in-hand`: There, the card is not in the hand of the seat to move.
    - `link-option`: A link has no options, and without them the game goes another way.
    """
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
    """The id of the remark; null for a text."""
    text: str | None
    """The text; null for a remark."""
    at: str | None
    """When the message was sent, in UTC; null if that is unknown."""


class RecordV2(TypedDict):
    """The record of a game played here. Its core was signed when the game ended, and never changes. What is outside of
    the core, such as names and messages, may change later.
    """
    format: Literal["hanabi-record"]
    """The format: `hanabi-record`."""
    record: Literal[2]
    """The version of the format: 2."""
    id: GameId
    """The id of the game in the service that wrote the record."""
    core: RecordCore
    signature: Signature | None
    """The signature of the core; null for an unsigned record."""
    names: list[str]
    """The names of the players, by seat."""
    private: bool
    """Whether the game was private."""
    source: dict[str, Any] | None
    """Where an imported game came from."""
    messages: list[RecordV2MessagesItem]
    """Messages after the end."""
    digest: str
    """The SHA-256 of the rest of the record in canonical form, in hexadecimal digits."""


class RecordCoreResult(TypedDict):
    """How the game ended."""
    outcome: Outcome
    reason: Reason
    score: int | None
    """The score; null for an aborted game, and for a loss under `strikeout_score` `none`."""
    table_points: int
    """The points on the table at the end."""
    band: str | None
    """The id of the rating (R25); null if the game has none."""


class RecordCore(TypedDict):
    """What the game was. The names of the players are not in it; the deal has salted hashes of their accounts."""
    sandbox: bool
    """Whether the creator of the game gave its deck."""
    idle_limit_s: int
    """The seconds without a turn after which the game was aborted (R21)."""
    deck: list[DealtCard]
    """All cards of the game; the n-th has id n."""
    salt: str
    """The 32 bytes that open the commitment to the deck, in hexadecimal digits."""
    secret: str | None
    """The service's part of the seed of the shuffle; null if the deck was not shuffled from one."""
    events: list[RecordedEvent]
    """All events of the game, from the deal on."""
    result: RecordCoreResult
    """How the game ended."""
    created_at: str
    """When the game was created, in UTC."""


class Signature(TypedDict):
    """An Ed25519 signature by the service."""
    key: PublicKey
    signature: SignatureHex


class RecordV1SeatsItem(TypedDict):
    name: str
    """The name of the player."""
    bot: str | None
    """The id of the bot; null for a person."""


class RecordV1MessagesItem(TypedDict):
    seat: Seat
    remark: str | None
    """The id of the remark; null for a text."""
    text: str | None
    """The text; null for a remark."""
    at: str | None
    """When the message was sent, in UTC; null if that is unknown."""


class RecordV1Result(TypedDict):
    """How the game ended."""
    outcome: Outcome
    reason: Reason
    score: int | None
    """The score; null for an aborted game, and for a loss under `strikeout_score` `none`."""
    table_points: int
    """The points on the table at the end."""
    band: str | None
    """The id of the rating (R25); null if the game has none."""


class RecordV1(TypedDict):
    """The record of an imported game, or of one from before records were signed. It is never signed."""
    format: Literal["hanabi-record"]
    """The format: `hanabi-record`."""
    record: Literal[1]
    """The version of the format: 1."""
    id: GameId
    """The id of the game where it was played."""
    sandbox: bool
    """Whether the creator of the game gave its deck."""
    private: bool
    """Whether the game was private."""
    idle_limit_s: int
    """The seconds without a turn after which the game was aborted (R21)."""
    source: dict[str, Any] | None
    """Where an imported game came from."""
    seats: list[RecordV1SeatsItem]
    """The players, by seat."""
    deck: list[DealtCard]
    """All cards of the game; the n-th has id n."""
    salt: str
    """The 32 bytes that open the commitment to the deck, in hexadecimal digits."""
    secret: str | None
    """The service's part of the seed of the shuffle; null if the deck was not shuffled from one."""
    events: list[RecordedEvent]
    """All events of the game, from the deal on."""
    messages: list[RecordV1MessagesItem]
    """Messages after the end."""
    result: RecordV1Result
    """How the game ended."""
    created_at: str
    """When the game was created, in UTC."""
    started_at: str | None
    """When the cards were dealt, in UTC; null if that is unknown."""
    finished_at: str
    """When the game ended, in UTC."""
    digest: str
    """The SHA-256 of the rest of the record in canonical form, in hexadecimal digits."""


class RecordedEvent(TypedDict):
    """An event in its public form, with its time and its hash in the chain."""
    type: Literal["deal", "play", "discard", "clue", "reorder", "turn_cards", "message", "abort_vote", "abort_vote_withdrawn", "abort"]
    """The type of the event.
    - `deal`: The cards were dealt.
    - `play`: A card was played (R10).
    - `discard`: A card was discarded (R9).
    - `clue`: A clue was given (R5).
    - `reorder`: A seat changed the order of its cards (R26).
    - `turn_cards`: A seat turned cards of its hand (R29).
    - `message`: A seat sent a message (R27).
    - `abort_vote`: A seat voted to abort the game (R21).
    - `abort_vote_withdrawn`: A seat withdrew its vote to abort the game (R21).
    - `abort`: The game was aborted (R21).
    """
    at: str | None
    """When it happened, in UTC; null if that is unknown."""
    hash: str
    """The hash of the chain up to this event, as `/docs/verification` defines it."""


class GameLink(TypedDict):
    """A link of hanab.live that contains a whole game."""
    link: str
    """Such as `https://hanab.live/replay-json/…`."""


class ImportReport(TypedDict):
    """What became of a line of a request with many games."""
    line: int
    """The number of the line. Blank lines count, but have no report."""
    status: Literal["imported", "known", "refused"]
    """What became of the line.
    - `imported`: The game is now a replay.
    - `known`: This record was imported before.
    - `refused`: The line is not a valid game; see `problem`.
    """
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
    """The number of the game there; null or absent for a game without one."""
    players: list[str]
    """The names of the players, by seat."""
    variant: NotRequired[str]
    """The variant, as some programs write it. `options.variant` must be equal."""
    deck: list[HanabLiveCard]
    """All cards. Only if a game was left, cards that were not drawn can be missing at the end."""
    actions: list[HanabLiveAction]
    """The turns in order, and at most one end of the game."""
    options: NotRequired[HanabLiveOptions | None]
    """The options that differ from the defaults of hanab.live; null or absent for none."""
    notes: NotRequired[list[list[str]] | None]
    """The players' notes, a list for each seat, by card id."""
    characters: NotRequired[list[HanabLiveCharacter] | None]
    """The detrimental characters by seat. Genius, Panicky, Contrarian and Follower are rejected."""
    seed: NotRequired[str | None]
    """The seed with which hanab.live shuffled; the import ignores it and uses `deck`."""


class HanabLiveCard(TypedDict):
    """A card of the deck."""
    suitIndex: int
    """The position of the suit in the variant, from 0."""
    rank: Rank


class HanabLiveCharacter(TypedDict):
    """The detrimental character of a player."""
    name: str
    """The name of the character."""
    metadata: NotRequired[int | None]
    """Its number, such as of a color."""


class HanabLiveAction(TypedDict):
    """A turn, or the end of the game."""
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
    """Options of hanab.live. One that is absent or null has its default."""
    variant: NotRequired[str | None]
    """The name of a variant; `No Variant` by default."""
    startingPlayer: NotRequired[int | None]
    """The seat that moves first; by default seat 0."""
    timed: NotRequired[bool | None]
    """Whether players had clocks. Kept in `source`."""
    timeBase: NotRequired[int | None]
    """The seconds on each clock at the start. Kept in `source`."""
    timePerTurn: NotRequired[int | None]
    """The seconds that a turn adds to a clock. Kept in `source`."""
    speedrun: NotRequired[bool | None]
    """Whether the game was a speedrun. Kept in `source`."""
    cardCycle: NotRequired[bool | None]
    """Whether players reordered their hands. Kept in `source`."""
    deckPlays: NotRequired[bool | None]
    """Whether the last card of the deck can be played from there."""
    emptyClues: NotRequired[bool | None]
    """Whether a clue may touch no card (R7)."""
    oneExtraCard: NotRequired[bool | None]
    """Whether hands have one card more (R1)."""
    oneLessCard: NotRequired[bool | None]
    """Whether hands have one card less (R1)."""
    allOrNothing: NotRequired[bool | None]
    """Whether only the full score counts, which is the grand finale (R18) here."""
    detrimentalCharacters: NotRequired[bool | None]
    """Whether players have handicaps that make the game harder."""


class CreateGameRequest(TypedDict):
    """A game to create."""
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
    """A card of the deck of a sandbox game."""
    suit: Suit
    rank: Rank

BotId: TypeAlias = Literal["random", "kagiya"]
"""A built-in bot.
- `random`: Plays a random legal action.
- `kagiya`: Gives and reads clues by conventions; the stronger one.
"""


class BotList(TypedDict):
    """The built-in bots."""
    items: list[Bot]
    """The bots."""


class Bot(TypedDict):
    """A built-in bot."""
    id: BotId
    description: str
    """How it plays, in English."""
    variants: Literal["all", "some"]
    """Which variants of hanab.live it plays. Every bot plays all games of the booklets.
    - `all`: Every variant.
    - `some`: Some of them; others are refused with `bot-cannot-play`.
    """


class CreateSeatRequest(TypedDict):
    """The seat to take, by default the first free one, for the caller or for a bot."""
    seat: NotRequired[Seat]
    code: NotRequired[str]
    """The code of an invitation; not with `bot`."""
    bot: NotRequired[BotId]
    """The bot that takes the seat."""
    entropy: NotRequired[Entropy]
    entropy_commitment: NotRequired[EntropyCommitment]


class CreateInvitationRequest(TypedDict):
    """An invitation to create: for an account, or for anyone with its code."""
    expires_in_s: NotRequired[int]
    """The lifetime of the invitation in seconds; by default 604,800, a week."""
    account: NotRequired[AccountId]
    """The invited account; without it, anyone with the code."""


class Invitation(TypedDict):
    """An invitation to an open game."""
    code: str | None
    """The code, shown only once; null for an invitation of one account, which needs none."""
    account: AccountId | None
    """The invited account; null if anyone with the code is invited."""
    expires_at: Time

ExpectedVersion: TypeAlias = int
"""The version of the view for which the move was chosen."""

CreateMoveRequest: TypeAlias = "PlayMove | DiscardMove | ClueMove"
"""A turn to take."""


class PlayMove(TypedDict):
    """Play a card of the own hand (R10)."""
    type: PlayType
    card: CardId
    declared_color: NotRequired[ClueColor]
    """The color that is named with the play (R12)."""
    expected_version: NotRequired[ExpectedVersion]


class DiscardMove(TypedDict):
    """Discard a card of the own hand (R9)."""
    type: DiscardType
    card: CardId
    expected_version: NotRequired[ExpectedVersion]


class ClueMove(TypedDict):
    """Give a clue to another seat (R5): by either a color or a rank."""
    type: ClueType
    target: Seat
    color: NotRequired[ClueColor]
    rank: NotRequired[ClueRank]
    expected_version: NotRequired[ExpectedVersion]


class UpdateHandOrderRequest(TypedDict):
    """The new order of the caller's hand (R26)."""
    cards: list[CardId]
    """Each card of the hand once, oldest place first."""


class CreateMessageRequest(TypedDict):
    """A message at the table: either a remark or a text (R27)."""
    remark: NotRequired[RemarkId]
    cards: NotRequired[list[CardId]]
    """With the remark `no-information`, during the game: the cards of the caller's hand that it is about, each once.
    Without cards, it is about the whole hand.
    """
    text: NotRequired[str]
    """The text, without control characters and not blank."""

CreateAbortVoteRequest: TypeAlias = dict[str, Any]
"""An empty object."""


class GameList(TypedDict):
    """A page of games."""
    items: list[ListedGame]
    """The games, in the order of the request."""
    next: NextCursor


class ListedGame(TypedDict):
    """A game in a list, the same for everyone."""
    id: GameId
    status: Status
    sandbox: bool
    """Whether the creator of the game gave its deck."""
    private: bool
    """Whether only players with a seat in it can see the game."""
    imported: bool
    """Whether it was played elsewhere."""
    claimed: ClaimedTimes | None
    """The times in the imported record; null for other games."""
    rules: Rules
    seats: list[SeatWithName]
    """The players, by seat; a free seat has no name."""
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
    curve: NotRequired[GameCurve]
    links: GameLinks


class GameCurve(TypedDict):
    """The course of a finished game by turn, from turn 0 on. It is only in a list with `curve=true`."""
    points: list[int]
    """The points on the table after each turn."""
    reachable: list[int]
    """The highest score that could still be reached after each turn, as `reachable_score` of the analysis: the
    solver's if it has solved the game, and otherwise an upper bound.
    """


class CardClues(TypedDict):
    """The clues that touched the card. Absent under `memory_aid` `none`."""
    colors: list[ClueColor]
    """The colors of the clues that touched the card."""
    ranks: list[ClueRank]
    """The ranks of the clues that touched the card."""
    hidden: NotRequired[Literal[True]]
    """Only with empty `colors` and `ranks`: a clue touched the card, but the viewer did not hear its color or rank
    (Cow & Pig, Duck).
    """


class CardPossibilities(TypedDict):
    """What the card can be, from the clues given to its hand only. Absent under `memory_aid` `none`."""
    suits: list[Suit]
    """The suits that the card can have."""
    ranks: list[Rank]
    """The ranks that the card can have."""
    cards: NotRequired[dict[str, Ranks]]
    """The possible ranks by suit; only in games with a variant, where not every pair of `suits` and `ranks` is
    possible.
    """


class Knowledge(TypedDict):
    """What the viewer can know about the cards. Only with `knowledge=true`. The cards of its own hand have `own`;
    those of the others do not, because what another seat sees is secret (R28). Empty for a viewer without a seat.
    """
    hands: list[KnownHand]
    """What is known about each hand."""


class FrameKnowledge(TypedDict):
    """What each seat, or the requested one, could know about its hand at one version. Every card has `own`."""
    id: GameId
    version: Version
    hands: list[KnownHand]
    """What is known about each hand."""


class KnownHand(TypedDict):
    """What is known about the cards of a hand."""
    seat: Seat
    cards: list[KnownCard]
    """The cards in hand order."""


class KnownCard(TypedDict):
    """What is known about a card."""
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
    """A statement of the service about the game at one version, which its signature covers."""
    type: Literal["hanabi/receipt"]
    """The type of the statement: `hanabi/receipt`."""
    game: GameId
    version: Version
    """The version of the newest event."""
    head: Head
    at: Time
    """The time of the newest event."""
    key: PublicKey
    signature: SignatureHex


class OpeningReceipt(TypedDict):
    """A statement of the service about an open game, which its signature covers."""
    type: Literal["hanabi/opening"]
    """The type of the statement: `hanabi/opening`."""
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
    """The signed head of the log of commitments at one size."""
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
"""What happened to a game.
- `commitment`: A game was opened.
- `deal`: It was dealt.
- `end`: It ended with a result.
- `abort`: It ended without one.
- `withdrawal`: It was deleted before its deal.
"""


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
    """The position of the entry in the log, from 0."""
    entry: LogEntry


class LogEntryList(TypedDict):
    """Entries of the log of commitments."""
    items: list[LogEntryListItemsItem]
    """The entries in order."""


class LogProof(TypedDict):
    """The proof that an entry is in the log."""
    index: int
    """The index of the entry, counted from 0."""
    size: int
    """The size of the tree."""
    entry: LogEntry
    leaf_hash: Hash
    proof: MerklePath


class LogConsistency(TypedDict):
    """The proof that a later head only adds entries to an earlier one."""
    first: int
    """The size of the earlier log."""
    second: int
    """The size of the later log."""
    proof: MerklePath

MerklePath: TypeAlias = "list[Hash]"
"""Hashes in the order of RFC 9162."""


class KeyList(TypedDict):
    """The keys with which the service has signed."""
    items: list[Key]
    """The keys, newest first."""


Key = TypedDict("Key", {
    "key": "PublicKey",
    "algorithm": "Literal[\"Ed25519\"]",
    "from": "str",
    "until": "str | None",
})
"""A public key of the service."""


class MyGameList(TypedDict):
    """The caller's games, and what awaits the caller in others."""
    items: list[MyGame]
    """The games, oldest first."""
    awaiting_reveals: list[AwaitedReveal]
    """The open games that wait for the caller to reveal the entropy of its seat."""
    invited: list[ReceivedInvitation]
    """The invitations to open games that the caller has received."""


class AwaitedReveal(TypedDict):
    """An open game that waits for the caller to reveal the entropy of its seat."""
    game: GameId
    status: Literal["open"]
    """The status of the game: `open`, because it is not dealt yet."""
    seat: Seat
    reveal_until: Time


class ReceivedInvitation(TypedDict):
    """A game with an invitation for the caller, in which it can take a seat."""
    game: GameId
    status: Literal["open"]
    """The status of the game: `open`."""
    invited_by: str
    """The name of the player who invites."""
    inviter: AccountId | None
    """The account of the player who invites; null if it is deleted."""
    expires_at: Time


class ReceivedInvitationList(TypedDict):
    """The invitations to open games that the caller has received."""
    items: list[ReceivedInvitation]
    """The invitations."""
    next: NextCursor


class BlockedAccount(TypedDict):
    """An account that the caller has blocked."""
    account: AccountId
    name: str
    """The current name of the account."""
    blocked_at: Time


class BlockedAccountList(TypedDict):
    """The accounts that the caller has blocked."""
    items: list[BlockedAccount]
    """The blocked accounts."""
    next: NextCursor


class MyGame(TypedDict):
    """The state of a game for one of its players."""
    game: GameId
    status: Literal["running", "ended"]
    """The status of the game.
    - `running`: It is being played.
    - `ended`: It is over.
    """
    version: Version
    turn: int
    """The number of turns taken."""
    seat: Seat
    to_move: ToMove
    your_turn: bool
    """Whether the caller's seat is to move."""

RemarkId: TypeAlias = Literal["no-information", "remember-your-hand"]
"""A remark of the fixed list (R27).
- `no-information`: The seat has no information about its hand, or about the cards that it names.
- `remember-your-hand`: Do you remember what you hold?
"""


class MessageList(TypedDict):
    """The messages at a table, during the game and after it, and what may be said there."""
    policy: TableTalk
    remarks: list[Remark]
    """The fixed list of remarks."""
    items: list[Message]
    """The messages, oldest first."""


class Remark(TypedDict):
    """A remark of the fixed list."""
    id: RemarkId
    text: Language


class Message(TypedDict):
    """A message at a table, during the game or after it."""
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
"""The kind of fault.
- `cheating`: The account cheats, for example with two seats of a game.
- `insult`: It insults others.
- `name`: Its name is offensive or pretends to be another.
- `spam`: It advertises or floods.
- `other`: Something else, which the text says.
"""


class CreateReportRequest(TypedDict):
    """A report of an account to the moderators."""
    about: ModerationTarget
    reason: ReportReason
    text: NotRequired[ModerationText]
    """A text for the moderators."""


class Report(TypedDict):
    """A report that was sent."""
    id: ReportId
    about: ModerationTarget
    reason: ReportReason
    text: str | None
    """What the reporter wrote; null for nothing."""
    at: Time


class ReceivedReport(TypedDict):
    """A report as moderators see it."""
    id: ReportId
    about: ModerationTarget
    reason: ReportReason
    text: str | None
    """What the reporter wrote; null for nothing."""
    at: Time
    by: NamedAccount
    """The account that reports."""
    closed_at: Time
    """null while the report is open."""


class ReportList(TypedDict):
    """A page of reports."""
    items: list[ReceivedReport]
    """The reports, oldest first."""
    next: NextCursor


class ExportedReport(TypedDict):
    """A report that the account made."""
    id: ReportId
    about: ModerationTarget
    reason: ReportReason
    text: str | None
    """What the account wrote; null for nothing."""
    at: Time
    closed_at: Time
    """null while the report is open."""


class NamedAccount(TypedDict):
    """An account with its name."""
    id: AccountId
    name: str
    """The name of the account; a neutral one after its deletion."""

ModerationText: TypeAlias = str
"""A text of one or more lines, not blank."""


class CreateModerationActionRequest(TypedDict):
    """An action of a moderator."""
    action: Literal["suspend", "lift", "rename", "hide", "unhide", "close"]
    """What to do.
    - `suspend`: The account is suspended.
    - `lift`: The suspension ends.
    - `rename`: The account gets another name.
    - `hide`: The game, replay or comment is hidden from others.
    - `unhide`: What was hidden is shown again.
    - `close`: The report is closed without another action.
    """
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
    """What was done.
    - `suspend`: The account is suspended.
    - `lift`: The suspension ends.
    - `rename`: The account gets another name.
    - `hide`: The game, replay or comment is hidden from others.
    - `unhide`: What was hidden is shown again.
    - `close`: The report is closed without another action.
    - `grant`: The operator made the account a moderator.
    - `revoke`: The operator ended that.
    """
    target: ModerationTarget
    reason: str
    """Why it was done, as the moderator or the operator wrote it."""
    by: NamedAccount | None
    """The moderator; null for the operator."""
    before: str | None
    """The previous name, or the end of the previous suspension."""
    after: str | None
    """The new name, or the end of the suspension; `for good` for none."""
    at: Time


class ModerationActionList(TypedDict):
    """A page of the log of moderation."""
    items: list[ModerationAction]
    """The actions, newest first."""
    next: NextCursor


class ExportedModeration(TypedDict):
    """An action of moderation on the account."""
    action: Literal["suspend", "lift", "rename", "grant", "revoke"]
    """What was done.
    - `suspend`: The account is suspended.
    - `lift`: The suspension ends.
    - `rename`: The account gets another name.
    - `grant`: The operator made the account a moderator.
    - `revoke`: The operator ended that.
    """
    reason: str
    """Why it was done."""
    before: str | None
    """The previous name, or the end of the previous suspension; null if there is none."""
    after: str | None
    """The new name, or the end of the suspension; null if there is none."""
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
    """The new text of a note."""
    text: Paragraphs
    shared: NotRequired[bool]
    """True to show the note after the end of the game; by default false."""


class NoteVersion(TypedDict):
    """The text of a note from an event on; version and time are null in a game that was imported."""
    version: int | None
    """The newest event at that time."""
    text: str
    """The text of this version."""
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
    """The caller's notes on a game."""
    items: list[Note]
    """The notes."""


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
    """The notes that the players share after the end."""
    items: list[SharedNote]
    """The notes."""


class CreateCommentRequest(TypedDict):
    """A comment on a replay."""
    anchor: Anchor
    text: Paragraphs


class Author(TypedDict):
    """The author of a comment; without an id once the account is deleted."""
    id: AccountId | None
    """The account; null if it was deleted."""
    name: str
    """The name of the account; a neutral one after its deletion."""


class Comment(TypedDict):
    """A comment on a finished game."""
    id: CommentId
    author: Author
    seat: Seat | None
    """The author's seat in the game; null for other readers."""
    anchor: Anchor
    text: str
    """The text of the comment."""
    at: Time


class CommentList(TypedDict):
    """A page of comments."""
    items: list[Comment]
    """The comments, oldest first."""
    next: NextCursor


class ExportedNote(TypedDict):
    """A note of the account, with its history."""
    game: GameId
    anchor: Anchor
    shared: bool
    """Whether the other players see the note after the end."""
    text: str
    """The current text."""
    version: int | None
    """The version of the event that the note is about; null for another note."""
    at: Time
    history: list[NoteVersion]
    """Every version of the note, oldest first."""


class ExportedComment(TypedDict):
    """A comment of the account."""
    id: CommentId
    game: GameId
    anchor: Anchor
    text: str
    """The text of the comment."""
    at: Time

ProblemCode: TypeAlias = Literal["bad-request", "invalid-idempotency-key", "malformed-json", "missing-token", "invalid-token", "insufficient-scope", "account-suspended", "not-a-player", "not-the-creator", "not-the-leader", "seat-refused", "wrong-game", "not-found", "method-not-allowed", "not-acceptable", "already-seated", "awaiting-reveals", "bot-cannot-play", "commitment-taken", "export-refused", "name-taken", "limit-reached", "game-not-finished", "game-not-open", "game-not-running", "not-imported", "not-your-turn", "request-in-progress", "reveal-mismatch", "reveal-too-early", "seat-taken", "version-conflict", "revision-conflict", "payload-too-large", "unsupported-media-type", "idempotency-key-reused", "illegal-move", "import-refused", "invalid-deck", "invalid-request", "precondition-required", "too-many-requests", "internal-error", "too-many-streams", "analysis-queue-full", "service-unavailable"]
"""The kind of problem; never translated.
- `bad-request`: The request cannot be understood.
- `invalid-idempotency-key`: The value of `Idempotency-Key` is invalid.
- `malformed-json`: The body is not valid JSON.
- `missing-token`: The request requires a token.
- `invalid-token`: The token is unknown, has expired or was revoked.
- `insufficient-scope`: The token does not have the scope that `scope` names.
- `account-suspended`: A moderator has suspended the account.
- `not-a-player`: Only players of the game may do this.
- `not-the-creator`: Only the account that created or imported the game may do this.
- `not-the-leader`: Another reader leads the review.
- `seat-refused`: The creator of the game has blocked the caller.
- `wrong-game`: The token is bound to a seat in another game.
- `not-found`: There is no such resource, or the caller may not see it.
- `method-not-allowed`: The address does not support the method.
- `not-acceptable`: No format in `Accept` or `Accept-Encoding` is available.
- `already-seated`: The caller already has a seat in the game.
- `awaiting-reveals`: All seats are taken, and the game waits for the reveals of some.
- `bot-cannot-play`: The bot cannot play the variant of the game.
- `commitment-taken`: Another seat of the game has the same commitment.
- `export-refused`: The rules of the format forbid one of the moves.
- `name-taken`: Another account has this name or one that looks like it, or gave it up a short time ago.
- `limit-reached`: The caller has reached the limit that `limit` names.
- `game-not-finished`: This is available only after the end of the game.
- `game-not-open`: This is possible only before the game starts or, to remove a player, before the first move.
- `game-not-running`: The game has not started yet or has already ended.
- `not-imported`: The game was played here, so it cannot be deleted.
- `not-your-turn`: Another seat is to move.
- `request-in-progress`: A request with the same `Idempotency-Key` is still being processed.
- `reveal-mismatch`: The seat has committed to other bytes, or to none.
- `reveal-too-early`: A seat is still free.
- `seat-taken`: Another player has this seat.
- `version-conflict`: The move was chosen for another version of the game.
- `revision-conflict`: `If-Match` or `If-None-Match` fails, because the resource was changed or created.
- `payload-too-large`: The body is too large.
- `unsupported-media-type`: The body has an unsupported media type, or it is compressed.
- `idempotency-key-reused`: The `Idempotency-Key` was used for a request with another body.
- `illegal-move`: The rules of the game forbid it; `refusal` and `rule` say why.
- `import-refused`: The game cannot be imported, because it is incomplete or does not follow the rules.
- `invalid-deck`: The deck does not contain exactly the cards of the game (R2).
- `invalid-request`: The request has the faults that `errors` lists.
- `precondition-required`: The change requires the header `If-Match`.
- `too-many-requests`: The caller sent too many requests in a short time.
- `internal-error`: An unexpected error occurred in the service.
- `too-many-streams`: Too many streams are open.
- `analysis-queue-full`: Too many analyses are waiting to be computed.
- `service-unavailable`: The service cannot answer at the moment.
"""

RefusalCode: TypeAlias = Literal["own-hand", "no-such-seat", "no-clue-token", "no-such-color", "no-such-rank", "same-kind-of-clue", "empty-clue", "not-in-hand", "clue-tokens-full", "no-declaration", "already-voted", "not-voted", "no-reorder", "not-clued", "not-the-hand", "too-many-reorders", "no-turned-cards", "no-cards-to-name", "no-talk", "no-such-remark", "remarks-only", "another-seats-move", "too-many-remarks", "too-many-events"]
"""Why the rules forbid it; never translated. Together with `rule`, it distinguishes refusals with the same code.
- `own-hand`: A clue cannot go to the own seat (R5).
- `no-such-seat`: The game has no such seat (R5).
- `no-clue-token`: No clue token is left (R5).
- `no-such-color`: The game has no such color (R8, R12).
- `no-such-rank`: The game has no clue of this rank (R2).
- `same-kind-of-clue`: Color and rank clues alternate in this game (R30).
- `empty-clue`: A clue must touch a card in this game (R7).
- `not-in-hand`: The card is not in the own hand (R9, R10, R27, R29).
- `clue-tokens-full`: All clue tokens are available, so nothing can be discarded (R9).
- `no-declaration`: No color is named with a play in this game (R12).
- `already-voted`: The seat has already voted to abort (R21).
- `not-voted`: The seat has not voted to abort (R21).
- `no-reorder`: Hands may not be reordered in this game (R26).
- `not-clued`: The hand was not given a clue yet (R26, R29).
- `not-the-hand`: The new order does not name each card of the hand once (R26).
- `too-many-reorders`: The hand was changed too often; wait for the next turn (R26, R29).
- `no-turned-cards`: Cards may not be turned in this game (R29).
- `no-cards-to-name`: Only the remark `no-information` names cards, during the game, from `ruleset` 2 on (R27).
- `no-talk`: The game allows no messages at the table (R27).
- `no-such-remark`: There is no such remark (R27).
- `remarks-only`: The game allows only remarks, no text (R27).
- `another-seats-move`: Remarks are not allowed while another seat is to move (R27).
- `too-many-remarks`: The seat has reached the limit of messages (R27).
- `too-many-events`: The seat has sent enough events that are not turns (R22).
"""


class Problem(TypedDict):
    """A problem document (RFC 9457)."""
    type: str
    """The address of the page that explains the problem."""
    title: Language
    status: int
    """The HTTP status of the response."""
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
    `notes` and `note-characters` on the game, `notes-of-account`, `reports-a-day`, `sessions`, `tokens`, or
    `webhooks`. There may be others.
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
    """The HTTP status of responses with this code."""
    title: Language
    happened: Language
    """What happened."""
    remedy: Language
    """What to do."""


class ProblemList(TypedDict):
    """The codes of problems with their meanings."""
    items: list[ProblemMeaning]
    """All codes, by status."""


class ExplainedProblem(TypedDict):
    """The meaning of a code, in the caller's language, with an example."""
    code: ProblemCode
    type: str
    """The address of its page."""
    status: int
    """The HTTP status of responses with this code."""
    title: Language
    happened: Language
    """What happened."""
    remedy: Language
    """What to do."""
    example: Problem
    """An example document."""


class Fault(TypedDict):
    """A fault of a request. It has a `pointer`, a `parameter`, or a `line` and a `column`."""
    pointer: NotRequired[str]
    """The position in the body, as a JSON pointer."""
    parameter: NotRequired[str]
    """The query parameter, or the part of the path."""
    line: NotRequired[int]
    """The position in a text body, counted from 1."""
    column: NotRequired[int]
    """The column in this line, counted from 1."""
    detail: str
    """The fault, in English."""
    rule: NotRequired[RuleNumber]
    rule_url: NotRequired[RuleAddress]

PuzzleId: TypeAlias = str
"""A puzzle."""

PuzzleTheme: TypeAlias = Literal["play", "discard", "clue", "tempo"]
"""What the solution is.
- `play`: A play.
- `discard`: A discard.
- `clue`: A clue.
- `tempo`: A clue or the discard of a useless card where both are legal, so that only time and the order of seats
decide between them.
"""

PuzzleDifficulty: TypeAlias = Literal["easy", "medium", "hard"]
"""The level of `difficulty_points`.
- `easy`: Fewer than 4 points.
- `medium`: From 4 points on.
- `hard`: From 12 points on.
"""

DifficultyPoints: TypeAlias = int
"""The number of turns after which the loss of each wrong choice shows, in sum (`/docs/analysis`)."""


class PuzzleList(TypedDict):
    """A page of puzzles."""
    items: list[ListedPuzzle]
    """The puzzles."""
    next: NextCursor


class ListedPuzzleLinks(TypedDict):
    """Addresses of the puzzle."""
    puzzle: str
    """The address of the puzzle."""


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
    """Addresses of the puzzle."""


class PuzzleLinks(TypedDict):
    """Addresses of the puzzle."""
    puzzle: str
    """The address of the puzzle."""
    answers: str
    """The address to which answers are sent."""
    solution: str
    """The address of the solution."""
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
    """The players of the game, by seat."""
    position: Frame
    """The frame of the game with open hands."""
    deck: list[Face]
    """The cards still in the deck, the next one first."""
    legal_actions: list[Action]
    """Every legal action of the seat to move."""
    links: PuzzleLinks
    """Addresses of the puzzle."""


class PuzzleAnswerLinks(TypedDict):
    page: str
    """The page of the game at this position, for people."""
    replay: str
    """The replay of the game."""
    frame: str
    """The frame of the position."""
    branches: str
    """The address to which a branch with other moves is sent."""


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
    """Whether the creator of the game gave its deck."""
    private: bool
    """Whether only players with a seat in it can see the game."""
    source: Source | None
    """Where the game came from; null if it was played here."""
    rules: Rules
    seats: list[SeatWithName]
    """The players, by seat."""
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
    """All events of the game with all cards open; the n-th has version n."""
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


class GameLinks(TypedDict):
    """The page of a game for people, and once it has ended, the addresses of the replay as in `ReplayLinks`."""
    page: str
    """The page on which people play the game, or review it once it has ended."""
    replay: NotRequired[str]
    """The replay."""
    reading: NotRequired[str]
    """The address for reading without spoilers."""
    frames: NotRequired[LastingAddress]
    """The table after each event."""
    score_picture: NotRequired[LastingAddress]
    """The curve of the game as a picture."""
    analysis: NotRequired[LastingAddress]
    """What each event cost."""

LastingAddress: TypeAlias = str
"""An address with `rev`, whose content never changes, so that it can be cached for long."""


class Oembed(TypedDict):
    """How another site shows a link to a replay (oEmbed 1.0)."""
    version: Literal["1.0"]
    """The version of oEmbed: `1.0`."""
    type: Literal["rich"]
    """The type of the content: `rich`, which is HTML."""
    title: str
    """The names of the players, and the turn if the link has one."""
    provider_name: str
    """The name of the service."""
    provider_url: str
    """The address of the service."""
    html: str
    """An `iframe`."""
    width: int
    """The width of the frame in pixels."""
    height: int
    """The height of the frame in pixels."""
    thumbnail_url: str
    """A PNG of the board."""
    thumbnail_width: int
    """The width of the picture in pixels."""
    thumbnail_height: int
    """The height of the picture in pixels."""
    cache_age: int
    """For so many seconds the answer can be kept."""

AbortVotes: TypeAlias = "list[Seat]"
"""The seats that have voted to abort (R21)."""

Outcome: TypeAlias = Literal["won", "lost", "finished", "aborted"]
"""How a game ended.
- `won`: All fireworks are complete.
- `lost`: It was lost by strikes or by the loss of a card (R14, R15).
- `finished`: It came to its end with a score.
- `aborted`: It ended early and has no score (R21).
"""

Reason: TypeAlias = Literal["strikeout", "irreplaceable_card_lost", "fireworks_complete", "last_round_over", "no_legal_action", "no_points_left", "agreed", "idle", "no_show", "removed", "terminated", "left", "timed_out", "speedrun_failed"]
"""Why the game ended. The last eight are those of aborted games (R21).
- `strikeout`: The last strike was made (R14).
- `irreplaceable_card_lost`: The last copy of a needed card was lost in a grand finale (R15).
- `fireworks_complete`: All fireworks are complete (R16).
- `last_round_over`: The last round is over (R17).
- `no_legal_action`: The seat to move has no legal action (R19).
- `no_points_left`: No more points can be made (R20).
- `agreed`: All seats voted to abort.
- `idle`: No seat took its turn within the idle limit.
- `no_show`: A seat did not take its first turn in time, and another seat ended the game.
- `removed`: The creator removed a seat before the first turn.
- `terminated`: A player ended the game; only in games from hanab.live.
- `left`: The players left the game before its end; only in imported games.
- `timed_out`: A player ran out of time; only in games from hanab.live.
- `speedrun_failed`: A speedrun failed; only in games from hanab.live.
"""


class Result(TypedDict):
    """How a game ended, with its score."""
    outcome: Outcome
    reason: Reason
    score: Score
    table_points: Points
    rating: Rating | None
    """The rating (R23); null where R24 gives none."""

ResultOrNull: TypeAlias = "Result | None"
"""How the game ended; null while it has not."""


class Rating(TypedDict):
    """What the booklets say about a score (R25)."""
    band: BandName
    text: Language
    own_translation: bool
    """Whether the printed rules lack this text in this language."""

EditionId: TypeAlias = Literal["de", "en", "fr", "nl", "da", "hanab_live"]
"""An edition of the rules.
- `de`: The German booklet.
- `en`: The English translation of the German booklet.
- `fr`: The French booklet.
- `nl`: The Dutch booklet.
- `da`: The Danish booklet.
- `hanab_live`: The rules of hanab.live.
"""

Multicolor: TypeAlias = Literal["none", "five", "ten", "wild_ten", "wild_five"]
"""The sixth suit (R2, R8).
- `none`: No sixth suit.
- `five`: A sixth suit with one card of each rank and a clue color of its own.
- `ten`: A sixth suit with ten cards and a clue color of its own.
- `wild_ten`: A sixth suit with ten cards, which every color clue touches.
- `wild_five`: A sixth suit with one card of each rank, which every color clue touches.
"""

MulticolorOfGame: TypeAlias = Literal["none", "five", "ten", "wild_ten", "wild_five", "variant"]
"""The sixth suit (R2, R8).
- `none`: No sixth suit.
- `five`: A sixth suit with one card of each rank and a clue color of its own.
- `ten`: A sixth suit with ten cards and a clue color of its own.
- `wild_ten`: A sixth suit with ten cards, which every color clue touches.
- `wild_five`: A sixth suit with one card of each rank, which every color clue touches.
- `variant`: The game has the cards of a variant.
"""

HandSizeOption: TypeAlias = Literal["normal", "one_more", "one_less"]
"""The number of cards in a hand (R1).
- `normal`: The number of R1.
- `one_more`: One card more.
- `one_less`: One card less.
"""

Ending: TypeAlias = Literal["last_round", "grand_finale"]
"""When the game ends after the last card of the deck was drawn.
- `last_round`: Each seat has one more turn (R17).
- `grand_finale`: The game goes on until it is won or lost (R18).
"""

EarlyEnd: TypeAlias = Literal["never", "no_points_left"]
"""Whether a game ends as soon as no more points can be made (R20).
- `never`: It does not.
- `no_points_left`: It does.
"""

StrikeoutScore: TypeAlias = Literal["zero", "none"]
"""The score of a lost game (R14).
- `zero`: 0 points.
- `none`: No score.
"""

HandReorder: TypeAlias = Literal["any_time", "after_clue", "off"]
"""When players may change the order of their cards (R26).
- `any_time`: At any time.
- `after_clue`: Once the hand was given a clue.
- `off`: Never.
"""

TableTalk: TypeAlias = Literal["off", "remarks", "free"]
"""What players may say at the table (R27).
- `off`: Nothing.
- `remarks`: Remarks of the fixed list.
- `free`: Anything.
"""

MemoryAid: TypeAlias = Literal["full", "none"]
"""Whether views show the marks that clues left on cards.
- `full`: They do.
- `none`: They do not: players must remember clues, as at a real table.
"""

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
    """The number of clue tokens (R4). Eight in every booklet."""
    strike_tokens: NotRequired[int]
    """The number of strikes that ends the game (R14). Three in every booklet."""
    ending: NotRequired[Ending]
    finale_loss: NotRequired[Literal["irreplaceable", "strikes_only"]]
    """What loses a grand finale (R15); only together with `ending` `grand_finale`.
    - `irreplaceable`: Strikes, and the loss of the last copy of a needed card.
    - `strikes_only`: Only strikes.
    """
    color_declaration: NotRequired[bool]
    """Whether a color can be named with a play, for a clue token (R12)."""
    empty_clues: NotRequired[bool]
    """Whether a clue may touch no card (R7)."""
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
    """The number of clue tokens (R4)."""
    strike_tokens: int
    """The number of strikes that ends the game (R14)."""
    ending: Ending
    finale_loss: Literal["irreplaceable", "strikes_only", None]
    """What loses a grand finale (R15); null unless `ending` is `grand_finale`.
    - `irreplaceable`: Strikes, and the loss of the last copy of a needed card.
    - `strikes_only`: Only strikes.
    - `null`: The game has no grand finale.
    """
    color_declaration: bool
    """Whether a color can be named with a play, for a clue token (R12)."""
    empty_clues: bool
    """Whether a clue may touch no card (R7)."""
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
    """The editions."""
    items: list[Edition]
    """The editions."""


class Edition(TypedDict):
    """An edition of the rules, with its options and their defaults."""
    id: EditionId
    title: str
    """The name of the edition, in English."""
    options: list[Option]
    """Every option with the values that the edition allows."""
    variants: list[PrintedVariant]
    """The variants that this edition prints."""
    multicolor: list[Palette]
    """The suits and clue colors of each value of the option `multicolor`."""
    hand_sizes: list[HandSize]
    """The number of cards in a hand, by the number of seats (R1)."""


class PrintedVariant(TypedDict):
    """A variant that a booklet prints, as values of an option."""
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
    """The address of the page of the problem."""


class Rule(TypedDict):
    """A ruling: one numbered part of the rules."""
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
    """The rulings R1 to R30."""
    items: list[Rule]
    """The rulings in order."""


class Option(TypedDict):
    """An option of the rules."""
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
"""The name of an option.
- `multicolor`: The sixth suit.
- `clue_tokens`: The number of clue tokens.
- `strike_tokens`: The number of strikes that ends the game.
- `ending`: The end after the last card of the deck.
- `finale_loss`: What loses a grand finale.
- `color_declaration`: Naming a color with a play.
- `empty_clues`: Clues that touch no card.
- `strikeout_score`: The score of a lost game.
- `early_end`: The end when no more points can be made.
- `hand_reorder`: Changing the order of cards.
- `table_talk`: What players may say.
- `memory_aid`: Marks of clues in views.
- `starting_seat`: The seat that moves first.
- `hand_size`: The number of cards in a hand.
- `deck_plays`: Playing the last card from the deck.
"""

OptionValue: TypeAlias = str | int | bool
"""A value of an option."""


class Palette(TypedDict):
    """The suits and clue colors of a value of `multicolor`."""
    value: Multicolor
    suits: list[Suit]
    """The suits, in their order."""
    clue_colors: list[ClueColor]
    """R8."""
    deck: list[Copies]
    """R2."""
    deck_size: Literal[50, 55, 60]
    """The number of cards before the deal.
    - `50`: Five suits.
    - `55`: A sixth suit with five cards.
    - `60`: A sixth suit with ten cards.
    """
    max_score: Literal[25, 30]
    """The points with every firework complete.
    - `25`: Five suits.
    - `30`: Six suits.
    """
    bands: list[Band]
    """R23."""


class Copies(TypedDict):
    """How often a rank is in a suit."""
    suit: Suit
    rank: Rank
    copies: int
    """The number of copies of the rank."""

BandName: TypeAlias = Literal["0-5", "6-10", "11-15", "16-20", "21-24", "25", "25-29", "30"]
"""The id of a rating: its lowest and highest score, or its only one.
- `0-5`: 0 to 5 points.
- `6-10`: 6 to 10 points.
- `11-15`: 11 to 15 points.
- `16-20`: 16 to 20 points.
- `21-24`: 21 to 24 points.
- `25`: 25 points, the most with five suits.
- `25-29`: 25 to 29 points, with six suits.
- `30`: 30 points, the most with six suits.
"""


class Band(TypedDict):
    """A rating with the scores that it covers."""
    band: BandName
    lowest: Points
    highest: Points
    text: Language
    own_translation: bool
    """Whether the printed rules lack this text in this language."""


class HandSize(TypedDict):
    """The number of cards in a hand, by the number of seats (R1)."""
    seats: int
    """The number of seats."""
    cards: int
    """The number of cards in each hand."""


class Health(TypedDict):
    """The status of the service."""
    status: Literal["ok"]
    """Always `ok`: a service that is not well answers with a problem."""

SessionId: TypeAlias = str
"""A review together."""

SessionPlace: TypeAlias = str
"""A place in the game, as the fragment of the address of the review page."""


class CreateSessionRequest(TypedDict):
    """A review together to start."""
    place: NotRequired[SessionPlace]
    """Where the review begins; by default at the start of the game."""


class UpdateSessionRequest(TypedDict):
    """The changes of a review together."""
    place: NotRequired[SessionPlace]
    """The place that the followers see."""
    card: NotRequired[int]
    """The card to which the leader points; only with `place`. Without it no card is pointed to."""
    message: NotRequired[str]
    """A message to all."""
    leader: NotRequired[str]
    """The account that leads from now on, or `none`."""


class SessionMessage(TypedDict):
    """A message in a review together."""
    author: Author
    text: str
    """The text of the message."""
    at: Time


class Session(TypedDict):
    """A review together. It is the same for all followers."""
    id: SessionId
    game: GameId
    version: int
    """The number of changes."""
    leader: Author | None
    """Who leads; null if nobody does."""
    place: SessionPlace
    card: int | None
    """The card to which the leader points."""
    messages: list[SessionMessage]
    """The newest messages, oldest first."""
    page: str
    """The address on which people follow it."""
    expires_at: Time

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
    """The same figures for each edition with a game."""
    by_seats: list[SeatsStats]
    """The same figures for each number of seats with a game."""
    by_multicolor: list[MulticolorStats]
    """The same figures for each value of `multicolor` with a game."""
    apart: CountedApart
    analysis: AnalysisStats


class OutcomeCounts(TypedDict):
    """The number of games with this outcome; the sum is `games`."""
    won: NumberOfGames
    lost: NumberOfGames
    finished: NumberOfGames


class ScoreCount(TypedDict):
    """How many games had a score."""
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
    """The number of seats."""
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
"""The status of a game.
- `open`: Players can take seats.
- `running`: The cards are dealt, and the game is being played.
- `ended`: The game is over, and its replay is available.
"""

Suit: TypeAlias = str
"""A suit of the game. The booklets have `red`, `yellow`, `green`, `blue`, `white` and `multicolor`; a variant has
those that `GET /v1/variants` returns, and new ones can be added.
"""

Rank: TypeAlias = Literal[1, 2, 3, 4, 5, 7]
"""The rank of a card; 7 is START, which only Up or Down has.
- `1`: One.
- `2`: Two.
- `3`: Three.
- `4`: Four.
- `5`: Five.
- `7`: START, which only Up or Down has.
"""

ClueRank: TypeAlias = int
"""The rank of a clue. In Odds and Evens, 1 means odd and 2 even ranks."""

ClueColor: TypeAlias = Literal["red", "yellow", "green", "blue", "white", "multicolor", "purple", "teal", "black", "pink", "brown", "orange"]
"""The color of a clue or of a declaration.
- `red`: Red.
- `yellow`: Yellow.
- `green`: Green.
- `blue`: Blue.
- `white`: White.
- `multicolor`: The sixth suit of a booklet.
- `purple`: Purple.
- `teal`: Teal.
- `black`: Black.
- `pink`: Pink.
- `brown`: Brown.
- `orange`: Orange.
"""

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
"""A suit of hanab.live's variants, by its name there in lower case.
- `red`: Red: an ordinary suit with a clue color of its own.
- `yellow`: Yellow: an ordinary suit with a clue color of its own.
- `green`: Green: an ordinary suit with a clue color of its own.
- `blue`: Blue: an ordinary suit with a clue color of its own.
- `purple`: Purple: an ordinary suit with a clue color of its own.
- `teal`: Teal: an ordinary suit with a clue color of its own.
- `black`: Black: one card of each rank.
- `rainbow`: Rainbow: every color clue touches it.
- `pink`: Pink: every rank clue touches it.
- `white`: White: no color clue touches it.
- `brown`: Brown: no rank clue touches it.
- `omni`: Omni: every color clue touches it; every rank clue touches it.
- `null`: Null: no color clue touches it; no rank clue touches it.
- `muddy_rainbow`: Muddy Rainbow: every color clue touches it; no rank clue touches it.
- `light_pink`: Light Pink: no color clue touches it; every rank clue touches it.
- `prism`: Prism: the color of a clue that touches a card depends on its rank.
- `orange`: Orange: a play discards its cards, and a discard plays them.
- `dark_rainbow`: Dark Rainbow: one card of each rank; every color clue touches it.
- `dark_pink`: Dark Pink: touched by the color pink; one card of each rank; every rank clue touches it.
- `gray`: Gray: one card of each rank; no color clue touches it.
- `dark_brown`: Dark Brown: touched by the color brown; one card of each rank; no rank clue touches it.
- `dark_omni`: Dark Omni: one card of each rank; every color clue touches it; every rank clue touches it.
- `dark_null`: Dark Null: one card of each rank; no color clue touches it; no rank clue touches it.
- `cocoa_rainbow`: Cocoa Rainbow: one card of each rank; every color clue touches it; no rank clue touches it.
- `gray_pink`: Gray Pink: one card of each rank; no color clue touches it; every rank clue touches it.
- `dark_prism`: Dark Prism: one card of each rank; the color of a clue that touches a card depends on its rank.
- `dark_orange`: Dark Orange: touched by the color orange; one card of each rank; a play discards its cards, and a
discard plays them.
- `tomato`: Tomato: touched by the color red.
- `mahogany`: Mahogany: touched by the color red.
- `carrot`: Carrot: touched by the color red.
- `emerald`: Emerald: touched by the color green.
- `olive`: Olive: touched by the color green.
- `berry`: Berry: touched by the color blue.
- `navy`: Navy: touched by the color blue.
- `sky`: Sky: touched by the color blue.
- `ice_ea`: Ice (Extremely Ambiguous): touched by the color blue.
- `aqua_ea`: Aqua (Extremely Ambiguous): touched by the color blue.
- `sky_ea`: Sky (Extremely Ambiguous): touched by the color blue.
- `berry_ea`: Berry (Extremely Ambiguous): touched by the color blue.
- `navy_ea`: Navy (Extremely Ambiguous): touched by the color blue.
- `ocean_ea`: Ocean (Extremely Ambiguous): touched by the color blue.
- `tangerine`: Tangerine: touched by the colors red and yellow.
- `peach`: Peach: touched by the colors red and yellow.
- `ruby`: Ruby: touched by the color red.
- `yam`: Yam: touched by the colors red and yellow.
- `geas`: Geas: touched by the colors red, yellow and green.
- `beatnik`: Beatnik: touched by the colors red, yellow, green and blue.
- `plum`: Plum: touched by the colors red, yellow, green, blue and purple.
- `taupe`: Taupe: touched by the colors red, yellow, green, blue, purple and teal.
- `gold`: Gold: touched by the colors red and green.
- `violet`: Violet: touched by the colors red and blue.
- `magenta`: Magenta: touched by the colors red and blue.
- `cardinal`: Cardinal: touched by the colors red and purple.
- `maroon`: Maroon: touched by the colors red and black.
- `lime`: Lime: touched by the colors yellow and green.
- `jungle`: Jungle: touched by the colors yellow and green.
- `jade`: Jade: touched by the colors yellow and blue.
- `tan`: Tan: touched by the colors yellow and black.
- `cyan`: Cyan: touched by the colors green and blue.
- `indigo`: Indigo: touched by the colors blue and purple.
- `cobalt`: Cobalt: touched by the colors blue and black.
"""

Modifier: TypeAlias = Literal["AC", "B1", "B5", "C4", "CB", "CM", "CP", "CS", "Ch", "D1", "D5", "Du", "Fu", "L1", "L5", "M1", "M5", "N1", "N5", "NB", "NM", "O1", "O5", "OE", "P1", "P5", "R1", "R5", "S1", "Su", "Sy", "TB", "TH", "UD", "W1", "W5"]
"""A code in the string of rules. `/docs/variants` defines them. A code with `1` or `5` makes the ones or the fives
special.
- `AC`: Alternating Clues: color and rank clues alternate.
- `B1`: Brown Ones: no rank clue touches them.
- `B5`: Brown Fives: no rank clue touches them.
- `C4`: Critical Fours: one 4 of each suit.
- `CB`: Color Blind: color clues touch nothing.
- `CM`: Color Mute: there are no color clues.
- `CP`: Cow & Pig: a clue tells its kind and the cards, but not the color or rank.
- `CS`: Clue Starved: a clue token that is gained is only half a one.
- `Ch`: Chimneys: a rank clue touches its rank and higher ones.
- `D1`: Deceptive Ones: the rank of a clue that touches them depends on their suit.
- `D5`: Deceptive Fives: the rank of a clue that touches them depends on their suit.
- `Du`: Duck: a clue tells only the cards that it touches.
- `Fu`: Funnels: a rank clue touches its rank and lower ones.
- `L1`: Light Pink Ones: every rank clue and no color clue touches them.
- `L5`: Light Pink Fives: every rank clue and no color clue touches them.
- `M1`: Muddy Rainbow Ones: every color clue and no rank clue touches them.
- `M5`: Muddy Rainbow Fives: every color clue and no rank clue touches them.
- `N1`: Null Ones: no clue touches them.
- `N5`: Null Fives: no clue touches them.
- `NB`: Number Blind: rank clues touch nothing.
- `NM`: Number Mute: there are no rank clues.
- `O1`: Omni Ones: every clue touches them.
- `O5`: Omni Fives: every clue touches them.
- `OE`: Odds and Evens: a rank clue touches all odd or all even ranks.
- `P1`: Pink Ones: every rank clue touches them.
- `P5`: Pink Fives: every rank clue touches them.
- `R1`: Rainbow Ones: every color clue touches them.
- `R5`: Rainbow Fives: every color clue touches them.
- `S1`: Scarce Ones: two 1s of each suit.
- `Su`: Sudoku: each suit begins with another rank.
- `Sy`: Synesthesia: color clues also touch ranks, and there are no rank clues.
- `TB`: Totally Blind: clues touch nothing.
- `TH`: Throw It in a Hole: played cards stay face down.
- `UD`: Up or Down: a suit goes up or down, and has START cards.
- `W1`: White Ones: no color clue touches them.
- `W5`: White Fives: no color clue touches them.
"""


class VariantList(TypedDict):
    """A page of variants."""
    items: list[Variant]
    """The variants."""
    next: NextCursor


class Variant(TypedDict):
    """A variant of hanab.live as data and in words."""
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
    """A suit of a variant, and what is special about it."""
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
    """The number of copies of a rank in a suit."""
    rank: Rank
    copies: int
    """The number of copies."""


class BookletVariant(TypedDict):
    """The value of `multicolor` that is the same game, and its names in the booklets."""
    multicolor: Multicolor
    names: list[BookletName]
    """What the booklets call it; empty for the base game and for a house rule."""


class BookletName(TypedDict):
    """The name of the variant in one edition."""
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
    """How far the players' contributions protect the deck from being chosen.
    - `contributed`: At least one seat contributed in secret, and none withheld its part: if one of those that
    contributed played fair, the deck was fixed before anybody could know it.
    - `withheld`: Others withheld their part, so they could choose among up to `choices` decks.
    - `open`: Seats only gave texts: the service, together with the player who joined or gave a text last, could
    have chosen the deck.
    - `none`: The service could have chosen the deck before it published its commitment.
    - `given`: A player gave the deck.
    - `imported`: The game was played elsewhere.
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
    """The caller's part of the shuffle: either open entropy or a commitment to secret entropy."""
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
    """The verdict about the signature of the record."""
    key: PublicKey | None
    """The key that has signed the record; null for an unsigned record, or if there is a fault."""
    own: bool
    """Whether it is a key of this service."""
    text: str
    """The same in words, in the caller's language."""


class Provenance(TypedDict):
    """Where the deck came from."""
    protection: Protection
    origin: Literal["shuffled", "unshared", "given", "imported"]
    """Where the deck came from.
    - `shuffled`: From the service's secret and the seats' entropy.
    - `unshared`: By the service alone, in games from before seats gave entropy.
    - `given`: A player gave the deck.
    - `imported`: The game was played elsewhere.
    """
    text: str
    """The origin of the deck in words, in the caller's language."""


class VerificationFault(TypedDict):
    """Why the verification failed."""
    code: Literal["malformed", "chain", "composition", "deck-commitment", "secret-commitment", "entropy-commitment", "shuffle", "starting-seat", "illegal-move", "after-the-end", "not-ended", "result", "digest", "times", "idle-limit", "signature", "stored-result", "stored-rules", "stored-times", "stored-holders", "stored-core", "stored-log", "stored-key"]
    """The fault; never translated.
    - `malformed`: This is not the record of a game.
    - `chain`: An event does not have the hash that stands there.
    - `composition`: The deck does not contain exactly the cards of the game.
    - `deck-commitment`: The deck is not the one of the commitment.
    - `secret-commitment`: The secret is not the one of the commitment.
    - `entropy-commitment`: A reveal does not fit its commitment, or two seats had the same commitment.
    - `shuffle`: The deck does not follow from the secret and the seats' entropy.
    - `starting-seat`: Another seat should have started.
    - `illegal-move`: The rules do not allow an event.
    - `after-the-end`: An event comes after the end of the game.
    - `not-ended`: The game does not end with its last event.
    - `result`: The result is not the one of the events.
    - `digest`: Something that only the digest covers was changed, such as a name, a time or a message.
    - `times`: An event is earlier than the one before it.
    - `idle-limit`: The game was ended as idle before the idle limit.
    - `signature`: The signature is not one of this game by that key.
    - `stored-result`: The result in lists is not the one of the game.
    - `stored-rules`: The rules in lists are not those of the deal.
    - `stored-times`: The start or the end in lists is not the time of the first or last event.
    - `stored-holders`: The accounts of the seats are not those to which the cards were dealt.
    - `stored-core`: The digest that was stored at the end is missing, or is of another game.
    - `stored-log`: An entry of the game in the log of commitments is missing or different.
    - `stored-key`: The game is not signed with a key of this service.
    """
    version: int | None
    """The event with the fault, if it is in an event."""
    text: str
    """The fault in words, in the caller's language."""


class View(TypedDict):
    """The table as its viewer sees it."""
    id: GameId
    status: Status
    sandbox: bool
    """Whether the creator of the game gave its deck."""
    private: bool
    """Whether only players with a seat in it can see the game."""
    idle_limit_s: int
    """The seconds without a turn after which the game is aborted (R21)."""
    secret_commitment: SecretCommitment
    entropies: NotRequired[Entropies]
    """The open entropy by seat, null for none. This member and the next five are absent in views of the past (`at`)."""
    entropy_commitments: NotRequired[EntropyCommitments]
    reveal_until: NotRequired[RevealUntil]
    awaiting_reveals: NotRequired[AwaitingReveals]
    protection: NotRequired[Protection]
    links: NotRequired[GameLinks]
    """The page of the game for people, and once it has ended, the addresses of the replay. Absent in views of the past
    (`at`).
    """
    receipt: NotRequired[Receipt | None]
    """The signed receipt; null for an imported game, and absent in views of the past (`at`)."""
    version: Version
    head: Head
    turn: int
    """The number of turns taken."""
    rules: Rules
    viewer: Viewer
    seats: list[SeatInView]
    """The players, by seat."""
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
    """The status of the game at this version.
    - `running`: The game goes on.
    - `ended`: The game is over.
    """
    sandbox: bool
    """Whether the creator of the game gave its deck."""
    private: bool
    """Whether only the players can see the game."""
    idle_limit_s: int
    """The seconds without a turn after which the game is aborted (R21)."""
    secret_commitment: SecretCommitment
    version: Version
    head: Head
    turn: int
    """The number of turns taken."""
    rules: Rules
    viewer: Viewer
    seats: list[SeatWithoutName]
    """The seats, without the names of their players."""
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
    """Frames of a replay, in order."""
    id: GameId
    items: list[Frame]
    """The n-th frame has version n."""

RevealUntil: TypeAlias = str | None
"""Until when the game waits for reveals; null unless all seats of an open game are taken."""

AwaitingReveals: TypeAlias = "list[Seat]"
"""The seats that have not revealed their entropy yet; empty unless `reveal_until` is set."""


class Viewer(TypedDict):
    """Who sees the view."""
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
    """A seat and its player."""
    seat: Seat
    name: str | None
    """The player; null while the seat is free."""
    account: AccountId | None
    """The account of the player; null for a free seat, a bot, an imported player and a deleted account."""
    bot: BotId | None
    """The bot in the seat; null for a person and for a free seat."""


class SeatWithoutName(TypedDict):
    """A seat, without the name of its player."""
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
"""Ranks of cards of one suit."""

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
    """The hand of a seat, as the viewer sees it."""
    seat: Seat
    cards: list[HandCard]
    """The cards in hand order, oldest first unless the seat has reordered them."""
    turned: NotRequired[list[TurnedCard]]
    """The cards that are not upright (R29), by card id; missing if all are."""

Orientation: TypeAlias = Literal["upright", "left", "right", "upside_down"]
"""How a card stands in its holder's hand (R29).
- `upright`: It stands upright.
- `left`: It is turned to the left.
- `right`: It is turned to the right.
- `upside_down`: It stands upside down.
"""


class TurnedCard(TypedDict):
    """A card that does not stand upright."""
    card: CardId
    orientation: Orientation


class UpdateCardOrientationRequest(TypedDict):
    """How a card of the caller's hand stands from now on (R29)."""
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
"""A legal action of the caller, complete as the body of `POST /v1/games/{game}/moves`."""


class PlayAction(TypedDict):
    """Playing a card."""
    type: PlayType
    card: CardId
    declared_color: NotRequired[ClueColor]
    """A color that may be named with the play (R12)."""


class DiscardAction(TypedDict):
    """Discarding a card."""
    type: DiscardType
    card: CardId


class ClueAction(TypedDict):
    """Giving a clue, by a color or by a rank."""
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
"""An event of the account's own games. There may be others later.
- `your-turn`: A turn of the account's seat begins.
- `game-started`: A game with a seat of the account was dealt.
- `game-ended`: Such a game ended, for whatever reason.
- `invited`: The account was invited to an open game.
- `message`: Another seat of its game sent a message, during the game or afterwards.
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
    """Why the service disabled it; null if it is enabled, or if its owner disabled it.
    - `failing`: Every attempt of three days failed.
    - `gone`: The receiver answered with 410.
    - `null`: It is enabled, or its owner disabled it.
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
    """Why the service disabled it; null if it is enabled, or if its owner disabled it.
    - `failing`: Every attempt of three days failed.
    - `gone`: The receiver answered with 410.
    - `null`: It is enabled, or its owner disabled it.
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
    """The event as in `WebhookEvent`, or `test` for one that was asked for.
    - `your-turn`: A turn of the account's seat begins.
    - `game-started`: A game with a seat of the account was dealt.
    - `game-ended`: Such a game ended, for whatever reason.
    - `invited`: The account was invited to an open game.
    - `message`: Another seat of its game sent a message, during the game or afterwards.
    - `test`: A test that was asked for.
    """
    status: Literal["waiting", "delivered", "failed"]
    """What became of the delivery.
    - `waiting`: An attempt will follow.
    - `delivered`: The receiver accepted it with a status from 200 to 299.
    - `failed`: It was given up, after three days or with its webhook, or it was a test.
    """
    attempts: int
    """The number of attempts so far."""
    response_status: int | None
    """The status of the last response; null if the last attempt had none."""
    error: Literal["unknown-host", "address-refused", "connection-failed", "certificate-refused", "timeout", "disabled", None]
    """Why there was no response.
    - `unknown-host`: The host name has no address.
    - `address-refused`: None of its addresses is public.
    - `connection-failed`: Nobody answered there, or not by HTTP.
    - `certificate-refused`: The certificate is not valid for the host.
    - `timeout`: No response within 10 seconds.
    - `disabled`: The webhook was disabled before.
    - `null`: There was a response, or no attempt yet.
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
