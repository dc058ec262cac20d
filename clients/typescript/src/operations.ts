// The operations of the service, by their names in the contract.
// Written by `make contract` from the contract. Do not edit.

import type { Connection } from "./connection.js";
import type {
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
} from "./types.js";

const part = encodeURIComponent;

/** One method for each operation of the contract. They return the bodies of responses. */
export class Operations {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Vote to abort. */
  createAbortVote(
    game: GameId,
    body: CreateAbortVoteRequest = {},
    options: { idempotencyKey?: string } = {},
  ): Promise<EventResult> {
    return this.#connection.send<EventResult>(
      "POST",
      `/v1/games/${part(String(game))}/abort-votes`,
      { body, takesKey: true, key: options.idempotencyKey },
    );
  }

  /** Withdraw the vote to abort. */
  deleteAbortVote(game: GameId): Promise<EventResult> {
    return this.#connection.send<EventResult>("DELETE", `/v1/games/${part(String(game))}/abort-votes`);
  }

  /** Create an account. */
  createAccount(body: CreateAccountRequest = {}): Promise<Account> {
    return this.#connection.send<Account>("POST", "/v1/accounts", { body });
  }

  /** Read the public page of an account. */
  getAccount(name: string): Promise<PublicAccount> {
    return this.#connection.send<PublicAccount>("GET", `/v1/accounts/${part(name)}`);
  }

  /** Read the analysis of a finished game. */
  getAnalysis(game: GameId, options: { rev?: string; waitS?: number } = {}): Promise<Analysis> {
    return this.#connection.send<Analysis>(
      "GET",
      `/v1/replays/${part(String(game))}/analysis`,
      { params: { rev: options.rev }, waitS: options.waitS },
    );
  }

  /** Read what was luck and what was choice. */
  getHindsight(game: GameId, options: { rev?: string; waitS?: number } = {}): Promise<Hindsight> {
    return this.#connection.send<Hindsight>(
      "GET",
      `/v1/replays/${part(String(game))}/hindsight`,
      { params: { rev: options.rev }, waitS: options.waitS },
    );
  }

  /** Read what can still be reached in a branch. */
  getBranchAnalysis(
    game: GameId,
    branch: BranchId,
    version: number,
    options: { waitS?: number } = {},
  ): Promise<BranchPositionAnalysis> {
    return this.#connection.send<BranchPositionAnalysis>(
      "GET",
      `/v1/replays/${part(String(game))}/branches/${part(String(branch))}/frames/${part(String(version))}/analysis`,
      { waitS: options.waitS },
    );
  }

  /** Ask what can still be reached in a line. */
  createLineAnalysis(
    game: GameId,
    body: CreateLineAnalysisRequest,
    options: { waitS?: number } = {},
  ): Promise<PositionAnalysis> {
    return this.#connection.send<PositionAnalysis>(
      "POST",
      `/v1/replays/${part(String(game))}/lines/analysis`,
      { body, waitS: options.waitS },
    );
  }

  /** Ask what can be reached in a position. */
  createPositionAnalysis(
    body: CreatePositionAnalysisRequest,
    options: { waitS?: number } = {},
  ): Promise<PositionAnalysis> {
    return this.#connection.send<PositionAnalysis>("POST", "/v1/positions/analysis", { body, waitS: options.waitS });
  }

  /** List the accounts that you have blocked. */
  listBlocks(options: { limit?: number; cursor?: string } = {}): Promise<BlockedAccountList> {
    return this.#connection.send<BlockedAccountList>(
      "GET",
      "/v1/me/blocks",
      { params: { limit: options.limit, cursor: options.cursor } },
    );
  }

  /** List the accounts that you have blocked: each item, from all pages. */
  async *iterBlocks(options: { limit?: number } = {}): AsyncGenerator<BlockedAccount, void, undefined> {
    let cursor: string | undefined;
    do {
      const page: BlockedAccountList = await this.listBlocks({ ...options, cursor });
      yield* page.items;
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
  }

  /** Block an account. */
  createBlock(account: AccountId): Promise<void> {
    return this.#connection.send<void>("PUT", `/v1/me/blocks/${part(String(account))}`);
  }

  /** Unblock an account. */
  deleteBlock(account: AccountId): Promise<void> {
    return this.#connection.send<void>("DELETE", `/v1/me/blocks/${part(String(account))}`);
  }

  /** List the bots. */
  listBots(options: { variant?: string } = {}): Promise<BotList> {
    return this.#connection.send<BotList>("GET", "/v1/bots", { params: { variant: options.variant } });
  }

  /** See what other moves lead to. */
  createLine(game: GameId, body: CreateLineRequest): Promise<PlayedLine> {
    return this.#connection.send<PlayedLine>("POST", `/v1/replays/${part(String(game))}/lines`, { body });
  }

  /** See what seats could know in a line. */
  createLineKnowledge(game: GameId, body: CreateLineKnowledgeRequest): Promise<FrameKnowledge> {
    return this.#connection.send<FrameKnowledge>("POST", `/v1/replays/${part(String(game))}/lines/knowledge`, { body });
  }

  /** List the branches of a finished game. */
  listBranches(game: GameId, options: { limit?: number; cursor?: string } = {}): Promise<BranchList> {
    return this.#connection.send<BranchList>(
      "GET",
      `/v1/replays/${part(String(game))}/branches`,
      { params: { limit: options.limit, cursor: options.cursor } },
    );
  }

  /** List the branches of a finished game: each item, from all pages. */
  async *iterBranches(game: GameId, options: { limit?: number } = {}): AsyncGenerator<ListedBranch, void, undefined> {
    let cursor: string | undefined;
    do {
      const page: BranchList = await this.listBranches(game, { ...options, cursor });
      yield* page.items;
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
  }

  /** Create a branch. */
  createBranch(game: GameId, body: CreateBranchRequest, options: { idempotencyKey?: string } = {}): Promise<Branch> {
    return this.#connection.send<Branch>(
      "POST",
      `/v1/replays/${part(String(game))}/branches`,
      { body, takesKey: true, key: options.idempotencyKey },
    );
  }

  /** Read a branch. */
  getBranch(game: GameId, branch: BranchId): Promise<Branch> {
    return this.#connection.send<Branch>("GET", `/v1/replays/${part(String(game))}/branches/${part(String(branch))}`);
  }

  /** Delete a branch. */
  deleteBranch(game: GameId, branch: BranchId): Promise<void> {
    return this.#connection.send<void>("DELETE", `/v1/replays/${part(String(game))}/branches/${part(String(branch))}`);
  }

  /** Read a branch frame by frame. */
  listBranchFrames(game: GameId, branch: BranchId, options: { seat?: Seat } = {}): Promise<BranchFrameList> {
    return this.#connection.send<BranchFrameList>(
      "GET",
      `/v1/replays/${part(String(game))}/branches/${part(String(branch))}/frames`,
      { params: { seat: options.seat } },
    );
  }

  /** Read one frame of a branch. */
  getBranchFrame(game: GameId, branch: BranchId, version: number, options: { seat?: Seat } = {}): Promise<Frame> {
    return this.#connection.send<Frame>(
      "GET",
      `/v1/replays/${part(String(game))}/branches/${part(String(branch))}/frames/${part(String(version))}`,
      { params: { seat: options.seat } },
    );
  }

  /** List the comments on a finished game. */
  listComments(game: GameId, options: { limit?: number; cursor?: string } = {}): Promise<CommentList> {
    return this.#connection.send<CommentList>(
      "GET",
      `/v1/replays/${part(String(game))}/comments`,
      { params: { limit: options.limit, cursor: options.cursor } },
    );
  }

  /** List the comments on a finished game: each item, from all pages. */
  async *iterComments(game: GameId, options: { limit?: number } = {}): AsyncGenerator<Comment, void, undefined> {
    let cursor: string | undefined;
    do {
      const page: CommentList = await this.listComments(game, { ...options, cursor });
      yield* page.items;
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
  }

  /** Comment on a finished game. */
  createComment(game: GameId, body: CreateCommentRequest, options: { idempotencyKey?: string } = {}): Promise<Comment> {
    return this.#connection.send<Comment>(
      "POST",
      `/v1/replays/${part(String(game))}/comments`,
      { body, takesKey: true, key: options.idempotencyKey },
    );
  }

  /** Delete a comment. */
  deleteComment(game: GameId, comment: CommentId): Promise<void> {
    return this.#connection.send<void>("DELETE", `/v1/replays/${part(String(game))}/comments/${part(String(comment))}`);
  }

  /** List the editions. */
  listEditions(): Promise<EditionList> {
    return this.#connection.send<EditionList>("GET", "/v1/editions");
  }

  /** Read an edition. */
  getEdition(edition: EditionId): Promise<Edition> {
    return this.#connection.send<Edition>("GET", `/v1/editions/${part(String(edition))}`);
  }

  /** List, await or stream the events of a game. */
  listEvents(game: GameId, options: { since?: number; views?: boolean; prefer?: string } = {}): Promise<EventList> {
    return this.#connection.send<EventList>(
      "GET",
      `/v1/games/${part(String(game))}/events`,
      { params: { since: options.since, views: options.views }, headers: { "Prefer": options.prefer } },
    );
  }

  /** List or stream your running games. */
  listMyEvents(): Promise<MyGameList> {
    return this.#connection.send<MyGameList>("GET", "/v1/me/events");
  }

  /** List games. */
  listGames(
    options: { status?: Status; seats?: number; edition?: EditionId; multicolor?: MulticolorOfGame; variant?: string; limit?: number; cursor?: string } = {},
  ): Promise<GameList> {
    return this.#connection.send<GameList>(
      "GET",
      "/v1/games",
      { params: { status: options.status, seats: options.seats, edition: options.edition, multicolor: options.multicolor, variant: options.variant, limit: options.limit, cursor: options.cursor } },
    );
  }

  /** List games: each item, from all pages. */
  async *iterGames(
    options: { status?: Status; seats?: number; edition?: EditionId; multicolor?: MulticolorOfGame; variant?: string; limit?: number } = {},
  ): AsyncGenerator<ListedGame, void, undefined> {
    let cursor: string | undefined;
    do {
      const page: GameList = await this.listGames({ ...options, cursor });
      yield* page.items;
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
  }

  /** Create a game. */
  createGame(body: CreateGameRequest, options: { idempotencyKey?: string } = {}): Promise<View> {
    return this.#connection.send<View>("POST", "/v1/games", { body, takesKey: true, key: options.idempotencyKey });
  }

  /** Read a game. */
  getGame(game: GameId, options: { knowledge?: boolean; at?: number } = {}): Promise<View> {
    return this.#connection.send<View>(
      "GET",
      `/v1/games/${part(String(game))}`,
      { params: { knowledge: options.knowledge, at: options.at } },
    );
  }

  /** Reorder your hand. */
  updateHandOrder(game: GameId, body: UpdateHandOrderRequest): Promise<EventResult> {
    return this.#connection.send<EventResult>("PUT", `/v1/games/${part(String(game))}/hand-order`, { body });
  }

  /** Turn cards of your hand. */
  updateCardOrientation(game: GameId, body: UpdateCardOrientationRequest): Promise<EventResult> {
    return this.#connection.send<EventResult>("PUT", `/v1/games/${part(String(game))}/card-orientation`, { body });
  }

  /** List your invitations. */
  listInvitations(options: { limit?: number; cursor?: string } = {}): Promise<ReceivedInvitationList> {
    return this.#connection.send<ReceivedInvitationList>(
      "GET",
      "/v1/me/invitations",
      { params: { limit: options.limit, cursor: options.cursor } },
    );
  }

  /** List your invitations: each item, from all pages. */
  async *iterInvitations(options: { limit?: number } = {}): AsyncGenerator<ReceivedInvitation, void, undefined> {
    let cursor: string | undefined;
    do {
      const page: ReceivedInvitationList = await this.listInvitations({ ...options, cursor });
      yield* page.items;
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
  }

  /** Decline an invitation. */
  deleteInvitation(game: GameId): Promise<void> {
    return this.#connection.send<void>("DELETE", `/v1/me/invitations/${part(String(game))}`);
  }

  /** Invite to a game. */
  createInvitation(
    game: GameId,
    body: CreateInvitationRequest = {},
    options: { idempotencyKey?: string } = {},
  ): Promise<Invitation> {
    return this.#connection.send<Invitation>(
      "POST",
      `/v1/games/${part(String(game))}/invitations`,
      { body, takesKey: true, key: options.idempotencyKey },
    );
  }

  /** Read the signed head of the log. */
  getLogHead(): Promise<LogHead> {
    return this.#connection.send<LogHead>("GET", "/v1/log/head");
  }

  /** Prove that the log has an entry. */
  getLogProof(
    options: { game: GameId; secret_commitment: Hash; type: LogEntryType; size?: number },
  ): Promise<LogProof> {
    return this.#connection.send<LogProof>(
      "GET",
      "/v1/log/proof",
      { params: { game: options.game, secret_commitment: options.secret_commitment, type: options.type, size: options.size } },
    );
  }

  /** Prove that the log was only extended. */
  getLogConsistency(options: { first: number; second?: number }): Promise<LogConsistency> {
    return this.#connection.send<LogConsistency>(
      "GET",
      "/v1/log/consistency",
      { params: { first: options.first, second: options.second } },
    );
  }

  /** List the entries of the log. */
  listLogEntries(options: { start?: number; limit?: number } = {}): Promise<LogEntryList> {
    return this.#connection.send<LogEntryList>(
      "GET",
      "/v1/log/entries",
      { params: { start: options.start, limit: options.limit } },
    );
  }

  /** Read the head of the log as a signed note. */
  getCheckpoint(): Promise<string> {
    return this.#connection.send<string>("GET", "/log/checkpoint", { accept: "text/plain" });
  }

  /** Fetch a tile of the log. */
  getTile(level: string, tile: string): Promise<Uint8Array> {
    return this.#connection.send<Uint8Array>(
      "GET",
      `/log/tile/${part(level)}/${tile}`,
      { accept: "application/octet-stream" },
    );
  }

  /** List the signing keys. */
  listKeys(): Promise<KeyList> {
    return this.#connection.send<KeyList>("GET", "/.well-known/hanabi-keys");
  }

  /** Read your account. */
  getMe(): Promise<Me> {
    return this.#connection.send<Me>("GET", "/v1/me");
  }

  /** Change your name. */
  updateMe(body: UpdateMeRequest, options: { ifMatch: string }): Promise<Me> {
    return this.#connection.send<Me>("PATCH", "/v1/me", { headers: { "If-Match": options.ifMatch }, body });
  }

  /** Delete your account. */
  deleteMe(): Promise<void> {
    return this.#connection.send<void>("DELETE", "/v1/me");
  }

  /** Export your data. */
  getMyExport(): Promise<Export> {
    return this.#connection.send<Export>("GET", "/v1/me/export");
  }

  /** List your games. */
  listMyGames(options: { status?: Status; turn?: "mine"; limit?: number; cursor?: string } = {}): Promise<GameList> {
    return this.#connection.send<GameList>(
      "GET",
      "/v1/me/games",
      { params: { status: options.status, turn: options.turn, limit: options.limit, cursor: options.cursor } },
    );
  }

  /** List your games: each item, from all pages. */
  async *iterMyGames(
    options: { status?: Status; turn?: "mine"; limit?: number } = {},
  ): AsyncGenerator<ListedGame, void, undefined> {
    let cursor: string | undefined;
    do {
      const page: GameList = await this.listMyGames({ ...options, cursor });
      yield* page.items;
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
  }

  /** List messages. */
  listMessages(game: GameId): Promise<MessageList> {
    return this.#connection.send<MessageList>("GET", `/v1/games/${part(String(game))}/messages`);
  }

  /** Send a message. */
  createMessage(game: GameId, body: CreateMessageRequest, options: { idempotencyKey?: string } = {}): Promise<Message> {
    return this.#connection.send<Message>(
      "POST",
      `/v1/games/${part(String(game))}/messages`,
      { body, takesKey: true, key: options.idempotencyKey },
    );
  }

  /** Report an account or content. */
  createReport(body: CreateReportRequest, options: { idempotencyKey?: string } = {}): Promise<Report> {
    return this.#connection.send<Report>("POST", "/v1/reports", { body, takesKey: true, key: options.idempotencyKey });
  }

  /** List the reports. */
  listReports(options: { status?: "open" | "closed"; limit?: number; cursor?: string } = {}): Promise<ReportList> {
    return this.#connection.send<ReportList>(
      "GET",
      "/v1/moderation/reports",
      { params: { status: options.status, limit: options.limit, cursor: options.cursor } },
    );
  }

  /** List the reports: each item, from all pages. */
  async *iterReports(
    options: { status?: "open" | "closed"; limit?: number } = {},
  ): AsyncGenerator<ReceivedReport, void, undefined> {
    let cursor: string | undefined;
    do {
      const page: ReportList = await this.listReports({ ...options, cursor });
      yield* page.items;
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
  }

  /** List the actions of moderation. */
  listModerationActions(
    options: { target?: ModerationTarget; limit?: number; cursor?: string } = {},
  ): Promise<ModerationActionList> {
    return this.#connection.send<ModerationActionList>(
      "GET",
      "/v1/moderation/actions",
      { params: { target: options.target, limit: options.limit, cursor: options.cursor } },
    );
  }

  /** List the actions of moderation: each item, from all pages. */
  async *iterModerationActions(
    options: { target?: ModerationTarget; limit?: number } = {},
  ): AsyncGenerator<ModerationAction, void, undefined> {
    let cursor: string | undefined;
    do {
      const page: ModerationActionList = await this.listModerationActions({ ...options, cursor });
      yield* page.items;
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
  }

  /** Take an action of moderation. */
  createModerationAction(
    body: CreateModerationActionRequest,
    options: { idempotencyKey?: string } = {},
  ): Promise<ModerationAction> {
    return this.#connection.send<ModerationAction>(
      "POST",
      "/v1/moderation/actions",
      { body, takesKey: true, key: options.idempotencyKey },
    );
  }

  /** Make a move. */
  createMove(game: GameId, body: CreateMoveRequest, options: { idempotencyKey?: string } = {}): Promise<EventResult> {
    return this.#connection.send<EventResult>(
      "POST",
      `/v1/games/${part(String(game))}/moves`,
      { body, takesKey: true, key: options.idempotencyKey },
    );
  }

  /** List your notes. */
  listNotes(game: GameId): Promise<NoteList> {
    return this.#connection.send<NoteList>("GET", `/v1/games/${part(String(game))}/notes`);
  }

  /** Read one of your notes. */
  getNote(game: GameId, anchor: Anchor): Promise<Note> {
    return this.#connection.send<Note>("GET", `/v1/games/${part(String(game))}/notes/${part(String(anchor))}`);
  }

  /** Write a note. */
  updateNote(
    game: GameId,
    anchor: Anchor,
    body: UpdateNoteRequest,
    options: { ifMatch?: string; ifNoneMatch?: string } = {},
  ): Promise<Note> {
    return this.#connection.send<Note>(
      "PUT",
      `/v1/games/${part(String(game))}/notes/${part(String(anchor))}`,
      { headers: { "If-Match": options.ifMatch, "If-None-Match": options.ifNoneMatch }, body },
    );
  }

  /** Delete a note. */
  deleteNote(game: GameId, anchor: Anchor, options: { ifMatch?: string } = {}): Promise<void> {
    return this.#connection.send<void>(
      "DELETE",
      `/v1/games/${part(String(game))}/notes/${part(String(anchor))}`,
      { headers: { "If-Match": options.ifMatch } },
    );
  }

  /** Read the players' shared notes. */
  listSharedNotes(game: GameId): Promise<SharedNoteList> {
    return this.#connection.send<SharedNoteList>("GET", `/v1/replays/${part(String(game))}/notes`);
  }

  /** Draw one frame of a finished game. */
  getPositionPicture(
    game: GameId,
    version: number,
    options: { seat?: Seat; scheme?: "dark" | "light"; rev?: string } = {},
  ): Promise<string> {
    return this.#connection.send<string>(
      "GET",
      `/v1/replays/${part(String(game))}/positions/${part(String(version))}.svg`,
      { accept: "image/svg+xml", params: { seat: options.seat, scheme: options.scheme, rev: options.rev } },
    );
  }

  /** Draw the curve of a finished game. */
  getScorePicture(
    game: GameId,
    options: { scheme?: "dark" | "light"; rev?: string; waitS?: number } = {},
  ): Promise<string> {
    return this.#connection.send<string>(
      "GET",
      `/v1/replays/${part(String(game))}/score.svg`,
      { accept: "image/svg+xml", params: { scheme: options.scheme, rev: options.rev }, waitS: options.waitS },
    );
  }

  /** Draw one frame of a finished game as PNG. */
  getPositionImage(
    game: GameId,
    version: number,
    options: { seat?: Seat; scheme?: "dark" | "light"; rev?: string } = {},
  ): Promise<Uint8Array> {
    return this.#connection.send<Uint8Array>(
      "GET",
      `/v1/replays/${part(String(game))}/positions/${part(String(version))}.png`,
      { accept: "image/png", params: { seat: options.seat, scheme: options.scheme, rev: options.rev } },
    );
  }

  /** Draw a finished game as an animated GIF. */
  getReplayAnimation(
    game: GameId,
    options: { seat?: Seat; scheme?: "dark" | "light"; rev?: string } = {},
  ): Promise<Uint8Array> {
    return this.#connection.send<Uint8Array>(
      "GET",
      `/v1/replays/${part(String(game))}/animation.gif`,
      { accept: "image/gif", params: { seat: options.seat, scheme: options.scheme, rev: options.rev } },
    );
  }

  /** Draw the curve of a finished game as PNG. */
  getScoreImage(
    game: GameId,
    options: { scheme?: "dark" | "light"; rev?: string; waitS?: number } = {},
  ): Promise<Uint8Array> {
    return this.#connection.send<Uint8Array>(
      "GET",
      `/v1/replays/${part(String(game))}/score.png`,
      { accept: "image/png", params: { scheme: options.scheme, rev: options.rev }, waitS: options.waitS },
    );
  }

  /** Draw the distribution of scores. */
  getDistributionPicture(
    options: { player?: AccountId; edition?: EditionId; multicolor?: MulticolorOfGame; variant?: string; seats?: number; score_gte?: number; score_lte?: number; outcome?: Outcome; finished_after?: string; finished_before?: string; imported?: boolean; scheme?: "dark" | "light" } = {},
  ): Promise<string> {
    return this.#connection.send<string>(
      "GET",
      "/v1/stats/distribution.svg",
      { accept: "image/svg+xml", params: { player: options.player, edition: options.edition, multicolor: options.multicolor, variant: options.variant, seats: options.seats, score_gte: options.score_gte, score_lte: options.score_lte, outcome: options.outcome, finished_after: options.finished_after, finished_before: options.finished_before, imported: options.imported, scheme: options.scheme } },
    );
  }

  /** Draw the distribution of scores as PNG. */
  getDistributionImage(
    options: { player?: AccountId; edition?: EditionId; multicolor?: MulticolorOfGame; variant?: string; seats?: number; score_gte?: number; score_lte?: number; outcome?: Outcome; finished_after?: string; finished_before?: string; imported?: boolean; scheme?: "dark" | "light" } = {},
  ): Promise<Uint8Array> {
    return this.#connection.send<Uint8Array>(
      "GET",
      "/v1/stats/distribution.png",
      { accept: "image/png", params: { player: options.player, edition: options.edition, multicolor: options.multicolor, variant: options.variant, seats: options.seats, score_gte: options.score_gte, score_lte: options.score_lte, outcome: options.outcome, finished_after: options.finished_after, finished_before: options.finished_before, imported: options.imported, scheme: options.scheme } },
    );
  }

  /** List the problems. */
  listProblems(): Promise<ProblemList> {
    return this.#connection.send<ProblemList>("GET", "/problems");
  }

  /** Read the meaning of a problem. */
  getProblem(code: ProblemCode): Promise<ExplainedProblem> {
    return this.#connection.send<ExplainedProblem>("GET", `/problems/${part(String(code))}`);
  }

  /** List puzzles. */
  listPuzzles(
    options: { theme?: PuzzleTheme; difficulty?: PuzzleDifficulty; seats?: number; limit?: number; cursor?: string } = {},
  ): Promise<PuzzleList> {
    return this.#connection.send<PuzzleList>(
      "GET",
      "/v1/puzzles",
      { params: { theme: options.theme, difficulty: options.difficulty, seats: options.seats, limit: options.limit, cursor: options.cursor } },
    );
  }

  /** List puzzles: each item, from all pages. */
  async *iterPuzzles(
    options: { theme?: PuzzleTheme; difficulty?: PuzzleDifficulty; seats?: number; limit?: number } = {},
  ): AsyncGenerator<ListedPuzzle, void, undefined> {
    let cursor: string | undefined;
    do {
      const page: PuzzleList = await this.listPuzzles({ ...options, cursor });
      yield* page.items;
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
  }

  /** Read the puzzle of the day. */
  getDailyPuzzle(): Promise<Puzzle> {
    return this.#connection.send<Puzzle>("GET", "/v1/puzzles/daily");
  }

  /** Read a puzzle. */
  getPuzzle(puzzle: PuzzleId): Promise<Puzzle> {
    return this.#connection.send<Puzzle>("GET", `/v1/puzzles/${part(String(puzzle))}`);
  }

  /** Answer a puzzle. */
  createPuzzleAnswer(puzzle: PuzzleId, body: Turn, options: { steps?: boolean } = {}): Promise<PuzzleAnswer> {
    return this.#connection.send<PuzzleAnswer>(
      "POST",
      `/v1/puzzles/${part(String(puzzle))}/answers`,
      { params: { steps: options.steps }, body },
    );
  }

  /** Read the solution of a puzzle. */
  getPuzzleSolution(puzzle: PuzzleId, options: { steps?: boolean } = {}): Promise<PuzzleAnswer> {
    return this.#connection.send<PuzzleAnswer>(
      "GET",
      `/v1/puzzles/${part(String(puzzle))}/solution`,
      { params: { steps: options.steps } },
    );
  }

  /** List finished games. */
  listReplays(
    options: { player?: AccountId; name?: string; edition?: EditionId; multicolor?: MulticolorOfGame; variant?: string; seats?: number; score_gte?: number; score_lte?: number; outcome?: Outcome; finished_after?: string; finished_before?: string; imported?: boolean; sort?: "finished" | "-finished" | "score" | "-score"; limit?: number; cursor?: string; after?: GameId; lines?: "record" | "summary"; curve?: boolean } = {},
  ): Promise<GameList> {
    return this.#connection.send<GameList>(
      "GET",
      "/v1/replays",
      { params: { player: options.player, name: options.name, edition: options.edition, multicolor: options.multicolor, variant: options.variant, seats: options.seats, score_gte: options.score_gte, score_lte: options.score_lte, outcome: options.outcome, finished_after: options.finished_after, finished_before: options.finished_before, imported: options.imported, sort: options.sort, limit: options.limit, cursor: options.cursor, after: options.after, lines: options.lines, curve: options.curve } },
    );
  }

  /** List finished games: each item, from all pages. */
  async *iterReplays(
    options: { player?: AccountId; name?: string; edition?: EditionId; multicolor?: MulticolorOfGame; variant?: string; seats?: number; score_gte?: number; score_lte?: number; outcome?: Outcome; finished_after?: string; finished_before?: string; imported?: boolean; sort?: "finished" | "-finished" | "score" | "-score"; limit?: number; after?: GameId; lines?: "record" | "summary"; curve?: boolean } = {},
  ): AsyncGenerator<ListedGame, void, undefined> {
    let cursor: string | undefined;
    do {
      const page: GameList = await this.listReplays({ ...options, cursor });
      yield* page.items;
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
  }

  /** Import a game. */
  createReplay(
    body: HanabLiveGame | GameRecord | GameLink | string,
    options: { mediaType?: "application/json" | "application/vnd.hanabi.record+json" | "application/vnd.hanab-live+json" | "application/x-ndjson" | "text/x-hanabi"; idempotencyKey?: string } = {},
  ): Promise<string | Replay> {
    return this.#connection.send<string | Replay>(
      "POST",
      "/v1/replays",
      { accept: "application/json, application/x-ndjson", body, mediaType: options.mediaType, takesKey: true, key: options.idempotencyKey },
    );
  }

  /** Read a finished game. */
  getReplay(game: GameId): Promise<Replay> {
    return this.#connection.send<Replay>("GET", `/v1/replays/${part(String(game))}`);
  }

  /** Delete an imported game. */
  deleteReplay(game: GameId): Promise<void> {
    return this.#connection.send<void>("DELETE", `/v1/replays/${part(String(game))}`);
  }

  /** Export a finished game. */
  getReplayExport(
    game: GameId,
    options: { format?: ExportFormat; report?: "only" } = {},
  ): Promise<GameRecord | HanabLiveGame | string | ExportReport> {
    return this.#connection.send<GameRecord | HanabLiveGame | string | ExportReport>(
      "GET",
      `/v1/replays/${part(String(game))}/export`,
      { accept: "application/vnd.hanabi.record+json, application/vnd.hanab-live+json, application/json, text/uri-list, text/x-hanabi, text/csv", params: { format: options.format, report: options.report } },
    );
  }

  /** Read a finished game frame by frame. */
  listFrames(game: GameId, options: { seat?: Seat; rev?: string } = {}): Promise<FrameList> {
    return this.#connection.send<FrameList>(
      "GET",
      `/v1/replays/${part(String(game))}/frames`,
      { params: { seat: options.seat, rev: options.rev } },
    );
  }

  /** Read a finished game without spoilers. */
  getReplayReading(game: GameId, options: { seat?: Seat; cursor?: string } = {}): Promise<ReplayStep> {
    return this.#connection.send<ReplayStep>(
      "GET",
      `/v1/replays/${part(String(game))}/reading`,
      { params: { seat: options.seat, cursor: options.cursor } },
    );
  }

  /** Read one frame of a finished game. */
  getFrame(game: GameId, version: number, options: { seat?: Seat; rev?: string } = {}): Promise<Frame> {
    return this.#connection.send<Frame>(
      "GET",
      `/v1/replays/${part(String(game))}/frames/${part(String(version))}`,
      { params: { seat: options.seat, rev: options.rev } },
    );
  }

  /** Read what each seat could know. */
  getKnowledge(game: GameId, version: number, options: { seat?: Seat; rev?: string } = {}): Promise<FrameKnowledge> {
    return this.#connection.send<FrameKnowledge>(
      "GET",
      `/v1/replays/${part(String(game))}/frames/${part(String(version))}/knowledge`,
      { params: { seat: options.seat, rev: options.rev } },
    );
  }

  /** Verify a finished game. */
  getVerification(game: GameId): Promise<Verification> {
    return this.#connection.send<Verification>("GET", `/v1/replays/${part(String(game))}/verification`);
  }

  /** Show a link to a replay. */
  getOembed(options: { url: string; format?: "json"; maxwidth?: number; maxheight?: number }): Promise<Oembed> {
    return this.#connection.send<Oembed>(
      "GET",
      "/oembed",
      { params: { url: options.url, format: options.format, maxwidth: options.maxwidth, maxheight: options.maxheight } },
    );
  }

  /** List the rulings. */
  listRules(): Promise<RuleList> {
    return this.#connection.send<RuleList>("GET", "/v1/rules");
  }

  /** Read a ruling. */
  getRule(rule: RuleNumber): Promise<Rule> {
    return this.#connection.send<Rule>("GET", `/v1/rules/${part(String(rule))}`);
  }

  /** Take a seat. */
  createSeat(game: GameId, body: CreateSeatRequest = {}, options: { idempotencyKey?: string } = {}): Promise<View> {
    return this.#connection.send<View>(
      "POST",
      `/v1/games/${part(String(game))}/seats`,
      { body, takesKey: true, key: options.idempotencyKey },
    );
  }

  /** Leave your seat. */
  deleteMySeat(game: GameId): Promise<void> {
    return this.#connection.send<void>("DELETE", `/v1/games/${part(String(game))}/seats/me`);
  }

  /** Remove another seat. */
  deleteSeat(game: GameId, seat: number): Promise<void> {
    return this.#connection.send<void>("DELETE", `/v1/games/${part(String(game))}/seats/${part(String(seat))}`);
  }

  /** Contribute to the deal. */
  updateEntropy(game: GameId, body: UpdateEntropyRequest = {}): Promise<View> {
    return this.#connection.send<View>("PUT", `/v1/games/${part(String(game))}/seats/me/entropy`, { body });
  }

  /** Check that the process is alive. */
  getLiveness(): Promise<Health> {
    return this.#connection.send<Health>("GET", "/livez");
  }

  /** Check that the service is ready. */
  getReadiness(): Promise<Health> {
    return this.#connection.send<Health>("GET", "/readyz");
  }

  /** Read the metrics. */
  getMetrics(): Promise<string> {
    return this.#connection.send<string>("GET", "/metrics", { accept: "text/plain" });
  }

  /** Begin a review together. */
  createSession(
    game: GameId,
    body: CreateSessionRequest = {},
    options: { idempotencyKey?: string } = {},
  ): Promise<Session> {
    return this.#connection.send<Session>(
      "POST",
      `/v1/replays/${part(String(game))}/sessions`,
      { body, takesKey: true, key: options.idempotencyKey },
    );
  }

  /** Follow a review together. */
  getSession(game: GameId, session: SessionId): Promise<Session> {
    return this.#connection.send<Session>("GET", `/v1/replays/${part(String(game))}/sessions/${part(String(session))}`);
  }

  /** Lead a review together, or write to it. */
  updateSession(game: GameId, session: SessionId, body: UpdateSessionRequest = {}): Promise<Session> {
    return this.#connection.send<Session>(
      "PATCH",
      `/v1/replays/${part(String(game))}/sessions/${part(String(session))}`,
      { body },
    );
  }

  /** Read statistics. */
  getStats(
    options: { player?: AccountId; edition?: EditionId; multicolor?: MulticolorOfGame; variant?: string; seats?: number; score_gte?: number; score_lte?: number; outcome?: Outcome; finished_after?: string; finished_before?: string; imported?: boolean } = {},
  ): Promise<Stats> {
    return this.#connection.send<Stats>(
      "GET",
      "/v1/stats",
      { params: { player: options.player, edition: options.edition, multicolor: options.multicolor, variant: options.variant, seats: options.seats, score_gte: options.score_gte, score_lte: options.score_lte, outcome: options.outcome, finished_after: options.finished_after, finished_before: options.finished_before, imported: options.imported } },
    );
  }

  /** List your tokens. */
  listTokens(): Promise<TokenList> {
    return this.#connection.send<TokenList>("GET", "/v1/me/tokens");
  }

  /** Create a token. */
  createToken(body: CreateTokenRequest, options: { idempotencyKey?: string } = {}): Promise<CreatedToken> {
    return this.#connection.send<CreatedToken>(
      "POST",
      "/v1/me/tokens",
      { body, takesKey: true, key: options.idempotencyKey },
    );
  }

  /** Revoke all other tokens. */
  deleteOtherTokens(): Promise<void> {
    return this.#connection.send<void>("DELETE", "/v1/me/tokens");
  }

  /** Revoke a token. */
  deleteToken(token: string): Promise<void> {
    return this.#connection.send<void>("DELETE", `/v1/me/tokens/${part(token)}`);
  }

  /** List the variants of hanab.live. */
  listVariants(
    options: { q?: string; suits?: number; suit?: VariantSuitName; modifier?: Modifier; limit?: number; cursor?: string } = {},
  ): Promise<VariantList> {
    return this.#connection.send<VariantList>(
      "GET",
      "/v1/variants",
      { params: { q: options.q, suits: options.suits, suit: options.suit, modifier: options.modifier, limit: options.limit, cursor: options.cursor } },
    );
  }

  /** List the variants of hanab.live: each item, from all pages. */
  async *iterVariants(
    options: { q?: string; suits?: number; suit?: VariantSuitName; modifier?: Modifier; limit?: number } = {},
  ): AsyncGenerator<Variant, void, undefined> {
    let cursor: string | undefined;
    do {
      const page: VariantList = await this.listVariants({ ...options, cursor });
      yield* page.items;
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
  }

  /** Read a variant of hanab.live. */
  getVariant(variant: VariantId): Promise<Variant> {
    return this.#connection.send<Variant>("GET", `/v1/variants/${part(String(variant))}`);
  }

  /** List your webhooks. */
  listWebhooks(): Promise<WebhookList> {
    return this.#connection.send<WebhookList>("GET", "/v1/me/webhooks");
  }

  /** Create a webhook. */
  createWebhook(body: CreateWebhookRequest, options: { idempotencyKey?: string } = {}): Promise<CreatedWebhook> {
    return this.#connection.send<CreatedWebhook>(
      "POST",
      "/v1/me/webhooks",
      { body, takesKey: true, key: options.idempotencyKey },
    );
  }

  /** Read a webhook. */
  getWebhook(webhook: WebhookId): Promise<Webhook> {
    return this.#connection.send<Webhook>("GET", `/v1/me/webhooks/${part(String(webhook))}`);
  }

  /** Change a webhook. */
  updateWebhook(webhook: WebhookId, body: UpdateWebhookRequest = {}): Promise<Webhook> {
    return this.#connection.send<Webhook>("PATCH", `/v1/me/webhooks/${part(String(webhook))}`, { body });
  }

  /** Delete a webhook. */
  deleteWebhook(webhook: WebhookId): Promise<void> {
    return this.#connection.send<void>("DELETE", `/v1/me/webhooks/${part(String(webhook))}`);
  }

  /** Send a test to a webhook. */
  createTestDelivery(webhook: WebhookId): Promise<Delivery> {
    return this.#connection.send<Delivery>("POST", `/v1/me/webhooks/${part(String(webhook))}/test`);
  }

  /** List the deliveries of a webhook. */
  listDeliveries(webhook: WebhookId, options: { limit?: number; cursor?: string } = {}): Promise<DeliveryList> {
    return this.#connection.send<DeliveryList>(
      "GET",
      `/v1/me/webhooks/${part(String(webhook))}/deliveries`,
      { params: { limit: options.limit, cursor: options.cursor } },
    );
  }

  /** List the deliveries of a webhook: each item, from all pages. */
  async *iterDeliveries(
    webhook: WebhookId,
    options: { limit?: number } = {},
  ): AsyncGenerator<Delivery, void, undefined> {
    let cursor: string | undefined;
    do {
      const page: DeliveryList = await this.listDeliveries(webhook, { ...options, cursor });
      yield* page.items;
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
  }
}
