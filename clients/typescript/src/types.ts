// The types of requests and responses, by their names in the contract.
// Written by `make contract` from the contract. Do not edit.

/** The version of the contract. */
export const VERSION = "0.1.0";

/**
 * The player's name, which no other account has. It consists of letters of one script, digits and punctuation, with
 * single spaces between words. A name that looks like another account's name is taken. Names that only differ in
 * case, accents, punctuation or spaces look alike. Some words, such as `admin`, are reserved.
 */
export type Name = string;

/** An account to create. Without a name the service chooses a free one, such as `Player 7K3QX2`. */
export interface CreateAccountRequest {
  name?: Name;
}

/** The changes of the caller's account. */
export interface UpdateMeRequest {
  name: Name;
}

/** A new account with its token. */
export interface Account {
  id: AccountId;
  /** The name of the account: the one that was given, or the one that the service chose. */
  name: string;
  /** The bearer token, shown only once. */
  token: string;
}

/** The id of a token, not the token itself. */
export type TokenId = string;

/**
 * A scope of a token. Only the operator gives `moderate`.
 * - `account`: Change and read the account: its name, tokens, webhooks and data.
 * - `play`: Create and join games, and act in them.
 * - `read`: Read what the account may see.
 * - `moderate`: Moderate; only the operator gives it.
 */
export type Scope = "account" | "play" | "read" | "moderate";

/** The only game that the token is valid for; null for a token that is not bound to a seat. */
export type GameIdOrNull = string | null;

/** The caller's account, and the token of the request. */
export interface Me {
  id: AccountId;
  /** The current name of the account. */
  name: string;
  created_at: Time;
  token: CurrentToken;
}

/** The request's token. */
export interface CurrentToken {
  id: TokenId;
  /** What the token allows. */
  scopes: Scope[];
  game: GameIdOrNull;
}

/** A token to create. */
export interface CreateTokenRequest {
  /** The purpose of the token. Text without control characters, not blank. */
  name: string;
  /**
   * The scopes, of which the request's token must have each. By default those of the request's token; with `game`,
   * `play` and `read`, and never `account`.
   */
  scopes?: ("account" | "play" | "read")[];
  /**
   * The lifetime in seconds, which must end before that of the request's token. By default, the token expires with
   * the request's token, if that expires.
   */
  expires_in_s?: number;
  /** The game of the seat to which it is bound. */
  game?: GameId;
}

/** A token of the account, without the token itself. */
export interface Token {
  id: TokenId;
  /** The purpose of the token, as its owner gave it. */
  name: string;
  /** What the token allows. */
  scopes: Scope[];
  game: GameIdOrNull;
  created_at: Time;
  /** The expiry; null for never. */
  expires_at: Time;
}

/** A new token. This is the only response that contains the token itself. */
export interface CreatedToken {
  id: TokenId;
  /** The purpose of the token, as its owner gave it. */
  name: string;
  /** What the token allows. */
  scopes: Scope[];
  game: GameIdOrNull;
  created_at: Time;
  /** The expiry; null for never. */
  expires_at: Time;
  /** The bearer token, shown only once. */
  token: string;
}

/** The tokens of the account that are valid. */
export interface TokenList {
  /** The tokens, oldest first. */
  items: Token[];
}

/** All stored data of an account. */
export interface Export {
  account: ExportedAccount;
  /** The tokens of the account, without the tokens themselves. */
  tokens: Token[];
  /** The games in which the account has or had a seat. */
  games: ExportedSeat[];
  /** The messages that the account sent at tables. */
  messages: ExportedMessage[];
  /** The notes of the account on games, with their history. */
  notes: ExportedNote[];
  /** The comments of the account on replays. */
  comments: ExportedComment[];
  /** The games that the account imported. */
  imports: GameId[];
  /** The branches that the account created. */
  branches: ExportedBranch[];
  /** The invitations that the account sent and received. */
  invitations: ExportedInvitation[];
  /** The accounts that the account has blocked. */
  blocks: ExportedBlock[];
  /** The reports that the account sent. */
  reports: ExportedReport[];
  /** The actions of moderation on the account. */
  moderation: ExportedModeration[];
  /** The webhooks without their secrets. */
  webhooks: Webhook[];
}

/** An account that the account has blocked. */
export interface ExportedBlock {
  account: AccountId;
  blocked_at: Time;
}

/** A branch of a finished game. */
export interface ExportedBranch {
  game: GameId;
  branch: BranchId;
  at: Version;
  /** The title of the branch; null if it has none. */
  title: string | null;
  created_at: Time;
}

/** An invitation that the account sent or received. */
export interface ExportedInvitation {
  game: GameId;
  /** Whether the account received it. */
  received: boolean;
  made_at: Time;
  expires_at: Time;
}

/** The account itself. */
export interface ExportedAccount {
  id: AccountId;
  /** The current name of the account. */
  name: string;
  created_at: Time;
}

/** A seat in a game. */
export interface ExportedSeat {
  id: GameId;
  seat: Seat;
  status: Status;
  /** Whether the creator of the game gave its deck. */
  sandbox: boolean;
  /** The entropy for the shuffle. */
  entropy: Entropy | null;
  /** The commitment to secret entropy. */
  entropy_commitment: Hash | null;
  /** The secret entropy that the seat has revealed. */
  reveal: Hash | null;
  /**
   * The salt of the seat's entry in `holders` of the deal, with which the caller can prove that it had the seat.
   * Null before the deal, and in games from before `holders`.
   */
  holder_salt: Hash | null;
  created_at: Time;
  started_at: Time;
  finished_at: Time;
}

/** A message at a table: a remark or a text. */
export interface ExportedMessage {
  game: GameId;
  /** The version of its event; null after the end. */
  version: number | null;
  /** The id of the remark ([R27](/docs/rules#R27)); null for a text. */
  remark: string | null;
  /** The cards that the remark names; missing if it names none. */
  cards?: CardId[];
  /** The text of the message; null for a remark. */
  text: string | null;
  at: Time;
}

/** The public page of an account. */
export interface PublicAccount {
  id: AccountId;
  /** The current name of the account. */
  name: string;
  since: Time;
  /** The address of the list of its replays. */
  replays: string;
  stats: Stats;
}

/** The analysis of a finished game. A member is null or empty if it does not apply. */
export interface Analysis {
  id: GameId;
  status: SolutionStatus;
  summary: Language;
  /** The points with every firework complete. */
  max_score: number;
  /** Whether `max_score` could be reached from the deal with all cards known; null if that is not proved. */
  winnable: boolean | null;
  totals: AnalysisTotals;
  /** Where points were lost, in order. The sum of their `points` is the difference to `max_score`. */
  losses: LostPoints[];
  /** Every event; the n-th has version n. */
  events: AnalysedEvent[];
}

/** A number of turns, cards or tokens. */
export type Count = number;

/** `cards_gotten` per `clues_spent`; null before the first. */
export type Efficiency = number | null;

/** Counts over the whole game. */
export interface AnalysisTotals {
  /** The number of turns: plays, discards and clues. */
  turns: Count;
  /** `landed` and `misplays`; `known_safe` and `gambles`. */
  plays: Count;
  /** Plays that added a card to a firework. */
  landed: Count;
  /** Plays that cost a strike ([R10](/docs/rules#R10)). */
  misplays: Count;
  /** Plays that succeed in every deal that the seat could not exclude. */
  known_safe: Count;
  /** Plays that fail in a deal that the seat could not exclude. */
  gambles: Count;
  /** Gambles that added a card to a firework. */
  gambles_landed: Count;
  /** The number of discards. */
  discards: Count;
  /** The number of clues. */
  clues: Count;
  /** Clues that touched only cards that an earlier clue had touched. */
  clues_touching_nothing_new: Count;
  /** Clues after which each card had as many possible identities as before. */
  clues_telling_nothing_new: Count;
  /** Clue tokens that were due and lost because all were available ([R11](/docs/rules#R11), [R12](/docs/rules#R12)). */
  clue_tokens_lost: Count;
  /** Over all events, including the deal and an abort: the difference to the maximum. */
  points_lost: Count;
  /** Over all turns; null for an import. */
  think_time_ms: ThinkTime;
  /** Cards that were played or that a clue touched. */
  cards_gotten: Count;
  clues_spent: Count;
  efficiency: Efficiency;
}

/** Milliseconds. */
export type ThinkTime = number | null;

/** What was luck and what was choice in a finished game. */
export interface Hindsight {
  id: GameId;
  status: SolutionStatus;
  /** The level with open hands and an unknown deck; null unless the status is `solved`. */
  open_hands: OpenHands | null;
  /** The level with the seat's own view, for each turn that lost points; null unless the status is `solved`. */
  own_views: OwnView[] | null;
}

/** The mean of samples. */
export interface Estimate {
  /** The mean of what is proved, in points; null if it is not decided. */
  points: number | null;
  /** The standard error of the mean plus what the bounds leave open, in points; null for a single sample. */
  error: number | null;
}

/**
 * The lost points of a table that sees all hands and not the deck. `deal`, `draws`, `seats`, `end` and `undecided`
 * add up to the maximum minus the final points. A figure is null if more than a point of it is not decided.
 */
export interface OpenHands {
  /** What the dealt hands lost. */
  deal: Estimate;
  /** What the cards drawn lost; negative if they were better than the average. */
  draws: Estimate;
  /** What the turns of each seat lost; null too if the error is above half a point or unknown. */
  seats: Estimate[];
  /** What an event that is not a turn lost by ending the game ([R21](/docs/rules#R21)). */
  end: Estimate;
  /** The points of which no figure tells the cause; negative if undecided draws gained more. */
  undecided: number;
  /** Every event; the n-th has version n. */
  versions: OpenHandsAtVersion[];
  /** The number of samples of the deck. */
  samples: number;
  /** The number of searched positions of which only bounds are known. */
  inexact: number;
  /** The number of different positions of all samples. */
  searched: number;
}

/** What happened at a version. */
export interface OpenHandsAtVersion {
  /** What could still be reached after the event. */
  value: Estimate;
  /** What the event lost, before the next card was drawn. */
  loss: Estimate;
  /** What the card drawn lost; negative if it was better than the average. */
  draw: Estimate;
}

/** A turn in the deals that its seat could not tell apart. */
export interface OwnView {
  version: Version;
  /** The number of deals in which the turn provably loses points. */
  losing: number;
  /** The number of deals in which it is not known whether it does. */
  undecided: number;
  /** The number of deals examined. */
  deals: number;
  /** Whether these are all deals; if not, they are a sample. */
  exact: boolean;
  /** The mean loss over these deals, in points. */
  loss: number;
  /** The first numbers in a sentence. */
  text: Language;
}

/**
 * How far the exact analysis is. Until it is `solved`, what could be reached is bounded by the discards and the
 * turns left.
 * - `solved`: The exact answer is there.
 * - `running`: It is still being computed.
 * - `failed`: It cannot be computed, and only bounds are known.
 */
export type SolutionStatus = "solved" | "running" | "failed";

/** Points that were lost, why, and what would have kept them. */
export interface LostPoints {
  /** The version of the event that lost them, or unless it is `certain`, the latest that can have lost them. */
  version: Version;
  /** The last version at which they provably could be reached; null if none is known. */
  since: number | null;
  /** The number of turns taken at `version`, 0 for the deal. */
  turn: number;
  /** The number of points lost. */
  points: number;
  kind: LossKind;
  /** The seat that took the turn; null if no turn lost them. */
  seat: number | null;
  /** True if the event at `version` certainly lost them: they could be reached before. */
  certain: boolean;
  /**
   * What the turn did, if a turn lost them. `card_lost`: a needed card became unreachable. `time_lost`: the
   * remaining turns no longer suffice for what the cards would allow. `strike`: a misplay. `game_lost`: the game
   * ended as lost.
   */
  causes: Cause[];
  /** The score that could be reached at `since`. */
  reachable_before: number | null;
  /**
   * Turns at `since` that keep `reachable_before`. All clues that lead to the same count as one. Empty if none is
   * known.
   */
  saving_turns: SavingTurn[];
  /** What happened and what would have kept the points, without names. */
  text: Language;
}

/**
 * What lost the points.
 * - `turn`: A play, discard or clue.
 * - `end`: Another event that ended the game ([R21](/docs/rules#R21)).
 * - `deal`: The deal: they never could be reached.
 */
export type LossKind = "turn" | "end" | "deal";

/** A turn that keeps a score, with a line of turns that reaches it. */
export interface SavingTurn {
  /** The turn, as the body of a move. */
  action: Action;
  line: Line;
  /** The points on the table after the line. */
  score: Points;
}

/** Turns in order, each as the body of a move. They follow the rules, and can be sent as the `moves` of a branch. */
export type Line = Action[];

/**
 * What a turn did that lost points.
 * - `card_lost`: A needed card became unreachable.
 * - `time_lost`: The remaining turns no longer suffice for what the cards would allow.
 * - `strike`: A misplay.
 * - `game_lost`: The game ended as lost.
 */
export type Cause = "card_lost" | "time_lost" | "strike" | "game_lost";

/** What the bot `kagiya` would have done in the view of the seat. */
export interface BotOpinion {
  /** Its best turns, best first. */
  best: BotTurn[];
  /** The worth of the turn that was taken; null if the bot does not consider it. */
  done: number | null;
}

/** A turn that the bot considers. */
export interface BotTurn {
  /** The turn, as the body of a move. */
  action: Action;
  /** How good the bot believes it to be, on a scale of its own. */
  worth: number;
}

/** A position to analyze. */
export interface CreatePositionAnalysisRequest {
  /** A position in notation, with `hands` and `deck`. */
  position: string;
}

/** What can be reached in a position with all cards known. */
export interface PositionAnalysis {
  status: SolutionStatus;
  /** An upper bound of the score that can be reached. */
  reachable_score: Points;
  /** A lower bound of the score that can be reached. */
  reachable_at_least: Points;
  /** Whether both bounds are equal. */
  exact: boolean;
  /** Turns that reach `reachable_at_least`; null unless the status is `solved`. */
  line: Line | null;
  /** The turns of the seat to move that keep `reachable_at_least`. All clues that lead to the same count as one. */
  saving_turns: SavingTurn[];
  /** What can be reached. */
  text: Language;
}

/** What can be reached after an event of a branch. */
export interface BranchPositionAnalysis {
  status: SolutionStatus;
  /** An upper bound of the score that can be reached. */
  reachable_score: Points;
  /** A lower bound of the score that can be reached. */
  reachable_at_least: Points;
  /** Whether both bounds are equal. */
  exact: boolean;
  /** Turns that reach `reachable_at_least`; null unless the status is `solved`. */
  line: Line | null;
  /** The turns of the seat to move that keep `reachable_at_least`. All clues that lead to the same count as one. */
  saving_turns: SavingTurn[];
  /** What can be reached. */
  text: Language;
  id: GameId;
  branch: BranchId;
  version: Version;
}

/** An event with its measures. Members that do not apply to its type are null or empty. */
export interface AnalysedEvent {
  version: Version;
  /**
   * The type of the event.
   * - `deal`: The cards were dealt.
   * - `play`: A card was played ([R10](/docs/rules#R10)).
   * - `discard`: A card was discarded ([R9](/docs/rules#R9)).
   * - `clue`: A clue was given ([R5](/docs/rules#R5)).
   * - `reorder`: A seat changed the order of its cards ([R26](/docs/rules#R26)).
   * - `turn_cards`: A seat turned cards of its hand ([R29](/docs/rules#R29)).
   * - `message`: A seat sent a message ([R27](/docs/rules#R27)).
   * - `abort_vote`: A seat voted to abort the game ([R21](/docs/rules#R21)).
   * - `abort_vote_withdrawn`: A seat withdrew its vote to abort the game ([R21](/docs/rules#R21)).
   * - `abort`: The game was aborted ([R21](/docs/rules#R21)).
   */
  type: "deal" | "play" | "discard" | "clue" | "reorder" | "turn_cards" | "message" | "abort_vote" | "abort_vote_withdrawn" | "abort";
  /** The seat that caused the event; null for none. */
  seat: number | null;
  /** For a turn, the time since its seat was to move; null for other events and in an import. */
  think_time_ms: ThinkTime;
  /** The highest score that the discards allowed before. */
  attainable_before: Points;
  /** The highest score that they allow now ([R13](/docs/rules#R13)). */
  attainable_after: Points;
  /** By how much the event lowered `reachable_score`; for the deal, its difference to the maximum. */
  points_lost: Points;
  /** Needed cards of which only one copy is left now. */
  became_critical: DealtCard[];
  /** Needed cards that are unreachable now. */
  became_dead: DealtCard[];
  /** Tokens that were due and lost because all were available ([R11](/docs/rules#R11), [R12](/docs/rules#R12)). */
  clue_tokens_lost: TokensMoved;
  /** The card that was played or discarded. */
  card: Face | null;
  /** The risk of the play; null for other events. */
  play: AnalysedPlay | null;
  /** What the clue showed; null for other events. */
  clue: AnalysedClue | null;
  /**
   * The opinion of the bot; null for other events than turns, in variants that it does not play, and until the game
   * is solved.
   */
  bot: BotOpinion | null;
  after: GameStanding;
}

/** The risk of a play, given all that its seat could know. */
export interface AnalysedPlay {
  /** The color that was named with it ([R12](/docs/rules#R12)). */
  declared_color: ClueColor | null;
  /** Whether the play added a card to a firework. */
  landed: boolean;
  /**
   * Whether the seat could know that the play succeeds.
   * - `known_safe`: It succeeds in every deal that the seat could not exclude.
   * - `gamble`: It fails in at least one of these deals.
   */
  certainty: "known_safe" | "gamble";
  /** In how many of them it succeeds. */
  landing_deals: number;
  /** The number of deals, as in `own.deals` of the knowledge. */
  deals: number;
  /** The quotient of the two numbers. */
  probability: number;
}

/** What a clue showed everyone. */
export interface AnalysedClue {
  /** In hand order. */
  touched: CardIds;
  /** Those that no earlier clue had touched. */
  newly_touched: CardIds;
  /** Cards of the hand, touched or not, with fewer possible identities by common knowledge than before. */
  newly_informed: CardIds;
  /** `newly_touched` is empty. */
  touched_nothing_new: boolean;
  /** `newly_informed` is empty. */
  told_nothing_new: boolean;
}

/** Cards of one hand, by id. */
export type CardIds = CardId[];

