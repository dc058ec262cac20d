import { newKey } from "./entropy.js";
import { type Frame, FrameReader, lines } from "./frames.js";
import { ProblemError, SignInError } from "./problems.js";
import { VERSION } from "./types.js";

const TIMEOUT_MS = 60_000;
const SILENCE_MS = 45_000; // the service sends a comment every 15 seconds
const MAX_WAIT_MS = 60_000; // if the service asks for a longer wait, it is left to the program
const SAFE = new Set(["GET", "PUT", "DELETE"]); // methods whose effect is the same if they arrive twice
const TEMPORARY = new Set([429, 502, 503, 504]);

export interface ConnectionOptions {
  /** The token of an account. */
  token?: string | undefined;
  /** `en`, `de`, `fr`, `nl` or `da`. */
  language?: string | undefined;
  /** How often a request is sent at most while the service is busy or cannot be reached; six take up to 15 seconds. */
  attempts?: number | undefined;
  /** Another `fetch`, for example one with a proxy. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** What a request consists of, beside its method and path. */
export interface Call {
  params?: Record<string, string | number | boolean | undefined> | undefined;
  headers?: Record<string, string | undefined> | undefined;
  body?: unknown;
  accept?: string | undefined;
  mediaType?: string | undefined;
  takesKey?: boolean | undefined;
  key?: string | undefined;
  waitS?: number | undefined;
}

/** A response that has arrived in full. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Uint8Array;
}

/** Connections to one service with one token. */
export class Connection {
  readonly baseUrl: string;
  token: string | undefined;
  /** What keeps the token valid, after a person has signed in. */
  renewal: { renew(): Promise<void> } | undefined;
  /** The `fetch` of all requests. */
  readonly fetch: typeof globalThis.fetch;
  readonly #language: string | undefined;
  readonly #attempts: number;
  readonly #open = new Set<AbortController>();
  #isClosed = false;

  constructor(baseUrl: string, options: ConnectionOptions = {}) {
    this.baseUrl = baseUrl.replace(/\/+$/, "");
    this.token = options.token;
    this.#language = options.language;
    this.#attempts = options.attempts ?? 6;
    this.fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  }

  /** Ends all streams and requests. */
  close(): void {
    this.#isClosed = true;
    for (const connection of this.#open) connection.abort();
  }

  /**
   * Sends a request, and returns the body of the response: JSON, text or bytes.
   *
   * If the response is 202, since a result is not there yet, asks again for `waitS` seconds. Throws ProblemError, and
   * the error of `fetch` if the service cannot be reached.
   */
  async send<T>(method: string, path: string, call: Call = {}): Promise<T> {
    let leftMs = (call.waitS ?? 0) * 1000;
    const key = call.takesKey ? (call.key ?? (await newKey())) : undefined;
    for (;;) {
      const answer = await this.request(method, path, { ...call, key });
      if (answer.status !== 202 || leftMs <= 0) return content(answer) as T;
      const pauseMs = Math.min(delayMs(answer, 2), leftMs);
      leftMs -= pauseMs;
      await sleep(pauseMs);
    }
  }

  /** Sends a request, several times if necessary, and returns the response with its headers. */
  async request(method: string, path: string, call: Call = {}): Promise<Answer> {
    const isSafe = SAFE.has(method) || call.key !== undefined;
    for (let attempt = 1; ; attempt++) {
      let pauseMs = growingDelayMs(attempt);
      try {
        const answer = await this.#opened(method, path, call, TIMEOUT_MS, async (response) => ({
          status: response.status,
          headers: response.headers,
          body: new Uint8Array(await response.arrayBuffer()),
        }));
        if (answer.status < 400) return answer;
        pauseMs = delayMs(answer, attempt + 1);
        if (!isTemporary(answer) || attempt === this.#attempts || pauseMs > MAX_WAIT_MS) throw problem(answer);
      } catch (error) {
        const isRefused = (error as { cause?: { code?: string } }).cause?.code === "ECONNREFUSED";
        if (isAnswer(error) || this.#isClosed || attempt === this.#attempts) throw error;
        if (!isSafe && !isRefused) throw error;
      }
      await sleep(pauseMs);
    }
  }

