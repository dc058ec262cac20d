// A contest: its announcement, the reader's team, the next deck, the standings, and the decks that are open.

import "../page/site-with-filters.js";
import { accountOf } from "../api/accounts.js";
import * as service from "../api/service.js";
import { tell } from "../page/at-field.js";
import { firstThatPlays } from "../page/bots.js";
import { $, element } from "../page/element.js";
import { show as showTrouble } from "../page/trouble.js";
import * as words from "../page/words.js";
import { dates, facts, textOf, titleOf } from "./facts.js";

const POLL_MS = 3000;
const path = `/v1/contests/${document.body.dataset.contest}`;

let contest = null;
let tables = [];
let decks = new Map();

async function load() {
  $("trouble").hidden = true;
  try {
    const [read, listed, standings] = await Promise.all(["", "/tables", "/standings"].map((part) => service.get(path + part)));
    contest = read;
    tables = listed.items;
    await readDecks();
    draw();
    drawStandings(standings);
    await drawDecks();
  } catch (error) {
    showTrouble($("trouble"), error, load, { "not-found": "e-no-contest" });
  }
}

// Reads the decks of the rounds that are open or have tables.
async function readDecks() {
  const shown = contest.rounds.filter(({ round, status }) => status === "open" || tables.some((table) => table.round === round));
  const read = await Promise.all(shown.map(({ round }) => service.get(`${path}/decks?round=${round}`)));
  decks = new Map(shown.map(({ round }, place) => [round, read[place].items]));
}

function draw() {
  $("contest").hidden = false;
  document.title = `${titleOf(contest)} · Hanabi`;
  $("title").textContent = titleOf(contest);
  $("facts").textContent = facts(contest);
  $("dates").textContent = dates(contest);
  $("text").textContent = textOf(contest);
  drawTeam();
}

function drawTeam() {
  const { my_entry: team, entry } = contest;
  const isIn = team && team.status !== "withdrawn";
  $("team-part").hidden = !team && !entry.open;
  $("team").textContent = team ? [team.name, team.status !== "entered" && words.say(`contest-${team.status}`)].filter(Boolean).join(". ") : "";
  $("for-programs").hidden = isIn || entry.who !== "bots";
  $("enter").hidden = isIn || !entry.open || entry.who === "bots";
  if (!$("enter").hidden && !$("partners").children.length) $("partners").replaceChildren(...Array.from({ length: contest.seats - 1 }, (_, place) => partner(place + 1)));
  $("partner-hint").textContent = words.say(contest.entry.who === "people" ? "contest-partner-people" : "contest-partner-hint");
  const mine = isIn && service.isSignedIn();
  $("withdraw").hidden = !mine || contest.status === "closed";
  $("confirm").hidden = true;
  $("play").hidden = true;
  if (!mine) return;
  service.me().then(({ id }) => ($("confirm").hidden = team.status !== "waiting" || team.members.some((one) => one.id === id && one.confirmed)));
  if (team.status !== "entered") return;
  const deck = nextDeck();
  $("play").hidden = !deck;
  $("play").textContent = words.say(deck?.status === "running" ? "contest-go-on" : "contest-play");
  if (!deck && contest.status === "open") $("team-said").textContent = words.say(own().length ? "contest-done" : "contest-no-deck");
}

const partner = (number) => element("label", {}, element("span", {}, words.say("contest-partner", { number })), element("input", { name: `partner-${number}`, "data-member": "partners/account", maxlength: 40, required: contest.entry.who === "people" }));

const own = () => tables.filter(({ entry }) => entry === contest.my_entry?.id);

// Returns the table that runs, or else the first deck that the team has not begun.
function nextDeck() {
  const begun = new Map(own().map((table) => [`${table.round}.${table.deck}`, table]));
  const running = own().find(({ status }) => status === "running");
  const open = contest.rounds.filter(({ status }) => status === "open").flatMap(({ round }) => decks.get(round).filter(({ sealed }) => sealed));
  return running ?? open.find(({ round, deck }) => (begun.get(`${round}.${deck}`)?.game ?? null) === null);
}

function drawStandings({ items, decks, final }) {
  $("standings-table").hidden = items.length === 0;
  $("results").hidden = !final;
  const said = standingsSaid(decks, final);
  $("standings-said").textContent = said ? words.say(said) : "";
  $("standings").replaceChildren(...items.map(standing));
}

