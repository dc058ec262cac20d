// A position with all cards as a line of notation, as /docs/notation specifies it.

// The options of the base game, which the notation omits. A variant says its suits itself.
const BASE = {
  ...{ edition: "de", multicolor: "none", clue_tokens: 8, strike_tokens: 3, ending: "last_round", color_declaration: false, empty_clues: true },
  ...{ strikeout_score: "zero", early_end: "never", hand_reorder: "any_time", table_talk: "off", memory_aid: "full", starting_seat: "random" },
  ...{ hand_size: "normal", deck_plays: false },
};
const ALPHABET = [..."abcdefghijklmnopqrstuvwxyz"];

// Returns the notation of a frame with open hands, or null if its fireworks have several orders. `deck` has all cards.
export function written(frame, deck) {
  if (frame.stacks || !frame.fireworks || frame.half_clue_token) return null;
  const letters = lettersOf(Object.keys(frame.fireworks));
  const card = ({ suit, rank }) => `${letters.get(suit)}${rank}`;
  const cards = (some) => some.map(card).join(" ") || "-";
  const played = Object.entries(frame.fireworks).filter(([, rank]) => rank).map(([suit, rank]) => ({ suit, rank }));
  const { variant, multicolor, ...options } = frame.rules;
  const chosen = variant ? { ...options, variant: JSON.stringify(variant) } : { ...options, multicolor };
  const rules = Object.entries(chosen).filter(([name, value]) => value !== null && value !== BASE[name]).map(([name, value]) => `${name}=${value}`);
  const sections = [
    rules.length && `rules ${rules.join(" ")}`,
    `hands ${frame.hands.map((hand) => cards(hand.cards)).join(" / ")}`,
    played.length && `fireworks ${cards(played)}`,
    frame.discards.length && `discards ${cards(frame.discards)}`,
    `deck ${cards(deck.slice(deck.length - frame.deck_size))}`,
    `tokens ${frame.clue_tokens}`,
    frame.strikes && `strikes ${frame.strikes}`,
    frame.turns_left !== null && `turns_left ${frame.turns_left}`,
    `to_move ${frame.to_move}`,
    `turn ${frame.turn}`,
  ];
  return sections.filter(Boolean).join("; ");
}

// Returns a letter for each suit: the first one of its name that no suit before it has, or else of the alphabet.
function lettersOf(suits) {
  const letters = new Map();
  const isFree = (letter) => /[a-z]/.test(letter) && ![...letters.values()].includes(letter);
  for (const suit of suits) letters.set(suit, [...suit, ...ALPHABET].find(isFree));
  return letters;
}
