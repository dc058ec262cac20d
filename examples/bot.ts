// A Hanabi bot: it creates a game with a built-in bot as partner and plays until the game is over.
//
// It needs the package hanabi-client (/docs/clients). Compile it with tsc, or run it with Node 22.18 or later:
//
//     node bot.ts [http://127.0.0.1:8000]
//
// To write your own bot, write a better `choose`.

import { Client, type types } from "hanabi-client";

declare const process: { argv: string[] };

/** Returns a legal action: play a card that is known or asked to fit, else ask for one, else discard. */
function choose(view: types.View): types.Action {
  const { legal_actions: actions, hands, viewer } = view;
  const trusts = view.strikes! < 2;
  const gap = (suit: string, rank: unknown) => Number(rank) - view.fireworks![suit]! - 1;
  let sure: number | undefined, asked: number | undefined, unclued: number | undefined;
  for (const { card, clues, possible } of hands[viewer.seat!]!.cards) {
    const gaps = possible!.suits.flatMap((suit) => possible!.ranks.map((rank) => gap(suit, rank)));
    const fits = gaps.includes(0), clued = clues!.colors.length + clues!.ranks.length > 0;
    if (!clued) unclued ??= card;
    if (clued && fits && gaps.every((one) => one === 0 || (one < 0 && trusts))) sure ??= card;
    if (clues!.colors.length > 0 && clues!.ranks.length === 0) asked = fits && trusts ? card : undefined;
  }
  const card = sure ?? asked;
  if (card !== undefined) return { type: "play", card };
  const lowest = Math.min(...Object.values(view.fireworks!));
  for (const clue of actions.filter(({ type }) => type === "clue")) {
    const { cards } = hands[clue.target!]!;
    const meant = clue.color
      ? cards.filter((held) => held.suit === clue.color && held.clues!.ranks.length === 0).slice(-1)
      : cards.filter(({ rank }) => rank === clue.rank && Number(rank) <= lowest + 1);
    const good = meant.every((held) => gap(held.suit!, held.rank) === 0 && held.clues!.colors.length === 0);
    if (meant.length > 0 && good) return clue;
  }
  const discards = actions.filter(({ type }) => type === "discard");
  return discards.find((action) => action.card === unclued) ?? discards[0] ?? actions.at(-1)!;
}

const base = process.argv[2] ?? "http://127.0.0.1:8000";
const client = new Client(base);
await client.createAccount();
const game = await client.createGame({ seats: 2, bots: ["kagiya"] });
console.log(game.view.protection?.text);
for await (const turn of game.turns()) {
  const done = await turn.act(choose(turn.view));
  console.log(done?.event.line);
}
console.log(`${game.result?.outcome}: ${game.result?.score} points. Replay: ${base}/v1/replays/${game.id}`);
