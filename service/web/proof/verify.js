// The verification of the game in this browser. It is loaded when the reader asks for it.

import { element } from "../page/element.js";
import { variantOf } from "../board/rules-in-words.js";
import * as receipts from "./receipts.js";
import { contradicted, coreOf, verify } from "./record.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

const PARTS = ["chain", "deck", "commitments", "shuffle", "clock", "digest"];
const PART_OF = {
  times: "chain",
  "idle-limit": "clock",
  composition: "deck",
  "deck-commitment": "commitments",
  "secret-commitment": "commitments",
  "entropy-commitment": "commitments",
  "starting-seat": "shuffle",
  "given-deck": "shuffle",
};
const SIGNS = new Map([[true, "✓"], [false, "✗"], [null, "–"]]);

// Verifies a game, and shows the result of each check.
export async function draw(place, game) {
  place.replaceChildren(element("p", { role: "status" }, words.say("verify-running")));
  if (!globalThis.crypto?.subtle) return place.replaceChildren(element("p", { role: "status" }, words.say("verify-insecure")));
  try {
    place.replaceChildren(...(await lines(game)));
  } catch (error) {
    place.replaceChildren(element("p", { role: "alert" }, service.explain(error)));
  }
}

async function lines(game) {
  const { content } = await service.file(`${game.path}/export?format=native`);
  const [report, keys] = await Promise.all([content.text().then((text) => verify(text, variantOf)), service.get("/.well-known/hanabi-keys")]);
  const checks = [...parts(report)];
  const own = isOwn(report, keys.items);
  if (!report.fault) checks.push(...(report.record.source === null ? [] : await elsewhere(game)), signature(report, own, keyOf(report, keys.items)), shown(game, report), await saved(game, report.record));
  const failed = checks.some(([passed]) => passed === false);
  const verdict = failed ? "verify-failed" : own || report.record.source === null ? "verify-passed" : "verify-consistent";
  return [
    element("p", { role: "status" }, element("b", {}, words.say(verdict))),
    element("ul.checks", {}, checks.map(([passed, ...said]) => element(passed === false ? "li.failed" : "li", {}, SIGNS.get(passed), " ", said))),
    report.fault ? "" : element("p", {}, whose(game, report, own)),
    element("p.hint", {}, words.say("verify-rules"), " ", game.has("verification") && element("a", { href: `${game.path}/verification` }, words.say("link-verification"))),
    element("p.hint", {}, words.say("verify-host"), " ", element("a", { href: "/docs/verification" }, words.say("verify-document"))),
  ];
}

// Yields each check of the record that it passed, and then its first fault.
function* parts({ fault, passed, origin, record }) {
  const named = { shuffle: origin, digest: record?.source === null ? "digest" : "file" };
  for (const part of PARTS) {
    if (passed.includes(part)) yield [true, words.say(`verify-${named[part] ?? part}`)];
  }
  if (!fault) return;
  const { code, version } = fault;
  const where = version === null ? words.say("verify-fault", { code }) : words.say("verify-fault-at", { code, version });
  yield [false, words.say(`verify-${PART_OF[code] ?? code}`), " ", element("b", {}, where)];
}

const keyOf = ({ record }, keys) => keys.find((one) => one.key === record?.signature?.key);

// A key that was revoked vouches for nothing.
const isOwn = (report, keys) => report.signed === true && keyOf(report, keys)?.revocation === null;

// The names in a record from elsewhere are what its writer says, unless the game was played here: only the service can
// compare it with its own copy.
async function elsewhere(game) {
  const { names, own_copy: copy } = game.has("verification") ? await service.get(`${game.path}/verification`) : {};
  if (!copy) return [[null, words.say("verify-names")], [null, words.say("verify-holder")]];
  const link = element("a", { href: `/replays/${copy.id}` }, words.say("verify-copy"));
  return [
    [copy.same, words.say(copy.same ? "verify-copy-same" : "verify-copy-other"), " ", link],
    [names.proved || null, names.text],
  ];
}

// Says who could have chosen the deck.
function whose(game, { origin, record }, own) {
  if (origin !== "shuffled") return "";
  if (!own && record.source !== null) return words.say("verify-whoever");
  return game.events[0].protection?.text ?? "";
}

function signature({ record, signed }, own, listed) {
  if (!record.signature) return [null, words.say("verify-unsigned")];
  const { key } = record.signature;
  if (signed === null) return [null, words.say("verify-no-ed25519")];
  return [own ? true : null, words.say(own ? "verify-signed" : listed ? "verify-revoked" : "verify-foreign", { key })];
}

// Compares the record with what this page shows.
function shown(game, { record, canonical }) {
  const { deck, events } = coreOf(record);
  const same = game.events.every((event, version) => event.hash === events[version]?.hash) && game.events.length === events.length;
  const cards = (list) => list.map(({ suit, rank }) => `${suit} ${rank}`).join();
  return [canonical && same && cards(game.deck) === cards(deck) && record.id === game.id, words.say("verify-shown")];
}

async function saved(game, record) {
  const known = receipts.seen(game.id);
  const count = new Set(known.map((one) => one.version).filter((version) => version !== undefined)).size;
  const wrong = await contradicted(record, known);
  if (wrong) return [false, words.say("verify-other-history"), " ", download(wrong)];
  return count ? [true, words.say("verify-heads", { count })] : [null, words.say("verify-no-heads")];
}

// Returns a link that saves a receipt, which shows the contradiction to others.
function download(receipt) {
  const href = URL.createObjectURL(new Blob([JSON.stringify(receipt)], { type: "application/json" }));
  return element("a", { href, download: `${receipt.game}-receipt.json` }, words.say("verify-save"));
}
