// Wizard's Duel, the variant death-match-3, for boardgame.io: a peer for tests/bench_games.py to measure.
// node wizards_duel.js SECONDS, from a folder with node_modules/boardgame.io. Prints rounds a second of random contests by
// boardgame.io's reducer alone, by a client alone, and by two clients with its game master between them, as people play;
// of each the best of ten parts of the time.
"use strict";
const { createRequire } = require("module");
const here = createRequire(`${process.cwd()}/`);
const { Client } = here("boardgame.io/client");
const { Local } = here("boardgame.io/multiplayer");
const { INVALID_MOVE } = here("boardgame.io/core");
const { CreateGameReducer, InitializeGame } = here("boardgame.io/internal");

const SPELLS = ["1", "2", "3", "4", "5", "6", "7", "8", "X"];
const ROUNDS = 9;
const BOUTS = 3;
const WINS = 2;

const side = () => ({
  hand: SPELLS.slice(), points: 0, modifier: 0, fogged: false, banned: null, previous: null, previousHidden: false,
  hidden: [],
});
const castable = ({ hand, banned }) => {
  const allowed = hand.filter((spell) => spell !== banned);
  return allowed.length ? allowed : hand;
};

const endBout = (G, winner, random) => {
  if (winner !== null) G.won[winner] += 1;
  G.log.push({ kind: "bout-over", bout: G.bout, winner });
  for (const [seat, { hidden }] of G.sides.entries()) {
    for (const [round, spell] of hidden) G.log.push({ kind: "disclosed", seat, round, spell });
  }
  const leader = G.won[0] > G.won[1] ? 0 : 1;
  if (winner !== null && (G.won[winner] >= WINS || G.tiebreak)) G.winner = leader;
  else if (G.bout >= BOUTS && G.won[0] !== G.won[1]) G.winner = leader;
  else if (G.tiebreak) G.winner = random.Die(2) - 1;
  else {
    G.bout += 1;
    G.round = 1;
    G.tiebreak = G.bout > BOUTS;
  }
  G.sides = [side(), side()];
  G.asked = [];
};

const scorer = (casts, cancelled, strengths) => {
  if (casts[0] === "X" || casts[1] === "X") return casts[0] === casts[1] ? null : casts[0] === "X" ? 0 : 1;
  if (strengths[0] === strengths[1]) return null;
  const stronger = strengths[0] > strengths[1] ? 0 : 1;
  return [0, 1].some((seat) => casts[seat] === "4" && !cancelled[seat]) ? 1 - stronger : stronger;
};

const effect = (G, seat, before) => {
  const own = G.sides[seat];
  const cast = own.previous;
  if (cast === "1" && before[seat].previous !== null) {
    own.hand.push(before[seat].previous);
    own.hand.sort();
    G.log.push({ kind: "returned", seat, spell: before[seat].previousHidden ? "hidden" : before[seat].previous });
  } else if (cast === "3") own.fogged = true;
  else if (cast === "5") own.modifier = 2;
  else if (cast === "7") own.modifier = -2;
  else if (cast === "8") G.asked.push(seat);
};

const round = (G, random) => {
  const casts = [G.casts[0], G.casts[1]];
  G.casts = {};
  G.played += 1;
  G.log = casts.map((spell, seat) => ({ kind: "cast", seat, spell: G.sides[seat].fogged ? "hidden" : spell }));
  for (const seat of [0, 1]) {
    const pair = casts[seat] + casts[1 - seat];
    if (pair === "X1" || pair === "2X") return endBout(G, seat, random);
  }
  const cancelled = [0, 1].map((seat) => casts[1 - seat] === "2" && casts[seat] !== "2");
  const strengths = casts.map((spell, seat) => Number(spell) + G.sides[seat].modifier);
  const won = scorer(casts, cancelled, strengths);
  if (won !== null) {
    G.sides[won].points += casts[won] === "6" && !cancelled[won] ? 2 : 1;
    G.log.push({ kind: "scores", seat: won, points: G.sides[won].points });
  }
  if (G.round === ROUNDS) {
    const [first, second] = G.sides.map(({ points }) => points);
    return endBout(G, first === second ? null : first > second ? 0 : 1, random);
  }
  const before = G.sides.map(({ previous, previousHidden }) => ({ previous, previousHidden }));
  for (const [seat, own] of G.sides.entries()) {
    own.hand = own.hand.filter((spell) => spell !== casts[seat]);
    own.previous = casts[seat];
    own.previousHidden = own.fogged;
    if (own.fogged) own.hidden.push([G.round, casts[seat]]);
    own.fogged = false;
    own.modifier = 0;
    own.banned = null;
  }
  for (const seat of [0, 1]) if (!cancelled[seat]) effect(G, seat, before);
  if (!G.asked.length) G.round += 1;
};

