// A server of boardgame.io with Postgres, and a game like Hanabi for two: five cards each, clues, plays and discards.
// Usage: DATABASE_URL=… PORT=… node server.js. The API of the lobby has the next port.

const { PostgresStore } = require("bgio-postgres");
const { Server } = require("boardgame.io/server");

const COPIES = [0, 3, 2, 2, 2, 1];
const SUITS = ["red", "yellow", "green", "blue", "white"];

function setup({ random, ctx }) {
  const cards = SUITS.flatMap((suit) => COPIES.flatMap((copies, rank) => Array(copies).fill({ suit, rank })));
  const deck = random.Shuffle(cards.map((card) => ({ ...card, clues: [] })));
  const hands = Array.from({ length: ctx.numPlayers }, () => deck.splice(0, 5));
  return { deck, hands, discards: [], fireworks: Object.fromEntries(SUITS.map((suit) => [suit, 0])), tokens: 8, strikes: 0 };
}

function leave(G, player, at) {
  const [card] = G.hands[player].splice(at, 1);
  if (G.deck.length) G.hands[player].push(G.deck.shift());
  return card;
}

const moves = {
  play({ G, playerID }, at) {
    const card = leave(G, playerID, at);
    if (G.fireworks[card.suit] === card.rank - 1) G.fireworks[card.suit] = card.rank;
    else G.discards.push(card), (G.strikes += 1);
  },
  discard({ G, playerID }, at) {
    G.discards.push(leave(G, playerID, at));
    G.tokens = Math.min(8, G.tokens + 1);
  },
  clue({ G }, target, rank) {
    G.tokens -= 1;
    for (const card of G.hands[target]) card.clues.push({ rank, positive: card.rank === rank });
  },
};

function playerView({ G, playerID }) {
  const hands = G.hands.map((hand, seat) => (String(seat) === playerID ? hand.map(({ clues }) => ({ clues })) : hand));
  return { ...G, deck: G.deck.length, hands };
}

const port = Number(process.env.PORT);
const server = Server({
  games: [{ name: "hanabi", setup, moves, playerView, turn: { minMoves: 1, maxMoves: 1 } }],
  db: new PostgresStore(process.env.DATABASE_URL, { logging: false }),
  origins: [/127\.0\.0\.1/],
});
server.run({ port, lobbyConfig: { apiPort: port + 1 } });
