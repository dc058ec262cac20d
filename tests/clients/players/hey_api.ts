// A whole game by the client that @hey-api/openapi-ts makes, with default options.
import { createClient, createConfig } from "./client/client";
import { createAccount, createGame, createMove, createSeat, getGame, getReplay } from "./client";

declare const process: { argv: string[] };

async function main(baseUrl: string): Promise<void> {
  const client = createClient(createConfig({ baseUrl }));
  const tokens: string[] = [];
  for (let seat = 0; seat < 2; seat += 1) {
    tokens.push((await createAccount({ client, body: {}, throwOnError: true })).data.token);
  }
  const as = (seat: number) => ({ client, auth: () => tokens[seat]!, throwOnError: true as const });
  const game = (await createGame({ ...as(0), body: { seats: 2 } })).data.id;
  const path = { game };
  let view = (await createSeat({ ...as(1), path, body: {} })).data;
  let seen = 0;
  while (view.status !== "ended") {
    const seat = view.to_move!;
    view = (await getGame({ ...as(seat), path })).data;
    for (const hand of view.hands) {
      for (const card of hand.cards) {
        const hidden = hand.seat === seat;
        if ((card.suit === undefined) !== hidden || (card.rank === undefined) !== hidden) throw new Error("wrong card");
        seen += 1;
      }
    }
    const action = view.legal_actions[view.legal_actions.length - 1]!;
    view = (await createMove({ ...as(seat), path, body: { ...action, expected_version: view.version } })).data.view;
  }
  const replay = (await getReplay({ client, path, throwOnError: true })).data;
  console.log(replay.result.outcome, replay.events.length, seen);
}

void main(process.argv[2]!);
