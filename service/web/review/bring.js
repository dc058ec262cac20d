// The import of a game that the reader pastes: an export, a record, the notation, or a link of hanab.live.

import { $, element } from "./element.js";
import * as service from "./service.js";
import * as token from "./token.js";
import * as words from "./words.js";

const STORED = /^(?:https?:\/\/)?(?:www\.)?hanab\.live\/(?:shared-)?replay\/(\d+)/i;

const form = $("bring");
let answer = () => []; // the parts of the last answer, in the reader's language

function show(parts) {
  answer = parts;
  draw();
}

export function draw() {
  $("bring-answer").replaceChildren(...answer());
  if ($("bring-token").hasChildNodes()) askForToken();
}

// The page cannot fetch anything from another site, so the reader opens the export there.
function exportOf(number) {
  const address = `https://hanab.live/export/${number}`;
  return () => [element("p", {}, words.say("bring-stored"), " ", element("a", { href: address, target: "_blank", rel: "noreferrer" }, address))];
}

function askForToken() {
  token.ask($("bring-token"), () => {
    if (!service.token.get()) return askForToken();
    $("bring-token").replaceChildren();
    return bring();
  });
}

function send(text) {
  if (text.startsWith("{")) return service.send("/v1/replays", text, "application/json");
  if (/^hanabi\s/.test(text)) return service.send("/v1/replays", text, "text/x-hanabi");
  return service.post("/v1/replays", { link: text });
}

// hanab.live counts the turns of a link from 1 on, the review page from 0.
function turn(text) {
  const found = /#(\d+)$/.exec(text);
  return found ? `#turn=${Math.max(0, found[1] - 1)}` : "";
}

function fault({ pointer, line, column, detail, rule }) {
  const place = pointer ?? (line && `${line}:${column}`);
  return element("li", {}, place && element("code", {}, place), " ", detail, rule && ` (${rule})`);
}

async function bring() {
  const text = $("bring-text").value.trim();
  const stored = STORED.exec(text);
  if (stored) return show(exportOf(stored[1]));
  if (!service.token.get()) {
    show(() => [element("p", {}, words.say("bring-token"))]);
    return askForToken();
  }
  try {
    const { id } = await send(text);
    const href = `/replays/${id}${turn(text)}`;
    show(() => [element("p", {}, words.say("bring-done"), " ", element("a", { href }, words.say("bring-open")))]);
  } catch (error) {
    const reason = service.explain(error);
    show(() => [element("p", {}, reason), element("ul", {}, (error.errors ?? []).map(fault))]);
    if (error.status === 401) askForToken();
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  bring();
});
