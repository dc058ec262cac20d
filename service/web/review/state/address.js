// The place in the game as the fragment of the URL, a permanent link. It never contains a token.

import * as codes from "./codes.js";

const PAUSE_MS = 200; // browsers refuse changes of the URL that are too frequent, as while an arrow key is down

let waiting = null;
let session = null; // the review together, so that the address invites to it

// Names a review together in the address, or none.
export function join(id) {
  session = id;
  history.replaceState(null, "", inSession(location.hash.replace(/[#&]session=[^&]*/, "")) || location.pathname);
}

const inSession = (hash) => (session ? `${hash || "#"}${hash.length > 1 ? "&" : ""}session=${session}` : hash);

export function read() {
  const named = new URLSearchParams(location.hash.slice(1));
  const whole = (name) => (/^\d{1,4}$/.test(named.get(name) ?? "") ? Number(named.get(name)) : null);
  const moves = named.has("moves") ? codes.read(named.get("moves")) : [];
  const deal = dealOf(named.get("deck"));
  return {
    turn: whole("turn"),
    event: whole("event"),
    seat: whole("seat"),
    branch: /^[a-z]_[0-9a-f]{32}$/.test(named.get("branch") ?? "") ? named.get("branch") : null,
    line: moves && (moves.length || deal) && whole("from") !== null ? { at: whole("from"), moves, deal } : null,
    spoilers: named.get("spoilers") !== "off",
  };
}

// Another deck is written as the seat that could not have told it from that of the game, and a seed: 1.4711.
function dealOf(text) {
  const [, seat, seed] = /^([0-5])\.(\d{1,10})$/.exec(text ?? "") ?? [];
  return seat ? { seat: Number(seat), seed: Number(seed) } : null;
}

export function written({ branch, line, turn, event, seat, spoilers }) {
  const moves = line?.moves.length ? encodeURI(line.moves.map(codes.written).join(",")) : null;
  const deck = line?.deal && `${line.deal.seat}.${line.deal.seed}`;
  const named = { branch, from: line?.at, deck, moves, turn, event, seat, spoilers: spoilers ? null : "off" };
  const parts = Object.entries(named).filter(([, value]) => value !== null && value !== undefined);
  return `#${parts.map(([name, value]) => `${name}=${value}`).join("&")}`;
}

// A step replaces the history entry after a delay. A jump adds an entry, so that Back returns from it.
export function stepped(place) {
  clearTimeout(waiting);
  waiting = setTimeout(() => replace(place), PAUSE_MS);
}

export function leapt(from, to) {
  clearTimeout(waiting);
  replace(from);
  const hash = inSession(written(to));
  if (hash !== location.hash) history.pushState(null, "", hash);
}

export function onReturn(then) {
  const arrived = () => {
    clearTimeout(waiting);
    then(read());
  };
  addEventListener("popstate", arrived);
  addEventListener("hashchange", arrived);
}

function replace(place) {
  const hash = inSession(written(place));
  if (hash !== location.hash) history.replaceState(null, "", hash);
}
