// The names of cards.

import { say } from "../page/words.js";

const START = 7; // the rank of START cards

// Returns a rank as written on cards.
export const rank = (value) => (value === START ? "START" : `${value}`);
export const suit = (name) => say(`color.${name}`);
export const card = ({ suit: name, rank }) => say(rank === START ? "card-named-start" : "card-named", { color: say(`card.${name}`), rank });
