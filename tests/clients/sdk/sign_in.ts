// What tests/clients/test_typescript_client.py lets a person answer: node sign_in.js URL browser|device FOLDER
// It prints the code that it shows, and what it has seen, as JSON.

import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, ProblemError, SignInError } from "hanabi-client";

const [url = "", kind = "", folder = ""] = process.argv.slice(2);
const say = (said: unknown) => console.log(JSON.stringify(said));
const show = (_address: string, code?: string) => code && say({ code });
const options = { app: "a program", device: kind === "device", show, folder };

async function seen() {
  const client = new Client(url);
  const ids = [(await client.signIn(options)).id];
  const game = await client.createGame({ bots: ["kagiya"], rules: { starting_seat: 0 } });
  const turn = (await game.turns().next()).value!;
  const moved = (await turn.act(turn.legalActions.at(-1)!)) !== undefined;
  const file = join(folder, readdirSync(folder).find((name) => name.endsWith(".json"))!);
  const mode = (statSync(file).mode & 0o777).toString(8);

  const tokens = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...tokens, expiresAt: 0 })); // hours later
  const again = new Client(url);
  const nobody = () => say("somebody was asked");
  ids.push((await again.signIn({ ...options, show: nobody })).id, (await again.api.getMe()).id);
  const renewed = again.token !== client.token;

  await again.signOut(options);
  const ended = await client.api.getMe().catch((problem: ProblemError) => problem.code);
  return { ids, mode, moved, renewed, ended };
}

say(await seen().catch((error) => ({ refused: error instanceof SignInError ? error.code : String(error) })));
process.exit();
