// Bots for seats that somebody has to take.

import * as service from "../api/service.js";

export const USUAL = "hgroup-3"; // `USUAL_BOT` of the engine
const ALSO = "kagiya"; // plays more variants, and with six seats

let known = null; // the bots, once they were asked for

// Returns what a bot is, in the first sentence of what the service says of it.
export async function aboutBot(bot) {
  known ??= service.get("/v1/bots");
  const { description } = (await known).items.find(({ id }) => id === bot);
  return /^.*?[.](?= |$)/.exec(description)?.[0] ?? description;
}

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
