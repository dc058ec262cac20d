// Plays at many tables for two, without a pause, and prints as JSON how long each move took to reach the other player.
// Usage: node client.js PORT TABLES SECONDS

const { io } = require("socket.io-client");

const [port, tables, seconds] = process.argv.slice(2).map(Number);
const latencies = [];
let over = false;

async function lobby(path, body) {
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(`http://127.0.0.1:${port + 1}/games/hanabi/${path}`, options);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

async function player(matchID, playerID, onState) {
  const { playerCredentials } = await lobby(`${matchID}/join`, { playerID, playerName: playerID });
  const socket = io(`http://127.0.0.1:${port}/hanabi`, { transports: ["websocket"], forceNew: true });
  await new Promise((resolve, reject) => {
    socket.on("connect_error", reject);
    socket.on("connect", () => socket.emit("sync", matchID, playerID, playerCredentials, 2));
    socket.on("sync", (_, { state }) => resolve(state));
  });
  socket.on("update", (_, state) => onState(playerID, state));
  const move = (state, type, args) => {
    const payload = { type, args, playerID, credentials: playerCredentials };
    socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, matchID, playerID);
  };
  return { move, close: () => socket.disconnect() };
}

// Plays one game: clues and discards in turn, until the deck is empty.
async function match() {
  const { matchID } = await lobby("create", { numPlayers: 2 });
  const players = {};
  let sentAt = 0;
  await new Promise(async (resolve) => {
    const next = (playerID, state) => {
      if (state.ctx.currentPlayer !== playerID) return; // the player who moved also gets the state
      if (sentAt) latencies.push(performance.now() - sentAt);
      if (over || state.G.deck === 0) return resolve();
      sentAt = performance.now();
      const other = playerID === "0" ? "1" : "0";
      if (state._stateID % 4 < 2) players[playerID].move(state, "clue", [other, 1]);
      else players[playerID].move(state, "discard", [0]);
    };
    for (const playerID of ["0", "1"]) players[playerID] = await player(matchID, playerID, next);
    next("0", { ctx: { currentPlayer: "0" }, G: { deck: 40 }, _stateID: 0 });
  });
  Object.values(players).forEach(({ close }) => close());
}

async function table() {
  while (!over) await match();
}

async function main() {
  const playing = Array.from({ length: tables }, table);
  await new Promise((resolve) => setTimeout(resolve, 2000)); // until all are seated
  latencies.length = 0;
  const began = performance.now();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const took = (performance.now() - began) / 1000;
  const found = latencies.slice();
  over = true;
  process.stdout.write(JSON.stringify({ seconds: took, latencies: found }), () => process.exit());
}

main();
