// Messages at the table, as the rules of the game allow them (R27).

import { tell } from "../page/at-field.js";
import { $, button, element } from "../page/element.js";
import * as service from "../api/service.js";
import { linked } from "./table-row.js";
import * as tabs from "../page/tabs.js";
import * as words from "../page/words.js";

const PAUSE_MS = 10_000; // between requests after the end, when no event tells of a message
const TABLE = /^https?:\/\/[^/]+(\/play\/g_[0-9a-f]{32}((?:\?invited)?#code=[\w-]+)?)$/;

let drawn = null;
let count = null; // of the messages that were drawn last
let timer = null;

// `key` is the number of messages that are known, and `policy` the rule for them. After the end all may write, if there are
// `people` to read it, and `invited` is called with the table at which another one plays again: {seat, href}, or null.
export async function draw(path, { key, ...table }) {
  const { over } = table;
  if (over) timer ??= setInterval(() => document.hidden || show(path, table).catch(() => {}), PAUSE_MS);
  const now = [key, over].join(" ");
  if (drawn === now) return;
  drawn = now;
  place(table, key); // at once, so that nothing moves when the messages are there
  await show(path, table);
}

// Shows the part for messages if there are some, or if the reader may write them.
function place({ own, over, people, policy }, messages) {
  const free = (over && people) || policy === "free";
  const mayWrite = own !== null && (free || policy === "remarks");
  $("talk-part").hidden = $("tab-talk").hidden = !mayWrite && !messages;
  return { free, mayWrite };
}

async function show(path, table) {
  const { name, seats, own, over, invited } = table;
  const { remarks, items } = await service.get(`${path}/messages`);
  const { free, mayWrite } = place(table, items.length);
  if (count !== items.length) $("messages").replaceChildren(...items.map(({ seat, text }) => element("li", {}, element("b", {}, linked(seats[seat], name)), " ", withTable(text))));
  if (count !== items.length) $("messages").scrollTop = $("messages").scrollHeight;
  if (count !== null && count < items.length && !tabs.shows("talk")) $("tab-talk").classList.add("news");
  count = items.length;
  const next = over ? items.findLast(({ seat, text }) => seat !== own && addressIn(text)) : null;
  invited(next ? { seat: next.seat, href: addressIn(next.text) } : null);
  $("talk-form").hidden = own === null || !free;
  $("say").hidden = false; // only now, since the remarks make it higher
  const say = ({ id, text }) => button("button", {}, () => send(path, { remark: id }), text);
  $("remarks").replaceChildren(...(mayWrite && !over ? remarks.map(say) : []));
}

// Returns the address of another table of this service, where the partners go on, or null.
const addressIn = (text) => (text.startsWith(`${location.origin}/`) && TABLE.exec(text)?.[1]) || null;

const withTable = (text) => (addressIn(text) ? element("a", { href: addressIn(text) }, words.say("next-game")) : text);

// Marks the messages as read if they are visible.
export const seen = () => tabs.shows("talk") && $("tab-talk").classList.remove("news");

// `sent` is called after a message was sent.
export function begin(path, sent) {
  $("talk-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = $("talk-form").elements.text;
    if (!(await send(path, { text: field.value.trim() }))) return;
    field.value = "";
    drawn = null; // after the end of the game, no event tells of a message
    sent();
  });
}

async function send(path, body) {
  try {
    await service.post(`${path}/messages`, body);
    $("talk-said").textContent = "";
    return true;
  } catch (error) {
    tell($("talk-said"), error, $("talk-form"));
    return false;
  }
}
