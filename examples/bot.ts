// A Hanabi bot: it creates a game with a built-in bot as partner and plays until the game is over.
//
// It needs the package hanabi-client (/docs/clients). Compile it with tsc, or run it with Node 22.18 or later:
//
//     node bot.ts [http://127.0.0.1:8000]
//
// To write your own bot, write a better `choose`.

import { Client, type types } from "hanabi-client";

declare const process: { argv: string[] };

/** Returns a legal action: play a safe card, else clue a playable card, else discard the oldest card. */
function choose(view: types.View): types.Action {
  const actions = view.legal_actions;
  const mine = view.hands.find((hand) => hand.seat === view.viewer.seat)!;
  const safe = mine.cards.find((card) => identities(card).every(([suit, rank]) => fits(view, suit, rank)));
  if (safe) return { type: "play", card: safe.card };
  for (const hand of view.hands.filter((other) => other !== mine)) {
    for (const card of hand.cards.filter(({ suit, rank }) => fits(view, suit!, rank!))) {
      const clue = actions.find(
        (action) =>
          action.type === "clue" &&
          action.target === hand.seat &&
          ((action.rank === card.rank && !card.clues!.ranks.includes(card.rank!)) ||
            (action.color === card.suit && !card.clues!.colors.includes(action.color!))),
      );
      if (clue) return clue;
    }
  }
  return actions.find((action) => action.type === "discard") ?? actions.at(-1)!;
}

/** Returns the suits and ranks that the clues about a card allow. */
function identities({ possible }: types.HandCard): [string, number][] {
  return possible!.suits.flatMap((suit) => possible!.ranks.map((rank): [string, number] => [suit, rank]));
}

/** Returns true if a card fits on the table now. */
function fits(view: types.View, suit: string, rank: number): boolean {
  return view.fireworks![suit] === rank - 1;
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
