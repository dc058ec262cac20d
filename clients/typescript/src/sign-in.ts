/// <reference types="node" />
import { spawn } from "node:child_process";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as oauth from "oauth4webapi";
import type { Connection } from "./connection.js";
import { KeptTokens, type Tokens } from "./kept-tokens.js";
import { ProblemError, SignInError } from "./problems.js";

const LIMIT_MS = 600_000;
const EARLY_MS = 60_000;
const ATTEMPTS = 4;
const TIMEOUT_MS = 20_000; // for a minute, the service answers a refresh token that was used in the same way

export interface SignInOptions {
  /** The name that the person sees, or the address that is the `client_id`; by default `hanabi-client`. */
  app?: string | undefined;
  /** What the person allows; by default `profile:read games:play games:create`. */
  scope?: string | undefined;
  /** Whether they type a code at any device; by default if this computer has no browser. */
  device?: boolean | undefined;
  /** Shows the address, and the code if there is one; by default they are printed. */
  show?: ((address: string, code?: string) => unknown) | undefined;
  /** Where the tokens are kept; by default the keyring, or a folder for settings of programs. */
  folder?: string | undefined;
}

/** What a person allows this program, as an OAuth client of the service (`/docs/apps`). */
export class SignIn {
  readonly #connection: Connection;
  readonly #client: oauth.Client;
  readonly #kept: KeptTokens;
  readonly #options: Record<symbol, unknown>;
  #tokens: Tokens | undefined;
  #renewing: Promise<void> | undefined;
  #found: oauth.AuthorizationServer | undefined;

  private constructor(connection: Connection, clientId: string, kept: KeptTokens) {
    this.#connection = connection;
    this.#client = { client_id: clientId };
    this.#kept = kept;
    // Only the service itself is asked, and the program has chosen whether its address begins with https.
    this.#options = { [oauth.allowInsecureRequests]: true, [oauth.customFetch]: connection.fetch };
  }

  static async of(connection: Connection, app = "hanabi-client", folder?: string): Promise<SignIn> {
    const clientId = app.includes("://") ? app : `http://localhost/${encodeURIComponent(app)}`;
    return new SignIn(connection, clientId, await KeptTokens.of(connection.baseUrl, clientId, folder));
  }

