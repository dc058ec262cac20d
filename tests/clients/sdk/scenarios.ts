// What tests/clients/test_typescript_client.py lets the client do: node scenarios.js NAME URL [TOKEN GAME]
// Each function returns what it has seen, which is printed as JSON.

import { Client, type Game, ProblemError, Turn, UnfairDealError, type types } from "hanabi-client";

const [name = "", url = "", token, id = ""] = process.argv.slice(2);
const client = new Client(url, { token });

async function wholeGame() {
  await client.createAccount();
  const game = await client.createGame({ seats: 3, bots: ["kagiya", "random"], rules: { edition: "fr" } });
  let turns = 0;
  for await (const turn of game.turns()) {
    await turn.act(last(turn.legalActions));
    turns += 1;
  }
  const signatures = new Set(game.receipts.map((receipt) => receipt.signature));
  const { verified } = await client.api.getVerification(game.id);
  return { ...said(game), turns, signatures: signatures.size, verified };
}

async function twoPlayers() {
  const other = new Client(url, { language: "de" });
  await Promise.all([client.createAccount(), other.createAccount("Béla von Typ")]);
  const first = await client.createGame({ private: true });
  const { code } = await client.api.createInvitation(first.id);
  const second = await other.join(first.id, { code: code! });
  const all = async (turns: AsyncIterable<Turn>) => {
    for await (const turn of turns) await turn.act(last(turn.legalActions));
  };
  all(client.turns()).catch(() => {}); // it ends when the client is closed
  await all(second.turns());
  client.close();
  return said(second);
}

async function brokenStream() {
  const game = await client.game(id);
  const versions: number[] = [];
  for await (const { events } of game.updates()) {
    versions.push(...events.map((event) => event.version));
    if (game.view.legal_actions.length > 0) await game.act(last(game.view.legal_actions));
  }
  return { versions, version: game.view.version };
}

async function oneMove() {
  const game = await client.game(id);
  const done = await game.act(last(game.view.legal_actions));
  return { first: done.events[0]?.version, turn: game.view.turn };
}

async function newGame() {
  return (await client.createGame({ seats: 2 })).id;
}

async function problems() {
  const game = await client.game(id);
  const turn = (await game.turns().next()).value!;
  const seen = [];
  const attempts = [
    () => turn.clue(0, { rank: 1 }),
    () => turn.discard(0),
    () => turn.act({ type: "play", card: 49 }),
    () => client.api.createGame({ seats: 9, bots: ["nobody" as "random"] }),
  ];
  for (const attempt of attempts) {
    try {
      await attempt();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const { status, code, refusal, rule, errors, requestId, message, detail } = error;
      const pointers = errors.map((fault) => fault.pointer);
      seen.push([status, code, refusal, rule, pointers, Boolean(requestId) && message.includes(detail)]);
    }
  }
  return seen;
}

async function droppedContribution() {
  const other = new Client(url);
  await Promise.all([client.createAccount(), other.createAccount()]);
  const first = await client.createGame();
  await client.api.updateEntropy(first.id, { entropy: null });
  await other.join(first.id);
  return first.turns().next().then(() => null, (error: unknown) => (error instanceof UnfairDealError ? error.name : error));
}

async function pages() {
  const ids = [];
  for await (const game of client.api.iterMyGames({ limit: 1 })) ids.push(game.id);
  return ids;
}

async function slots() {
  const game = await client.game(id);
  const cards: number[] = [];
  for await (const turn of game.turns()) {
    const slot = cards.length === 0 ? -1 : 0;
    cards.push(turn.hand.at(slot)!.card);
    await turn.play(slot);
    if (cards.length === 2) break;
  }
  const passed = await new Turn(game, { ...game.view, version: 0 }).play(0);
  return { cards, passed };
}

/** Nobody calls this: the compiler has to find what is wrong in it. */
export async function misused() {
  // @ts-expect-error
  await client.api.createAccount({ nam: "Ada" });
  // @ts-expect-error
  await client.api.createGame({ seats: "2" });
  // @ts-expect-error
  await client.createGame({ bots: ["nobody"] });
  // @ts-expect-error
  return (await client.api.getGame("g_1")).hand;
}

function last(actions: types.Action[]): types.Action {
  return actions.at(-1)!;
}

function said(game: Game) {
  return { outcome: game.result?.outcome, rating: game.result?.rating?.text, kind: game.view.protection?.kind };
}

const scenarios = { wholeGame, twoPlayers, brokenStream, oneMove, newGame, problems, droppedContribution, pages, slots };
console.log(JSON.stringify(await scenarios[name as keyof typeof scenarios]()));
client.close();
