// Bots for seats that somebody has to take.

import * as service from "../api/service.js";

export const USUAL = "hgroup-3"; // `USUAL_BOT` of the engine
const ALSO = "kagiya"; // plays more variants, and with six seats

// Calls `ask` with one of the bots after the other, and then with those that play more games, until one plays the game.
// The last refusal is thrown.
export async function firstThatPlays(bots, { seats, variant }, ask) {
  const { items } = await service.get(`/v1/bots${variant ? `?${new URLSearchParams({ variant })}` : ""}`);
  const able = [...new Set([...bots, USUAL])].filter((bot) => items.some((one) => one.id === bot && one.seats.includes(seats)));
  for (const bot of able) {
    try {
      return await ask(bot);
    } catch (error) {
      if (error.code !== "bot-cannot-play") throw error; // the options may be those that it does not play
    }
  }
  return ask(ALSO);
}