const game = {
  name: "wizards-duel",
  setup: () => ({
    sides: [side(), side()], won: [0, 0], bout: 1, round: 1, tiebreak: false, casts: {}, asked: [], bans: {}, log: [],
    played: 0, winner: null,
  }),
  turn: { activePlayers: { all: "play" }, stages: { play: { moves: {
    cast: ({ G, playerID, random }, spell) => {
      if (G.asked.length || G.casts[playerID] || !castable(G.sides[playerID]).includes(spell)) return INVALID_MOVE;
      G.casts[playerID] = spell;
      if (Object.keys(G.casts).length === 2) round(G, random);
    },
    ban: ({ G, playerID }, spell) => {
      const seat = Number(playerID);
      if (!G.asked.includes(seat) || seat in G.bans || spell === "2" || spell === "X") return INVALID_MOVE;
      G.bans[seat] = spell;
      if (Object.keys(G.bans).length < G.asked.length) return;
      for (const caster of G.asked) G.sides[1 - caster].banned = G.bans[caster];
      G.asked = [];
      G.bans = {};
      G.round += 1;
    },
  } } } },
  endIf: ({ G }) => (G.winner === null ? undefined : { winner: G.winner }),
};

const pick = (of) => of[Math.floor(Math.random() * of.length)];

// What some seat that is asked may do now, at random: the seat, the move, the spell.
const next = (G) => {
  if (G.asked.length) {
    const seat = G.asked.find((each) => !(each in G.bans));
    return [String(seat), "ban", pick([null, "1", "3", "4", "5", "6", "7", "8"])];
  }
  const seat = G.casts[0] ? 1 : 0;
  return [String(seat), "cast", pick(castable(G.sides[seat]))];
};

const reducer = CreateGameReducer({ game });
const byReducer = () => {
  let state = InitializeGame({ game, numPlayers: 2 });
  while (!state.ctx.gameover) {
    const [playerID, type, spell] = next(state.G);
    state = reducer(state, { type: "MAKE_MOVE", payload: { type, args: [spell], playerID } });
  }
  return state.G.played;
};

const byClient = () => {
  const client = Client({ game, numPlayers: 2, debug: false });
  client.start();
  while (!client.getState().ctx.gameover) {
    const [playerID, type, spell] = next(client.getState().G);
    client.updatePlayerID(playerID);
    client.moves[type](spell);
  }
  const { played } = client.getState().G;
  client.stop();
  return played;
};

// Two players, each at a client of their own, with boardgame.io's game master between them.
let matches = 0;
const byMatch = async () => {
  matches += 1;
  const shared = { game, numPlayers: 2, debug: false, multiplayer: local, matchID: `match ${matches}` };
  const clients = ["0", "1"].map((playerID) => Client({ ...shared, playerID }));
  for (const client of clients) client.start();
  while (!clients[0].getState()) await new Promise(setImmediate);
  while (!clients[0].getState().ctx.gameover) {
    const before = clients[0].getState()._stateID;
    const [playerID, type, spell] = next(clients[0].getState().G);
    clients[playerID].moves[type](spell);
    while (clients.some((client) => client.getState()._stateID === before)) await new Promise(setImmediate);
  }
  const { played } = clients[0].getState().G;
  for (const client of clients) client.stop();
  return played;
};
const local = Local();

const seconds = Number(process.argv[2]);
const part = async (play) => {
  const begun = process.cpuUsage();
  let rounds = 0;
  let spent = 0;
  while (spent < seconds / 10) {
    rounds += await play();
    const { user, system } = process.cpuUsage(begun);
    spent = (user + system) / 1e6;
  }
  return rounds / spent;
};
const main = async () => {
  for (const [name, play] of [["reducer", byReducer], ["client", byClient], ["master", byMatch]]) {
    for (let warm = 0; warm < 50; warm += 1) await play();
    let best = 0;
    for (let each = 0; each < 10; each += 1) best = Math.max(best, await part(play));
    console.log(name, best);
  }
};
main();
