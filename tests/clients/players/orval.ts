// A whole game by the client that orval makes, with default options.
import axios from "axios";
import { createAccount, createGame, createMove, createSeat, getGame, getReplay } from "./client";

declare const process: { argv: string[] };

async function main(): Promise<void> {
  axios.defaults.baseURL = process.argv[2];
  const tokens: string[] = [];
  for (let seat = 0; seat < 2; seat += 1) tokens.push((await createAccount({})).data.token);
  const as = (seat: number) => ({ headers: { Authorization: `Bearer ${tokens[seat]}` } });
  const game = (await createGame({ seats: 2 }, as(0))).data.id;
  let view = (await createSeat(game, {}, as(1))).data;
  let seen = 0;
  while (view.status !== "ended") {
    const seat = view.to_move!;
    view = (await getGame(game, undefined, as(seat))).data;
    for (const hand of view.hands) {
      for (const card of hand.cards) {
        const hidden = hand.seat === seat;
        if ((card.suit === undefined) !== hidden || (card.rank === undefined) !== hidden) throw new Error("wrong card");
        seen += 1;
      }
    }
    const action = view.legal_actions[view.legal_actions.length - 1]!;
    view = (await createMove(game, { ...action, expected_version: view.version }, as(seat))).data.view;
  }
  const replay = (await getReplay(game)).data;
  console.log(replay.result.outcome, replay.events.length, seen);
}

void main();
