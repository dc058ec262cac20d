// The names of cards.

import { say } from "../page/words.js";

// Returns a rank as written on cards; START cards have rank 7.
export const rank = (value) => (value === 7 ? "START" : `${value}`);
export const suit = (name) => say(`color.${name}`);
export const card = ({ suit: name, rank }) => say(`card.${name}.${rank}`);