// Returns the key of what the standings are, or why there are none.
function standingsSaid(decks, final) {
  const { status, rounds, my_entry: team } = contest;
  if (decks > 0) return final ? null : team ? "contest-sealed" : "contest-sealed-without";
  if (status === "open") return rounds.some(({ closes_at: closes }) => closes) ? "contest-nothing" : "contest-nothing-endless";
  return status === "closed" ? "contest-unplayed" : "contest-not-begun";
}

function standing({ place, entry, matchpoints, sum, played }) {
  const numbers = [matchpoints, sum, played].map((value) => element("td", {}, words.number(value)));
  return element("tr", { class: entry.id === contest.my_entry?.id && "own" }, element("td", {}, place === null ? "–" : words.number(place)), element("th", { scope: "row" }, entry.name), ...numbers);
}

async function drawDecks() {
  const ended = tables.filter(({ status }) => status === "ended");
  $("decks-part").hidden = ended.length === 0;
  if (!ended.length) return;
  const { items: entries } = await service.get(`${path}/entries`);
  const names = new Map(entries.map(({ id, name }) => [id, name]));
  const places = new Map(ended.map(({ round, deck }) => [`${round}.${deck}`, { round, deck }]));
  $("decks").replaceChildren(...[...places.values()].map((place) => deckItem(place, ended, names)));
}

function deckItem({ round, deck }, ended, names) {
  const here = ended.filter((table) => table.round === round && table.deck === deck);
  const isOpen = !decks.get(round)[deck].sealed;
  const shown = isOpen ? here.filter(({ game }) => game) : [];
  const first = shown.find(({ entry }) => entry === contest.my_entry?.id) ?? shown[0];
  return element(
    "li",
    {},
    element("h3", {}, words.say("contest-deck", { round: round + 1, deck: deck + 1 })),
    ...here.map((table) => result(table, names, shown.includes(table) && table !== first && first)),
  );
}

// `first` is the table of the deck to compare with: that of the reader's team, or the best.
function result({ entry, game, score, matchpoints }, names, first) {
  const text = `${words.points(score)} · ${names.get(entry) ?? ""}${matchpoints === null ? "" : ` · ${words.labelled(words.say("contest-matchpoints"), words.number(matchpoints))}`}`;
  const compare = first && element("a.plain", { href: `/replays/${first.game}/same-deck#with=${game}`, "aria-label": words.labelled(words.say("contest-compare"), names.get(entry)) }, words.say("contest-compare"));
  return element("p.row", {}, game ? element("a.plain", { href: `/replays/${game}` }, text) : element("span", {}, text), compare);
}

// Does something for the reader, who is then signed in, and says what went wrong.
async function act(pressed, what) {
  pressed.disabled = true;
  $("team-said").textContent = "";
  try {
    await service.beSomebody();
    await what();
  } catch (error) {
    tell($("team-said"), error, $("enter"));
  }
  pressed.disabled = false;
}

async function enter() {
  const names = [...$("partners").querySelectorAll("input")].map(({ value }) => value.trim());
  const people = await Promise.all(names.map(async (name) => name && { account: await accountOf(name) }));
  const enterWith = (bot) => service.post(`${path}/entries`, { partners: people.map((one) => one || { bot }) });
  await (people.every(Boolean) ? enterWith() : firstThatPlays([], contest, enterWith));
  await load();
}

async function play() {
  const { round, deck } = nextDeck();
  const table = await service.post(`${path}/tables`, { round, deck });
  if (table.game) return location.assign(`/play/${table.game}`);
  $("team-said").textContent = words.say("contest-there");
  setTimeout(() => act($("play"), play), POLL_MS);
}

$("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  act($("enter").querySelector("button"), enter);
});
$("play").addEventListener("click", () => act($("play"), play));
$("confirm").addEventListener("click", () => act($("confirm"), () => service.send(`${path}/entries/${contest.my_entry.id}/confirmations`, undefined, "application/json").then(load)));
$("withdraw").addEventListener("click", () => act($("withdraw"), () => service.remove(`${path}/entries/${contest.my_entry.id}`).then(load)));
await words.begin();
load();