/** The state of the game after an event. */
export interface GameStanding {
  /** The number of turns taken. */
  turn: number;
  score: Score;
  table_points: Points;
  /** The highest score still attainable ([R13](/docs/rules#R13)). */
  attainable_score: Points;
  /**
   * An upper bound of the score that a table that sees all cards could still reach; the points, once the game has
   * ended.
   */
  reachable_score: Points;
  /** A lower bound of that score. */
  reachable_at_least: Points;
  /** Whether both bounds are equal. */
  exact: boolean;
  clue_tokens: Tokens;
  /** Strikes so far. */
  strikes: number;
  deck_size: DeckSize;
  /**
   * Points plus deck size plus seats minus the attainable score: how many cards can be drawn without a point before
   * one is lost. Null in the last round, in a grand finale and after the end.
   */
  pace: number | null;
  /** Cards played or clued. */
  cards_gotten: Points;
  /** Clues, strikes, and tokens lost because all were available. */
  clues_spent: Count;
  efficiency: Efficiency;
}

/** A branch. */
export type BranchId = string;

/**
 * The deck on which a branch or a line is played.
 * - `original`: The deck of the game.
 * - `resampled`: A deck that the chosen seat could not have distinguished from it.
 */
export type BranchDeal = "original" | "resampled";

/** Selects one of the decks that the seat could not have distinguished. The same number gives the same deck. */
export type DealSeed = number;

/** A branch to create: other moves from an event of a finished game. */
export interface CreateBranchRequest {
  /** The version at which it starts; the game must not have been over then. */
  at: number;
  /** The moves from there on, each by the seat to move. */
  moves: Turn[];
  /** The title. */
  title?: string;
  /** The deck of the branch, by default `original`. */
  deal?: BranchDeal;
  /** The seat for which the deck is drawn again; only with `resampled`. */
  seat?: Seat;
  /** Selects the deck, only with `resampled`; by default a random number. */
  deal_seed?: DealSeed;
}

/** Other moves from an event of a finished game, which are not stored. */
export interface CreateLineRequest {
  /** The version at which it starts; the game must not have been over then. */
  at: number;
  /** The moves from there on, each by the seat to move. */
  moves: Turn[];
  /** The seat whose view the frames show; by default open hands. */
  seat?: Seat;
  /** The deck of the line, by default `original`. */
  deal?: BranchDeal;
  /** The seat for which the deck is drawn again; only with `resampled`. */
  deal_seat?: Seat;
  /** Selects the deck, only with `resampled`; by default a random number. */
  deal_seed?: DealSeed;
}

/** Other moves from an event of a finished game, and the version at which seats could know something. */
export interface CreateLineKnowledgeRequest {
  /** The version at which it starts; the game must not have been over then. */
  at: number;
  /** The moves from there on, each by the seat to move. */
  moves: Turn[];
  /** The seat whose knowledge is returned; by default all. */
  seat?: Seat;
  /** The deck of the line, by default `original`. */
  deal?: BranchDeal;
  /** The seat for which the deck is drawn again; only with `resampled`. */
  deal_seat?: Seat;
  /** Selects the deck, only with `resampled`; by default a random number. */
  deal_seed?: DealSeed;
  /** The version that the request is about: of the line, or of the game before it. */
  version: number;
}

/** Other moves from an event of a finished game, and the version at which something can still be reached. */
export interface CreateLineAnalysisRequest {
  /** The version at which it starts; the game must not have been over then. */
  at: number;
  /** The moves from there on, each by the seat to move. */
  moves: Turn[];
  /** The deck of the line, by default `original`. */
  deal?: BranchDeal;
  /** The seat for which the deck is drawn again; only with `resampled`. */
  deal_seat?: Seat;
  /** Selects the deck, only with `resampled`; by default a random number. */
  deal_seed?: DealSeed;
  /** The version that the request is about: of the line, or of the game before it. */
  version: number;
}

/** Other moves of a finished game, which are not stored. */
export interface PlayedLine {
  id: GameId;
  /** The version of the game at which it starts. */
  at: Version;
  /** The version of its last event. */
  version: Version;
  deal: BranchDeal;
  /** The seat for which the deck was drawn again; null if it is the game's deck. */
  deal_seat: Seat | null;
  /** What selected the deck; null if it is the game's deck. */
  deal_seed: DealSeed | null;
  /** The whole deck of the line; a card's id is its position here. */
  deck: DealtCard[];
  /**
   * The events of the moves, without a time, with everything open. If `deal` is `resampled`, the events of the game
   * up to `at` come first, as they show the cards drawn from this deck.
   */
  events: Event[];
  /** The table after each of these events. */
  frames: Frame[];
  result: ResultOrNull;
}

/** A turn as in a running game, without `expected_version`; it may have one, which is ignored. */
export type Turn = PlayTurn | DiscardTurn | ClueTurn;

/** The play of a card. */
export interface PlayTurn {
  type: PlayType;
  card: CardId;
  declared_color?: ClueColor;
  expected_version?: ExpectedVersion;
}

/** The discard of a card. */
export interface DiscardTurn {
  type: DiscardType;
  card: CardId;
  expected_version?: ExpectedVersion;
}

/** A clue to another seat, with either a color or a rank. */
export interface ClueTurn {
  type: ClueType;
  target: Seat;
  color?: ClueColor;
  rank?: ClueRank;
  expected_version?: ExpectedVersion;
}

/** A page of branches. */
export interface BranchList {
  /** The branches, newest first. */
  items: ListedBranch[];
  next: NextCursor;
}

/** A branch in a list. */
export interface ListedBranch {
  id: BranchId;
  game: GameId;
  /** The name of the account that made it. */
  author: string;
  /** The account that made it; null if it is deleted. */
  author_account: AccountId | null;
  /** Whether the caller is the author. */
  mine: boolean;
  /** Its title. */
  title: string | null;
  /** The version of the game at which it starts. */
  at: Version;
  deal: BranchDeal;
  /** The seat for which the deck was drawn again; null if it is the game's deck. */
  seat: Seat | null;
  /**
   * What selected the deck, so that lines can be played on it. Null if it is the game's deck, or was drawn before
   * seeds existed.
   */
  deal_seed: DealSeed | null;
  /** The version of its last event. */
  version: Version;
  /** How it ended; null if it stops before the end. */
  outcome: Outcome | null;
  /** Why it ended; null if it stops before the end. */
  reason: Reason | null;
  /** The score of the result; null before the end, and if the result has no score. */
  score: number | null;
  created_at: Time;
  links: BranchLinks;
}

/** A branch with everything open. */
export interface Branch {
  id: BranchId;
  game: GameId;
  /** The name of the account that made it. */
  author: string;
  /** The account that made it; null if it is deleted. */
  author_account: AccountId | null;
  /** Whether the caller is the author. */
  mine: boolean;
  /** Its title. */
  title: string | null;
  /** The version of the game at which it starts. */
  at: Version;
  deal: BranchDeal;
  /** The seat for which the deck was drawn again; null if it is the game's deck. */
  seat: Seat | null;
  /**
   * What selected the deck, so that lines can be played on it. Null if it is the game's deck, or was drawn before
   * seeds existed.
   */
  deal_seed: DealSeed | null;
  /** The version of its last event. */
  version: Version;
  /** How it ended; null if it stops before the end. */
  outcome: Outcome | null;
  /** Why it ended; null if it stops before the end. */
  reason: Reason | null;
  /** The score of the result; null before the end, and if the result has no score. */
  score: number | null;
  created_at: Time;
  links: BranchLinks;
  rules: Rules;
  /** The players of the game, by seat. */
  seats: SeatWithName[];
  starting_seat: Seat;
  /** The whole deck of the branch; a card's id is its position here. */
  deck: DealtCard[];
  /** The events of the game up to `at`, then those of the branch. */
  events: Event[];
  result: ResultOrNull;
}

/** The addresses of its parts. */
export interface BranchLinks {
  /** The address of the branch. */
  branch: string;
  /** The address of its frames. */
  frames: string;
}

/** The table of a branch after each event. */
export interface BranchFrameList {
  id: GameId;
  branch: BranchId;
  /** The n-th frame has version n. */
  items: Frame[];
}

/** The result in the event that ended the game. */
export interface EventResult {
  /** The event of this request. */
  event: Event;
  /**
   * All events after `expected_version`, in order: those that the caller had not seen, `event`, and the moves of
   * bots after it. Without `expected_version`, they begin with `event`.
   */
  events: Event[];
  /** The caller's view after these events. */
  view: View;
}

/** The data of a frame `view` of a stream with `views=true`: the caller's view, and the events that led to it. */
export interface StreamView {
  /** The events since the last frame, in order. The first frame has those that the client missed. */
  events: Event[];
  /** The caller's view after these events. */
  view: View;
}

/** Events of a game. */
export interface EventList {
  /** The events in order, each with its version. */
  items: Event[];
  version: Version;
  /** Whether the game is over and no more events will follow. */
  ended: boolean;
  /** Until when the caller's seat has to reveal its entropy; null if it has not to. */
  reveal_until: string | null;
  /** The caller's view after these events, with `views=true`. */
  view?: View;
}

/**
 * What happened, as its reader saw it. The numbers from `clue_tokens` to `result` describe the table after it;
 * `line` describes the event in words.
 */
export type Event = DealEvent | PlayEvent | DiscardEvent | ClueEvent | ReorderEvent | TurnCardsEvent | MessageEvent | AbortVoteEvent | AbortVoteWithdrawnEvent | AbortEvent;

/** The deal: event 0. */
export interface DealEvent {
  version: Version;
  type: DealType;
  /** Null, as no seat deals. */
  seat: number | null;
  /** The options as stored, which the hash is computed from. */
  rules: Record<string, unknown>;
  /** The number of seats. */
  seats: number;
  starting_seat: Seat;
  /** The service's commitment to the deck. */
  commitment: Hash;
  /**
   * The version of the hash chain, in which hashes cover the times of the events. This and the next three members
   * are absent in imported games and in games from before version 3.
   */
  chain?: 3;
  game?: GameId;
  /** By seat: a salted hash of the account; null for a bot. */
  holders?: (string | null)[];
  /** By seat: the id of the bot; null for a person. */
  bots?: (string | null)[];
  /** The number of the ruleset of the game. */
  ruleset: number;
  /**
   * The origin of the deck; null in games from before seats gave entropy. If this or one of the next four members is
   * null, the hash is computed without it.
   * - `shuffled`: From the service's secret and the seats' entropy.
   * - `given`: The creator of the game gave the deck.
   * - `imported`: The game was played elsewhere.
   * - `null`: A game from before seats contributed.
   */
  origin: "shuffled" | "given" | "imported" | null;
  secret_commitment: SecretCommitment;
  /** The open entropy by seat; null in a game from before seats contributed. */
  entropies: Entropies | null;
  /** The commitments by seat; null if no seat committed. */
  entropy_commitments: EntropyCommitments | null;
  /** The revealed entropy by seat; null if no seat committed. */
  reveals: Reveals | null;
  protection: Protection;
  /** The hands as dealt; empty for a reader without a seat. */
  hands: DealtHand[];
  at: Time;
  hash: EventHash;
  clue_tokens: Tokens;
  half_clue_token: HalfToken;
  strikes: Strikes;
  score: Score;
  table_points: PointsOrNull;
  deck_size: DeckSize;
  to_move: ToMove;
  turns_left: TurnsLeft;
  result: ResultOrNull;
  line: Language;
}

/** A card was played ([R10](/docs/rules#R10) to [R12](/docs/rules#R12)). */
export interface PlayEvent {
  version: Version;
  type: PlayType;
  seat: Seat;
  card: CardId;
  /** The color that was named with the play; null for none. */
  declared_color: ClueColor | null;
  /** The suit of the card; absent while it lies face down (Throw It in a Hole). */
  suit?: Suit;
  /** The rank of the card; absent while it lies face down (Throw It in a Hole). */
  rank?: Rank;
  /** Whether it extended its firework; null while it lies face down. */
  landed: boolean | null;
  effect: Effect;
  /** The card that the seat drew; null if none was drawn. */
  drawn: DrawnCard | null;
  clue_tokens_gained: TokensMoved;
  /** Tokens that were lost because all were available. */
  clue_tokens_lost: TokensMoved;
  at: Time;
  hash: EventHash;
  clue_tokens: Tokens;
  half_clue_token: HalfToken;
  strikes: Strikes;
  score: Score;
  table_points: PointsOrNull;
  deck_size: DeckSize;
  to_move: ToMove;
  turns_left: TurnsLeft;
  result: ResultOrNull;
  line: Language;
}

/** A card was discarded ([R9](/docs/rules#R9)). */
export interface DiscardEvent {
  version: Version;
  type: DiscardType;
  seat: Seat;
  card: CardId;
  /** The suit of the card; absent while it lies face down (Throw It in a Hole). */
  suit?: Suit;
  /** The rank of the card; absent while it lies face down (Throw It in a Hole). */
  rank?: Rank;
  effect: Effect;
  /** The card that the seat drew; null if none was drawn. */
  drawn: DrawnCard | null;
  clue_tokens_gained: TokensMoved;
  /** Tokens that were lost because all were available. */
  clue_tokens_lost: TokensMoved;
  at: Time;
  hash: EventHash;
  clue_tokens: Tokens;
  half_clue_token: HalfToken;
  strikes: Strikes;
  score: Score;
  table_points: PointsOrNull;
  deck_size: DeckSize;
  to_move: ToMove;
  turns_left: TurnsLeft;
  result: ResultOrNull;
  line: Language;
}

/** A clue was given ([R5](/docs/rules#R5) to [R8](/docs/rules#R8)). */
export interface ClueEvent {
  version: Version;
  type: ClueType;
  seat: Seat;
  target: Seat;
  color?: ClueColor;
  rank?: ClueRank;
  /**
   * Instead of `color` or `rank`, while the reader does not hear it: whether the clue names a color or a rank; null
   * if the reader does not hear this either. Only in Cow & Pig and Duck.
   * - `color`: The clue names a color.
   * - `rank`: The clue names a rank.
   * - `null`: The reader does not hear this either (Duck).
   */
  kind?: "color" | "rank" | null;
  /** The cards that it touched, in hand order. Absent if the reader must remember them (`memory_aid` `none`). */
  touched?: TouchedCard[];
  /** The clue in the giver's words. Absent together with `touched`. */
  announcement?: Language;
  at: Time;
  hash: EventHash;
  clue_tokens: Tokens;
  half_clue_token: HalfToken;
  strikes: Strikes;
  score: Score;
  table_points: PointsOrNull;
  deck_size: DeckSize;
  to_move: ToMove;
  turns_left: TurnsLeft;
  result: ResultOrNull;
  line: Language;
}

/** A seat reordered its hand ([R26](/docs/rules#R26)). */
export interface ReorderEvent {
  version: Version;
  type: ReorderType;
  seat: Seat;
  /** Its cards, oldest place first. */
  cards: CardId[];
  at: Time;
  hash: EventHash;
  clue_tokens: Tokens;
  half_clue_token: HalfToken;
  strikes: Strikes;
  score: Score;
  table_points: PointsOrNull;
  deck_size: DeckSize;
  to_move: ToMove;
  turns_left: TurnsLeft;
  result: ResultOrNull;
  line: Language;
}

/** A seat turned cards of its hand the same way ([R29](/docs/rules#R29)). */
export interface TurnCardsEvent {
  version: Version;
  type: TurnCardsType;
  seat: Seat;
  /** The cards. */
  cards: CardId[];
  orientation: Orientation;
  at: Time;
  hash: EventHash;
  clue_tokens: Tokens;
  half_clue_token: HalfToken;
  strikes: Strikes;
  score: Score;
  table_points: PointsOrNull;
  deck_size: DeckSize;
  to_move: ToMove;
  turns_left: TurnsLeft;
  result: ResultOrNull;
  line: Language;
}

/** A seat sent a message ([R27](/docs/rules#R27)). */
export interface MessageEvent {
  version: Version;
  type: MessageType;
  seat: Seat;
  /** The remark; null for a text. */
  remark: RemarkId | null;
  /** The cards of the seat's own hand that the remark names; missing if it names none. */
  cards?: CardId[];
  /** The text; null for a remark. */
  text: string | null;
  at: Time;
  hash: EventHash;
  clue_tokens: Tokens;
  half_clue_token: HalfToken;
  strikes: Strikes;
  score: Score;
  table_points: PointsOrNull;
  deck_size: DeckSize;
  to_move: ToMove;
  turns_left: TurnsLeft;
  result: ResultOrNull;
  line: Language;
}

/** A seat voted to abort ([R21](/docs/rules#R21)). */
export interface AbortVoteEvent {
  version: Version;
  type: AbortVoteType;
  seat: Seat;
  at: Time;
  hash: EventHash;
  clue_tokens: Tokens;
  half_clue_token: HalfToken;
  strikes: Strikes;
  score: Score;
  table_points: PointsOrNull;
  deck_size: DeckSize;
  to_move: ToMove;
  turns_left: TurnsLeft;
  result: ResultOrNull;
  line: Language;
}

/** A seat withdrew its vote to abort ([R21](/docs/rules#R21)). */
export interface AbortVoteWithdrawnEvent {
  version: Version;
  type: AbortVoteWithdrawnType;
  seat: Seat;
  at: Time;
  hash: EventHash;
  clue_tokens: Tokens;
  half_clue_token: HalfToken;
  strikes: Strikes;
  score: Score;
  table_points: PointsOrNull;
  deck_size: DeckSize;
  to_move: ToMove;
  turns_left: TurnsLeft;
  result: ResultOrNull;
  line: Language;
}

/** The game was aborted by something other than votes ([R21](/docs/rules#R21)). */
export interface AbortEvent {
  version: Version;
  type: AbortType;
  /**
   * Why the game was aborted ([R21](/docs/rules#R21)).
   * - `agreed`: All seats voted to abort.
   * - `idle`: No seat took its turn within the idle limit.
   * - `no_show`: A seat did not take its first turn in time, and another seat ended the game.
   * - `removed`: The creator removed a seat before the first turn.
   * - `terminated`: A player ended the game; only in games from hanab.live.
   * - `left`: The players left the game before its end; only in imported games.
   * - `timed_out`: A player ran out of time; only in games from hanab.live.
   * - `speedrun_failed`: A speedrun failed; only in games from hanab.live.
   */
  reason: "agreed" | "idle" | "no_show" | "removed" | "terminated" | "left" | "timed_out" | "speedrun_failed";
  at: Time;
  hash: EventHash;
  clue_tokens: Tokens;
  half_clue_token: HalfToken;
  strikes: Strikes;
  score: Score;
  table_points: PointsOrNull;
  deck_size: DeckSize;
  to_move: ToMove;
  turns_left: TurnsLeft;
  result: ResultOrNull;
  line: Language;
}

