// The import of what the reader pastes or drops: an export, a record, the notation, or links of hanab.live.

import { forget, tell, tellBelow } from "../page/at-field.js";
import { $, element } from "../page/element.js";
import { players } from "../page/names.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

// As in engine/formats/hanab_live/links.py.
const SITE = String.raw`(?:https?:\/\/)?(?:www\.)?(?:hanab\.live|hanabi\.live|fireworks\.cards)`;
const STORED = new RegExp(String.raw`^(?:${SITE}\/(?:shared-replay|replay|export)\/|#)?(\d{1,18})(?:\/(\d+))?\/?(?:\?[^#\s]*)?(?:#\S*)?$`, "i");
const HISTORY = new RegExp(String.raw`^${SITE}\/history\/([^/?#\s]+)\S*$`, "i"); // the games of a player
const ADDRESS = new RegExp(String.raw`^${SITE}\/\S+$`, "i");
const AROUND = /^[<>()[\]"'`“”„«»‹›.,;!]+|[<>()[\]"'`“”„«»‹›.,;!]+$/g; // signs around an address
const LIKE_A_GAME = /^\{|^hanabi\s|^\S+$/; // an export or a record, notation, or a link
const LONGEST = 2_000_000; // characters; no game has as many
const MOST_LINKS = 50; // that the service takes at a time
const LONGEST_NAME = 60; // characters of a link that are shown
const STORAGE_KEY = "hanabi-brought"; // the last games that were imported in this browser
const KEPT = 4;

let wanted = ""; // the turn of a link whose export the reader has yet to paste

const form = $("bring");
const field = $("bring-text");

function show(...parts) {
  forget(form);
  $("bring-answer").replaceChildren(...parts.filter(Boolean));
}

// Says at the field what is wrong with what was brought, and below it where.
function refuse(said, ...faults) {
  show(...faults);
  tellBelow(field, said);
}

function draw() {
  const games = brought();
  const link = ({ id, names, score }) => element("li", {}, element("a.plain", { href: `/replays/${id}` }, words.labelled(words.list(names), words.points(score))));
  $("brought").replaceChildren(...(games.length ? [element("h3", {}, words.say("brought")), element("ul.links", {}, games.map(link))] : []));
}

function brought() {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY)) ?? [];
  } catch {
    return []; // a browser can refuse storage
  }
}

function remember({ id, seats, result }) {
  const game = { id, names: players(seats), score: result.score };
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([game, ...brought().filter((one) => one.id !== id)].slice(0, KEPT)));
  } catch {
    // Without storage, the page does not list it.
  }
}

// The page cannot fetch anything from another site, so the reader opens the export there, unless the service fetches it.
function exportOf(number) {
  const address = `https://hanab.live/export/${number}`;
  return [
    element("p", {}, words.say("bring-stored")),
    element("p", {}, element("a.button", { href: address, target: "_blank", rel: "noreferrer" }, address)),
  ];
}

function send(text) {
  if (text.startsWith("{")) return service.send("/v1/replays", text, "application/json");
  if (/^hanabi\s/.test(text)) return service.send("/v1/replays", text, "text/x-hanabi");
  return service.post("/v1/replays", { link: text });
}

