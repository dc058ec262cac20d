// The verification of a record, as /docs/verification specifies it, without the legality of moves and the result.

import { bytes, canonical, hex, isSigned, sha256, sha256hex } from "./canonical.js";
import { firstUntimely } from "./clock.js";
import { shuffled, startingSeat } from "./shuffle.js";

const SUITS = ["red", "yellow", "green", "blue", "white", "multicolor"];
const START = 7;
const TEN = [1, 1, 1, 2, 2, 3, 3, 4, 4, 5];
const SIXTH = { none: [], ten: TEN, wild_ten: TEN, five: [1, 2, 3, 4, 5], wild_five: [1, 2, 3, 4, 5] };

const OPENING = "hanabi/opening";

class Fault extends Error {
  constructor(code, version = null) {
    super(code);
    Object.assign(this, { code, version });
  }
}

function require(condition, code, version) {
  if (!condition) throw new Fault(code, version);
}

// Verifies the text of a record. `variantOf` returns a variant of the API by its name. The result has the first fault
// or null, the checks that were passed, the record, and whether the text is canonical. `signed` is null if this browser
// cannot check signatures.
export async function verify(text, variantOf) {
  const report = { fault: null, passed: [], record: null, origin: null, signed: false, canonical: false };
  try {
    const record = JSON.parse(text);
    require(record.format === "hanabi-record" && [1, 2].includes(record.record), "malformed");
    Object.assign(report, { record, canonical: canonical(record) === text });
    await check(record, variantOf, report);
  } catch (error) {
    // Any other error is about a member that is missing, or of another type.
    report.fault = error instanceof Fault ? error : new Fault("malformed");
  }
  return report;
}

export const coreOf = (record) => (record.record === 2 ? record.core : record);

async function check(record, variantOf, report) {
  const core = coreOf(record);
  const [deal] = core.events;
  const seed = core.secret === null ? bytes(core.salt) : await seedOf(core.secret, deal);
  const chain = links(record);
  require((await chain.next()).value, "chain", 0);
  const codes = await codesOf(core.deck, deal.rules, variantOf);
  report.passed.push("deck");
  await commitments(core, deal, codes);
  report.passed.push("commitments");
  report.origin = await origin(record, core, deal, codes, seed);
  report.passed.push("shuffle");
  for await (const _ of chain);
  report.passed.push("chain");
  const untimely = firstUntimely(core, { imported: report.origin === "imported", timed: record.record === 2 });
  if (untimely) throw new Fault(...untimely);
  if (deal.pace) report.passed.push("clock");
  const { digest, ...rest } = record;
  require(digest === (await sha256hex(`hanabi-record/${record.record} digest\0`, canonical(rest))), "digest");
  report.passed.push("digest");
  if (record.record === 2 && record.signature !== null) {
    const content = { type: "hanabi/record", game: deal.game, digest: await sha256hex("hanabi-record/2 core\0", canonical(core)) };
    report.signed = await isSigned(content, record.signature);
    require(report.signed !== false, "signature");
  }
  require(deal.origin !== "given" || core.sandbox, "given-deck", 0);
}

// Yields after each event that has the right hash and a possible time.
async function* links(record) {
  const core = coreOf(record);
  const timed = record.record === 2;
  let previous = await sha256(timed ? "hanabi/3 chain\0" : "hanabi/2 chain\0");
  let latest = timed ? core.created_at : null;
  for (const [version, { hash, ...event }] of core.events.entries()) {
    const { at, ...untimed } = event;
    previous = await sha256(previous, canonical(timed ? event : untimed));
    require(hash === hex(previous), "chain", version);
    const rested = timed && latest ? new Date(at) - new Date(latest) : 0;
    require(rested >= 0, "times", version);
    latest = at;
    yield true;
  }
}

