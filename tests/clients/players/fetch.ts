// A whole game by the client that openapi-generator's `typescript-fetch` makes, with default options.
import { AccountsApi, Configuration, GamesApi, ReplaysApi } from "./client";

declare const process: { argv: string[] };

async function main(basePath: string): Promise<void> {
  const tables: GamesApi[] = [];
  for (let seat = 0; seat < 2; seat += 1) {
    const account = await new AccountsApi(new Configuration({ basePath })).createAccount({ createAccountRequest: {} });
    tables.push(new GamesApi(new Configuration({ basePath, accessToken: account.token })));
  }
  const { id: game } = await tables[0]!.createGame({ createGameRequest: { seats: 2 } });
  let view = await tables[1]!.createSeat({ game, createSeatRequest: {} });
  let seen = 0;
  while (view.status !== "ended") {
    const seat = view.toMove!;
    view = await tables[seat]!.getGame({ game });
    for (const hand of view.hands) {
      for (const card of hand.cards) {
        const hidden = hand.seat === seat;
        if ((card.suit === undefined) !== hidden || (card.rank === undefined) !== hidden) throw new Error("wrong card");
        seen += 1;
      }
    }
    const action = view.legalActions[view.legalActions.length - 1]!;
    ({ view } = await tables[seat]!.createMove({ game, createMoveRequest: { ...action, expectedVersion: view.version } }));
  }
  const replay = await new ReplaysApi(new Configuration({ basePath })).getReplay({ game });
  console.log(replay.result.outcome, replay.events.length, seen);
}

void main(process.argv[2]!);
