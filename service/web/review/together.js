// A review together: a panel with who leads and a chat. The leader's place goes to the others, whose page follows it.

import { account } from "./token.js";
import { $, button, element } from "./element.js";
import * as service from "./service.js";
import { follow } from "./stream.js";
import * as words from "./words.js";

const LOOK_MS = 250; // how often a leader's page looks for a new place
const id = document.body.dataset.game;
const KEPT = `hanabi-session-${id}`;
const NAMED = /[#&]session=(s_[0-9a-f]{32})/;

let path = null; // of the session
let state = null;
let me = null; // the id of the reader's account
let following = true;
let pointed = null; // the card to which this leader points
let sent = ""; // the place and the card that this leader has shown last
let timer = null;
let panel = null;
let parts = {};
const isWide = matchMedia("(min-width: 62rem)");
const pointer = new CSSStyleSheet(); // marks the card, however often the board is drawn again

// The link names the session in the fragment, which the page needs for the place.
const invited = NAMED.exec(location.hash)?.[1] ?? sessionStorage.getItem(KEPT);

export const offer = (said) => button("button", { id: "begin-together" }, () => begin(said), words.say("together"));

const leads = () => me !== null && state?.leader?.id === me;

// The reader's place without what is only for this browser.
const place = () => location.hash.slice(1);

async function begin(said) {
  try {
    await account("");
    const session = await service.post(`/v1/replays/${id}/sessions`, { place: place() });
    join(session.id);
  } catch (error) {
    said.textContent = service.explain(error);
  }
}

export function arrive() {
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, pointer];
  if (invited) join(invited);
}

async function join(session) {
  if (path) return;
  path = `/v1/replays/${id}/sessions/${session}`;
  sessionStorage.setItem(KEPT, session);
  timer = setInterval(lookForNews, LOOK_MS);
  build();
  await whoAmI();
  try {
    for await (const { event, data } of follow(path, (is) => (parts.lost.hidden = !is))) {
      if (!path) return;
      if (event === "session") show(data);
    }
  } catch (error) {
    const reason = service.explain(error);
    leave();
    if (error.status !== 404) throw error;
    console.info(reason); // the session has ended
  }
}

async function whoAmI() {
  me = service.token.get() ? (await service.get("/v1/me").catch(() => ({ id: null }))).id : null;
}

function leave() {
  clearInterval(timer);
  path = state = null;
  sessionStorage.removeItem(KEPT);
  pointer.replaceSync("");
  panel.remove();
}

function show(session) {
  state = session;
  if (!leads() && following) goThere();
  draw();
}

function goThere() {
  if (state.place && state.place !== place()) location.replace(`#${state.place}`); // the page listens to the fragment
  pointer.replaceSync(state.card === null ? "" : `[data-card="${state.card}"] { outline: 4px solid var(--mark); outline-offset: 2px; border-radius: 8px; }`);
}

// --- leading -------------------------------------------------------------------------------------------------------

function lookForNews() {
  if (!path) return;
  if (!leads()) return lookAside();
  const now = `${place()} ${pointed}`;
  if (now === sent) return;
  sent = now;
  change({ place: place(), ...(pointed !== null && { card: pointed }) });
}

// Stops following a leader when the reader has gone elsewhere, so that the next step of the leader does not end a line.
function lookAside() {
  if (following && state?.place && state.place !== place()) toggle();
}

function point({ target }) {
  const card = target.closest?.("#table [data-card]")?.dataset.card;
  pointed = card === undefined ? null : Number(card);
}

for (const event of ["pointerover", "focusin"]) document.addEventListener(event, point);

async function change(body) {
  try {
    await send(body);
    parts.said.textContent = "";
    return true;
  } catch (error) {
    parts.said.textContent = service.explain(error);
    return false;
  }
}

async function send(body) {
  await account(parts.name.value);
  if (me === null) await whoAmI();
  const wanted = typeof body === "function" ? body() : body;
  const response = await service.response(path, { method: "PATCH", body: JSON.stringify(wanted), headers: { "Content-Type": "application/json" } });
  const session = await response.json();
  if (path && session.version >= (state?.version ?? 0)) show(session);
}

// --- the panel -----------------------------------------------------------------------------------------------------

function build() {
  const name = element("input", { maxlength: 40, autocomplete: "nickname", "aria-label": words.say("your-name-free"), placeholder: words.say("your-name-free") });
  const text = element("input", { maxlength: 500, required: true, "aria-label": words.say("message") });
  const form = element("form", { autocomplete: "off" }, name, element("p.row", {}, text, element("button", {}, words.say("send"))));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await change({ message: text.value.trim() })) text.value = "";
  });
  const link = button("button", {}, copy, words.say("copy-link"));
  parts = {
    who: element("span.who", { role: "status" }),
    follow: button("button", {}, toggle, words.say("follow")),
    lead: button("button", {}, () => change(() => ({ leader: me })), words.say("lead")),
    over: element("select", { "aria-label": words.say("hand-over") }),
    messages: element("ol.said", { "aria-live": "polite", tabindex: 0, "aria-label": words.say("talk") }),
    lost: element("p.hint", { hidden: true }, words.say("interrupted")),
    said: element("p.hint", { role: "status" }),
    name,
  };
  parts.over.addEventListener("change", () => parts.over.value && change({ leader: parts.over.value }));
  const leaving = button("button", {}, leave, words.say("leave-together"));
  const fresh = element(
    "aside.together",
    { "aria-label": words.say("together") },
    element("p.row.lead", {}, parts.who, parts.follow, parts.lead),
    element("details", { open: isWide.matches }, element("summary", {}, words.say("talk")), parts.messages, form, element("p.row", {}, parts.over, link, leaving)),
    parts.lost,
    parts.said,
  );
  if (panel) fresh.querySelector("details").open = panel.querySelector("details").open;
  panel?.remove();
  panel = fresh;
  document.querySelector("main").append(panel);
}

async function copy() {
  const done = await (navigator.clipboard?.writeText(`${location.origin}${state.page}`) ?? Promise.reject()).then(() => true, () => false);
  parts.said.textContent = done ? words.say("copied") : `${location.origin}${state.page}`;
}

function toggle() {
  following = !following;
  if (following) goThere();
  else pointer.replaceSync("");
  draw();
}

function draw() {
  const { leader, messages } = state;
  const own = leads();
  parts.who.textContent = own ? words.say("leads-you") : leader ? words.say("leads", { name: leader.name }) : words.say("leads-nobody");
  parts.follow.hidden = parts.lead.hidden = own;
  parts.follow.setAttribute("aria-pressed", `${following}`);
  parts.name.hidden = service.token.get() !== null;
  const others = new Map(messages.map(({ author }) => [author.id, author.name]).filter(([one]) => one && one !== me));
  parts.over.hidden = !own;
  const shown = [...others].map(([one, name]) => element("option", { value: one }, words.say("hand-over-to", { name })));
  parts.over.replaceChildren(element("option", { value: "" }, words.say("hand-over")), ...shown, element("option", { value: "none" }, words.say("hand-over-anybody")));
  const known = parts.messages.children.length;
  const last = messages.at(-1)?.at;
  if (parts.messages.dataset.last === last && known === messages.length) return;
  parts.messages.dataset.last = last;
  parts.messages.replaceChildren(...messages.map(({ author, text }) => element("li", {}, element("b", {}, author.name), " ", text)));
  parts.messages.scrollTop = parts.messages.scrollHeight;
}

// Draws the panel in another language.
export function renew() {
  if (!path) return;
  build();
  if (state) draw();
}