// Returns the codes of the deck, which has to hold the cards of the game.
async function codesOf(deck, rules, variantOf) {
  const variant = rules.variant && (await variantOf(rules.variant));
  const suits = variant ? variant.suits.map((suit) => suit.name) : SUITS;
  const code = (suit, rank) => (rank === START ? 30 + suit : 5 * suit + rank - 1);
  const cards = variant
    ? variant.suits.flatMap((suit, place) => suit.copies.flatMap(({ rank, copies }) => Array(copies).fill(code(place, rank))))
    : [TEN, TEN, TEN, TEN, TEN, SIXTH[rules.multicolor]].flatMap((ranks, place) => ranks.map((rank) => code(place, rank)));
  const codes = deck.map(({ suit, rank }) => code(suits.indexOf(suit), rank));
  const sorted = (list) => [...list].sort((one, other) => one - other).join();
  require(sorted(codes) === sorted(cards), "composition", 0);
  return codes;
}

async function commitments(core, deal, codes) {
  const committed = await sha256hex("hanabi/1 commitment\0", bytes(core.salt), new Uint8Array(codes));
  require(deal.commitment === committed, "deck-commitment", 0);
  const secret = core.secret === null ? undefined : await sha256hex("hanabi/2 secret\0", bytes(core.secret));
  require(deal.secret_commitment === secret, "secret-commitment", 0);
  const given = (deal.entropy_commitments ?? []).filter((one) => one !== null);
  require(new Set(given).size === given.length, "entropy-commitment", 0);
  for (const [seat, reveal] of (deal.reveals ?? []).entries()) {
    if (reveal === null) continue;
    const opened = await sha256hex("hanabi/1 entropy commitment\0", bytes(reveal));
    require(opened === deal.entropy_commitments[seat], "entropy-commitment", 0);
  }
}

function seedOf(secret, { entropies, reveals }) {
  if (reveals) return sha256("hanabi/3 seed\0", bytes(secret), canonical([entropies, reveals]));
  return sha256("hanabi/2 seed\0", bytes(secret), canonical(entropies ?? []));
}

// Returns where the deck comes from.
async function origin(record, core, deal, codes, seed) {
  const drawn = (await shuffled(codes, seed)).join() === codes.join();
  require(deal.origin !== "shuffled" || drawn, "shuffle", 0);
  const { starting_seat: chosen } = deal.rules;
  require(deal.starting_seat === (chosen === "random" ? await startingSeat(deal.seats, seed) : chosen), "starting-seat", 0);
  if (deal.origin || drawn) return deal.origin ?? "unshared";
  require(record.source !== null || core.sandbox, "shuffle", 0);
  return record.source === null ? "given" : "imported";
}

// Returns the first receipt that a record contradicts. A receipt that nobody signed proves nothing.
export async function contradicted(record, receipts) {
  const core = coreOf(record);
  const newest = receipts.findLast(({ type }) => type === OPENING);
  for (const receipt of receipts) {
    const { key, signature, ...document } = receipt;
    const signed = await isSigned(document, { key, signature });
    if (signed !== false && !isIn(core, receipt, receipt === newest)) return receipt;
  }
  return null;
}

function isIn(core, receipt, isNewest) {
  const { events } = core;
  const [deal] = events;
  if (["sandbox", "idle_limit_s"].some((name) => name in receipt && receipt[name] !== core[name])) return false; // release 0.2.0 wrote none
  if (receipt.game !== (deal.game ?? receipt.game)) return false;
  if (receipt.type === OPENING) {
    const isThis = receipt.at === core.created_at && receipt.secret_commitment === (deal.secret_commitment ?? null);
    return isThis && hasContributions(deal, receipt, isNewest);
  }
  const event = events[receipt.version];
  return event !== undefined && [null, event.hash].includes(receipt.head) && receipt.at === event.at;
}

// With `reveal_until`, the contributions of all seats are final. Before, the newest opening tells the own one.
function hasContributions(deal, opening, isNewest) {
  if (!opening.entropies || opening.secret_commitment === null) return true;
  const shown = [opening.entropies, opening.entropy_commitments];
  const nothing = Array(deal.seats).fill(null);
  const dealt = [deal.entropies ?? nothing, deal.entropy_commitments ?? nothing];
  if (opening.reveal_until !== null) return canonical(shown) === canonical(dealt);
  const own = shown.map((parts) => parts[opening.seat] ?? null);
  return !isNewest || own.every((part) => part === null) || canonical(own) === canonical(dealt.map((parts) => parts[opening.seat]));
}
