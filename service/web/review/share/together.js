// A review together: a bar with who leads, and a chat. The leader's place goes to the others, whose page follows it.

import * as address from "../state/address.js";
import { $, button, element } from "../../page/element.js";
import { markOf } from "../../page/names.js";
import * as service from "../../api/service.js";
import { follow } from "../../api/stream.js";
import * as words from "../../page/words.js";

const LOOK_MS = 250; // how often a leader's page looks for a new place
const id = document.body.dataset.game;

let path = null; // of the session
let state = null;
let me = null; // the id of the reader's account
let following = true;
let pointed = null; // the card to which this leader points
let sent = ""; // the place and the card that this leader has shown last
let timer = null;
let bar = null;
let talk = null;
let parts = {};
let read = 0; // the messages that were visible
const isWide = matchMedia("(min-width: 62rem)");
const pointer = new CSSStyleSheet(); // marks the card, however often the board is drawn again

const invited = address.invited();

export const offer = (said) => button("button", { id: "begin-together" }, () => begin(said), words.say("together"));

const leads = () => me !== null && state?.leader?.id === me;

async function begin(said) {
  try {
    await service.beSomebody("");
    const session = await service.post(`/v1/replays/${id}/sessions`, { place: address.place() });
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
  address.join(session);
  timer = setInterval(lookForNews, LOOK_MS);
  build();
  await whoAmI();
  try {
    for await (const { event, data } of follow(path, (is) => (parts.lost.hidden = !is))) {
      if (!path) return;
      if (event === "session") show(data);
      if (event === "change") learn(data);
    }
  } catch (error) {
    const reason = service.explain(error);
    leave();
    if (error.status !== 404) throw error;
    console.info(reason); // the session has ended
  }
}

async function whoAmI() {
  me = service.isSignedIn() ? (await service.get("/v1/me").catch(() => ({ id: null }))).id : null;
}

function leave() {
  clearInterval(timer);
  path = state = null;
  address.join(null);
  pointer.replaceSync("");
  bar.remove();
  talk.remove();
  $("review").classList.remove("talking");
}

function show(session) {
  state = session;
  if (!leads() && following) goThere();
  draw();
}

// Adds what is new to the state. A change comes twice to whoever has made it.
function learn({ messages, removed, ...rest }) {
  const kept = [...state.messages, ...messages].filter(({ number }) => !removed.includes(number));
  const byNumber = new Map(kept.map((said) => [said.number, said]));
  const inOrder = [...byNumber.values()].sort((one, other) => one.number - other.number);
  show({ ...state, ...(rest.version > state.version && rest), messages: inOrder });
}

function goThere() {
  if (state.place && state.place !== address.place()) address.follow(state.place);
  pointer.replaceSync(state.card === null ? "" : `[data-card="${state.card}"] { outline: 4px solid var(--mark); outline-offset: 2px; border-radius: 8px; }`);
}

// --- leading -------------------------------------------------------------------------------------------------------

function lookForNews() {
  if (!path) return;
  if (!leads()) return lookAside();
  const now = `${address.place()} ${pointed}`;
  if (now === sent) return;
  sent = now;
  change({ place: address.place(), ...(pointed !== null && { card: pointed }) });
}

// Stops following a leader when the reader has gone elsewhere, so that the next step of the leader does not end a line.
function lookAside() {
  if (following && state?.place && state.place !== address.place()) toggle();
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
  await service.beSomebody(parts.name.value);
  if (me === null) await whoAmI();
  const wanted = typeof body === "function" ? body() : body;
  const response = await service.response(path, { method: "PATCH", body: JSON.stringify(wanted), headers: { "Content-Type": "application/json" } });
  const news = await response.json();
  if (path && state) learn(news);
}

// Takes the lead, or asks whoever leads for it.
async function lead() {
  try {
    await send(() => ({ leader: me }));
    parts.said.textContent = "";
  } catch (error) {
    open(true);
    if (error.code !== "not-the-leader") parts.said.textContent = service.explain(error);
    else if (await change({ message: words.say("may-i-lead") })) parts.said.textContent = words.say("lead-asked");
  }
}

// --- the bar and the chat ------------------------------------------------------------------------------------------

function build() {
  const name = element("input", { maxlength: 40, autocomplete: "nickname", "aria-label": words.say("your-name-free"), placeholder: words.say("your-name-free") });
  const text = element("input", { maxlength: 500, required: true, "aria-label": words.say("message") });
  const form = element("form", { autocomplete: "off" }, name, element("p.row", {}, text, element("button", {}, words.say("send"))));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await change({ message: text.value.trim() })) text.value = "";
  });
  const isOpen = talk ? $("review").classList.contains("talking") : isWide.matches;
  parts = {
    who: element("span.who", { role: "status" }),
    follow: button("button", {}, toggle, words.say("follow")),
    lead: button("button", {}, lead, ""),
    give: button("button.give", {}, () => change({ leader: parts.give.value }), ""),
    talk: button("button.talk", { "aria-controls": "together-talk" }, () => open(!$("review").classList.contains("talking")), words.say("talk")),
    over: element("select", { "aria-label": words.say("hand-over") }),
    muted: element("select", { "aria-label": words.say("muted") }),
    close: button("button", {}, close, words.say("close-together")),
    messages: element("ol.said", { "aria-live": "polite", tabindex: 0, "aria-label": words.say("talk") }),
    lost: element("span.hint", { hidden: true }, words.say("interrupted")),
    said: element("p.hint", { role: "status" }),
    name,
  };
  parts.over.addEventListener("change", () => parts.over.value && change({ leader: parts.over.value }));
  parts.muted.addEventListener("change", () => parts.muted.value && change({ unmute: parts.muted.value }));
  const link = button("button", {}, copy, words.say("copy-link"));
  const leaving = button("button", {}, leave, words.say("leave-together"));
  const freshBar = element("aside.together", { "aria-label": words.say("together") }, parts.who, parts.lost, parts.give, parts.follow, parts.talk);
  const freshTalk = element("section.pane.together-talk", { id: "together-talk", "aria-label": words.say("talk") }, parts.messages, form, parts.said, element("p.row", {}, parts.over, parts.muted, parts.lead, link, leaving, parts.close));
  bar?.remove();
  talk?.remove();
  [bar, talk] = [freshBar, freshTalk];
  $("review").before(bar);
  $("review").append(talk);
  open(isOpen);
}