/**
 * What became of the card; null while it lies face down (Throw It in a Hole). A card of an inverted suit is
 * discarded by a play, and played by a discard.
 * - `played`: It was added to a firework.
 * - `misplayed`: It did not fit, and cost a strike.
 * - `discarded`: It was discarded.
 * - `null`: It lies face down.
 */
export type Effect = "played" | "misplayed" | "discarded" | null;

/** The hand that a seat was dealt. */
export interface DealtHand {
  seat: Seat;
  /** The cards of the hand, oldest first. */
  cards: DrawnCard[];
}

/** A number of clue tokens that an event gained or lost. */
export type TokensMoved = number;

/** A card that a clue touched. */
export interface TouchedCard {
  card: CardId;
  /** Its place in the hand at that time, 0 for the oldest. */
  position: number;
}

/** The data of the frame `end`, after which the service closes the stream. */
export interface StreamEnd {
  version: Version;
}

/** The data of the frame `bye`: the service closes the stream before its end. */
export interface StreamBye {
  /**
   * Why the stream ends.
   * - `restart`: The service restarts: connect again.
   * - `token`: The token was revoked or has expired.
   * - `gone`: The game is private, and the caller has left its seat.
   */
  reason: "restart" | "token" | "gone";
}

/** The data of the frame `ready`, which follows the present state; all later frames are new. */
export interface StreamReady {
  /** The number of running games. */
  running: number;
}

/** The deal of the cards. */
export type DealType = "deal";

/** A card was or is to be played. */
export type PlayType = "play";

/** A card was or is to be discarded. */
export type DiscardType = "discard";

/** A clue was or is to be given. */
export type ClueType = "clue";

/** A seat changed the order of its hand. */
export type ReorderType = "reorder";

/** A seat turned cards of its hand. */
export type TurnCardsType = "turn_cards";

/** A seat said something. */
export type MessageType = "message";

/** A seat voted to abort the game. */
export type AbortVoteType = "abort_vote";

/** A seat withdrew its vote to abort the game. */
export type AbortVoteWithdrawnType = "abort_vote_withdrawn";

/** The game was aborted. */
export type AbortType = "abort";

/** A card by its suit and rank. */
export interface DealtCard {
  suit: Suit;
  rank: Rank;
}

/** Where a game came from. */
export type Source = SourceAtHanabLive | SourceRecord | SourceNotation;

/** Imported from an export or a link of hanab.live. */
export interface SourceAtHanabLive {
  /** Where the game was played: `hanab.live`. */
  site: "hanab.live";
  /** The number of the game there. */
  id: number | null;
  /** The options as in the export. */
  options: Record<string, unknown>;
  /**
   * The players' notes, a list for each seat, by card id. After those of all cards come notes on the stacks, by
   * suit.
   */
  notes: string[][];
  /** The seed of the export; null if it has none. */
  seed: string | null;
  /** The detrimental characters by seat; only in games with them. */
  characters?: HanabLiveCharacter[];
  /**
   * The number of cards in the export, if it lacked cards that were not drawn. The rest of `deck` is not that of the
   * game: the missing cards stand there by suit and rank.
   */
  known_cards?: number;
  /** The seat that the export names as the one that ended the game; only in games that were ended. */
  ended_by?: number;
}

/** Imported from a record, from this service or another one. */
export interface SourceRecord {
  /** Where the record was written: by a service like this one. */
  site: "hanabi";
  /** The id of the game there. */
  id: GameId;
  /** The digest of the record. */
  digest: string;
  /** The `source` in the record, unless that is a copy itself; it is not verified. */
  origin: Record<string, unknown> | null;
  /**
   * The times in the record, which nobody can verify. Null for a record with impossible times that was imported
   * before they were refused.
   */
  claimed: ClaimedTimes | null;
  /**
   * What the game has, or its record had, although games dealt today could not; missing if there is nothing. Only in
   * a game with `ruleset` 1.
   */
  notes?: GameNote[];
}

/**
 * What differs between a game and one that could be dealt today.
 * - `beyond-share`: A seat sent more events that are not turns than [R22](/docs/rules#R22) allows.
 * - `changed-names`: Blanks replace characters that are not allowed in names; names are shortened.
 * - `changed-messages`: Blanks replace characters that are not allowed in the messages after the end.
 * - `left-out-messages`: Messages after the end that were empty, or a seat's 201st or a later one, were left out.
 * - `changed-source`: Blanks replace characters that are not allowed in the source.
 * - `unclean-texts`: Messages of the game itself, which its hash covers, have such characters; the record keeps
 * them, and the API shows blanks.
 */
export type GameNote = "beyond-share" | "changed-names" | "changed-messages" | "left-out-messages" | "changed-source" | "unclean-texts";

/**
 * The `notes` of the game's source, and `not-canonical` if the record has other blanks, line ends or spellings than
 * its canonical form. Empty for other formats.
 */
export type ImportNotes = (GameNote | "not-canonical")[];

/** When a game was played elsewhere, according to the account that imported it. */
export interface ClaimedTimes {
  created_at: Time;
  started_at: Time;
  finished_at: Time;
}

/** Imported from a text in the notation of [`/docs/notation`](/docs/notation). */
export interface SourceNotation {
  /** The format of the import: `notation`. */
  site: "notation";
  /** The commitment to the deck in the imported text; the data that opens it is unknown. */
  commitment: string | null;
}

/**
 * A format of an export. [`/docs/exchange`](/docs/exchange) describes them.
 * - `native`: The record: everything about the game, as JSON.
 * - `hanab-live`: The export of hanab.live, as JSON.
 * - `hanab-live-link`: A link that opens the game at hanab.live.
 * - `notation`: A game as text ([`/docs/notation`](/docs/notation)).
 * - `csv`: The events, one in a line.
 */
export type ExportFormat = "native" | "hanab-live" | "hanab-live-link" | "notation" | "csv";

/** What a format cannot express about a game, and why the game cannot be exported. */
export interface ExportReport {
  format: ExportFormat;
  /** Everything that the format cannot express about this game; empty if there is nothing. */
  losses: Loss[];
  /** The first event that cannot be exported; null if all can. */
  refusal: ExportRefusal | null;
}

/** Something that a format cannot express. The values of the sentence are also in separate members. */
export interface Loss {
  /**
   * What is lost; never translated.
   * - `reorders`: Hands that were reordered.
   * - `turned-cards`: Cards that were turned.
   * - `talk`: Messages at the table.
   * - `abort-votes`: Votes to abort the game.
   * - `declarations`: Colors that were named with a play ([R12](/docs/rules#R12)).
   * - `option`: An option that has another value when the export is read back.
   * - `tokens`: The number of clue tokens, which differs there from `version` on.
   * - `ended-by`: Who ended the game: the export names the seat to move.
   * - `ending`: The way in which the game ended.
   * - `notes`: The players' notes, with which the game would be too long for hanab.live.
   * - `link-names`: The names of the players.
   * - `link-option`: An option of hanab.live that did not change this game.
   * - `link-seats`: Which seat began: in the link, this player is the first.
   * - `card-notes`: Notes on cards.
   * - `not-whole`: The deck and the options.
   * - `times`: The times of the moves.
   * - `bots`: Which players are bots.
   * - `rating`: The rating of the score.
   * - `source`: Where the game came from.
   * - `proof`: The commitment to the deck and the data that opens it.
   * - `shared-notes`: Notes that players share.
   * - `comments`: Comments of readers.
   * - `messages`: Messages after the end.
   */
  code: "reorders" | "turned-cards" | "talk" | "abort-votes" | "declarations" | "option" | "tokens" | "ended-by" | "ending" | "notes" | "link-names" | "link-option" | "link-seats" | "card-notes" | "not-whole" | "times" | "bots" | "rating" | "source" | "proof" | "shared-notes" | "comments" | "messages";
  detail: Language;
  /** The number of occurrences. */
  count?: number;
  /** With `option`, its name in `rules`; with `link-option`, its name at hanab.live. */
  option?: string;
  /** With `option`, its value in this game. */
  value?: string | number;
  /** With `link-seats`, the seat that began. */
  seat?: Seat;
  /** With `tokens`, the first event after which they differ. */
  version?: Version;
  /** With `ending`, how the game ended here. */
  reason?: Reason;
}

/** Why a format cannot contain the game: the first event that its rules forbid. */
export interface ExportRefusal {
  /**
   * The reason; never translated.
   * - `game-over`: There, the game is over before this event.
   * - `other-outcome`: There, the card would lie elsewhere after the move ([R12](/docs/rules#R12)).
   * - `no-clue-token`: There, no clue token is left for this clue.
   * - `clue-tokens-full`: There, all clue tokens are available, so nothing can be discarded.
   * - `empty-clue`: There, this clue would touch no card.
   * - `no-such-player`: There is no player to whom this clue could go.
   * - `no-such-clue`: The variant has no such clue.
   * - `not-in-hand`: There, the card is not in the hand of the seat to move.
   * - `link-option`: A link has no options, and without them the game goes another way.
   */
  code: "game-over" | "other-outcome" | "no-clue-token" | "clue-tokens-full" | "empty-clue" | "no-such-player" | "no-such-clue" | "not-in-hand" | "link-option";
  /** The event. */
  version: Version;
  detail: Language;
}

/**
 * The record of a finished game: everything about it, in the canonical form of RFC 8785, with a digest of all the
 * rest. Any change to the chain, times or names is detected. [`/docs/verification`](/docs/verification) describes
 * it.
 */
export type GameRecord = RecordV2 | RecordV1;

/**
 * The record of a game played here. Its core was signed when the game ended, and never changes. What is outside of
 * the core, such as names and messages, may change later.
 */
export interface RecordV2 {
  /** The format: `hanabi-record`. */
  format: "hanabi-record";
  /** The version of the format: 2. */
  record: 2;
  /** The id of the game in the service that wrote the record. */
  id: GameId;
  core: RecordCore;
  /** The signature of the core; null for an unsigned record. */
  signature: Signature | null;
  /** The names of the players, by seat. */
  names: string[];
  /** Whether the game was private. */
  private: boolean;
  /** Where an imported game came from. */
  source: Record<string, unknown> | null;
  /** Messages after the end. */
  messages: ({
    seat: Seat;
    /** The id of the remark; null for a text. */
    remark: string | null;
    /** The text; null for a remark. */
    text: string | null;
    /** When the message was sent, in UTC; null if that is unknown. */
    at: string | null;
  })[];
  /** The SHA-256 of the rest of the record in canonical form, in hexadecimal digits. */
  digest: string;
}

/** What the game was. The names of the players are not in it; the deal has salted hashes of their accounts. */
export interface RecordCore {
  /** Whether the creator of the game gave its deck. */
  sandbox: boolean;
  /** The seconds without a turn after which the game was aborted ([R21](/docs/rules#R21)). */
  idle_limit_s: number;
  /** All cards of the game; the n-th has id n. */
  deck: DealtCard[];
  /** The 32 bytes that open the commitment to the deck, in hexadecimal digits. */
  salt: string;
  /** The service's part of the seed of the shuffle; null if the deck was not shuffled from one. */
  secret: string | null;
  /** All events of the game, from the deal on. */
  events: RecordedEvent[];
  /** How the game ended. */
  result: {
    outcome: Outcome;
    reason: Reason;
    /** The score; null for an aborted game, and for a loss under `strikeout_score` `none`. */
    score: number | null;
    /** The points on the table at the end. */
    table_points: number;
    /** The id of the rating ([R25](/docs/rules#R25)); null if the game has none. */
    band: string | null;
  };
  /** When the game was created, in UTC. */
  created_at: string;
}

/** An Ed25519 signature by the service. */
export interface Signature {
  key: PublicKey;
  signature: SignatureHex;
}

/** The record of an imported game, or of one from before records were signed. It is never signed. */
export interface RecordV1 {
  /** The format: `hanabi-record`. */
  format: "hanabi-record";
  /** The version of the format: 1. */
  record: 1;
  /** The id of the game where it was played. */
  id: GameId;
  /** Whether the creator of the game gave its deck. */
  sandbox: boolean;
  /** Whether the game was private. */
  private: boolean;
  /** The seconds without a turn after which the game was aborted ([R21](/docs/rules#R21)). */
  idle_limit_s: number;
  /** Where an imported game came from. */
  source: Record<string, unknown> | null;
  /** The players, by seat. */
  seats: ({
    /** The name of the player. */
    name: string;
    /** The id of the bot; null for a person. */
    bot: string | null;
  })[];
  /** All cards of the game; the n-th has id n. */
  deck: DealtCard[];
  /** The 32 bytes that open the commitment to the deck, in hexadecimal digits. */
  salt: string;
  /** The service's part of the seed of the shuffle; null if the deck was not shuffled from one. */
  secret: string | null;
  /** All events of the game, from the deal on. */
  events: RecordedEvent[];
  /** Messages after the end. */
  messages: ({
    seat: Seat;
    /** The id of the remark; null for a text. */
    remark: string | null;
    /** The text; null for a remark. */
    text: string | null;
    /** When the message was sent, in UTC; null if that is unknown. */
    at: string | null;
  })[];
  /** How the game ended. */
  result: {
    outcome: Outcome;
    reason: Reason;
    /** The score; null for an aborted game, and for a loss under `strikeout_score` `none`. */
    score: number | null;
    /** The points on the table at the end. */
    table_points: number;
    /** The id of the rating ([R25](/docs/rules#R25)); null if the game has none. */
    band: string | null;
  };
  /** When the game was created, in UTC. */
  created_at: string;
  /** When the cards were dealt, in UTC; null if that is unknown. */
  started_at: string | null;
  /** When the game ended, in UTC. */
  finished_at: string;
  /** The SHA-256 of the rest of the record in canonical form, in hexadecimal digits. */
  digest: string;
}

/** An event in its public form, with its time and its hash in the chain. */
export interface RecordedEvent {
  /**
   * The type of the event.
   * - `deal`: The cards were dealt.
   * - `play`: A card was played ([R10](/docs/rules#R10)).
   * - `discard`: A card was discarded ([R9](/docs/rules#R9)).
   * - `clue`: A clue was given ([R5](/docs/rules#R5)).
   * - `reorder`: A seat changed the order of its cards ([R26](/docs/rules#R26)).
   * - `turn_cards`: A seat turned cards of its hand ([R29](/docs/rules#R29)).
   * - `message`: A seat sent a message ([R27](/docs/rules#R27)).
   * - `abort_vote`: A seat voted to abort the game ([R21](/docs/rules#R21)).
   * - `abort_vote_withdrawn`: A seat withdrew its vote to abort the game ([R21](/docs/rules#R21)).
   * - `abort`: The game was aborted ([R21](/docs/rules#R21)).
   */
  type: "deal" | "play" | "discard" | "clue" | "reorder" | "turn_cards" | "message" | "abort_vote" | "abort_vote_withdrawn" | "abort";
  /** When it happened, in UTC; null if that is unknown. */
  at: string | null;
  /** The hash of the chain up to this event, as [`/docs/verification`](/docs/verification) defines it. */
  hash: string;
}

/** A link of hanab.live that contains a whole game. */
export interface GameLink {
  /** Such as `https://hanab.live/replay-json/…`. */
  link: string;
}

/** What became of a line of a request with many games. */
export interface ImportReport {
  /** The number of the line. Blank lines count, but have no report. */
  line: number;
  /**
   * What became of the line.
   * - `imported`: The game is now a replay.
   * - `known`: This record was imported before.
   * - `refused`: The line is not a valid game; see `problem`.
   */
  status: "imported" | "known" | "refused";
  /** The replay; null if the line was refused. */
  id: GameId | null;
  notes: ImportNotes;
  /** Why the line was refused; null if it was not. The status is that of a request with this line alone. */
  problem: Problem | null;
}

/**
 * An export of hanab.live, format 3.0.0, of a game of any variant. Members that are absent or null have its
 * defaults.
 */
export interface HanabLiveGame {
  /** The number of the game there; null or absent for a game without one. */
  id?: number | null;
  /** The names of the players, by seat. */
  players: string[];
  /** The variant, as some programs write it. `options.variant` must be equal. */
  variant?: string;
  /** All cards. Only if a game was left, cards that were not drawn can be missing at the end. */
  deck: HanabLiveCard[];
  /** The turns in order, and at most one end of the game. */
  actions: HanabLiveAction[];
  /** The options that differ from the defaults of hanab.live; null or absent for none. */
  options?: HanabLiveOptions | null;
  /** The players' notes, a list for each seat, by card id. */
  notes?: string[][] | null;
  /** The detrimental characters by seat. Genius, Panicky, Contrarian and Follower are rejected. */
  characters?: HanabLiveCharacter[] | null;
  /** The seed with which hanab.live shuffled; the import ignores it and uses `deck`. */
  seed?: string | null;
}

/** A card of the deck. */
export interface HanabLiveCard {
  /** The position of the suit in the variant, from 0. */
  suitIndex: number;
  rank: Rank;
}

/** The detrimental character of a player. */
export interface HanabLiveCharacter {
  /** The name of the character. */
  name: string;
  /** Its number, such as of a color. */
  metadata?: number | null;
}

/** A turn, or the end of the game. */
export interface HanabLiveAction {
  /**
   * Play, discard, color clue, rank clue, end of the game, end of the game by vote. A play or discard is what became
   * of the card, also in inverted suits.
   */
  type: number;
  /** A card id or a seat. */
  target: number;
  /**
   * The color or rank of a clue, by default 0. For the end of the game: 3 time ran out, 4 terminated, 5 speedrun
   * failed, 6 idle, 10 by vote.
   */
  value?: number | null;
}

/** Options of hanab.live. One that is absent or null has its default. */
export interface HanabLiveOptions {
  /** The name of a variant; `No Variant` by default. */
  variant?: string | null;
  /** The seat that moves first; by default seat 0. */
  startingPlayer?: number | null;
  /** Whether players had clocks. Kept in `source`. */
  timed?: boolean | null;
  /** The seconds on each clock at the start. Kept in `source`. */
  timeBase?: number | null;
  /** The seconds that a turn adds to a clock. Kept in `source`. */
  timePerTurn?: number | null;
  /** Whether the game was a speedrun. Kept in `source`. */
  speedrun?: boolean | null;
  /** Whether players reordered their hands. Kept in `source`. */
  cardCycle?: boolean | null;
  /** Whether the last card of the deck can be played from there. */
  deckPlays?: boolean | null;
  /** Whether a clue may touch no card ([R7](/docs/rules#R7)). */
  emptyClues?: boolean | null;
  /** Whether hands have one card more ([R1](/docs/rules#R1)). */
  oneExtraCard?: boolean | null;
  /** Whether hands have one card less ([R1](/docs/rules#R1)). */
  oneLessCard?: boolean | null;
  /** Whether only the full score counts, which is the grand finale ([R18](/docs/rules#R18)) here. */
  allOrNothing?: boolean | null;
  /** Whether players have handicaps that make the game harder. */
  detrimentalCharacters?: boolean | null;
}

