// A client of the public API.

import * as early from "../page/early.js";
import { has, language, say } from "../page/words.js";

const CSRF_TOKEN = /(?:^|; )((?:__Host-)?hanabi-csrf)=([^;]+)/; // the cookie beside that of the sign-in, which no script can read
const OLD_TOKEN = "hanabi-token"; // where earlier pages kept the token

const RETRY_AFTER_S = 5; // if the service does not say it

export class Problem extends Error {
  constructor(response, document) {
    super(document.detail ?? document.title ?? `HTTP ${response.status}`);
    this.status = response.status;
    this.retryAfter = retryAfter(response);
    this.document = document;
    this.code = document.code;
    this.errors = document.errors;
    this.signIn = document.sign_in;
  }
}

export class Unreachable extends Error {}

// Returns an error in words. An error of any other kind is a bug in this page: the console has it, and the reader is told
// to reload the page.
export function explain(error) {
  if (error instanceof Unreachable) return say("e-network");
  if (error instanceof Problem) return error.told ?? sentence(error.document) ?? error.message;
  reportError(error);
  return say("e-page");
}

// Returns what a page says of a problem, or nothing if its detail is for people as it is.
export function sentence({ code, of, errors = [], ...members }) {
  const key = `e.${of ? `${code}.${of}` : code}`;
  return has(key) ? say(key, { ...members, first: errors[0]?.detail ?? "" }) : null;
}

export const isSignedIn = () => csrf() !== null;

export const signInWith = (token) => post("/v1/sign-in/token", { token });

// Makes an account if nobody is signed in. Without a name, the service chooses one.
export async function beSomebody(name = "") {
  if (!isSignedIn()) await post("/v1/sign-in/guest", name.trim() ? { name: name.trim() } : {});
}

function csrf() {
  try {
    return CSRF_TOKEN.exec(document.cookie);
  } catch {
    return null; // a browser can refuse cookies to a page in a frame
  }
}

// The sign-in has ended elsewhere: the next action makes a new account, or asks for one.
function forget([, name]) {
  document.cookie = `${name}=; path=/; max-age=0; samesite=lax${name.startsWith("__Host-") ? "; secure" : ""}`;
}

// The account is gone, and its sign-in with it.
export const leave = () => forget(csrf());

// Exchanges the token that an earlier page kept for a sign-in, once.
async function exchange() {
  let old = null;
  try {
    old = window === window.top ? localStorage.getItem(OLD_TOKEN) : null;
  } catch {
    return; // a browser can refuse storage
  }
  if (old === null || isSignedIn()) return;
  try {
    await signInWith(old);
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 429 || error.status >= 500) return; // the next page tries again
  }
  localStorage.removeItem(OLD_TOKEN);
}

async function ask(path, options = {}) {
  const known = csrf();
  const headers = {
    Accept: "application/json",
    "Accept-Language": language(),
    ...options.headers,
    ...(known && options.method && { "CSRF-Token": known[2] }),
  };
  let response;
  try {
    response = await ((!options.method && early.response(path)) || fetch(path, { ...options, headers }));
  } catch {
    throw new Unreachable();
  }
  note(response);
  if (response.ok) return response;
  if (response.status === 401 && known) forget(known);
  throw new Problem(response, await response.json().catch(() => ({})));
}

export const response = ask;

const CLOSE_MS = 2000; // `Date` is in whole seconds, and a response takes its time

let ahead = 0; // how far the clock of the service is ahead of this one, in milliseconds

function note({ headers }) {
  const found = Date.parse(headers.get("Date")) + 500 - Date.now();
  if (!Number.isNaN(found)) ahead = Math.abs(found) > CLOSE_MS ? found : 0;
}

// Returns the time by the clock of the service.
export const now = () => Date.now() + ahead;

// Returns the seconds after which to ask again.
export const retryAfter = ({ headers }) => Number(headers.get("Retry-After")) || RETRY_AFTER_S;

export async function get(path) {
  return (await ask(path)).json();
}

let reader = null;

// Returns the account of the reader, who is signed in. Several parts of a page ask, and the service is asked once.
export async function me() {
  reader ??= get("/v1/me");
  try {
    return await reader;
  } catch (error) {
    reader = null;
    throw error;
  }
}

// Returns a page of a list, and the path of the next page.
export async function page(path) {
  const response = await ask(path);
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get("Link") ?? "");
  return { items: (await response.json()).items, next: next && next[1] };
}

export async function post(path, body, options = {}) {
  return send(path, JSON.stringify(body), "application/json", options);
}

export async function put(path, body) {
  const headers = { "Content-Type": "application/json" };
  return (await ask(path, { method: "PUT", body: JSON.stringify(body), headers })).json();
}

export async function patch(path, body) {
  const headers = { "Content-Type": "application/json" };
  return (await ask(path, { method: "PATCH", body: JSON.stringify(body), headers })).json();
}

// With a `key`, a request that is sent again takes effect once.
export async function send(path, body, mediaType, { key = crypto.randomUUID(), ...options } = {}) {
  const headers = { "Content-Type": mediaType, "Idempotency-Key": key };
  const response = await ask(path, { ...options, method: "POST", body, headers });
  return response.json();
}

// Sends a line for each value, and returns what the lines of the response say.
export async function sendLines(path, values) {
  const headers = { Accept: "*/*", "Content-Type": "application/x-ndjson", "Idempotency-Key": crypto.randomUUID() };
  const body = values.map((value) => JSON.stringify(value)).join("\n");
  const response = await ask(path, { method: "POST", body, headers });
  return (await response.text()).split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

export async function remove(path) {
  await ask(path, { method: "DELETE" });
}

// Returns a file, with its name from the service or the last part of its path.
export async function file(path) {
  const response = await ask(path, { headers: { Accept: "*/*" } });
  const named = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "");
  return { name: named ? named[1] : path.split("?")[0].split("/").pop(), content: await response.blob() };
}

await exchange();