// A mail program quotes each line, an editor begins a file with a mark, and people put addresses in brackets.
function plain(text) {
  const lines = text.replaceAll("\ufeff", "").trim().split(/\r?\n/);
  const isQuoted = lines.every((line) => !line.trim() || /^\s*>/.test(line));
  const bare = (isQuoted ? lines.map((line) => line.replace(/^\s*>\s?/, "")) : lines).join("\n").trim();
  if (/^\{|^hanabi\s/.test(bare)) return bare;
  return bare.split("\n").map((line) => line.replace(/^[>\s]+/, "").trim()).join("").replace(AROUND, "");
}

// Returns the addresses of a text that has several and nothing else. A single one may be torn into lines.
function addresses(text) {
  const found = text.split(/\s+/).map((one) => one.replace(AROUND, "")).filter(Boolean);
  return found.length > 1 && found.every((one) => ADDRESS.test(one)) ? found : [];
}

// hanab.live counts the turns of a link from 1 on, the review page from 0.
function turn(text) {
  const found = /#(\d+)$/.exec(text);
  return found ? `?turn=${Math.max(0, found[1] - 1)}` : "";
}

// A link and notation have no members, so a pointer is of use in JSON alone.
function fault({ pointer, line, column, detail, rule }) {
  const place = line ? `${line}:${column}` : field.value.trim().startsWith("{") && pointer?.slice(2).replaceAll("/", " › ");
  return element("li", {}, place && element("code", {}, place), " ", detail, rule && ` (${rule})`);
}

// What was understood, changed or left out in a file, before the reader goes on to the game.
function said(report, page) {
  return [
    element("ul", { role: "status" }, report.map(({ detail }) => element("li", {}, detail))),
    element("p", {}, element("a.button", { href: page }, words.say("bring-open"))),
  ];
}

// Imports the newest games of a player that the service has not fetched yet.
async function bringMany(link, name) {
  const reports = await service.sendLines("/v1/replays", [{ link }]);
  const found = reports.filter(({ problem }) => !problem);
  const problem = reports.find((report) => report.problem)?.problem;
  show(
    element("p", { role: "status" }, words.say("bring-many", { count: found.length })),
    element("ul.links", {}, found.length > 0 && element("li", {}, element("a.plain", { href: `/replays#name=${name}&imported=true` }, decodeURIComponent(name)))),
    problem && element("p", {}, service.sentence(problem) ?? problem.detail),
  );
}

// Imports a game, and goes on to it at a turn.
async function bringOne(text, at) {
  const replay = await send(text);
  remember(replay);
  const page = `/replays/${replay.id}${at}`;
  if (replay.report.length === 0) location.assign(page);
  else show(...said(replay.report, page));
}

// Imports the games of several links. Those that fail are named with the reason.
async function bringEach(links) {
  const sent = links.slice(0, MOST_LINKS);
  const reports = await service.sendLines("/v1/replays", sent.map((link) => ({ link })));
  const done = ({ line, id, problem }) => {
    const name = sent[line - 1].length > LONGEST_NAME ? `${sent[line - 1].slice(0, LONGEST_NAME)}…` : sent[line - 1];
    return element("li", {}, id ? element("a.plain", { href: `/replays/${id}` }, name) : [name, ": ", problem.errors?.[0].detail ?? service.sentence(problem) ?? problem.detail]);
  };
  show(
    element("p", {}, words.say("bring-several", { count: reports.filter(({ id }) => id).length })),
    element("ul.links", {}, reports.map(done)),
    links.length > MOST_LINKS && element("p", {}, words.say("bring-first-links", { count: MOST_LINKS })),
  );
}

async function bring() {
  const links = addresses(field.value);
  const text = plain(field.value);
  const stored = STORED.exec(text);
  const at = turn(stored ? (stored[2] ? `#${stored[2]}` : text.slice(1)) : text); // a # before a number is no turn
  if (stored && !links.length && !("fetches" in form.dataset)) {
    wanted = at;
    return show(...exportOf(stored[1]));
  }
  const history = HISTORY.exec(text);
  if (!links.length && history && !("fetches" in form.dataset)) return refuse(words.say("bring-history"));
  if (!links.length && !LIKE_A_GAME.test(text)) return refuse(words.say("bring-unknown"));
  const button = form.querySelector("button.first");
  button.disabled = true;
  show(element("p", {}, words.say("loading")));
  try {
    await service.beSomebody($("quick").elements.name.value);
    if (links.length) await bringEach(links);
    else if (history) await bringMany(text, history[1]);
    else await bringOne(text, at || wanted);
  } catch (error) {
    show();
    const said = error.code === "malformed-json" ? words.say("bring-unknown") : service.explain(error); // else a fault of the page
    if (service.isSignedIn()) refuse(said, element("ul", {}, (error.errors ?? []).map(fault)));
    else tell($("bring-answer"), error, $("quick")); // the name of the new account
  }
  button.disabled = false;
}

async function read(file) {
  if (file.size > LONGEST) return refuse(words.say("bring-no-game"));
  field.value = await file.text();
  await bring();
}

function drop(event) {
  event.preventDefault();
  form.classList.remove("over");
  const [file] = event.dataTransfer.files;
  if (file) return read(file);
  const text = event.dataTransfer.getData("text/plain").trim();
  if (!text) return;
  field.value = text;
  bring();
}

// The bookmark opens this page with the export of the game that it was used on. The reader decides to import it.
function take() {
  const sent = new URLSearchParams(location.hash.slice(1));
  if (!sent.has("export")) return;
  field.value = sent.get("export");
  wanted = turn(`#${sent.get("turn")}`);
  history.replaceState(null, "", location.pathname);
  form.querySelector("button.first").focus();
}

// A bookmark for pages of hanab.live: it gets the export there, where a page may, and opens this page with it.
function bookmark() {
  const script = `(async()=>{const n=/[0-9]+/.exec(location.pathname);const r=n&&await fetch("/export/"+n);if(!r||!r.ok)return alert(${JSON.stringify(words.say("bring-bookmark-none"))});`
    + `location.href="${location.origin}/#turn="+location.hash.slice(1)+"&export="+encodeURIComponent(await r.text())})()`;
  $("bring-bookmark").href = `javascript:${encodeURIComponent(script)}`;
}

export function begin() {
  draw();
  take();
  bookmark();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    bring();
  });
  form.addEventListener("dragover", (event) => {
    event.preventDefault();
    form.classList.add("over");
  });
  form.addEventListener("dragleave", () => form.classList.remove("over"));
  form.addEventListener("drop", drop);
  $("example")?.addEventListener("click", ({ target }) => {
    field.value = target.dataset.link;
    field.focus();
  });
  $("bring-file").addEventListener("change", ({ target }) => {
    const [file] = target.files;
    target.value = "";
    if (file) read(file);
  });
}