/** A game to create. */
export interface CreateGameRequest {
  /** [R1](/docs/rules#R1). Six only in the edition `hanab_live`. */
  seats: number;
  rules?: ChosenRules;
  /** True for a game for experiments, which is not counted in statistics; by default false. */
  sandbox?: boolean;
  /** True for a game that only players with a seat in it can see; by default false. */
  private?: boolean;
  /** Bots that take the seats from 1 on, by default none. If they take all other seats, the game starts at once. */
  bots?: BotId[];
  /**
   * The deck, first dealt card first; only for sandbox games. It must contain the cards of the rules
   * ([R2](/docs/rules#R2)).
   */
  deck?: DeckCard[];
  /**
   * The number of seconds without an event after which the game ends as aborted ([R21](/docs/rules#R21)); by default
   * 604,800, a week.
   */
  idle_limit_s?: number;
  entropy?: Entropy;
  entropy_commitment?: EntropyCommitment;
}

/** A card of the deck of a sandbox game. */
export interface DeckCard {
  suit: Suit;
  rank: Rank;
}

/**
 * A built-in bot.
 * - `random`: Plays a random legal action.
 * - `kagiya`: Gives and reads clues by conventions; the stronger one.
 */
export type BotId = "random" | "kagiya";

/** The built-in bots. */
export interface BotList {
  /** The bots. */
  items: Bot[];
}

/** A built-in bot. */
export interface Bot {
  id: BotId;
  /** How it plays, in English. */
  description: string;
  /**
   * Which variants of hanab.live it plays. Every bot plays all games of the booklets.
   * - `all`: Every variant.
   * - `some`: Some of them; others are refused with `bot-cannot-play`.
   */
  variants: "all" | "some";
}

/** The seat to take, by default the first free one, for the caller or for a bot. */
export interface CreateSeatRequest {
  seat?: Seat;
  /** The code of an invitation; not with `bot`. */
  code?: string;
  /** The bot that takes the seat. */
  bot?: BotId;
  entropy?: Entropy;
  entropy_commitment?: EntropyCommitment;
}

/** An invitation to create: for an account, or for anyone with its code. */
export interface CreateInvitationRequest {
  /** The lifetime of the invitation in seconds; by default 604,800, a week. */
  expires_in_s?: number;
  /** The invited account; without it, anyone with the code. */
  account?: AccountId;
}

/** An invitation to an open game. */
export interface Invitation {
  /** The code, shown only once; null for an invitation of one account, which needs none. */
  code: string | null;
  /** The invited account; null if anyone with the code is invited. */
  account: AccountId | null;
  expires_at: Time;
}

/** The version of the view for which the move was chosen. */
export type ExpectedVersion = number;

/** A turn to take. */
export type CreateMoveRequest = PlayMove | DiscardMove | ClueMove;

/** Play a card of the own hand ([R10](/docs/rules#R10)). */
export interface PlayMove {
  type: PlayType;
  card: CardId;
  /** The color that is named with the play ([R12](/docs/rules#R12)). */
  declared_color?: ClueColor;
  expected_version?: ExpectedVersion;
}

/** Discard a card of the own hand ([R9](/docs/rules#R9)). */
export interface DiscardMove {
  type: DiscardType;
  card: CardId;
  expected_version?: ExpectedVersion;
}

/** Give a clue to another seat ([R5](/docs/rules#R5)): by either a color or a rank. */
export interface ClueMove {
  type: ClueType;
  target: Seat;
  color?: ClueColor;
  rank?: ClueRank;
  expected_version?: ExpectedVersion;
}

/** The new order of the caller's hand ([R26](/docs/rules#R26)). */
export interface UpdateHandOrderRequest {
  /** Each card of the hand once, oldest place first. */
  cards: CardId[];
}

/** A message at the table: either a remark or a text ([R27](/docs/rules#R27)). */
export interface CreateMessageRequest {
  remark?: RemarkId;
  /**
   * With the remark `no-information`, during the game: the cards of the caller's hand that it is about, each once.
   * Without cards, it is about the whole hand.
   */
  cards?: CardId[];
  /** The text, without control characters and not blank. */
  text?: string;
}

/** An empty object. */
export type CreateAbortVoteRequest = Record<string, unknown>;

/** A page of games. */
export interface GameList {
  /** The games, in the order of the request. */
  items: ListedGame[];
  next: NextCursor;
}

/** A game in a list, the same for everyone. */
export interface ListedGame {
  id: GameId;
  status: Status;
  /** Whether the creator of the game gave its deck. */
  sandbox: boolean;
  /** Whether only players with a seat in it can see the game. */
  private: boolean;
  /** Whether it was played elsewhere. */
  imported: boolean;
  /** The times in the imported record; null for other games. */
  claimed: ClaimedTimes | null;
  rules: Rules;
  /** The players, by seat; a free seat has no name. */
  seats: SeatWithName[];
  reveal_until: RevealUntil;
  awaiting_reveals: AwaitingReveals;
  version: Version;
  /** The number of turns taken. */
  turn: number;
  to_move: ToMove;
  /** How the game ended; null while it has not. */
  outcome: Outcome | null;
  /** Why the game ended; null while it has not. */
  reason: Reason | null;
  /** The score of the result; null before the end, and if the result has no score. */
  score: number | null;
  created_at: Time;
  started_at: Time;
  finished_at: Time;
  curve?: GameCurve;
  links: GameLinks;
}

/** The course of a finished game by turn, from turn 0 on. It is only in a list with `curve=true`. */
export interface GameCurve {
  /** The points on the table after each turn. */
  points: number[];
  /**
   * The highest score that could still be reached after each turn, as `reachable_score` of the analysis: the
   * solver's if it has solved the game, and otherwise an upper bound.
   */
  reachable: number[];
}

/** The clues that touched the card. Absent under `memory_aid` `none`. */
export interface CardClues {
  /** The colors of the clues that touched the card. */
  colors: ClueColor[];
  /** The ranks of the clues that touched the card. */
  ranks: ClueRank[];
  /**
   * Only with empty `colors` and `ranks`: a clue touched the card, but the viewer did not hear its color or rank
   * (Cow & Pig, Duck).
   */
  hidden?: true;
}

/** What the card can be, from the clues given to its hand only. Absent under `memory_aid` `none`. */
export interface CardPossibilities {
  /** The suits that the card can have. */
  suits: Suit[];
  /** The ranks that the card can have. */
  ranks: Rank[];
  /**
   * The possible ranks by suit; only in games with a variant, where not every pair of `suits` and `ranks` is
   * possible.
   */
  cards?: Record<string, Ranks>;
}

/**
 * What the viewer can know about the cards. Only with `knowledge=true`. The cards of its own hand have `own`; those
 * of the others do not, because what another seat sees is secret ([R28](/docs/rules#R28)). Empty for a viewer
 * without a seat.
 */
export interface Knowledge {
  /** What is known about each hand. */
  hands: KnownHand[];
}

/** What each seat, or the requested one, could know about its hand at one version. Every card has `own`. */
export interface FrameKnowledge {
  id: GameId;
  version: Version;
  /** What is known about each hand. */
  hands: KnownHand[];
}

/** What is known about the cards of a hand. */
export interface KnownHand {
  seat: Seat;
  /** The cards in hand order. */
  cards: KnownCard[];
}

/** What is known about a card. */
export interface KnownCard {
  card: CardId;
  clues?: CardClues;
  possible?: CardPossibilities;
  /** Common knowledge: from the clues, the fireworks and the discard pile. */
  common: KnownIdentity[];
  own?: OwnKnowledge;
}

/** A possible identity of this card. */
export interface KnownIdentity {
  suit: Suit;
  rank: Rank;
  unseen: UnseenCopies;
}

/** The number of copies that the owner cannot see. */
export type UnseenCopies = number;

/** What the holder of the card can conclude, including from the other hands. */
export interface OwnKnowledge {
  /**
   * The number of ways to assign the unseen copies, counted as different, to the hidden cards of this hand such that
   * every clue fits. All are equally likely.
   */
  deals: number;
  /** The identities that remain by counting card by card. */
  identities: OwnIdentity[];
}

/** A possible identity of this card, and its probability. */
export interface OwnIdentity {
  suit: Suit;
  rank: Rank;
  unseen: UnseenCopies;
  /** In how many deals the card has this identity; 0 if the whole hand excludes it. */
  deals: number;
  /** The quotient of the two numbers. */
  probability: number;
}

/** A public key of `/.well-known/hanabi-keys`, 32 bytes. */
export type PublicKey = string;

/** An Ed25519 signature, 64 bytes. */
export type SignatureHex = string;

/**
 * What the service has signed about this game: that it has this newest event, or before the deal, this commitment.
 * Save it. If the service later shows another game, the receipt proves it: `hanabi verify FILE --receipt FILE`.
 */
export type Receipt = GameReceipt | OpeningReceipt;

/** A statement of the service about the game at one version, which its signature covers. */
export interface GameReceipt {
  /** The type of the statement: `hanabi/receipt`. */
  type: "hanabi/receipt";
  game: GameId;
  /** The version of the newest event. */
  version: Version;
  head: Head;
  /** The time of the newest event. */
  at: Time;
  key: PublicKey;
  signature: SignatureHex;
}

/** A statement of the service about an open game, which its signature covers. */
export interface OpeningReceipt {
  /** The type of the statement: `hanabi/opening`. */
  type: "hanabi/opening";
  game: GameId;
  secret_commitment: SecretCommitment;
  /** When the game was created. */
  at: Time;
  key: PublicKey;
  signature: SignatureHex;
}

/** The signed head of the log of commitments at one size. */
export interface LogHead {
  /** The number of entries. */
  size: number;
  root: Hash;
  /** When the head was signed. */
  at: string;
  /** The signature of `size`, `root` and `at` with the type `hanabi/log-head`. */
  signature: {
    /** The public key, 32 bytes. */
    key: string;
    /** Ed25519, 64 bytes. */
    signature: string;
  };
  /** The service promises that a head has each entry that is so many seconds older. Usually it takes a second. */
  max_merge_delay_s: number;
}

/**
 * What happened to a game.
 * - `commitment`: A game was opened.
 * - `deal`: It was dealt.
 * - `end`: It ended with a result.
 * - `abort`: It ended without one.
 * - `withdrawal`: It was deleted before its deal.
 */
export type LogEntryType = "commitment" | "deal" | "end" | "abort" | "withdrawal";

/**
 * An entry. Its canonical JSON is the leaf of the tree. `game` is a hash that binds the id of the game, `head` that
 * of the last event, and `secret` opens the commitment of a game that did not end.
 */
export interface LogEntry {
  type: LogEntryType;
  secret_commitment: Hash;
  game?: Hash;
  head?: Hash;
  secret?: Hash;
}

/** Entries of the log of commitments. */
export interface LogEntryList {
  /** The entries in order. */
  items: {
    /** The position of the entry in the log, from 0. */
    index: number;
    entry: LogEntry;
  }[];
}

/** The proof that an entry is in the log. */
export interface LogProof {
  /** The index of the entry, counted from 0. */
  index: number;
  /** The size of the tree. */
  size: number;
  entry: LogEntry;
  leaf_hash: Hash;
  proof: MerklePath;
}

/** The proof that a later head only adds entries to an earlier one. */
export interface LogConsistency {
  /** The size of the earlier log. */
  first: number;
  /** The size of the later log. */
  second: number;
  proof: MerklePath;
}

/** Hashes in the order of RFC 9162. */
export type MerklePath = Hash[];

/** The keys with which the service has signed. */
export interface KeyList {
  /** The keys, newest first. */
  items: Key[];
}

/** A public key of the service. */
export interface Key {
  key: PublicKey;
  /** The algorithm of the signatures: `Ed25519`. */
  algorithm: "Ed25519";
  /** When the service made the key. */
  from: string;
  /** When the service stopped using the key, to two minutes; null for the key in use. */
  until: string | null;
}

/** The caller's games, and what awaits the caller in others. */
export interface MyGameList {
  /** The games, oldest first. */
  items: MyGame[];
  /** The open games that wait for the caller to reveal the entropy of its seat. */
  awaiting_reveals: AwaitedReveal[];
  /** The invitations to open games that the caller has received. */
  invited: ReceivedInvitation[];
}

/** An open game that waits for the caller to reveal the entropy of its seat. */
export interface AwaitedReveal {
  game: GameId;
  /** The status of the game: `open`, because it is not dealt yet. */
  status: "open";
  seat: Seat;
  reveal_until: Time;
}

/** A game with an invitation for the caller, in which it can take a seat. */
export interface ReceivedInvitation {
  game: GameId;
  /** The status of the game: `open`. */
  status: "open";
  /** The name of the player who invites. */
  invited_by: string;
  /** The account of the player who invites; null if it is deleted. */
  inviter: AccountId | null;
  expires_at: Time;
}

/** The invitations to open games that the caller has received. */
export interface ReceivedInvitationList {
  /** The invitations. */
  items: ReceivedInvitation[];
  next: NextCursor;
}

/** An account that the caller has blocked. */
export interface BlockedAccount {
  account: AccountId;
  /** The current name of the account. */
  name: string;
  blocked_at: Time;
}

/** The accounts that the caller has blocked. */
export interface BlockedAccountList {
  /** The blocked accounts. */
  items: BlockedAccount[];
  next: NextCursor;
}

/** The state of a game for one of its players. */
export interface MyGame {
  game: GameId;
  /**
   * The status of the game.
   * - `running`: It is being played.
   * - `ended`: It is over.
   */
  status: "running" | "ended";
  version: Version;
  /** The number of turns taken. */
  turn: number;
  seat: Seat;
  to_move: ToMove;
  /** Whether the caller's seat is to move. */
  your_turn: boolean;
}

/**
 * A remark of the fixed list ([R27](/docs/rules#R27)).
 * - `no-information`: The seat has no information about its hand, or about the cards that it names.
 * - `remember-your-hand`: Do you remember what you hold?
 */
export type RemarkId = "no-information" | "remember-your-hand";

/** The messages at a table, during the game and after it, and what may be said there. */
export interface MessageList {
  policy: TableTalk;
  /** The fixed list of remarks. */
  remarks: Remark[];
  /** The messages, oldest first. */
  items: Message[];
}

/** A remark of the fixed list. */
export interface Remark {
  id: RemarkId;
  text: Language;
}

/** A message at a table, during the game or after it. */
export interface Message {
  /** The version of its event; null for messages after the end, which are not events. */
  version: number | null;
  seat: Seat;
  /** The remark; null for a text. */
  remark: RemarkId | null;
  /** The cards of the seat's own hand that the remark names; missing if it names none. */
  cards?: CardId[];
  /** The text as sent, or that of the remark in the reader's language. */
  text: string;
  at: Time;
}

/**
 * An account (`a_…`), a game or an imported replay (`g_…`), a comment (`g_…/c_…`), a branch (`g_…/b_…`) or a report
 * (`r_…`).
 */
export type ModerationTarget = string;

/** A report. */
export type ReportId = string;

/**
 * The kind of fault.
 * - `cheating`: The account cheats, for example with two seats of a game.
 * - `insult`: It insults others.
 * - `name`: Its name is offensive or pretends to be another.
 * - `spam`: It advertises or floods.
 * - `other`: Something else, which the text says.
 */
export type ReportReason = "cheating" | "insult" | "name" | "spam" | "other";

/** A report of an account to the moderators. */
export interface CreateReportRequest {
  about: ModerationTarget;
  reason: ReportReason;
  /** A text for the moderators. */
  text?: ModerationText;
}

/** A report that was sent. */
export interface Report {
  id: ReportId;
  about: ModerationTarget;
  reason: ReportReason;
  /** What the reporter wrote; null for nothing. */
  text: string | null;
  at: Time;
}

/** A report as moderators see it. */
export interface ReceivedReport {
  id: ReportId;
  about: ModerationTarget;
  reason: ReportReason;
  /** What the reporter wrote; null for nothing. */
  text: string | null;
  at: Time;
  /** The account that reports. */
  by: NamedAccount;
  /** null while the report is open. */
  closed_at: Time;
}

/** A page of reports. */
export interface ReportList {
  /** The reports, oldest first. */
  items: ReceivedReport[];
  next: NextCursor;
}

/** A report that the account made. */
export interface ExportedReport {
  id: ReportId;
  about: ModerationTarget;
  reason: ReportReason;
  /** What the account wrote; null for nothing. */
  text: string | null;
  at: Time;
  /** null while the report is open. */
  closed_at: Time;
}

/** An account with its name. */
export interface NamedAccount {
  id: AccountId;
  /** The name of the account; a neutral one after its deletion. */
  name: string;
}

/** A text of one or more lines, not blank. */
export type ModerationText = string;

/** An action of a moderator. */
export interface CreateModerationActionRequest {
  /**
   * What to do.
   * - `suspend`: The account is suspended.
   * - `lift`: The suspension ends.
   * - `rename`: The account gets another name.
   * - `hide`: The game, replay or comment is hidden from others.
   * - `unhide`: What was hidden is shown again.
   * - `close`: The report is closed without another action.
   */
  action: "suspend" | "lift" | "rename" | "hide" | "unhide" | "close";
  target: ModerationTarget;
  /** Why. A suspended or renamed account can read it in its export. */
  reason: ModerationText;
  /** With `suspend`, the end, within ten years; by default the suspension has no end. */
  until?: string | null;
  /** With `rename`, the new name; by default a neutral one. */
  name?: string;
}

/** An entry of the log of moderation. */
export interface ModerationAction {
  /** The id of the entry. */
  id: string;
  /**
   * What was done.
   * - `suspend`: The account is suspended.
   * - `lift`: The suspension ends.
   * - `rename`: The account gets another name.
   * - `hide`: The game, replay or comment is hidden from others.
   * - `unhide`: What was hidden is shown again.
   * - `close`: The report is closed without another action.
   * - `grant`: The operator made the account a moderator.
   * - `revoke`: The operator ended that.
   */
  action: "suspend" | "lift" | "rename" | "hide" | "unhide" | "close" | "grant" | "revoke";
  target: ModerationTarget;
  /** Why it was done, as the moderator or the operator wrote it. */
  reason: string;
  /** The moderator; null for the operator. */
  by: NamedAccount | null;
  /** The previous name, or the end of the previous suspension. */
  before: string | null;
  /** The new name, or the end of the suspension; `for good` for none. */
  after: string | null;
  at: Time;
}

