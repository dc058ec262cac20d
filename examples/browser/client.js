// A Hanabi table in a browser. One GET draws the whole screen; an event stream shows when to draw it again.

const SERVICE = ""; // address of the service; empty if it serves this page
const SILENCE_MS = 40_000; // the service sends a comment every 15 seconds
const START = 7; // the rank of the START cards of some variants

const $ = (id) => document.getElementById(id);
let token = sessionStorage.getItem("token"); // survives a reload, but not the tab
let shown = null; // the newest view that was drawn

// --- the service ---------------------------------------------------------------------------------------------------

class Problem extends Error {
  constructor(document) {
    super(document.detail);
    this.code = document.code;
  }
}

function request(path, options = {}) {
  const headers = { ...options.headers, ...(token && { Authorization: `Bearer ${token}` }) };
  return fetch(SERVICE + path, { ...options, headers });
}

async function answerTo(response) {
  const body = await response.json();
  if (!response.ok) throw new Problem(body);
  return body;
}

const get = async (path) => answerTo(await request(path));

const post = async (path, body) =>
  answerTo(
    await request(path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() },
    }),
  );

const put = async (path, body) =>
  answerTo(
    await request(path, { method: "PUT", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
  );

// Yields the frames of an event stream until it ends. After an interruption, it continues after the last frame.
// (EventSource does the same, but cannot send an Authorization header.)
async function* follow(path) {
  let last = null;
  let pauseMs = 2000;
  for (;;) {
    const connection = new AbortController();
    try {
      const headers = { Accept: "text/event-stream", ...(last && { "Last-Event-ID": last }) };
      const response = await request(path, { headers, signal: connection.signal });
      if (response.status === 204) return; // nothing more will come
      if (!response.ok && response.status < 500 && response.status !== 429) await answerTo(response); // throws
      for await (const frame of response.ok ? frames(response.body, connection) : []) {
        last = frame.id ?? last;
        pauseMs = Number(frame.retry ?? pauseMs);
        if (frame.event) yield { event: frame.event, data: JSON.parse(frame.data) };
        if (frame.event === "end") return;
      }
    } catch (error) {
      if (error instanceof Problem) throw error; // a new connection would not help
    } finally {
      connection.abort();
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function* frames(body, connection) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const alarm = setTimeout(() => connection.abort(), SILENCE_MS);
    const { value, done } = await reader.read().finally(() => clearTimeout(alarm));
    if (done) return;
    const parts = (text + value).split("\n\n");
    text = parts.pop();
    for (const part of parts) {
      yield Object.fromEntries([...part.matchAll(/^(\w+): (.*)$/gm)].map(([, name, content]) => [name, content]));
    }
  }
}

// --- a game --------------------------------------------------------------------------------------------------------

// The seat commits to 32 random bytes, and reveals them before the deal, so that nobody can choose the deck.
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

async function commit() {
  const part = crypto.getRandomValues(new Uint8Array(32));
  sessionStorage.setItem("part", hex(part));
  const tag = new TextEncoder().encode("hanabi/1 entropy commitment\0");
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array([...tag, ...part]));
  sessionStorage.setItem("commitment", hex(new Uint8Array(digest)));
  return { entropy_commitment: sessionStorage.getItem("commitment") };
}

// Nobody contributes to a given deck, which has no secret.
function committed(view) {
  if (view.secret_commitment !== null) sessionStorage.setItem("committed", view.id);
  return view;
}

const FIXED = ["secret_commitment", "entropies", "entropy_commitments"];

async function reveal(view) {
  sessionStorage.setItem("fixed", JSON.stringify(FIXED.map((name) => view[name])));
  try {
    await put(`/v1/games/${view.id}/seats/me/entropy`, { reveal: sessionStorage.getItem("part") });
    sessionStorage.setItem("revealed", view.id);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    say(error.message); // too late: the game is dealt without these bytes
  }
}

// Checks that the deal has the commitment of this seat, and kept everything that was fixed before its reveal.
function check(deal, game) {
  if (sessionStorage.getItem("committed") !== game) return;
  if (!deal.entropy_commitments?.includes(sessionStorage.getItem("commitment"))) {
    throw new Error("The service dealt without the contribution of this seat.");
  }
  if (sessionStorage.getItem("revealed") !== game) return;
  const same = JSON.stringify(FIXED.map((name) => deal[name])) === sessionStorage.getItem("fixed");
  if (!same || !deal.reveals.includes(sessionStorage.getItem("part"))) {
    throw new Error("The service dealt from something else than it had shown before.");
  }
}

// Keeps the signed receipt of each view. The review page of the service finds them there, and compares them with the
// record of the game when it has ended.
function keep({ receipt }) {
  const place = `hanabi-receipts ${receipt.game}`;
  const known = JSON.parse(localStorage.getItem(place) ?? "[]");
  if (known.some((one) => one.signature === receipt.signature)) return;
  localStorage.setItem(place, JSON.stringify([...known, receipt]));
}

async function play(game) {
  $("start").hidden = true;
  for await (const { event, data } of follow(`/v1/games/${game}/events`)) {
    if (event === "snapshot") {
      draw(data);
      if (data.awaiting_reveals?.includes(data.viewer.seat)) await reveal(data);
      const { items } = await get(`/v1/games/${game}/events`);
      if (items[0]) check(items[0], game);
      $("log").replaceChildren(...items.filter((item) => item.version <= data.version).map(line).reverse());
    }
    if (event === "event") {
      if (data.type === "deal") check(data, game);
      $("log").prepend(line(data));
      draw(await get(`/v1/games/${game}`));
    }
  }
}

async function move(action) {
  try {
    draw((await post(`/v1/games/${shown.id}/moves`, { ...action, expected_version: shown.version })).view);
  } catch (error) {
    say(error.message);
    draw(await get(`/v1/games/${shown.id}`));
  }
}

$("start").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = Object.fromEntries(new FormData(event.target));
  try {
    token = (await post("/v1/accounts", { name: form.name })).token;
    sessionStorage.setItem("token", token);
    let game = location.hash.slice(1);
    if (game) {
      committed(await post(`/v1/games/${game}/seats`, await commit()));
    } else {
      const rules = form.variant && { rules: { edition: "hanab_live", variant: form.variant } };
      const bots = form.partners ? Array(form.seats - 1).fill(await partner(form)) : [];
      game = committed(await post("/v1/games", { seats: Number(form.seats), bots, ...rules, ...(await commit()) })).id;
      history.replaceState(null, "", `#${game}`);
    }
    await play(game);
  } catch (error) {
    say(error.message);
    $("start").hidden = false;
  }
});