function open(wanted) {
  $("review").classList.toggle("talking", wanted);
  parts.talk.setAttribute("aria-expanded", `${wanted}`);
  if (state) news();
}

// Marks the button of the chat if there are messages that were not visible.
function news() {
  if ($("review").classList.contains("talking")) read = state.messages.length;
  parts.talk.classList.toggle("news", read < state.messages.length);
}

async function copy() {
  const done = await (navigator.clipboard?.writeText(`${location.origin}${state.page}`) ?? Promise.reject()).then(() => true, () => false);
  parts.said.textContent = done ? words.say("copied") : `${location.origin}${state.page}`;
}

async function close() {
  try {
    await service.response(path, { method: "DELETE" });
  } catch (error) {
    parts.said.textContent = service.explain(error);
  }
}

// A message. Its author and the leader can delete it, and the leader can mute its author.
function line({ number, author, text }) {
  const item = element("li", {}, element("b", {}, author.name), markOf(author), " ", text);
  const own = author.id !== null && author.id === me;
  if (leads() || own) item.append(" ", button("button", {}, () => change({ remove: number }), words.say("delete-message")));
  if (leads() && author.id && !own) item.append(" ", button("button", {}, () => change({ mute: author.id }), words.say("mute")));
  return item;
}

function toggle() {
  following = !following;
  if (following) goThere();
  else pointer.replaceSync("");
  draw();
}

function draw() {
  const { leader, messages, muted } = state;
  const own = leads();
  parts.who.textContent = own ? words.say("leads-you") : leader ? words.say("leads", { name: leader.name }) : words.say("leads-nobody");
  parts.follow.hidden = parts.lead.hidden = own;
  parts.lead.textContent = words.say(leader ? "ask-lead" : "lead");
  const asking = messages.at(-1)?.author;
  parts.give.hidden = !own || !asking?.id || asking.id === me;
  parts.give.value = asking?.id ?? "";
  parts.give.textContent = words.say("hand-to", { name: asking?.name });
  news();
  parts.follow.setAttribute("aria-pressed", `${following}`);
  parts.name.hidden = service.isSignedIn();
  const others = new Map(messages.map(({ author }) => [author.id, author.name]).filter(([one]) => one && one !== me));
  parts.over.hidden = parts.close.hidden = !own;
  parts.muted.hidden = !own || !muted.length;
  const silent = muted.map((one) => element("option", { value: one.id }, words.say("unmute", { name: one.name })));
  parts.muted.replaceChildren(element("option", { value: "" }, words.say("muted")), ...silent);
  const shown = [...others].map(([one, name]) => element("option", { value: one }, words.say("hand-over-to", { name })));
  parts.over.replaceChildren(element("option", { value: "" }, words.say("hand-over")), ...shown, element("option", { value: "none" }, words.say("hand-over-anybody")));
  const drawn = `${own} ${me} ${messages.map(({ number }) => number)}`;
  if (parts.messages.dataset.drawn === drawn) return;
  parts.messages.dataset.drawn = drawn;
  parts.messages.replaceChildren(...messages.map(line));
  parts.messages.scrollTop = parts.messages.scrollHeight;
}