/** A page of the log of moderation. */
export interface ModerationActionList {
  /** The actions, newest first. */
  items: ModerationAction[];
  next: NextCursor;
}

/** An action of moderation on the account. */
export interface ExportedModeration {
  /**
   * What was done.
   * - `suspend`: The account is suspended.
   * - `lift`: The suspension ends.
   * - `rename`: The account gets another name.
   * - `grant`: The operator made the account a moderator.
   * - `revoke`: The operator ended that.
   */
  action: "suspend" | "lift" | "rename" | "grant" | "revoke";
  /** Why it was done. */
  reason: string;
  /** The previous name, or the end of the previous suspension; null if there is none. */
  before: string | null;
  /** The new name, or the end of the suspension; null if there is none. */
  after: string | null;
  at: Time;
}

/**
 * The subject of a note or a comment: `game`, a turn (`turn-17`, the table after seventeen turns), or a card by its
 * id (`card-12`).
 */
export type Anchor = string;

/** A comment. */
export type CommentId = string;

/** A text of one or more lines, separated by line feeds, without other control characters. */
export type Paragraphs = string;

/** The new text of a note. */
export interface UpdateNoteRequest {
  text: Paragraphs;
  /** True to show the note after the end of the game; by default false. */
  shared?: boolean;
}

/** The text of a note from an event on; version and time are null in a game that was imported. */
export interface NoteVersion {
  /** The newest event at that time. */
  version: number | null;
  /** The text of this version. */
  text: string;
  at: Time;
}

/** A note, as its author sees it. */
export interface Note {
  anchor: Anchor;
  /** Whether readers of the replay see it. */
  shared: boolean;
  /** The current text. */
  text: string;
  /** The newest event when the text was written. */
  version: number | null;
  at: Time;
  /** The history, oldest first; the last is the current text. */
  history: NoteVersion[];
}

/** The caller's notes on a game. */
export interface NoteList {
  /** The notes. */
  items: Note[];
}

/** A note, as readers of the replay see it. */
export interface SharedNote {
  seat: Seat;
  anchor: Anchor;
  /** The current text. */
  text: string;
  /** The newest event when the text was written. */
  version: number | null;
  at: Time;
  /** The history, oldest first; the last is the current text. */
  history: NoteVersion[];
}

/** The notes that the players share after the end. */
export interface SharedNoteList {
  /** The notes. */
  items: SharedNote[];
}

/** A comment on a replay. */
export interface CreateCommentRequest {
  anchor: Anchor;
  text: Paragraphs;
}

/** The author of a comment; without an id once the account is deleted. */
export interface Author {
  /** The account; null if it was deleted. */
  id: AccountId | null;
  /** The name of the account; a neutral one after its deletion. */
  name: string;
}

/** A comment on a finished game. */
export interface Comment {
  id: CommentId;
  author: Author;
  /** The author's seat in the game; null for other readers. */
  seat: Seat | null;
  anchor: Anchor;
  /** The text of the comment. */
  text: string;
  at: Time;
}

/** A page of comments. */
export interface CommentList {
  /** The comments, oldest first. */
  items: Comment[];
  next: NextCursor;
}

/** A note of the account, with its history. */
export interface ExportedNote {
  game: GameId;
  anchor: Anchor;
  /** Whether the other players see the note after the end. */
  shared: boolean;
  /** The current text. */
  text: string;
  /** The version of the event that the note is about; null for another note. */
  version: number | null;
  at: Time;
  /** Every version of the note, oldest first. */
  history: NoteVersion[];
}

/** A comment of the account. */
export interface ExportedComment {
  id: CommentId;
  game: GameId;
  anchor: Anchor;
  /** The text of the comment. */
  text: string;
  at: Time;
}

/**
 * The kind of problem; never translated.
 * - `bad-request`: The request cannot be understood.
 * - `invalid-idempotency-key`: The value of `Idempotency-Key` is invalid.
 * - `malformed-json`: The body is not valid JSON.
 * - `missing-token`: The request requires a token.
 * - `invalid-token`: The token is unknown, has expired or was revoked.
 * - `insufficient-scope`: The token does not have the scope that `scope` names.
 * - `account-suspended`: A moderator has suspended the account.
 * - `not-a-player`: Only players of the game may do this.
 * - `not-the-creator`: Only the account that created or imported the game may do this.
 * - `not-the-leader`: Another reader leads the review.
 * - `seat-refused`: The creator of the game has blocked the caller.
 * - `wrong-game`: The token is bound to a seat in another game.
 * - `not-found`: There is no such resource, or the caller may not see it.
 * - `method-not-allowed`: The address does not support the method.
 * - `not-acceptable`: No format in `Accept` or `Accept-Encoding` is available.
 * - `already-seated`: The caller already has a seat in the game.
 * - `awaiting-reveals`: All seats are taken, and the game waits for the reveals of some.
 * - `bot-cannot-play`: The bot cannot play the variant of the game.
 * - `commitment-taken`: Another seat of the game has the same commitment.
 * - `export-refused`: The rules of the format forbid one of the moves.
 * - `name-taken`: Another account has this name or one that looks like it, or gave it up a short time ago.
 * - `limit-reached`: The caller has reached the limit that `limit` names.
 * - `game-not-finished`: This is available only after the end of the game.
 * - `game-not-open`: This is possible only before the game starts or, to remove a player, before the first move.
 * - `game-not-running`: The game has not started yet or has already ended.
 * - `not-imported`: The game was played here, so it cannot be deleted.
 * - `not-your-turn`: Another seat is to move.
 * - `request-in-progress`: A request with the same `Idempotency-Key` is still being processed.
 * - `reveal-mismatch`: The seat has committed to other bytes, or to none.
 * - `reveal-too-early`: A seat is still free.
 * - `seat-taken`: Another player has this seat.
 * - `version-conflict`: The move was chosen for another version of the game.
 * - `revision-conflict`: `If-Match` or `If-None-Match` fails, because the resource was changed or created.
 * - `payload-too-large`: The body is too large.
 * - `unsupported-media-type`: The body has an unsupported media type, or it is compressed.
 * - `idempotency-key-reused`: The `Idempotency-Key` was used for a request with another body.
 * - `illegal-move`: The rules of the game forbid it; `refusal` and `rule` say why.
 * - `import-refused`: The game cannot be imported, because it is incomplete or does not follow the rules.
 * - `invalid-deck`: The deck does not contain exactly the cards of the game ([R2](/docs/rules#R2)).
 * - `invalid-request`: The request has the faults that `errors` lists.
 * - `precondition-required`: The change requires the header `If-Match`.
 * - `too-many-requests`: The caller sent too many requests in a short time.
 * - `internal-error`: An unexpected error occurred in the service.
 * - `too-many-streams`: Too many streams are open.
 * - `analysis-queue-full`: Too many analyses are waiting to be computed.
 * - `service-unavailable`: The service cannot answer at the moment.
 */
export type ProblemCode = "bad-request" | "invalid-idempotency-key" | "malformed-json" | "missing-token" | "invalid-token" | "insufficient-scope" | "account-suspended" | "not-a-player" | "not-the-creator" | "not-the-leader" | "seat-refused" | "wrong-game" | "not-found" | "method-not-allowed" | "not-acceptable" | "already-seated" | "awaiting-reveals" | "bot-cannot-play" | "commitment-taken" | "export-refused" | "name-taken" | "limit-reached" | "game-not-finished" | "game-not-open" | "game-not-running" | "not-imported" | "not-your-turn" | "request-in-progress" | "reveal-mismatch" | "reveal-too-early" | "seat-taken" | "version-conflict" | "revision-conflict" | "payload-too-large" | "unsupported-media-type" | "idempotency-key-reused" | "illegal-move" | "import-refused" | "invalid-deck" | "invalid-request" | "precondition-required" | "too-many-requests" | "internal-error" | "too-many-streams" | "analysis-queue-full" | "service-unavailable";

/**
 * Why the rules forbid it; never translated. Together with `rule`, it distinguishes refusals with the same code.
 * - `own-hand`: A clue cannot go to the own seat ([R5](/docs/rules#R5)).
 * - `no-such-seat`: The game has no such seat ([R5](/docs/rules#R5)).
 * - `no-clue-token`: No clue token is left ([R5](/docs/rules#R5)).
 * - `no-such-color`: The game has no such color ([R8](/docs/rules#R8), [R12](/docs/rules#R12)).
 * - `no-such-rank`: The game has no clue of this rank ([R2](/docs/rules#R2)).
 * - `same-kind-of-clue`: Color and rank clues alternate in this game ([R30](/docs/rules#R30)).
 * - `empty-clue`: A clue must touch a card in this game ([R7](/docs/rules#R7)).
 * - `not-in-hand`: The card is not in the own hand ([R9](/docs/rules#R9), [R10](/docs/rules#R10),
 * [R27](/docs/rules#R27), [R29](/docs/rules#R29)).
 * - `clue-tokens-full`: All clue tokens are available, so nothing can be discarded ([R9](/docs/rules#R9)).
 * - `no-declaration`: No color is named with a play in this game ([R12](/docs/rules#R12)).
 * - `already-voted`: The seat has already voted to abort ([R21](/docs/rules#R21)).
 * - `not-voted`: The seat has not voted to abort ([R21](/docs/rules#R21)).
 * - `no-reorder`: Hands may not be reordered in this game ([R26](/docs/rules#R26)).
 * - `not-clued`: The hand was not given a clue yet ([R26](/docs/rules#R26), [R29](/docs/rules#R29)).
 * - `not-the-hand`: The new order does not name each card of the hand once ([R26](/docs/rules#R26)).
 * - `too-many-reorders`: The hand was changed too often; wait for the next turn ([R26](/docs/rules#R26),
 * [R29](/docs/rules#R29)).
 * - `no-turned-cards`: Cards may not be turned in this game ([R29](/docs/rules#R29)).
 * - `no-cards-to-name`: Only the remark `no-information` names cards, during the game, from `ruleset` 2 on
 * ([R27](/docs/rules#R27)).
 * - `no-talk`: The game allows no messages at the table ([R27](/docs/rules#R27)).
 * - `no-such-remark`: There is no such remark ([R27](/docs/rules#R27)).
 * - `remarks-only`: The game allows only remarks, no text ([R27](/docs/rules#R27)).
 * - `another-seats-move`: Remarks are not allowed while another seat is to move ([R27](/docs/rules#R27)).
 * - `too-many-remarks`: The seat has reached the limit of messages ([R27](/docs/rules#R27)).
 * - `too-many-events`: The seat has sent enough events that are not turns ([R22](/docs/rules#R22)).
 */
export type RefusalCode = "own-hand" | "no-such-seat" | "no-clue-token" | "no-such-color" | "no-such-rank" | "same-kind-of-clue" | "empty-clue" | "not-in-hand" | "clue-tokens-full" | "no-declaration" | "already-voted" | "not-voted" | "no-reorder" | "not-clued" | "not-the-hand" | "too-many-reorders" | "no-turned-cards" | "no-cards-to-name" | "no-talk" | "no-such-remark" | "remarks-only" | "another-seats-move" | "too-many-remarks" | "too-many-events";

/** A problem document (RFC 9457). */
export interface Problem {
  /** The address of the page that explains the problem. */
  type: string;
  title: Language;
  /** The HTTP status of the response. */
  status: number;
  detail: Language;
  code: ProblemCode;
  /** The same as the header Request-Id. */
  request_id: string;
  /** Each fault of the request, if known; at most the first hundred. */
  errors?: Fault[];
  /** With `version-conflict`, the newest version. */
  version?: Version;
  /** With `version-conflict`, the events that the caller has missed. */
  events?: Event[];
  /** With `insufficient-scope`, the missing scope. */
  scope?: Scope;
  /** With `account-suspended`, the end of the suspension; null if it has none. */
  until?: string | null;
  /** With `awaiting-reveals`, the time when the game is dealt at the latest. */
  reveal_until?: string;
  /** With `illegal-move`. */
  refusal?: RefusalCode;
  /** With `export-refused`. */
  report?: ExportReport;
  /**
   * With `limit-reached`, the limit: `open-games` and `running-games` of the caller, `seats-in-open-games` of
   * others, `invitations` of the caller to open games, `invitations-of-game`, `invitations-to-account` within 24
   * hours, `blocks`, `comments` on the game, `comments-a-day`, `branches` of the game, `branches-of-account`,
   * `notes` and `note-characters` on the game, `notes-of-account`, `reports-a-day`, `sessions`, `tokens`, or
   * `webhooks`. There may be others.
   */
  limit?: string;
  /** With `limit-reached`, the size of the limit. */
  maximum?: number;
  /** With `illegal-move`, `invalid-deck` and, if a ruling is broken, `import-refused`. */
  rule?: string | null;
  /** If `rule` is not null, its address. */
  rule_url?: RuleAddress;
}

/** The meaning of a code, in the caller's language. */
export interface ProblemMeaning {
  code: ProblemCode;
  /** The address of its page. */
  type: string;
  /** The HTTP status of responses with this code. */
  status: number;
  title: Language;
  /** What happened. */
  happened: Language;
  /** What to do. */
  remedy: Language;
}

/** The codes of problems with their meanings. */
export interface ProblemList {
  /** All codes, by status. */
  items: ProblemMeaning[];
}

/** The meaning of a code, in the caller's language, with an example. */
export interface ExplainedProblem {
  code: ProblemCode;
  /** The address of its page. */
  type: string;
  /** The HTTP status of responses with this code. */
  status: number;
  title: Language;
  /** What happened. */
  happened: Language;
  /** What to do. */
  remedy: Language;
  /** An example document. */
  example: Problem;
}

/** A fault of a request. It has a `pointer`, a `parameter`, or a `line` and a `column`. */
export interface Fault {
  /** The position in the body, as a JSON pointer. */
  pointer?: string;
  /** The query parameter, or the part of the path. */
  parameter?: string;
  /** The position in a text body, counted from 1. */
  line?: number;
  /** The column in this line, counted from 1. */
  column?: number;
  /** The fault, in English. */
  detail: string;
  rule?: RuleNumber;
  rule_url?: RuleAddress;
}

/** A puzzle. */
export type PuzzleId = string;

/**
 * What the solution is.
 * - `play`: A play.
 * - `discard`: A discard.
 * - `clue`: A clue.
 * - `tempo`: A clue or the discard of a useless card where both are legal, so that only time and the order of seats
 * decide between them.
 */
export type PuzzleTheme = "play" | "discard" | "clue" | "tempo";

/**
 * The level of `difficulty_points`.
 * - `easy`: Fewer than 4 points.
 * - `medium`: From 4 points on.
 * - `hard`: From 12 points on.
 */
export type PuzzleDifficulty = "easy" | "medium" | "hard";

/** The number of turns after which the loss of each wrong choice shows, in sum ([`/docs/analysis`](/docs/analysis)). */
export type DifficultyPoints = number;

/** A page of puzzles. */
export interface PuzzleList {
  /** The puzzles. */
  items: ListedPuzzle[];
  next: NextCursor;
}

/** A puzzle in a list. */
export interface ListedPuzzle {
  id: PuzzleId;
  difficulty: PuzzleDifficulty;
  difficulty_points: DifficultyPoints;
  /** The number of seats. */
  seats: number;
  rules: Rules;
  /** The score to keep. */
  score: Points;
  /** The end of the game. */
  finished_at: Time;
  /** Addresses of the puzzle. */
  links: {
    /** The address of the puzzle. */
    puzzle: string;
  };
}

/** A position in which exactly one choice keeps the points that can be reached. */
export interface Puzzle {
  id: PuzzleId;
  difficulty: PuzzleDifficulty;
  difficulty_points: DifficultyPoints;
  /** The score to keep: the highest that can be reached. */
  score: Points;
  /** The seat to move. */
  to_move: Seat;
  /** The players of the game, by seat. */
  players: SeatWithName[];
  /** The frame of the game with open hands. */
  position: Frame;
  /** The cards still in the deck, the next one first. */
  deck: Face[];
  /** Every legal action of the seat to move. */
  legal_actions: Action[];
  /** Addresses of the puzzle. */
  links: {
    /** The address of the puzzle. */
    puzzle: string;
    /** The address to which answers are sent. */
    answers: string;
    /** The address of the solution. */
    solution: string;
    /** A list with the next puzzle of `GET /v1/puzzles`. Its filters can be added. */
    next: string;
  };
}

/** What a turn in a puzzle leads to. */
export interface PuzzleAnswer {
  id: PuzzleId;
  /** The turn. */
  action: Action;
  /** Whether it keeps the score. */
  right: boolean;
  /** The highest score that could be reached before it. */
  score_to_keep: Points;
  /**
   * The highest score that can be reached after it. Null for a play that names a wrong color or none, and for a
   * wrong kind of clue in a variant: they reach less than `score_to_keep`.
   */
  score: PointsOrNull;
  /** Whether `score` is proved to be the highest one; false if it is null. */
  proved: boolean;
  /** The version of the game before the turn, for a branch with the `line`. */
  at: Version;
  /**
   * Turns that reach `score`, from this turn on, or from an equal one if it has to be another. Empty without a
   * score.
   */
  line: Line;
  /** The other actions that are the solution; empty if the turn is wrong. */
  equal_actions: Action[];
  /** The theme; null if the turn is wrong. */
  theme: PuzzleTheme | null;
  /** The event and the table after each turn of the line; null without `steps=true`, or without a line. */
  steps: PuzzleStep[] | null;
  /** The game at this turn; null if the turn is wrong. */
  links: {
    /** The page of the game at this position, for people. */
    page: string;
    /** The replay of the game. */
    replay: string;
    /** The frame of the position. */
    frame: string;
    /** The address to which a branch with other moves is sent. */
    branches: string;
  } | null;
}

/** One event of a line, and the table after it. It has no time and no hash, as it is not part of the game. */
export interface PuzzleStep {
  event: Event;
  frame: Frame;
}

/** A finished game with everything open. */
export interface Replay {
  /** Only in the response to an import, and always there. What was noted about the file. */
  notes?: ImportNotes;
  id: GameId;
  /** Whether the creator of the game gave its deck. */
  sandbox: boolean;
  /** Whether only players with a seat in it can see the game. */
  private: boolean;
  /** Where the game came from; null if it was played here. */
  source: Source | null;
  rules: Rules;
  /** The players, by seat. */
  seats: SeatWithName[];
  starting_seat: Seat;
  /** The whole deck; a card's id is its position here. */
  deck: DealtCard[];
  /** The salt of the commitment to the deck. */
  salt: Hash;
  /** The service's secret for the shuffle; null if there is none. */
  secret: Hash | null;
  /** The `hash` of the last event. */
  head: Hash;
  /** All events of the game with all cards open; the n-th has version n. */
  events: Event[];
  result: Result;
  /** For an imported game, when it was imported. */
  created_at: Time;
  /** Null for an imported game. */
  started_at: Time;
  /** For an imported game, when it was imported. */
  finished_at: Time;
  links: ReplayLinks;
}