  /**
   * Yields the frames of an event stream until it ends.
   *
   * After an interruption, continues after the last frame. Throws ProblemError, for example if the token was revoked,
   * and the error of `fetch` if the service cannot be reached.
   */
  async *frames(path: string, params: Call["params"] = {}): AsyncGenerator<Frame, void, undefined> {
    const reader = new FrameReader();
    for (let failures = 0; ; ) {
      const connection = new AbortController();
      this.#open.add(connection);
      let alarm: ReturnType<typeof setTimeout> | undefined;
      const alive = () => {
        clearTimeout(alarm);
        alarm = setTimeout(() => connection.abort(), SILENCE_MS);
      };
      let pauseMs = 0;
      try {
        alive();
        const headers = { "Last-Event-ID": reader.lastId ?? undefined };
        const response = await this.#sent("GET", path, { params, headers, accept: "text/event-stream" }, connection);
        if (response.status === 204) return; // nothing more will come
        if (response.status >= 400 || !response.body) {
          const body = new Uint8Array(await response.arrayBuffer());
          const answer = { status: response.status, headers: response.headers, body };
          failures += 1;
          if (!isTemporary(answer) || failures === this.#attempts) throw problem(answer);
          pauseMs = delayMs(answer, failures + 1);
        } else {
          for await (const line of lines(response.body, alive)) {
            const frame = reader.read(line);
            if (!frame || frame.event === "bye") continue; // it says why the stream ends
            failures = 0;
            clearTimeout(alarm); // the program may take its time
            yield frame;
            alive();
            if (frame.event === "end") return;
          }
          pauseMs = reader.retryMs;
        }
      } catch (error) {
        failures += 1;
        if (isAnswer(error) || this.#isClosed || failures >= this.#attempts) throw error;
        pauseMs = growingDelayMs(failures);
      } finally {
        clearTimeout(alarm);
        connection.abort();
        this.#open.delete(connection);
      }
      reader.reset();
      await sleep(pauseMs);
    }
  }

  async #opened<T>(
    method: string,
    path: string,
    call: Call,
    limitMs: number,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const connection = new AbortController();
    const alarm = setTimeout(() => connection.abort(), limitMs);
    this.#open.add(connection);
    try {
      return await read(await this.#sent(method, path, call, connection));
    } finally {
      clearTimeout(alarm);
      this.#open.delete(connection);
    }
  }

  async #sent(method: string, path: string, call: Call, connection: AbortController): Promise<Response> {
    if (this.#isClosed) throw new Error("The client is closed.");
    await this.renewal?.renew();
    const query = new URLSearchParams(
      Object.entries(call.params ?? {}).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
    ).toString();
    const headers = new Headers({ Accept: call.accept ?? "application/json" });
    const set = (name: string, value: string | undefined) => value !== undefined && headers.set(name, value);
    set("Authorization", this.token && `Bearer ${this.token}`);
    set("Accept-Language", this.#language);
    set("Content-Type", call.body === undefined ? undefined : (call.mediaType ?? "application/json"));
    set("Idempotency-Key", call.key);
    for (const [name, value] of Object.entries(call.headers ?? {})) set(name, value);
    if (!("document" in globalThis)) set("User-Agent", `hanabi-client-typescript/${VERSION}`);
    const body = call.body === undefined || typeof call.body === "string" ? call.body : JSON.stringify(call.body);
    const url = this.baseUrl + path + (query && `?${query}`);
    return this.fetch(url, { method, headers, signal: connection.signal, ...(body !== undefined && { body }) });
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

// About 0, 1, 2, 4, … seconds. The random part keeps clients from returning all at once.
const growingDelayMs = (attempt: number) => (attempt === 1 ? 0 : 1000 * 2 ** (attempt - 2) * (0.5 + Math.random() / 2));

function delayMs(answer: Answer, attempt: number): number {
  const asked = answer.headers.get("Retry-After") ?? "";
  return /^\d+$/.test(asked) ? Number(asked) * 1000 : growingDelayMs(attempt);
}

function isTemporary(answer: Answer): boolean {
  // After 409, the first attempt is still running.
  return TEMPORARY.has(answer.status) || (answer.status === 409 && problem(answer).code === "request-in-progress");
}

// The same request would be answered in the same way.
const isAnswer = (error: unknown) => error instanceof ProblemError || error instanceof SignInError;

function problem(answer: Answer): ProblemError {
  if (mediaType(answer) === "application/problem+json") return new ProblemError(json(answer) as never);
  const detail = `${answer.status} without a problem document, perhaps from a proxy`;
  return new ProblemError({ status: answer.status, code: "unknown", detail });
}

function content(answer: Answer): unknown {
  const kind = mediaType(answer);
  if (answer.body.length === 0) return undefined;
  if (/[/+]json$/.test(kind)) return json(answer);
  return /^text\/|xml$|ndjson$/.test(kind) ? text(answer) : answer.body;
}

const mediaType = (answer: Answer) => (answer.headers.get("Content-Type") ?? "").split(";")[0] ?? "";
const text = (answer: Answer) => new TextDecoder().decode(answer.body);
const json = (answer: Answer): unknown => JSON.parse(text(answer));
