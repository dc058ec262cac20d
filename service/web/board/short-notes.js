// Notes in the short form of hanab.live, which are drawn on their card: r1, r2 b2, f, cm, kt and ptd. A note that says more
// has the short form in brackets: "[f] since turn 3".

import * as cardWords from "./card-words.js";
import * as words from "../page/words.js";

const KINDS = { f: "finessed", cm: "chop_moved", kt: "trash", trash: "trash", stale: "trash", bad: "trash", ptd: "discardable" };
const SIGNS = { finessed: "star", chop_moved: "lock", trash: "trash", discardable: "down" };
const LETTERS = { black: "k", multicolor: "m", rainbow: "m", muddy_rainbow: "m", pink: "i", light_pink: "i", prism: "i", brown: "n", omni: "o", null: "u", gray: "a" };
const CARD = /^([a-z_ ]+?) ?([1-5])$/;

// Returns what a note draws on a card as `thoughts` do, or null. Cards that clues rule out are left out.
export function drawnNote(note, card, { suits, ranks }) {
  if (!note) return null;
  const marked = [...note.matchAll(/\[([^\]]+)\]/g)].map(([, part]) => part);
  const parts = (marked.length ? marked : [note]).map((part) => part.trim().toLowerCase());
  const kind = parts.map((part) => KINDS[part]).find(Boolean) ?? null;
  const fits = ({ suit, rank }) => !card.possible || (card.possible.suits.includes(suit) && (card.possible.cards?.[suit] ?? card.possible.ranks).includes(rank));
  const cards = parts.flatMap((part) => cardsOf(part, suits, ranks) ?? []).filter(fits);
  if (!kind && !cards.length) return null;
  const said = [kind && words.say(`note-${kind}`), cards.length > 0 && cards.map(cardWords.card).join(", ")];
  return { kind, sign: SIGNS[kind], cards, text: said.filter(Boolean).join(". ") };
}

// Returns the cards that a text lists, or null if it is no list of cards.
function cardsOf(text, suits, ranks) {
  const letters = lettersOf(suits);
  const found = text.split(/[,;]\s*|\s+(?=[a-z]\d)/).map((one) => {
    const [, name, rank] = CARD.exec(one.trim()) ?? [];
    const suit = suits.find((one) => letters.get(one) === name || one.replaceAll("_", " ") === name);
    return suit && ranks.includes(Number(rank)) ? { suit, rank: Number(rank) } : null;
  });
  return found.every(Boolean) ? found : null;
}

// Returns the letter of each suit: that of its name, or the first one that no earlier suit has.
function lettersOf(suits) {
  const letters = new Map();
  for (const suit of suits) {
    const plain = suit.replace(/^dark_/, "");
    const wanted = [LETTERS[plain] ?? plain[0], ...plain];
    letters.set(suit, wanted.find((one) => ![...letters.values()].includes(one)));
  }
  return letters;
}
