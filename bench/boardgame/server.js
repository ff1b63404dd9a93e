"use strict";

// The least game there is, served by boardgame.io as its users serve theirs, all in memory:
// node server.js PORT

const { Server } = require("boardgame.io/server");

/** Two players add to a number in turn. */
const numbers = {
  name: "numbers",
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ number: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    add: ({ G }, more) => {
      G.number += more;
    },
  },
};

const port = Number(process.argv[2]);
const server = Server({ games: [numbers], origins: [`http://127.0.0.1:${port}`] });

// What it calls a port is handed on to `listen`, which takes an address besides.
server.run({ port: { port, host: "127.0.0.1" } });