// The first plays best with people, but few variants; `random` plays all.
async function partner({ variant, seats }) {
  const { items } = await get(`/v1/bots${variant ? `?${new URLSearchParams({ variant })}` : ""}`);
  return ["hgroup-3", "kagiya", "random"].find((bot) => items.some((one) => one.id === bot && one.seats.includes(Number(seats))));
}

// Suggests names of variants.
$("start").elements.variant.addEventListener("input", async ({ target }) => {
  const query = new URLSearchParams({ limit: 20, ...(target.value.trim() && { q: target.value }) });
  const { items } = await get(`/v1/variants?${query}`);
  $("variants").replaceChildren(...items.map(({ name }) => element("option", { value: name })));
});

// --- the screen ----------------------------------------------------------------------------------------------------

const say = (text) => ($("status").textContent = text);

// Inserts text as text, so that a player's name cannot add markup.
function element(name, attributes, ...children) {
  const node = document.createElement(name);
  Object.entries(attributes).forEach(([attribute, value]) => node.setAttribute(attribute, value));
  node.append(...children);
  return node;
}

function draw(view) {
  keep(view);
  if (shown && view.version < shown.version) return; // a newer view is on the screen
  shown = view;
  say(statusOf(view));
  $("table").hidden = view.status === "open";
  $("fireworks").replaceChildren(...drawnFireworks(view));
  const tokens = `${view.clue_tokens}${view.half_clue_token ? "½" : ""}`;
  $("counts").textContent = `Clue tokens: ${tokens}. Strikes: ${view.strikes ?? "?"}. Cards to draw: ${view.deck_size}.`;
  $("hands").replaceChildren(...view.hands.map((hand) => drawnHand(view, hand)));
  const discards = view.discards.map((card) => named(card.suit, card.rank));
  $("discards").textContent = `Discarded: ${discards.join(", ") || "nothing"}.`;
}

// Returns the name of a card. Suits of variants have names such as dark_rainbow.
const named = (suit, ...ranks) => [suit.replaceAll("_", " "), ...ranks.map((rank) => (rank === START ? "START" : rank))].join(" ");

// Some variants hide what was played, the strikes and the score until the end: then these members are null.
function drawnFireworks(view) {
  if (!view.fireworks) return [element("li", { class: "back" }, `${view.face_down.length} cards, face down`)];
  const ranks = (suit) => view.stacks?.[suit].cards ?? [view.fireworks[suit]];
  return Object.keys(view.fireworks).map((suit) => element("li", { class: suit }, named(suit, ...ranks(suit))));
}

function statusOf(view) {
  const names = view.seats.map((seat) => seat.name);
  if (view.result) return `The game is over: ${view.result.score ?? "no"} points. ${view.result.rating?.text ?? ""}`;
  if (view.reveal_until) return "Everybody is here. The cards are being shuffled.";
  if (view.status === "open") {
    return `Send the address of this page to the others. Seats taken: ${names.filter(Boolean).join(", ")}.`;
  }
  return view.to_move === view.viewer.seat ? "It is your turn." : `${names[view.to_move]} is to move.`;
}

function drawnHand(view, hand) {
  const mine = hand.seat === view.viewer.seat;
  const clues = view.legal_actions.filter((action) => action.type === "clue" && action.target === hand.seat);
  return element(
    "section",
    { class: "hand" },
    element("h2", {}, mine ? "Your hand" : view.seats[hand.seat].name),
    element("ul", {}, ...hand.cards.map((card) => drawnCard(view, card))),
    element("p", {}, ...clues.map((clue) => button(`tell ${clue.color ?? `the ${clue.rank}s`}`, clue))),
  );
}

function drawnCard(view, card) {
  const heard = [...(card.clues?.colors ?? []), ...(card.clues?.ranks ?? [])].join(" ");
  const known = heard || (card.clues?.hidden ? "a clue" : "no clue yet");
  const actions = view.legal_actions.filter((action) => action.card === card.card && !action.declared_color);
  return element(
    "li",
    { class: `card ${card.suit ?? "back"}` },
    element("b", {}, card.suit ? named(card.suit, card.rank) : "?"),
    element("small", {}, known),
    ...actions.map((action) => button(action.type, action)),
  );
}

const line = (event) => element("li", {}, [event.line, event.protection?.text].filter(Boolean).join(" "));

function button(label, action) {
  const node = element("button", { type: "button" }, label);
  node.addEventListener("click", () => move(action));
  return node;
}

// --- when the page opens -------------------------------------------------------------------------------------------

if (location.hash) {
  $("new-game").hidden = true; // the address names a game: take a seat in it
  if (token) play(location.hash.slice(1)).catch((error) => say(error.message));
}