/** The addresses of the replay and its cacheable parts, with the current revision, in the language of this response. */
export interface ReplayLinks {
  /** The page on which people review the game. */
  page: string;
  /** The replay. */
  replay: string;
  /** The address for reading without spoilers. */
  reading: string;
  /** The table after each event. */
  frames: LastingAddress;
  /** The curve of the game as a picture. */
  score_picture: LastingAddress;
  /** What each event cost. */
  analysis: LastingAddress;
}

/** The page of a game for people, and once it has ended, the addresses of the replay as in `ReplayLinks`. */
export interface GameLinks {
  /** The page on which people play the game, or review it once it has ended. */
  page: string;
  /** The replay. */
  replay?: string;
  /** The address for reading without spoilers. */
  reading?: string;
  /** The table after each event. */
  frames?: LastingAddress;
  /** The curve of the game as a picture. */
  score_picture?: LastingAddress;
  /** What each event cost. */
  analysis?: LastingAddress;
}

/** An address with `rev`, whose content never changes, so that it can be cached for long. */
export type LastingAddress = string;

/** How another site shows a link to a replay (oEmbed 1.0). */
export interface Oembed {
  /** The version of oEmbed: `1.0`. */
  version: "1.0";
  /** The type of the content: `rich`, which is HTML. */
  type: "rich";
  /** The names of the players, and the turn if the link has one. */
  title: string;
  /** The name of the service. */
  provider_name: string;
  /** The address of the service. */
  provider_url: string;
  /** An `iframe`. */
  html: string;
  /** The width of the frame in pixels. */
  width: number;
  /** The height of the frame in pixels. */
  height: number;
  /** A PNG of the board. */
  thumbnail_url: string;
  /** The width of the picture in pixels. */
  thumbnail_width: number;
  /** The height of the picture in pixels. */
  thumbnail_height: number;
  /** For so many seconds the answer can be kept. */
  cache_age: number;
}

/** The seats that have voted to abort ([R21](/docs/rules#R21)). */
export type AbortVotes = Seat[];

/**
 * How a game ended.
 * - `won`: All fireworks are complete.
 * - `lost`: It was lost by strikes or by the loss of a card ([R14](/docs/rules#R14), [R15](/docs/rules#R15)).
 * - `finished`: It came to its end with a score.
 * - `aborted`: It ended early and has no score ([R21](/docs/rules#R21)).
 */
export type Outcome = "won" | "lost" | "finished" | "aborted";

/**
 * Why the game ended. The last eight are those of aborted games ([R21](/docs/rules#R21)).
 * - `strikeout`: The last strike was made ([R14](/docs/rules#R14)).
 * - `irreplaceable_card_lost`: The last copy of a needed card was lost in a grand finale ([R15](/docs/rules#R15)).
 * - `fireworks_complete`: All fireworks are complete ([R16](/docs/rules#R16)).
 * - `last_round_over`: The last round is over ([R17](/docs/rules#R17)).
 * - `no_legal_action`: The seat to move has no legal action ([R19](/docs/rules#R19)).
 * - `no_points_left`: No more points can be made ([R20](/docs/rules#R20)).
 * - `agreed`: All seats voted to abort.
 * - `idle`: No seat took its turn within the idle limit.
 * - `no_show`: A seat did not take its first turn in time, and another seat ended the game.
 * - `removed`: The creator removed a seat before the first turn.
 * - `terminated`: A player ended the game; only in games from hanab.live.
 * - `left`: The players left the game before its end; only in imported games.
 * - `timed_out`: A player ran out of time; only in games from hanab.live.
 * - `speedrun_failed`: A speedrun failed; only in games from hanab.live.
 */
export type Reason = "strikeout" | "irreplaceable_card_lost" | "fireworks_complete" | "last_round_over" | "no_legal_action" | "no_points_left" | "agreed" | "idle" | "no_show" | "removed" | "terminated" | "left" | "timed_out" | "speedrun_failed";

/** How a game ended, with its score. */
export interface Result {
  outcome: Outcome;
  reason: Reason;
  score: Score;
  table_points: Points;
  /** The rating ([R23](/docs/rules#R23)); null where [R24](/docs/rules#R24) gives none. */
  rating: Rating | null;
}

/** How the game ended; null while it has not. */
export type ResultOrNull = Result | null;

/** What the booklets say about a score ([R25](/docs/rules#R25)). */
export interface Rating {
  band: BandName;
  text: Language;
  /** Whether the printed rules lack this text in this language. */
  own_translation: boolean;
}

/**
 * An edition of the rules.
 * - `de`: The German booklet.
 * - `en`: The English translation of the German booklet.
 * - `fr`: The French booklet.
 * - `nl`: The Dutch booklet.
 * - `da`: The Danish booklet.
 * - `hanab_live`: The rules of hanab.live.
 */
export type EditionId = "de" | "en" | "fr" | "nl" | "da" | "hanab_live";

/**
 * The sixth suit ([R2](/docs/rules#R2), [R8](/docs/rules#R8)).
 * - `none`: No sixth suit.
 * - `five`: A sixth suit with one card of each rank and a clue color of its own.
 * - `ten`: A sixth suit with ten cards and a clue color of its own.
 * - `wild_ten`: A sixth suit with ten cards, which every color clue touches.
 * - `wild_five`: A sixth suit with one card of each rank, which every color clue touches.
 */
export type Multicolor = "none" | "five" | "ten" | "wild_ten" | "wild_five";

/**
 * The sixth suit ([R2](/docs/rules#R2), [R8](/docs/rules#R8)).
 * - `none`: No sixth suit.
 * - `five`: A sixth suit with one card of each rank and a clue color of its own.
 * - `ten`: A sixth suit with ten cards and a clue color of its own.
 * - `wild_ten`: A sixth suit with ten cards, which every color clue touches.
 * - `wild_five`: A sixth suit with one card of each rank, which every color clue touches.
 * - `variant`: The game has the cards of a variant.
 */
export type MulticolorOfGame = "none" | "five" | "ten" | "wild_ten" | "wild_five" | "variant";

/**
 * The number of cards in a hand ([R1](/docs/rules#R1)).
 * - `normal`: The number of [R1](/docs/rules#R1).
 * - `one_more`: One card more.
 * - `one_less`: One card less.
 */
export type HandSizeOption = "normal" | "one_more" | "one_less";

/**
 * When the game ends after the last card of the deck was drawn.
 * - `last_round`: Each seat has one more turn ([R17](/docs/rules#R17)).
 * - `grand_finale`: The game goes on until it is won or lost ([R18](/docs/rules#R18)).
 */
export type Ending = "last_round" | "grand_finale";

/**
 * Whether a game ends as soon as no more points can be made ([R20](/docs/rules#R20)).
 * - `never`: It does not.
 * - `no_points_left`: It does.
 */
export type EarlyEnd = "never" | "no_points_left";

/**
 * The score of a lost game ([R14](/docs/rules#R14)).
 * - `zero`: 0 points.
 * - `none`: No score.
 */
export type StrikeoutScore = "zero" | "none";

/**
 * When players may change the order of their cards ([R26](/docs/rules#R26)).
 * - `any_time`: At any time.
 * - `after_clue`: Once the hand was given a clue.
 * - `off`: Never.
 */
export type HandReorder = "any_time" | "after_clue" | "off";

/**
 * What players may say at the table ([R27](/docs/rules#R27)).
 * - `off`: Nothing.
 * - `remarks`: Remarks of the fixed list.
 * - `free`: Anything.
 */
export type TableTalk = "off" | "remarks" | "free";

/**
 * Whether views show the marks that clues left on cards.
 * - `full`: They do.
 * - `none`: They do not: players must remember clues, as at a real table.
 */
export type MemoryAid = "full" | "none";

/** The seat that moves first, or `random` ([R4](/docs/rules#R4)). */
export type StartingSeat = "random" | Seat;

/** An edition, and options that override its defaults. */
export interface ChosenRules {
  edition?: EditionId;
  /**
   * A variant of hanab.live: its name or its string of rules, as `GET /v1/variants` returns them; without
   * `multicolor`. A variant that the booklets have becomes the same game under its `multicolor`.
   */
  variant?: string | null;
  multicolor?: Multicolor;
  /** The number of clue tokens ([R4](/docs/rules#R4)). Eight in every booklet. */
  clue_tokens?: number;
  /** The number of strikes that ends the game ([R14](/docs/rules#R14)). Three in every booklet. */
  strike_tokens?: number;
  ending?: Ending;
  /**
   * What loses a grand finale ([R15](/docs/rules#R15)); only together with `ending` `grand_finale`.
   * - `irreplaceable`: Strikes, and the loss of the last copy of a needed card.
   * - `strikes_only`: Only strikes.
   */
  finale_loss?: "irreplaceable" | "strikes_only";
  /** Whether a color can be named with a play, for a clue token ([R12](/docs/rules#R12)). */
  color_declaration?: boolean;
  /** Whether a clue may touch no card ([R7](/docs/rules#R7)). */
  empty_clues?: boolean;
  strikeout_score?: StrikeoutScore;
  early_end?: EarlyEnd;
  hand_reorder?: HandReorder;
  table_talk?: TableTalk;
  memory_aid?: MemoryAid;
  starting_seat?: StartingSeat;
  hand_size?: HandSizeOption;
  /** Whether the last card of the deck can be played from the deck. */
  deck_plays?: boolean;
}

/** All options of a game, resolved. */
export interface Rules {
  edition: EditionId;
  multicolor: MulticolorOfGame;
  /** The name of a variant; null for the cards of a booklet. */
  variant: string | null;
  /** The number of clue tokens ([R4](/docs/rules#R4)). */
  clue_tokens: number;
  /** The number of strikes that ends the game ([R14](/docs/rules#R14)). */
  strike_tokens: number;
  ending: Ending;
  /**
   * What loses a grand finale ([R15](/docs/rules#R15)); null unless `ending` is `grand_finale`.
   * - `irreplaceable`: Strikes, and the loss of the last copy of a needed card.
   * - `strikes_only`: Only strikes.
   * - `null`: The game has no grand finale.
   */
  finale_loss: "irreplaceable" | "strikes_only" | null;
  /** Whether a color can be named with a play, for a clue token ([R12](/docs/rules#R12)). */
  color_declaration: boolean;
  /** Whether a clue may touch no card ([R7](/docs/rules#R7)). */
  empty_clues: boolean;
  strikeout_score: StrikeoutScore;
  early_end: EarlyEnd;
  hand_reorder: HandReorder;
  table_talk: TableTalk;
  memory_aid: MemoryAid;
  starting_seat: StartingSeat;
  hand_size: HandSizeOption;
  /** Whether the last card of the deck can be played from the deck. */
  deck_plays: boolean;
}

/** The editions. */
export interface EditionList {
  /** The editions. */
  items: Edition[];
}

/** An edition of the rules, with its options and their defaults. */
export interface Edition {
  id: EditionId;
  /** The name of the edition, in English. */
  title: string;
  /** Every option with the values that the edition allows. */
  options: Option[];
  /** The variants that this edition prints. */
  variants: PrintedVariant[];
  /** The suits and clue colors of each value of the option `multicolor`. */
  multicolor: Palette[];
  /** The number of cards in a hand, by the number of seats ([R1](/docs/rules#R1)). */
  hand_sizes: HandSize[];
}

/** A variant that a booklet prints, as values of an option. */
export interface PrintedVariant {
  option: OptionName;
  /** The values of the option, each of which is this variant. */
  values: OptionValue[];
  /** The name in this edition; null where its title is lost. */
  printed_name: string | null;
  /** The name in the caller's language. */
  name: Language;
  /** True if no booklet in the caller's language prints the name. */
  own_translation: boolean;
}

/** A ruling: one numbered part of the rules. */
export interface Rule {
  id: RuleNumber;
  title: Language;
  /** Paragraphs, in Markdown. */
  text: Language[];
  /** The printed rules that have it. */
  source: Language;
  /** What no printed rules have, in the caller's language; null if they have all of it. */
  own: string | null;
  /** The options that it depends on. */
  options: OptionName[];
  /** The refusals that cite it, with their texts. */
  refusals: {
    code: RefusalCode;
    text: Language;
  }[];
  /** The problems that it explains. */
  problems: {
    code: ProblemCode;
    /** The address of the page of the problem. */
    type: string;
  }[];
  /** Its place on the page for people. */
  page: string;
}

/** The rulings [R1](/docs/rules#R1) to [R30](/docs/rules#R30). */
export interface RuleList {
  /** The rulings in order. */
  items: Rule[];
}

/** An option of the rules. */
export interface Option {
  name: OptionName;
  /** The name of the option. */
  title: Language;
  /** The allowed values; the first is the default of most editions. */
  values: OptionValue[];
  /** The names of the values in the caller's language, in the order of `values`. */
  value_names: Language[];
  default: OptionValue;
  /** For each value, the printed rules that have it. */
  source: string;
  /** The values that occur in no printed rules. */
  house_rules: OptionValue[];
  /** Another option, and the value that it must have for this one to apply. */
  requires: Record<string, OptionValue> | null;
  /** The rulings that define it. */
  rules: RuleNumber[];
}

/**
 * The name of an option.
 * - `multicolor`: The sixth suit.
 * - `clue_tokens`: The number of clue tokens.
 * - `strike_tokens`: The number of strikes that ends the game.
 * - `ending`: The end after the last card of the deck.
 * - `finale_loss`: What loses a grand finale.
 * - `color_declaration`: Naming a color with a play.
 * - `empty_clues`: Clues that touch no card.
 * - `strikeout_score`: The score of a lost game.
 * - `early_end`: The end when no more points can be made.
 * - `hand_reorder`: Changing the order of cards.
 * - `table_talk`: What players may say.
 * - `memory_aid`: Marks of clues in views.
 * - `starting_seat`: The seat that moves first.
 * - `hand_size`: The number of cards in a hand.
 * - `deck_plays`: Playing the last card from the deck.
 */
export type OptionName = "multicolor" | "clue_tokens" | "strike_tokens" | "ending" | "finale_loss" | "color_declaration" | "empty_clues" | "strikeout_score" | "early_end" | "hand_reorder" | "table_talk" | "memory_aid" | "starting_seat" | "hand_size" | "deck_plays";

/** A value of an option. */
export type OptionValue = string | number | boolean;

/** The suits and clue colors of a value of `multicolor`. */
export interface Palette {
  value: Multicolor;
  /** The suits, in their order. */
  suits: Suit[];
  /** [R8](/docs/rules#R8). */
  clue_colors: ClueColor[];
  /** [R2](/docs/rules#R2). */
  deck: Copies[];
  /**
   * The number of cards before the deal.
   * - `50`: Five suits.
   * - `55`: A sixth suit with five cards.
   * - `60`: A sixth suit with ten cards.
   */
  deck_size: 50 | 55 | 60;
  /**
   * The points with every firework complete.
   * - `25`: Five suits.
   * - `30`: Six suits.
   */
  max_score: 25 | 30;
  /** [R23](/docs/rules#R23). */
  bands: Band[];
}

/** How often a rank is in a suit. */
export interface Copies {
  suit: Suit;
  rank: Rank;
  /** The number of copies of the rank. */
  copies: number;
}

/**
 * The id of a rating: its lowest and highest score, or its only one.
 * - `0-5`: 0 to 5 points.
 * - `6-10`: 6 to 10 points.
 * - `11-15`: 11 to 15 points.
 * - `16-20`: 16 to 20 points.
 * - `21-24`: 21 to 24 points.
 * - `25`: 25 points, the most with five suits.
 * - `25-29`: 25 to 29 points, with six suits.
 * - `30`: 30 points, the most with six suits.
 */
export type BandName = "0-5" | "6-10" | "11-15" | "16-20" | "21-24" | "25" | "25-29" | "30";

/** A rating with the scores that it covers. */
export interface Band {
  band: BandName;
  lowest: Points;
  highest: Points;
  text: Language;
  /** Whether the printed rules lack this text in this language. */
  own_translation: boolean;
}

/** The number of cards in a hand, by the number of seats ([R1](/docs/rules#R1)). */
export interface HandSize {
  /** The number of seats. */
  seats: number;
  /** The number of cards in each hand. */
  cards: number;
}

/** The status of the service. */
export interface Health {
  /** Always `ok`: a service that is not well answers with a problem. */
  status: "ok";
}

/** A review together. */
export type SessionId = string;

/** A place in the game, as the fragment of the address of the review page. */
export type SessionPlace = string;

/** A review together to start. */
export interface CreateSessionRequest {
  /** Where the review begins; by default at the start of the game. */
  place?: SessionPlace;
}

/** The changes of a review together. */
export interface UpdateSessionRequest {
  /** The place that the followers see. */
  place?: SessionPlace;
  /** The card to which the leader points; only with `place`. Without it no card is pointed to. */
  card?: number;
  /** A message to all. */
  message?: string;
  /** The account that leads from now on, or `none`. */
  leader?: string;
}

/** A message in a review together. */
export interface SessionMessage {
  author: Author;
  /** The text of the message. */
  text: string;
  at: Time;
}

/** A review together. It is the same for all followers. */
export interface Session {
  id: SessionId;
  game: GameId;
  /** The number of changes. */
  version: number;
  /** Who leads; null if nobody does. */
  leader: Author | null;
  place: SessionPlace;
  /** The card to which the leader points. */
  card: number | null;
  /** The newest messages, oldest first. */
  messages: SessionMessage[];
  /** The address on which people follow it. */
  page: string;
  expires_at: Time;
}

/** The number of games. */
export type NumberOfGames = number;

/** The mean of the scores of the games that have one, to two decimals; null if none has. */
export type MeanScore = number | null;

/** Games won, all fireworks complete: the highest score ([R16](/docs/rules#R16)). */
export type Perfect = number;

/** Games lost by the last strike ([R14](/docs/rules#R14)). */
export type Strikeouts = number;

/** Statistics of finished games. */
export interface Stats {
  /** The number of games, without those in `apart`. */
  games: number;
  mean_score: MeanScore;
  /** The median score; null if no game has one. */
  median_score: number | null;
  perfect: Perfect;
  strikeouts: Strikeouts;
  outcomes: OutcomeCounts;
  /** The number of games for each score, lowest first, without scores that no game has. */
  scores: ScoreCount[];
  /** Lost games without a score, by `strikeout_score` `none`. */
  unscored: number;
  /** The same figures for each edition with a game. */
  by_edition: EditionStats[];
  /** The same figures for each number of seats with a game. */
  by_seats: SeatsStats[];
  /** The same figures for each value of `multicolor` with a game. */
  by_multicolor: MulticolorStats[];
  apart: CountedApart;
  analysis: AnalysisStats;
}