  /** Uses the tokens of an earlier start. Returns false unless they are valid and allow as much. */
  async resume(scope: string): Promise<boolean> {
    this.#use(await this.#kept.read());
    const allowed = new Set(this.#tokens?.scope.split(" "));
    if (!scope.split(" ").every((each) => allowed.has(each))) return false;
    try {
      await this.renew();
      await this.#connection.request("GET", "/v1/me");
      return true;
    } catch (error) {
      const isRefused = error instanceof SignInError || error instanceof ProblemError;
      if (!isRefused || !["invalid_grant", "invalid-token"].includes(error.code)) throw error;
      return false;
    }
  }

  /** Lets a person allow the program the scopes, which ends what was allowed before. Throws SignInError. */
  async begin(scope: string, { device = !hasBrowser(), show = print }: SignInOptions): Promise<void> {
    await this.end();
    await this.#keep(await (device ? this.#byDevice(scope, show) : this.#inBrowser(scope, show)));
  }

  /** Uses the newest access token, and gets a new one if it is about to end. Throws SignInError. */
  async renew(): Promise<void> {
    if (!this.#tokens || isFresh(this.#tokens)) return;
    this.#renewing ??= this.#renewed().finally(() => (this.#renewing = undefined));
    await this.#renewing;
  }

  /** Ends what the program may do, and forgets its tokens. */
  async end(): Promise<void> {
    const kept = await this.#kept.read();
    if (kept) {
      const server = await this.#server();
      await said(
        oauth
          .revocationRequest(server, this.#client, oauth.None(), kept.refreshToken, this.#options)
          .then((response) => oauth.processRevocationResponse(response)),
      );
      await this.#kept.remove();
    }
    this.#use(undefined);
  }

  #renewed(): Promise<void> {
    return this.#kept.locked(async () => {
      const newest = await this.#kept.read(); // another program may have renewed it
      if (!newest) throw new SignInError("invalid_grant", "The person has signed out.");
      if (isFresh(newest)) return this.#use(newest);
      const server = await this.#server();
      const { refreshToken } = newest;
      const options = { ...this.#options, [oauth.customFetch]: repeated(this.#connection.fetch) };
      const request = oauth.refreshTokenGrantRequest(server, this.#client, oauth.None(), refreshToken, options);
      await this.#keep(
        await said(request.then((response) => oauth.processRefreshTokenResponse(server, this.#client, response))),
      );
    });
  }

  async #inBrowser(scope: string, show: NonNullable<SignInOptions["show"]>): Promise<oauth.TokenEndpointResponse> {
    const server = await this.#server();
    const state = oauth.generateRandomState();
    const verifier = oauth.generateRandomCodeVerifier();
    const back = await comingBack(state);
    try {
      const page = new URL(server.authorization_endpoint!);
      page.search = new URLSearchParams({
        response_type: "code",
        client_id: this.#client.client_id,
        redirect_uri: back.address,
        scope,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      }).toString();
      show(page.href);
      openBrowser(page.href);
      const answer = await back.answer;
      return await said(async () => {
        const checked = oauth.validateAuthResponse(server, this.#client, answer, state); // also `iss`
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          this.#client,
          oauth.None(),
          checked,
          back.address,
          verifier,
          this.#options,
        );
        return oauth.processAuthorizationCodeResponse(server, this.#client, response);
      });
    } finally {
      back.close();
    }
  }

  async #byDevice(scope: string, show: NonNullable<SignInOptions["show"]>): Promise<oauth.TokenEndpointResponse> {
    const server = await this.#server();
    const none = oauth.None();
    const codes = await said(
      oauth
        .deviceAuthorizationRequest(server, this.#client, none, { scope }, this.#options)
        .then((response) => oauth.processDeviceAuthorizationResponse(server, this.#client, response)),
    );
    show(codes.verification_uri, codes.user_code);
    for (let pauseS = codes.interval ?? 5; ; ) {
      await new Promise((resolve) => setTimeout(resolve, pauseS * 1000));
      try {
        return await said(
          oauth
            .deviceCodeGrantRequest(server, this.#client, none, codes.device_code, this.#options)
            .then((response) => oauth.processDeviceCodeResponse(server, this.#client, response)),
        );
      } catch (error) {
        const code = error instanceof SignInError ? error.code : "";
        if (code === "slow_down") pauseS += 5;
        else if (code !== "authorization_pending") throw error;
      }
    }
  }

  /** Returns the description of the service's OAuth server, which has to be at its own address (RFC 8414). */
  async #server(): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(this.#connection.baseUrl);
    return (this.#found ??= await said<oauth.AuthorizationServer>(
      oauth
        .discoveryRequest(issuer, { algorithm: "oauth2", ...this.#options })
        .then((response) => oauth.processDiscoveryResponse(issuer, response)),
    ));
  }

  async #keep(answer: oauth.TokenEndpointResponse): Promise<void> {
    const tokens = {
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token!,
      scope: answer.scope!,
      expiresAt: Date.now() + answer.expires_in! * 1000,
    };
    await this.#kept.write(tokens);
    this.#use(tokens);
  }

  #use(tokens: Tokens | undefined): void {
    this.#tokens = tokens;
    this.#connection.token = tokens?.accessToken;
  }
}

const isFresh = (tokens: Tokens) => tokens.expiresAt > Date.now() + EARLY_MS;

/** Returns a `fetch` that sends a request again if its answer is lost. */
function repeated(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
        const { status, headers } = response;
        return new Response(await response.arrayBuffer(), { status, headers });
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
        await new Promise((resolve) => setTimeout(resolve, 1000 * (attempt - 1)));
      }
    }
  };
}

/** Returns what a step of OAuth gives. Its error becomes a SignInError with the code of the RFCs. */
async function said<T>(step: Promise<T> | (() => Promise<T>)): Promise<T> {
  try {
    return await (typeof step === "function" ? step() : step);
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError) {
      throw new SignInError(error.error, error.error_description ?? "");
    }
    if (error instanceof oauth.OperationProcessingError) throw new SignInError("invalid_response", error.message);
    throw error;
  }
}

/** Listens on a free port for the browser that comes back with a `state`. Others, from any page, are refused. */
async function comingBack(state: string) {
  let close = () => {};
  let alarm: ReturnType<typeof setTimeout> | undefined;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const answer = new Promise<URL>((resolve, reject) => {
    alarm = setTimeout(() => reject(new SignInError("expired_token", "Nobody has answered in ten minutes.")), LIMIT_MS);
    server.on("request", (request, response: ServerResponse) => {
      const url = new URL(request.url ?? "/", address);
      const isOurs = url.pathname === "/" && url.searchParams.get("state") === state;
      const said = isOurs ? "You can close this window." : "Nobody waits for this answer.";
      response.writeHead(isOurs ? 200 : 404, {
        "Content-Type": "text/html; charset=utf-8",
        "Referrer-Policy": "no-referrer",
        Connection: "close",
      });
      const icon = '<link rel="icon" href="data:,">';
      response.end(`<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>Hanabi</title>${icon}<p>${said}</p></html>\n`);
      if (isOurs) resolve(url);
    });
  });
  close = () => {
    clearTimeout(alarm);
    server.close();
  };
  return { address, answer, close };
}

function hasBrowser(): boolean {
  const hasWindows = process.platform === "win32" || process.platform === "darwin";
  return hasWindows || ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"].some((name) => process.env[name]);
}

/** Opens the address. If this fails, the person opens what was shown. */
function openBrowser(address: string): void {
  const [program, ...options] = process.env["BROWSER"]
    ? [process.env["BROWSER"]]
    : process.platform === "darwin"
      ? ["open"]
      : process.platform === "win32"
        ? ["rundll32", "url.dll,FileProtocolHandler"]
        : ["xdg-open"];
  const child = spawn(program!, [...options, address], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}

function print(address: string, code?: string): void {
  console.error(`To sign in, open ${address}${code ? ` and type ${code}` : ""}`);
}
