// Two players on the types that openapi-typescript makes of the contract: what does not fit them does not compile.
import createClient from "openapi-fetch";
import type { components, paths } from "./contract.js";

declare const process: { argv: string[] };

type View = components["schemas"]["View"];
type Move = components["schemas"]["CreateMoveRequest"];

const baseUrl = process.argv[2]!;

async function player() {
  const { data, error } = await createClient<paths>({ baseUrl }).POST("/v1/accounts", { body: {} });
  if (error) throw new Error(error.code);
  return createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${data.token}` } });
}

function decide(view: View): Move {
  const [action] = view.legal_actions.filter((one) => one.type !== "clue" || view.turn < 4).slice(-1);
  return { ...(action ?? view.legal_actions[0]!), expected_version: view.version };
}

const players = [await player(), await player()] as const;
const made = await players[0].POST("/v1/games", { body: { seats: 2 } });
if (made.error) throw new Error(made.error.code);
const params = { path: { game: made.data.id } };
let { data: view } = await players[1].POST("/v1/games/{game}/seats", { params, body: {} });
while (view && view.status !== "ended") {
  const mover: (typeof players)[number] = players[view.to_move === 0 ? 0 : 1];
  const seen = await mover.GET("/v1/games/{game}", { params });
  if (seen.error) throw new Error(seen.error.code);
  const moved = await mover.POST("/v1/games/{game}/moves", { params, body: decide(seen.data) });
  if (moved.error) throw new Error(moved.error.code);
  view = moved.data.view;
}
const replay = await players[0].GET("/v1/replays/{game}", { params });
if (replay.error) throw new Error(replay.error.code);
console.log(`${replay.data.result.outcome} ${replay.data.result.score} ${replay.data.events.length}`);