/** The number of games with this outcome; the sum is `games`. */
export interface OutcomeCounts {
  won: NumberOfGames;
  lost: NumberOfGames;
  finished: NumberOfGames;
}

/** How many games had a score. */
export interface ScoreCount {
  score: Points;
  games: NumberOfGames;
}

/** Games that no other member counts. Each is in exactly one of these. */
export interface CountedApart {
  /** Played here by persons, and aborted ([R21](/docs/rules#R21)). */
  aborted: number;
  /** Played elsewhere, however they ended. */
  imported: number;
  /** Played here by bots only, however they ended. */
  bots: number;
}

/**
 * What the exact analysis found out about the games in `games`. It analyzes them some time after their end, newest
 * first, and imported ones only when somebody asks: so each figure has the number of games that it is about.
 */
export interface AnalysisStats {
  /** Games with an exact analysis. */
  games: number;
  /** Those of them for which it is proved whether the deal could be won. */
  decided: number;
  /** Decided games that could be won from the deal with all cards known. */
  winnable: number;
  /** `winnable` divided by `decided`; null if no game is decided. */
  winnable_share: number | null;
  /**
   * The mean points that a game lost by the deal, the draws and choices (turns, and ends that are not turns), as in
   * `GET /v1/replays/{game}/hindsight` with open hands. Their sum is the maximum minus the final points.
   */
  hindsight: {
    /** Games with hindsight. */
    games: number;
    lost_by_deal: MeanLoss;
    lost_by_draws: MeanLoss;
    lost_by_choice: MeanLoss;
  };
}

/** Mean points a game; null without any game. Good draws are negative. */
export type MeanLoss = number | null;

/** Statistics of the games of one edition. */
export interface EditionStats {
  edition: EditionId;
  games: NumberOfGames;
  mean_score: MeanScore;
  perfect: Perfect;
  strikeouts: Strikeouts;
}

/** Statistics of the games with one number of seats. */
export interface SeatsStats {
  /** The number of seats. */
  seats: number;
  games: NumberOfGames;
  mean_score: MeanScore;
  perfect: Perfect;
  strikeouts: Strikeouts;
}

/** Statistics of the games with one sixth suit, without one, or with the cards of a variant. */
export interface MulticolorStats {
  multicolor: MulticolorOfGame;
  games: NumberOfGames;
  mean_score: MeanScore;
  perfect: Perfect;
  strikeouts: Strikeouts;
}

/** An account. */
export type AccountId = string;

/** A game, and its replay. */
export type GameId = string;

/** A seat, in the order of turns. */
export type Seat = number;

/** The number of an event; -1 before the deal. */
export type Version = number;

/** A card, by its position in the dealt deck. */
export type CardId = number;

/**
 * The status of a game.
 * - `open`: Players can take seats.
 * - `running`: The cards are dealt, and the game is being played.
 * - `ended`: The game is over, and its replay is available.
 */
export type Status = "open" | "running" | "ended";

/**
 * A suit of the game. The booklets have `red`, `yellow`, `green`, `blue`, `white` and `multicolor`; a variant has
 * those that `GET /v1/variants` returns, and new ones can be added.
 */
export type Suit = string;

/**
 * The rank of a card; 7 is START, which only Up or Down has.
 * - `1`: One.
 * - `2`: Two.
 * - `3`: Three.
 * - `4`: Four.
 * - `5`: Five.
 * - `7`: START, which only Up or Down has.
 */
export type Rank = 1 | 2 | 3 | 4 | 5 | 7;

/** The rank of a clue. In Odds and Evens, 1 means odd and 2 even ranks. */
export type ClueRank = number;

/**
 * The color of a clue or of a declaration.
 * - `red`: Red.
 * - `yellow`: Yellow.
 * - `green`: Green.
 * - `blue`: Blue.
 * - `white`: White.
 * - `multicolor`: The sixth suit of a booklet.
 * - `purple`: Purple.
 * - `teal`: Teal.
 * - `black`: Black.
 * - `pink`: Pink.
 * - `brown`: Brown.
 * - `orange`: Orange.
 */
export type ClueColor = "red" | "yellow" | "green" | "blue" | "white" | "multicolor" | "purple" | "teal" | "black" | "pink" | "brown" | "orange";

/** The available clue tokens. */
export type Tokens = number;

/** Strikes so far; null while played cards stay face down (Throw It in a Hole). */
export type Strikes = number | null;

/** Points: the sum of the top cards of all fireworks. */
export type Points = number;

/** Points; null while played cards stay face down (Throw It in a Hole). */
export type PointsOrNull = number | null;

/**
 * The points on the table while the game runs, null while played cards stay face down (Throw It in a Hole). Then the
 * score of the result: 0 or null after a loss (`strikeout_score`), null for an aborted game.
 */
export type Score = number | null;

/** The number of cards in the deck. */
export type DeckSize = number;

/** The seat to move; null unless the game is running. */
export type ToMove = number | null;

/** The remaining turns in the last round ([R17](/docs/rules#R17)); null before it. */
export type TurnsLeft = number | null;

/**
 * When it happened, in UTC; null if the source of an imported game has no times. The times of the events of an
 * imported record are what the record claims.
 */
export type Time = string | null;

/** A ruling, [R1](/docs/rules#R1) to [R30](/docs/rules#R30) (`GET /v1/rules`). */
export type RuleNumber = string;

/** The address of the ruling. */
export type RuleAddress = string;

/** A sentence in the language of `Content-Language`, for people. */
export type Language = string;

/** The `cursor` of the next page; null on the last page. */
export type NextCursor = string | null;

/** The number of a variant at hanab.live. */
export type VariantId = number;

/**
 * A suit of hanab.live's variants, by its name there in lower case.
 * - `red`: Red: an ordinary suit with a clue color of its own.
 * - `yellow`: Yellow: an ordinary suit with a clue color of its own.
 * - `green`: Green: an ordinary suit with a clue color of its own.
 * - `blue`: Blue: an ordinary suit with a clue color of its own.
 * - `purple`: Purple: an ordinary suit with a clue color of its own.
 * - `teal`: Teal: an ordinary suit with a clue color of its own.
 * - `black`: Black: one card of each rank.
 * - `rainbow`: Rainbow: every color clue touches it.
 * - `pink`: Pink: every rank clue touches it.
 * - `white`: White: no color clue touches it.
 * - `brown`: Brown: no rank clue touches it.
 * - `omni`: Omni: every color clue touches it; every rank clue touches it.
 * - `null`: Null: no color clue touches it; no rank clue touches it.
 * - `muddy_rainbow`: Muddy Rainbow: every color clue touches it; no rank clue touches it.
 * - `light_pink`: Light Pink: no color clue touches it; every rank clue touches it.
 * - `prism`: Prism: the color of a clue that touches a card depends on its rank.
 * - `orange`: Orange: a play discards its cards, and a discard plays them.
 * - `dark_rainbow`: Dark Rainbow: one card of each rank; every color clue touches it.
 * - `dark_pink`: Dark Pink: touched by the color pink; one card of each rank; every rank clue touches it.
 * - `gray`: Gray: one card of each rank; no color clue touches it.
 * - `dark_brown`: Dark Brown: touched by the color brown; one card of each rank; no rank clue touches it.
 * - `dark_omni`: Dark Omni: one card of each rank; every color clue touches it; every rank clue touches it.
 * - `dark_null`: Dark Null: one card of each rank; no color clue touches it; no rank clue touches it.
 * - `cocoa_rainbow`: Cocoa Rainbow: one card of each rank; every color clue touches it; no rank clue touches it.
 * - `gray_pink`: Gray Pink: one card of each rank; no color clue touches it; every rank clue touches it.
 * - `dark_prism`: Dark Prism: one card of each rank; the color of a clue that touches a card depends on its rank.
 * - `dark_orange`: Dark Orange: touched by the color orange; one card of each rank; a play discards its cards, and a
 * discard plays them.
 * - `tomato`: Tomato: touched by the color red.
 * - `mahogany`: Mahogany: touched by the color red.
 * - `carrot`: Carrot: touched by the color red.
 * - `emerald`: Emerald: touched by the color green.
 * - `olive`: Olive: touched by the color green.
 * - `berry`: Berry: touched by the color blue.
 * - `navy`: Navy: touched by the color blue.
 * - `sky`: Sky: touched by the color blue.
 * - `ice_ea`: Ice (Extremely Ambiguous): touched by the color blue.
 * - `aqua_ea`: Aqua (Extremely Ambiguous): touched by the color blue.
 * - `sky_ea`: Sky (Extremely Ambiguous): touched by the color blue.
 * - `berry_ea`: Berry (Extremely Ambiguous): touched by the color blue.
 * - `navy_ea`: Navy (Extremely Ambiguous): touched by the color blue.
 * - `ocean_ea`: Ocean (Extremely Ambiguous): touched by the color blue.
 * - `tangerine`: Tangerine: touched by the colors red and yellow.
 * - `peach`: Peach: touched by the colors red and yellow.
 * - `ruby`: Ruby: touched by the color red.
 * - `yam`: Yam: touched by the colors red and yellow.
 * - `geas`: Geas: touched by the colors red, yellow and green.
 * - `beatnik`: Beatnik: touched by the colors red, yellow, green and blue.
 * - `plum`: Plum: touched by the colors red, yellow, green, blue and purple.
 * - `taupe`: Taupe: touched by the colors red, yellow, green, blue, purple and teal.
 * - `gold`: Gold: touched by the colors red and green.
 * - `violet`: Violet: touched by the colors red and blue.
 * - `magenta`: Magenta: touched by the colors red and blue.
 * - `cardinal`: Cardinal: touched by the colors red and purple.
 * - `maroon`: Maroon: touched by the colors red and black.
 * - `lime`: Lime: touched by the colors yellow and green.
 * - `jungle`: Jungle: touched by the colors yellow and green.
 * - `jade`: Jade: touched by the colors yellow and blue.
 * - `tan`: Tan: touched by the colors yellow and black.
 * - `cyan`: Cyan: touched by the colors green and blue.
 * - `indigo`: Indigo: touched by the colors blue and purple.
 * - `cobalt`: Cobalt: touched by the colors blue and black.
 */
export type VariantSuitName = "red" | "yellow" | "green" | "blue" | "purple" | "teal" | "black" | "rainbow" | "pink" | "white" | "brown" | "omni" | "null" | "muddy_rainbow" | "light_pink" | "prism" | "orange" | "dark_rainbow" | "dark_pink" | "gray" | "dark_brown" | "dark_omni" | "dark_null" | "cocoa_rainbow" | "gray_pink" | "dark_prism" | "dark_orange" | "tomato" | "mahogany" | "carrot" | "emerald" | "olive" | "berry" | "navy" | "sky" | "ice_ea" | "aqua_ea" | "sky_ea" | "berry_ea" | "navy_ea" | "ocean_ea" | "tangerine" | "peach" | "ruby" | "yam" | "geas" | "beatnik" | "plum" | "taupe" | "gold" | "violet" | "magenta" | "cardinal" | "maroon" | "lime" | "jungle" | "jade" | "tan" | "cyan" | "indigo" | "cobalt";

/**
 * A code in the string of rules. [`/docs/variants`](/docs/variants) defines them. A code with `1` or `5` makes the
 * ones or the fives special.
 * - `AC`: Alternating Clues: color and rank clues alternate.
 * - `B1`: Brown Ones: no rank clue touches them.
 * - `B5`: Brown Fives: no rank clue touches them.
 * - `C4`: Critical Fours: one 4 of each suit.
 * - `CB`: Color Blind: color clues touch nothing.
 * - `CM`: Color Mute: there are no color clues.
 * - `CP`: Cow & Pig: a clue tells its kind and the cards, but not the color or rank.
 * - `CS`: Clue Starved: a clue token that is gained is only half a one.
 * - `Ch`: Chimneys: a rank clue touches its rank and higher ones.
 * - `D1`: Deceptive Ones: the rank of a clue that touches them depends on their suit.
 * - `D5`: Deceptive Fives: the rank of a clue that touches them depends on their suit.
 * - `Du`: Duck: a clue tells only the cards that it touches.
 * - `Fu`: Funnels: a rank clue touches its rank and lower ones.
 * - `L1`: Light Pink Ones: every rank clue and no color clue touches them.
 * - `L5`: Light Pink Fives: every rank clue and no color clue touches them.
 * - `M1`: Muddy Rainbow Ones: every color clue and no rank clue touches them.
 * - `M5`: Muddy Rainbow Fives: every color clue and no rank clue touches them.
 * - `N1`: Null Ones: no clue touches them.
 * - `N5`: Null Fives: no clue touches them.
 * - `NB`: Number Blind: rank clues touch nothing.
 * - `NM`: Number Mute: there are no rank clues.
 * - `O1`: Omni Ones: every clue touches them.
 * - `O5`: Omni Fives: every clue touches them.
 * - `OE`: Odds and Evens: a rank clue touches all odd or all even ranks.
 * - `P1`: Pink Ones: every rank clue touches them.
 * - `P5`: Pink Fives: every rank clue touches them.
 * - `R1`: Rainbow Ones: every color clue touches them.
 * - `R5`: Rainbow Fives: every color clue touches them.
 * - `S1`: Scarce Ones: two 1s of each suit.
 * - `Su`: Sudoku: each suit begins with another rank.
 * - `Sy`: Synesthesia: color clues also touch ranks, and there are no rank clues.
 * - `TB`: Totally Blind: clues touch nothing.
 * - `TH`: Throw It in a Hole: played cards stay face down.
 * - `UD`: Up or Down: a suit goes up or down, and has START cards.
 * - `W1`: White Ones: no color clue touches them.
 * - `W5`: White Fives: no color clue touches them.
 */
export type Modifier = "AC" | "B1" | "B5" | "C4" | "CB" | "CM" | "CP" | "CS" | "Ch" | "D1" | "D5" | "Du" | "Fu" | "L1" | "L5" | "M1" | "M5" | "N1" | "N5" | "NB" | "NM" | "O1" | "O5" | "OE" | "P1" | "P5" | "R1" | "R5" | "S1" | "Su" | "Sy" | "TB" | "TH" | "UD" | "W1" | "W5";

/** A page of variants. */
export interface VariantList {
  /** The variants. */
  items: Variant[];
  next: NextCursor;
}

/** A variant of hanab.live as data and in words. */
export interface Variant {
  id: VariantId;
  /** The name at hanab.live. */
  name: string;
  /**
   * The rules as a string: hanab.live's ids of the suits, joined by `+`, with `:R` after a reversed suit, then the
   * modifiers, each after a comma.
   */
  rules: string;
  /** The suits in their order, on which Prism and Deceptive depend. */
  suits: VariantSuit[];
  /** The colors that clues can name, in order; empty in Color Mute. */
  clue_colors: ClueColor[];
  /**
   * The ranks that clues can name; empty in Number Mute and Synesthesia. In Odds and Evens, 1 means odd and 2 even
   * ranks.
   */
  clue_ranks: ClueRank[];
  /** The ranks of the cards. */
  ranks: Rank[];
  /** What changes the rules beside the suits. */
  modifiers: Modifier[];
  /** The number of cards. */
  deck_size: number;
  max_score: Points;
  /** The differences from the base game in sentences, the suits first. */
  text: Language[];
  /** The same game in the booklets, where the colors of some suits differ. Null for a variant that they do not have. */
  booklets: BookletVariant | null;
}

/** A suit of a variant, and what is special about it. */
export interface VariantSuit {
  name: VariantSuitName;
  /** The name in the language of `Content-Language`. */
  text: string;
  /**
   * The colors of clues that touch the suit. Empty if all colors do, none does, or the color depends on the rank
   * (`prism`).
   */
  clue_colors: ClueColor[];
  /**
   * What is special about the suit: one copy of each card; touched by all or no colors; by all or no ranks; by a
   * color that depends on the rank (`prism`). A flag goes before a modifier of a rank.
   */
  flags: ("one_of_each" | "all_clue_colors" | "no_clue_colors" | "all_clue_ranks" | "no_clue_ranks" | "prism")[];
  /** The number of copies of each card. */
  copies: RankCopies[];
  /** Whether the suit is played from 5 down to 1. */
  reversed: boolean;
  /** Whether a play discards its cards, and a discard plays them. */
  inverted: boolean;
}

/** The number of copies of a rank in a suit. */
export interface RankCopies {
  rank: Rank;
  /** The number of copies. */
  copies: number;
}

/** The value of `multicolor` that is the same game, and its names in the booklets. */
export interface BookletVariant {
  multicolor: Multicolor;
  /** What the booklets call it; empty for the base game and for a house rule. */
  names: BookletName[];
}

/** The name of the variant in one edition. */
export interface BookletName {
  edition: EditionId;
  /** The name, in the language of the edition. */
  name: string;
}

/** A SHA-256 in hexadecimal digits. */
export type Hash = string;

/**
 * The `hash` of the last event, which depends on all events before it; null while it would tell what a clue said
 * (Cow & Pig, Duck).
 */
export type Head = string | null;

/** The hash of the event in the chain; null while it would tell what a clue said (Cow & Pig, Duck). */
export type EventHash = string | null;

/**
 * The service's commitment to its secret for the shuffle, published before the seats give entropy; null if the deck
 * was given or imported.
 */
export type SecretCommitment = string | null;

/**
 * A seat's entropy for the shuffle, which prevents the service from choosing the deck alone: 1 to 64 printable ASCII
 * characters, best drawn at random. Everyone sees it.
 */
export type Entropy = string;

/** The entropy by seat; null for none. */
export type Entropies = (Entropy | null)[];

/**
 * A seat's commitment to 32 random bytes, which it reveals before the deal: SHA-256("hanabi/1 entropy commitment\0"
 * || bytes). Everyone sees it.
 */
export type EntropyCommitment = string;

/** The commitment by seat; null for none. */
export type EntropyCommitments = (EntropyCommitment | null)[];

/** The revealed 32 bytes by seat; null for a seat without a commitment, and for one that withheld them. */
export type Reveals = (Hash | null)[];

/**
 * What the seats contributed to the deal, and what this proves. Null before the deal, and in games from before seats
 * contributed.
 */
