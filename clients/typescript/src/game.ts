import type { Connection } from "./connection.js";
import { checkCommitment, checkDeal, type Promised } from "./entropy.js";
import { Operations } from "./operations.js";
import { ProblemError } from "./problems.js";
import type {
  Action,
  ClueColor,
  ClueRank,
  Event,
  EventResult,
  HandCard,
  Receipt,
  ResultOrNull,
  StreamView,
  View,
} from "./types.js";

const PASSED = ["version-conflict", "not-your-turn", "game-not-running"];

/** A game as the owner of the token sees it, with or without a seat in it. */
export class Game {
  readonly id: string;
  /** The newest view that was received. */
  view: View;
  /** The signed receipts of the views, with which `/docs/verification` compares the record of the game. */
  readonly receipts: Receipt[] = [];
  /**
   * The 32 bytes that this seat contributes to the deal; undefined if it is given or the seat contributes nothing. Only
   * this program has them until it reveals them.
   */
  readonly part: string | undefined;
  readonly #connection: Connection;
  readonly #api: Operations;
  #promised: Promised | undefined;
  #checked = false;

  constructor(connection: Connection, view: View, part?: string) {
    this.id = view.id;
    this.view = view;
    this.part = view.secret_commitment === null ? undefined : part;
    this.#connection = connection;
    this.#api = new Operations(connection);
  }

  /** The seat of the player; null for a watcher. */
  get seat(): number | null {
    return this.view.viewer.seat;
  }

  /** The result; null until the game has ended. */
  get result(): ResultOrNull {
    return this.view.result;
  }

  /** Reads the view, and returns it. */
  async refresh(): Promise<View> {
    await this.receive(await this.#api.getGame(this.id));
    return this.view;
  }

  /** Returns all events until now, as this seat saw them. */
  async events(): Promise<Event[]> {
    return (await this.#api.listEvents(this.id)).items;
  }

  /** Yields each turn of the player until the game has ended. A turn is yielded once, even if it is not used. */
  async *turns(): AsyncGenerator<Turn, void, undefined> {
    let offered = -1;
    for await (const _ of this.updates()) {
      // The response to a move may have the next turn already, since bots move at once.
      while (this.view.legal_actions.length > 0 && this.view.version > offered) {
        offered = this.view.version;
        yield new Turn(this, this.view);
      }
    }
  }

  /**
   * Yields the present view, then each new view with the events before it, until the game has ended.
   *
   * Each event comes once, also over interruptions.
   */
  async *updates(): AsyncGenerator<StreamView, void, undefined> {
    for await (const { event, data } of this.#connection.frames(`/v1/games/${this.id}/events`, { views: true })) {
      if (event !== "view") continue;
      await this.receive(data.view);
      yield data;
    }
  }

  /**
   * Takes a turn.
   *
   * The response has all events since `expectedVersion`, by default that of the newest view. Throws ProblemError:
   * `illegal-move` with the ruling in `rule`, `not-your-turn`, or `version-conflict`.
   */
  async act(action: Action, expectedVersion = this.view.version): Promise<EventResult> {
    const done = await this.#api.createMove(this.id, { ...action, expected_version: expectedVersion });
    await this.receive(done.view);
    return done;
  }

  /** Keeps a view if it is the newest. Reveals this seat's bytes if the deal waits for them, and checks the deal. */
  async receive(view: View): Promise<void> {
    if (view.version >= this.view.version) {
      this.view = view;
      if (view.receipt && view.receipt.signature !== this.receipts.at(-1)?.signature) this.receipts.push(view.receipt);
    }
    if (this.part === undefined || this.seat === null) return;
    if (view.awaiting_reveals?.includes(this.seat)) {
      await this.#reveal(view, this.part);
    } else if (!this.#checked && view.version >= 0) {
      const deal = (await this.events())[0] as Event & Promised;
      await checkCommitment(deal, this.seat, this.part);
      if (this.#promised) checkDeal(deal, this.#promised, this.part);
      this.#checked = true;
    }
  }

  async #reveal(view: View, part: string): Promise<void> {
    let revealed: View;
    try {
      revealed = await this.#api.updateEntropy(this.id, { reveal: part });
    } catch (error) {
      if (error instanceof ProblemError && error.code === "game-not-open") return; // too late: dealt without these bytes
      throw error;
    }
    this.#promised = view;
    await this.receive(revealed);
  }
}

/** A turn of the player: what the seat sees, and what it can do. */
export class Turn {
  constructor(
    readonly game: Game,
    readonly view: View,
  ) {}

  /** All legal actions, each as `act` takes it. */
  get legalActions(): Action[] {
    return this.view.legal_actions;
  }

  /** The player's own cards, oldest first, with the clues about them. */
  get hand(): HandCard[] {
    return this.view.hands.find((hand) => hand.seat === this.game.seat)?.cards ?? [];
  }

  /** Plays the card at a place of the hand: 0 for the oldest, -1 for the newest, which players call slot 1. */
  play(slot: number, declaredColor?: ClueColor): Promise<EventResult | null> {
    return this.act({
      type: "play",
      card: this.#card(slot),
      ...(declaredColor !== undefined && { declared_color: declaredColor }),
    });
  }

  /** Discards the card at a place of the hand: 0 for the oldest, -1 for the newest, which players call slot 1. */
  discard(slot: number): Promise<EventResult | null> {
    return this.act({ type: "discard", card: this.#card(slot) });
  }

  /** Gives a clue to a seat: either a color or a rank. */
  clue(target: number, clue: { color: ClueColor } | { rank: ClueRank }): Promise<EventResult | null> {
    return this.act({ type: "clue", target, ...clue });
  }

  /**
   * Takes the turn, and returns the events since the view, those of bots that moved next included.
   *
   * Returns null if the turn is over already, since another program moved for this seat or the game has ended. Throws
   * ProblemError for an illegal move, with the ruling in `rule`.
   */
  async act(action: Action): Promise<EventResult | null> {
    try {
      return await this.game.act(action, this.view.version);
    } catch (error) {
      if (!(error instanceof ProblemError && PASSED.includes(error.code))) throw error;
      await this.game.refresh();
      return null;
    }
  }

  #card(slot: number): number {
    const card = this.hand.at(slot);
    if (!card) throw new RangeError(`There is no card at place ${slot} of the hand.`);
    return card.card;
  }
}
