import { Connection, type ConnectionOptions } from "./connection.js";
import { commitment, newPart } from "./entropy.js";
import type { Frame } from "./frames.js";
import { Game, Turn } from "./game.js";
import { Operations } from "./operations.js";
import type { SignInOptions } from "./sign-in.js";
import type { Account, CreateGameRequest, CreateSeatRequest, Me } from "./types.js";

export type ClientOptions = ConnectionOptions;

/** What a seat contributes to the deal. */
interface Contribution {
  /** Whether this client adds random bytes to the shuffle, so nobody can choose the deck; by default true. */
  contribute?: boolean;
}

/** A game to create. */
export type NewGame = Omit<CreateGameRequest, "seats"> & { seats?: number } & Contribution;

/** A seat to take: any free one, unless `seat` says which. */
export type Seat = Omit<CreateSeatRequest, "bot"> & Contribution;

/** A player at a Hanabi server. */
export class Client {
  /** Requests with their headers, and streams. */
  readonly connection: Connection;
  /** All operations of the contract, by their names in it. */
  readonly api: Operations;
  readonly #games = new Map<string, Game>();

  /** Uses a service at an address such as `http://127.0.0.1:8000`. Without a token, `createAccount` makes one. */
  constructor(baseUrl: string, options: ClientOptions = {}) {
    this.connection = new Connection(baseUrl, options);
    this.api = new Operations(this.connection);
  }

  /** Ends all streams and requests. */
  close(): void {
    this.connection.close();
  }

  /** The token of the account. Save that of a new account: it is the only proof of identity. */
  get token(): string | undefined {
    return this.connection.token;
  }

  /** Creates an account, and uses it from now on. Without a name, the service chooses a free one. */
  async createAccount(name?: string): Promise<Account> {
    const account = await this.api.createAccount(name === undefined ? {} : { name });
    this.connection.token = account.token;
    this.connection.renewal = undefined;
    return account;
  }

  /**
   * Lets a person sign in and allow this program to act for them, and returns their account. Needs Node 20 or later.
   *
   * The browser opens; without one, they type a code at any other device. The tokens are kept for the next start, in the
   * keyring if the package `@napi-rs/keyring` is installed, else in a file that only this user can read, and are renewed
   * in time. Throws SignInError.
   */
  async signIn(options: SignInOptions = {}): Promise<Me> {
    const scope = options.scope ?? "profile:read games:play games:create";
    const signIn = await newSignIn(this.connection, options);
    this.connection.renewal = undefined;
    if (!(await signIn.resume(scope))) await signIn.begin(scope, options);
    this.connection.renewal = signIn;
    return this.api.getMe();
  }

  /** Ends what `signIn` has allowed this program, and forgets its tokens. */
  async signOut(options: Pick<SignInOptions, "app" | "folder"> = {}): Promise<void> {
    this.connection.renewal = undefined;
    await (await newSignIn(this.connection, options)).end();
  }

  /**
   * Creates a game, and takes seat 0. It starts when its last seat is taken.
   *
   * `bots` take the next seats. The client reveals its contribution in time while it reads turns or updates, and checks
   * the deal.
   */
  async createGame({ contribute = true, ...wishes }: NewGame = {}): Promise<Game> {
    const part = contribute ? await newPart() : undefined;
    const body = { seats: 2, ...wishes, ...(part && { entropy_commitment: await commitment(part) }) };
    return this.#seated(new Game(this.connection, await this.api.createGame(body), part));
  }

  /** Takes a seat of an open game. `code` is that of an invitation. */
  async join(game: string, { contribute = true, ...wishes }: Seat = {}): Promise<Game> {
    const part = contribute ? await newPart() : undefined;
    const body = { ...wishes, ...(part && { entropy_commitment: await commitment(part) }) };
    return this.#seated(new Game(this.connection, await this.api.createSeat(game, body), part));
  }

  /** Returns a game to play on or to watch. */
  async game(id: string): Promise<Game> {
    const known = this.#games.get(id);
    await known?.refresh();
    return known ?? new Game(this.connection, await this.api.getGame(id));
  }

  /**
   * Yields each turn of the player in all running games, also those that start later. It does not end by itself.
   *
   * The bytes of games that this client created or joined are revealed in time.
   */
  async *turns(): AsyncGenerator<Turn, void, undefined> {
    const offered = new Map<string, number>();
    for await (const { event, data } of this.watch()) {
      if (event === "awaiting-reveal" && this.#games.has(data.game)) await this.game(data.game);
      if (!data.your_turn) continue;
      const game = await this.game(data.game);
      this.#games.set(game.id, game);
      while (game.view.legal_actions.length > 0 && game.view.version > (offered.get(game.id) ?? -1)) {
        offered.set(game.id, game.view.version);
        yield new Turn(game, game.view);
      }
      if (game.result) this.#games.delete(game.id);
    }
  }

  /**
   * Yields what happens in all games of the player: first what is so now, then news. It does not end by itself.
   *
   * The events are `running`, `awaiting-reveal`, `invited`, `ready`, `started`, `your-turn` and `ended`. After an
   * interruption, it starts again with what is so then.
   */
  watch(): AsyncGenerator<Frame, void, undefined> {
    return this.connection.frames("/v1/me/events");
  }

  async #seated(game: Game): Promise<Game> {
    this.#games.set(game.id, game);
    await game.receive(game.view);
    return game;
  }
}

async function newSignIn(connection: Connection, { app, folder }: SignInOptions) {
  if ("document" in globalThis) throw new Error("A page redirects the browser itself: see /docs/apps.");
  const { SignIn } = await import("./sign-in.js"); // pages need neither it nor its package
  return SignIn.of(connection, app, folder);
}