export interface Protection {
  /**
   * How far the players' contributions protect the deck from being chosen.
   * - `contributed`: At least one seat contributed in secret, and none withheld its part: if one of those that
   * contributed played fair, the deck was fixed before anybody could know it.
   * - `withheld`: Others withheld their part, so they could choose among up to `choices` decks.
   * - `open`: Seats only gave texts: the service, together with the player who joined or gave a text last, could
   * have chosen the deck.
   * - `none`: The service could have chosen the deck before it published its commitment.
   * - `given`: A player gave the deck.
   * - `imported`: The game was played elsewhere.
   */
  kind: "contributed" | "withheld" | "open" | "none" | "given" | "imported";
  /** The number of seats that gave a commitment and revealed their entropy. */
  seats_contributed: number;
  /** The number of seats that gave a text openly. */
  seats_open: number;
  /** The number of seats that gave a commitment and did not reveal their entropy in time. */
  seats_withheld: number;
  /**
   * The largest number of decks among which anybody could choose, if a seat that contributed played fair; null if no
   * seat contributed.
   */
  choices: number | null;
  /** The same in words, in the caller's language. */
  text: string;
}

/** The caller's part of the shuffle: either open entropy or a commitment to secret entropy. */
export interface UpdateEntropyRequest {
  entropy_commitment?: EntropyCommitment;
  /** The 32 bytes to which the seat has committed. */
  reveal?: string;
  /** The new open entropy of the seat; null for no contribution at all. */
  entropy?: Entropy | null;
}

/** The result of a verification. */
export interface Verification {
  id: GameId;
  /** Whether the game passed. */
  verified: boolean;
  /** The checks that were passed; all of them if there is no fault. */
  passed: ("chain" | "deck" | "commitments" | "shuffle" | "moves" | "result" | "digest")[];
  /** The origin of the deck; null if a fault was found before it was known. */
  deck: Provenance | null;
  /** The first fault; null if there is none. */
  fault: VerificationFault | null;
  head: Head;
  /** The digest of the record of this game. */
  digest: Hash;
  /** The digest of the core of the record, which never changes; null for a game whose record has no core. */
  core_digest: Hash | null;
  signature: VerifiedSignature;
}

/** The verdict about the signature of the record. */
export interface VerifiedSignature {
  /** The key that has signed the record; null for an unsigned record, or if there is a fault. */
  key: PublicKey | null;
  /** Whether it is a key of this service. */
  own: boolean;
  /** The same in words, in the caller's language. */
  text: string;
}

/** Where the deck came from. */
export interface Provenance {
  protection: Protection;
  /**
   * Where the deck came from.
   * - `shuffled`: From the service's secret and the seats' entropy.
   * - `unshared`: By the service alone, in games from before seats gave entropy.
   * - `given`: A player gave the deck.
   * - `imported`: The game was played elsewhere.
   */
  origin: "shuffled" | "unshared" | "given" | "imported";
  /** The origin of the deck in words, in the caller's language. */
  text: string;
}

/** Why the verification failed. */
export interface VerificationFault {
  /**
   * The fault; never translated.
   * - `malformed`: This is not the record of a game.
   * - `chain`: An event does not have the hash that stands there.
   * - `composition`: The deck does not contain exactly the cards of the game.
   * - `deck-commitment`: The deck is not the one of the commitment.
   * - `secret-commitment`: The secret is not the one of the commitment.
   * - `entropy-commitment`: A reveal does not fit its commitment, or two seats had the same commitment.
   * - `shuffle`: The deck does not follow from the secret and the seats' entropy.
   * - `starting-seat`: Another seat should have started.
   * - `illegal-move`: The rules do not allow an event.
   * - `after-the-end`: An event comes after the end of the game.
   * - `not-ended`: The game does not end with its last event.
   * - `result`: The result is not the one of the events.
   * - `digest`: Something that only the digest covers was changed, such as a name, a time or a message.
   * - `times`: An event is earlier than the one before it.
   * - `idle-limit`: The game was ended as idle before the idle limit.
   * - `signature`: The signature is not one of this game by that key.
   * - `stored-result`: The result in lists is not the one of the game.
   * - `stored-rules`: The rules in lists are not those of the deal.
   * - `stored-times`: The start or the end in lists is not the time of the first or last event.
   * - `stored-holders`: The accounts of the seats are not those to which the cards were dealt.
   * - `stored-core`: The digest that was stored at the end is missing, or is of another game.
   * - `stored-log`: An entry of the game in the log of commitments is missing or different.
   * - `stored-key`: The game is not signed with a key of this service.
   */
  code: "malformed" | "chain" | "composition" | "deck-commitment" | "secret-commitment" | "entropy-commitment" | "shuffle" | "starting-seat" | "illegal-move" | "after-the-end" | "not-ended" | "result" | "digest" | "times" | "idle-limit" | "signature" | "stored-result" | "stored-rules" | "stored-times" | "stored-holders" | "stored-core" | "stored-log" | "stored-key";
  /** The event with the fault, if it is in an event. */
  version: number | null;
  /** The fault in words, in the caller's language. */
  text: string;
}

/** The table as its viewer sees it. */
export interface View {
  id: GameId;
  status: Status;
  /** Whether the creator of the game gave its deck. */
  sandbox: boolean;
  /** Whether only players with a seat in it can see the game. */
  private: boolean;
  /** The seconds without a turn after which the game is aborted ([R21](/docs/rules#R21)). */
  idle_limit_s: number;
  secret_commitment: SecretCommitment;
  /** The open entropy by seat, null for none. This member and the next five are absent in views of the past (`at`). */
  entropies?: Entropies;
  entropy_commitments?: EntropyCommitments;
  reveal_until?: RevealUntil;
  awaiting_reveals?: AwaitingReveals;
  protection?: Protection;
  /**
   * The page of the game for people, and once it has ended, the addresses of the replay. Absent in views of the past
   * (`at`).
   */
  links?: GameLinks;
  /** The signed receipt; null for an imported game, and absent in views of the past (`at`). */
  receipt?: Receipt | null;
  version: Version;
  head: Head;
  /** The number of turns taken. */
  turn: number;
  rules: Rules;
  viewer: Viewer;
  /** The players, by seat. */
  seats: SeatInView[];
  to_move: ToMove;
  turns_left: TurnsLeft;
  clue_tokens: Tokens;
  strikes: Strikes;
  fireworks: Fireworks;
  lost_fireworks: LostFireworks;
  score: Score;
  table_points: PointsOrNull;
  /** The highest score still attainable ([R13](/docs/rules#R13)); null while played cards stay face down. */
  attainable_score: PointsOrNull;
  stacks?: Stacks;
  /** Only in games with a variant. Whether there is half a clue token more (Clue Starved). */
  half_clue_token?: HalfToken;
  face_down?: CardsFaceDown;
  deck_size: DeckSize;
  discards: Discards;
  /** All hands by seat; empty for a viewer without a seat. */
  hands: Hand[];
  legal_actions: LegalActions;
  abort_votes: AbortVotes;
  result: ResultOrNull;
  knowledge?: Knowledge;
}

/** The table of a replay after one event: a view without the players' names. */
export interface Frame {
  id: GameId;
  /**
   * The status of the game at this version.
   * - `running`: The game goes on.
   * - `ended`: The game is over.
   */
  status: "running" | "ended";
  /** Whether the creator of the game gave its deck. */
  sandbox: boolean;
  /** Whether only the players can see the game. */
  private: boolean;
  /** The seconds without a turn after which the game is aborted ([R21](/docs/rules#R21)). */
  idle_limit_s: number;
  secret_commitment: SecretCommitment;
  version: Version;
  head: Head;
  /** The number of turns taken. */
  turn: number;
  rules: Rules;
  viewer: Viewer;
  /** The seats, without the names of their players. */
  seats: SeatWithoutName[];
  to_move: ToMove;
  turns_left: TurnsLeft;
  clue_tokens: Tokens;
  strikes: Strikes;
  fireworks: Fireworks;
  lost_fireworks: LostFireworks;
  score: Score;
  table_points: PointsOrNull;
  /** The highest score still attainable ([R13](/docs/rules#R13)); null while played cards stay face down. */
  attainable_score: PointsOrNull;
  stacks?: Stacks;
  /** Only in games with a variant. Whether there is half a clue token more (Clue Starved). */
  half_clue_token?: HalfToken;
  face_down?: CardsFaceDown;
  deck_size: DeckSize;
  discards: Discards;
  /** All hands by seat: open, or with the hand of `viewer` face down; empty for a watcher. */
  hands: Hand[];
  legal_actions: LegalActions;
  abort_votes: AbortVotes;
  result: ResultOrNull;
}

/** One event, and the table after it. */
export interface ReplayStep {
  event: Event;
  frame: Frame;
  /** The `cursor` of the next step; null at the end. */
  next: string | null;
}

/** Frames of a replay, in order. */
export interface FrameList {
  id: GameId;
  /** The n-th frame has version n. */
  items: Frame[];
}

/** Until when the game waits for reveals; null unless all seats of an open game are taken. */
export type RevealUntil = string | null;

/** The seats that have not revealed their entropy yet; empty unless `reveal_until` is set. */
export type AwaitingReveals = Seat[];

/** Who sees the view. */
export interface Viewer {
  /** The viewer's seat; null for none. */
  seat: number | null;
  /**
   * The salt of the viewer's entry in `holders` of the deal, which no other viewer sees; null for none, and absent
   * in views of the past (`at`). It proves that the viewer's account sat there.
   */
  holder_salt?: string | null;
}

/** A seat of the table. Views of the past (`at`) do not contain its player. */
export interface SeatInView {
  seat: Seat;
  /** The player; null while the seat is free. */
  name?: string | null;
  /** The account of the player; null for a free seat, a bot, an imported player and a deleted account. */
  account?: AccountId | null;
  /** The bot in the seat; null for a person and for a free seat. */
  bot?: BotId | null;
}

/** A seat and its player. */
export interface SeatWithName {
  seat: Seat;
  /** The player; null while the seat is free. */
  name: string | null;
  /** The account of the player; null for a free seat, a bot, an imported player and a deleted account. */
  account: AccountId | null;
  /** The bot in the seat; null for a person and for a free seat. */
  bot: BotId | null;
}

/** A seat, without the name of its player. */
export interface SeatWithoutName {
  seat: Seat;
}

/**
 * The number of cards of each firework by suit, which is its top rank if the suit is played from 1 to 5. Null while
 * played cards stay face down (Throw It in a Hole).
 */
export type Fireworks = Record<string, Top> | null;

/** The number of cards of a firework. */
export type Top = number;

/**
 * The fireworks that can no longer be completed ([R13](/docs/rules#R13)); null while played cards stay face down
 * (Throw It in a Hole).
 */
export type LostFireworks = Suit[] | null;

/**
 * The fireworks by suit, with the cards that fit next. Only in games with a variant; null while played cards stay
 * face down (Throw It in a Hole).
 */
export type Stacks = Record<string, Stack> | null;

/** A firework. */
export interface Stack {
  /** The ranks of its cards, first played first. */
  cards: Ranks;
  /** The ranks that can be played next. */
  next: Ranks;
}

/** Ranks of cards of one suit. */
export type Ranks = Rank[];

/** Whether there is half a clue token more (Clue Starved). */
export type HalfToken = boolean;

/** Only in games with a variant: the played cards that lie face down until the end, in order (Throw It in a Hole). */
export type CardsFaceDown = CardId[];

/** The discard pile in order. */
export type Discards = Face[];

/** A card whose front is known. */
export interface Face {
  card: CardId;
  suit: Suit;
  rank: Rank;
}

/**
 * A card that a seat was dealt or drew. It has `suit` and `rank` if the reader saw its front then, and neither if
 * the reader did not.
 */
export interface DrawnCard {
  card: CardId;
  suit?: Suit;
  rank?: Rank;
}

/** The hand of a seat, as the viewer sees it. */
export interface Hand {
  seat: Seat;
  /** The cards in hand order, oldest first unless the seat has reordered them. */
  cards: HandCard[];
  /** The cards that are not upright ([R29](/docs/rules#R29)), by card id; missing if all are. */
  turned?: TurnedCard[];
}

/**
 * How a card stands in its holder's hand ([R29](/docs/rules#R29)).
 * - `upright`: It stands upright.
 * - `left`: It is turned to the left.
 * - `right`: It is turned to the right.
 * - `upside_down`: It stands upside down.
 */
export type Orientation = "upright" | "left" | "right" | "upside_down";

/** A card that does not stand upright. */
export interface TurnedCard {
  card: CardId;
  orientation: Orientation;
}

/** How a card of the caller's hand stands from now on ([R29](/docs/rules#R29)). */
export interface UpdateCardOrientationRequest {
  /** Cards of the caller's hand, each once. */
  cards: CardId[];
  orientation: Orientation;
}

/**
 * A card in a hand. It has `suit` and `rank` if the viewer sees its front, and neither if the viewer does not, as in
 * the viewer's own hand.
 */
export interface HandCard {
  card: CardId;
  suit?: Suit;
  rank?: Rank;
  clues?: CardClues;
  possible?: CardPossibilities;
}

/** Every legal action if it is the viewer's turn; empty otherwise. */
export type LegalActions = Action[];

/** A legal action of the caller, complete as the body of `POST /v1/games/{game}/moves`. */
export type Action = PlayAction | DiscardAction | ClueAction;

/** Playing a card. */
export interface PlayAction {
  type: PlayType;
  card: CardId;
  /** A color that may be named with the play ([R12](/docs/rules#R12)). */
  declared_color?: ClueColor;
}

/** Discarding a card. */
export interface DiscardAction {
  type: DiscardType;
  card: CardId;
}

/** Giving a clue, by a color or by a rank. */
export interface ClueAction {
  type: ClueType;
  target: Seat;
  color?: ClueColor;
  rank?: ClueRank;
}

/** The id of a webhook. */
export type WebhookId = string;

/**
 * The address of the receiver, in ASCII: `https://` with a host name or a public IP address, and without a user name
 * and a fragment. `http://` and other networks are refused, unless the operator allows them.
 */
export type WebhookUrl = string;

/** The events that are sent. */
export type WebhookEvents = WebhookEvent[];

/**
 * An event of the account's own games. There may be others later.
 * - `your-turn`: A turn of the account's seat begins.
 * - `game-started`: A game with a seat of the account was dealt.
 * - `game-ended`: Such a game ended, for whatever reason.
 * - `invited`: The account was invited to an open game.
 * - `message`: Another seat of its game sent a message, during the game or afterwards.
 */
export type WebhookEvent = "your-turn" | "game-started" | "game-ended" | "invited" | "message";

/** A webhook to create. */
export interface CreateWebhookRequest {
  url: WebhookUrl;
  events: WebhookEvents;
  /** The purpose of the webhook, for its owner. Text without control characters, not blank; null for none. */
  description?: string | null;
}

/** The members of a webhook to change. */
export interface UpdateWebhookRequest {
  url?: WebhookUrl;
  events?: WebhookEvents;
  /** The purpose of the webhook, for its owner. Text without control characters, not blank; null for none. */
  description?: string | null;
  /** Whether events are sent. */
  enabled?: boolean;
}

/** An address to which the service sends events. */
export interface Webhook {
  id: WebhookId;
  url: WebhookUrl;
  /** The purpose of the webhook; null for none. */
  description: string | null;
  events: WebhookEvents;
  /** Whether events are sent. */
  enabled: boolean;
  /**
   * Why the service disabled it; null if it is enabled, or if its owner disabled it.
   * - `failing`: Every attempt of three days failed.
   * - `gone`: The receiver answered with 410.
   * - `null`: It is enabled, or its owner disabled it.
   */
  disabled_reason: "failing" | "gone" | null;
  /** When it was disabled; null if it is enabled. */
  disabled_at: Time;
  /** The first failure since the last success; null for none. */
  failing_since: Time;
  /** When it was created. */
  created_at: Time;
}

/** A new webhook with its secret. */
export interface CreatedWebhook {
  id: WebhookId;
  url: WebhookUrl;
  /** The purpose of the webhook; null for none. */
  description: string | null;
  events: WebhookEvents;
  /** Whether events are sent. */
  enabled: boolean;
  /**
   * Why the service disabled it; null if it is enabled, or if its owner disabled it.
   * - `failing`: Every attempt of three days failed.
   * - `gone`: The receiver answered with 410.
   * - `null`: It is enabled, or its owner disabled it.
   */
  disabled_reason: "failing" | "gone" | null;
  /** When it was disabled; null if it is enabled. */
  disabled_at: Time;
  /** The first failure since the last success; null for none. */
  failing_since: Time;
  /** When it was created. */
  created_at: Time;
  /** The key of the signatures, shown only once: `whsec_` and 32 bytes in Base64, as Standard Webhooks describes. */
  secret: string;
}

/** Webhooks of an account. */
export interface WebhookList {
  /** The webhooks. */
  items: Webhook[];
}

/** An event that is sent, or was sent, to a webhook. */
export interface Delivery {
  /** The id of the delivery, which is its header `webhook-id` in every attempt. */
  id: string;
  /**
   * The event as in `WebhookEvent`, or `test` for one that was asked for.
   * - `your-turn`: A turn of the account's seat begins.
   * - `game-started`: A game with a seat of the account was dealt.
   * - `game-ended`: Such a game ended, for whatever reason.
   * - `invited`: The account was invited to an open game.
   * - `message`: Another seat of its game sent a message, during the game or afterwards.
   * - `test`: A test that was asked for.
   */
  type: "your-turn" | "game-started" | "game-ended" | "invited" | "message" | "test";
  /**
   * What became of the delivery.
   * - `waiting`: An attempt will follow.
   * - `delivered`: The receiver accepted it with a status from 200 to 299.
   * - `failed`: It was given up, after three days or with its webhook, or it was a test.
   */
  status: "waiting" | "delivered" | "failed";
  /** The number of attempts so far. */
  attempts: number;
  /** The status of the last response; null if the last attempt had none. */
  response_status: number | null;
  /**
   * Why there was no response.
   * - `unknown-host`: The host name has no address.
   * - `address-refused`: None of its addresses is public.
   * - `connection-failed`: Nobody answered there, or not by HTTP.
   * - `certificate-refused`: The certificate is not valid for the host.
   * - `timeout`: No response within 10 seconds.
   * - `disabled`: The webhook was disabled before.
   * - `null`: There was a response, or no attempt yet.
   */
  error: "unknown-host" | "address-refused" | "connection-failed" | "certificate-refused" | "timeout" | "disabled" | null;
  /** When the service found the event. */
  created_at: Time;
  /** The last attempt; null before the first one. */
  attempted_at: Time;
  /** The next attempt, at the earliest; null for none. */
  next_attempt_at: Time;
}

/** Deliveries of a webhook. */
export interface DeliveryList {
  /** The deliveries. */
  items: Delivery[];
  next: NextCursor;
}
