// Seats at a table that plays the deck of an earlier game: who knows it is asked first.

import * as service from "../api/service.js";
import * as words from "../page/words.js";

// Sends a request for a seat, and again if the reader knows the deck and wants to sit down all the same. Returns null if not.
export async function takeSeat(path, wanted) {
  try {
    return await service.post(path, wanted);
  } catch (error) {
    if (error.code !== "deck-known") throw error;
    return confirm(words.say("deck-known")) ? service.post(path, { ...wanted, knew_deck: true }) : null;
  }
}
