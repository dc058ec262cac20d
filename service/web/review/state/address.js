// The place in the game as the query of the address, a permanent link that the service reads too. The address never
// contains a token. What invites to a review together stays in the fragment, which no server gets.

import * as codes from "./codes.js";

const PAUSE_MS = 200; // browsers refuse changes of the URL that are too frequent, as while an arrow key is down
const OF_A_PLACE = /^#(.*&)?(turn|event|seat|branch|line|from|spoilers)=/;
const BROKEN = "#no-line"; // what the service adds when it takes a line out of the address that the game does not have
const SESSION = /[#&]session=(s_[0-9a-f]{32})/;

let waiting = null;
let arrived = () => {};
let session = null; // the review together, so that the address invites to it

// The review together that the address invites to.
export const invited = () => SESSION.exec(location.hash)?.[1];

// Whether the address asks for the turns to come by themselves. That is forgotten with the first one.
export const plays = () => location.hash === "#play";

// Names a review together in the address, or none.
export function join(id) {
  session = id;
  history.replaceState(null, "", inSession(location.search));
}

// The place as a text, which the leader of a review together shows to the others.
export const place = () => location.search.slice(1);

// Goes where the leader of a review together is.
export function follow(wanted) {
  history.replaceState(null, "", inSession(wanted && `?${wanted}`));
  arrived();
}

const inSession = (query) => `${location.pathname}${query}${session ? `#session=${session}` : ""}`;

const now = () => `${location.pathname}${location.search}${location.hash}`;

// Moves the place of an older link, which has it in the fragment, to the query.
function renew() {
  if (!OF_A_PLACE.test(location.hash)) return;
  const query = location.hash.slice(1).replace(/(^|&)session=[^&]*/, "").replace(/^&/, "");
  const together = invited();
  history.replaceState(null, "", `${location.pathname}?${query}${together ? `#session=${together}` : ""}`);
}

export function read() {
  renew();
  const named = new URLSearchParams(location.search);
  const whole = (name) => (/^\d{1,4}$/.test(named.get(name) ?? "") ? Number(named.get(name)) : null);
  const moves = named.has("moves") ? codes.read(named.get("moves")) : [];
  const deal = dealOf(named.get("deck"));
  const names = ["from", "moves", "deck"]; // of a line that is in the address
  const isTried = names.some((name) => named.has(name));
  const [saved] = /^b_[0-9a-f]{32}$/.exec(named.get("line") ?? named.get("branch") ?? "") ?? []; // older links have branch
  const line = saved ? { id: saved } : moves && (moves.length || deal) && whole("from") !== null ? { at: whole("from"), moves, deal } : null;
  return {
    turn: whole("turn"),
    event: whole("event"),
    seat: whole("seat"),
    line,
    isBroken: !line && (isTried || location.hash === BROKEN),
    spoilers: named.get("spoilers") !== "off",
  };
}

// Another deck is written as the seat that could not have told it from that of the game, and a seed: 1.4711; or as the
// two cards that are swapped: 3x27.
function dealOf(text) {
  const [, one, other] = /^(\d{1,2})x(\d{1,2})$/.exec(text ?? "") ?? [];
  if (one) return { swap: [Number(one), Number(other)] };
  const [, seat, seed] = /^([0-5])\.(\d{1,10})$/.exec(text ?? "") ?? [];
  return seat ? { seat: Number(seat), seed: Number(seed) } : null;
}

// Returns the query of a place. With `names` false, its picture and title on other sites do not name the players.
export function written({ line, turn, event, seat, spoilers, names = true }) {
  const tried = line && !line.id ? line : null; // a saved line is in its address by its id alone
  const moves = tried?.moves.length ? encodeURI(tried.moves.map(codes.written).join(",")) : null;
  const deck = tried?.deal && (tried.deal.swap?.join("x") ?? `${tried.deal.seat}.${tried.deal.seed}`);
  const named = { line: line?.id, from: tried?.at, deck, moves, turn, event, seat, spoilers: spoilers ? null : "off", names: names ? null : "off" };
  const parts = Object.entries(named).filter(([, value]) => value !== null && value !== undefined);
  return parts.length ? `?${parts.map(([name, value]) => `${name}=${value}`).join("&")}` : "";
}

// A step replaces the history entry after a delay. A jump adds an entry, so that Back returns from it.
export function stepped(place) {
  clearTimeout(waiting);
  waiting = setTimeout(() => replace(place), PAUSE_MS);
}

export function leapt(from, to) {
  clearTimeout(waiting);
  replace(from);
  const address = inSession(written(to));
  if (address !== now()) history.pushState(null, "", address);
}

export function onReturn(then) {
  arrived = () => {
    clearTimeout(waiting);
    then(read());
  };
  addEventListener("popstate", arrived);
  addEventListener("hashchange", arrived);
}

function replace(place) {
  const address = inSession(written(place));
  if (address !== now()) history.replaceState(null, "", address);
}
