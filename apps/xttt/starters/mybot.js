#!/usr/bin/env node
// mybot plays Extreme Tic-Tac-Toe: all variants, speaking UGI, without any library. It wins a small
// board if it can, and plays at random otherwise: change choose() below.
"use strict";

const VARIANTS = {
  extreme: { bigBoards: 1, size: 4, diagonals: false, diamonds: true, bonus: true },
  double: { bigBoards: 2, size: 3, diagonals: true, diamonds: false, bonus: true },
  diagonal: { bigBoards: 1, size: 4, diagonals: true, diamonds: false, bonus: true },
  ultimate: { bigBoards: 1, size: 3, diagonals: true, diamonds: false, bonus: false },
};

// A move is {board, cell}: small boards in reading order, big board 1 first; cells likewise.
class Game {
  constructor(variant) {
    const n = variant.size;
    this.variant = variant;
    this.places = n * n;
    this.boards = variant.bigBoards * n * n;
    this.marks = [new Array(this.boards).fill(0), new Array(this.boards).fill(0)]; // of x, of o
    this.side = 0; // to move: 0 is x, 1 is o
    this.lastCell = -1;
    this.bonus = false;
    this.lines = [];
    const bit = (row, column) => 1 << (row * n + column);
    let down = 0, up = 0;
    for (let i = 0; i < n; ++i) {
      let row = 0, column = 0;
      for (let j = 0; j < n; ++j) row |= bit(i, j), column |= bit(j, i);
      this.lines.push(row, column);
      down |= bit(i, i), up |= bit(i, n - 1 - i);
    }
    if (variant.diagonals) this.lines.push(down, up);
    for (let r = 1; variant.diamonds && r + 1 < n; ++r)
      for (let c = 1; c + 1 < n; ++c)
        this.lines.push(bit(r - 1, c) | bit(r + 1, c) | bit(r, c - 1) | bit(r, c + 1));
  }

  hasLine(cells) {
    return this.lines.some((line) => (cells & line) === line);
  }

  isOpen(board) {
    const [x, o] = [this.marks[0][board], this.marks[1][board]];
    return !this.hasLine(x) && !this.hasLine(o) && (x | o) !== (1 << this.places) - 1;
  }

  legalMoves() {
    const moves = [];
    const add = (board) => {
      for (let cell = 0; this.isOpen(board) && cell < this.places; ++cell)
        if (!(((this.marks[0][board] | this.marks[1][board]) >> cell) & 1)) moves.push({ board, cell });
    };
    // The last cell names a small board on each big board; if all are closed, any will do.
    for (let b = this.lastCell; this.lastCell >= 0 && b < this.boards; b += this.places) add(b);
    for (let b = 0; moves.length === 0 && b < this.boards; ++b) add(b);
    return moves;
  }

  play(move) {
    this.marks[this.side][move.board] |= 1 << move.cell;
    this.lastCell = move.cell;
    // The first small board won in a turn earns one more move.
    this.bonus = this.variant.bonus && !this.bonus && this.hasLine(this.marks[this.side][move.board]);
    if (!this.bonus) this.side ^= 1;
  }

  at(big, row, column) {
    const n = this.variant.size;
    const board = big * this.places + Math.floor(row / n) * n + Math.floor(column / n);
    return { board, cell: (row % n) * n + (column % n) };
  }

  parse(word) {
    const big = this.variant.bigBoards > 1 ? Number(word[0]) - 1 : 0;
    const rest = this.variant.bigBoards > 1 ? word.slice(1) : word;
    return this.at(big, Number(rest.slice(1)) - 1, rest.charCodeAt(0) - 97);
  }

  text({ board, cell }) {
    const n = this.variant.size, place = board % this.places;
    const big = this.variant.bigBoards > 1 ? String(Math.floor(board / this.places) + 1) : "";
    const column = String.fromCharCode(97 + (place % n) * n + (cell % n));
    return big + column + (Math.floor(place / n) * n + Math.floor(cell / n) + 1);
  }

  // The four fields of a FEN: cells, side, last move, bonus.
  setUp(cells, side, last, bonus) {
    let big = 0, row = 0, column = 0;
    for (const part of cells.match(/\d+|[xo/|]/g)) {
      if (part === "/") [row, column] = [row + 1, 0];
      else if (part === "|") [big, row, column] = [big + 1, 0, 0];
      else if (part === "x" || part === "o") {
        const move = this.at(big, row, column++);
        this.marks[part === "o" ? 1 : 0][move.board] |= 1 << move.cell;
      } else column += Number(part);
    }
    this.side = side === "o" ? 1 : 0;
    this.lastCell = last === "-" ? -1 : this.parse(last).cell;
    this.bonus = bonus === "b";
  }
}

// A small generator with a fixed seed: games can be repeated.
let seed = 2026;
function random(count) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * count);
}

// The move to play. Requires a game that is not over.
function choose(game) {
  const moves = game.legalMoves();
  const own = game.marks[game.side];
  return moves.find((m) => game.hasLine(own[m.board] | (1 << m.cell))) ?? moves[random(moves.length)];
}

let variant = VARIANTS.extreme;
let game = new Game(variant);
const input = require("node:readline").createInterface({ input: process.stdin });
input.on("line", (line) => {
  const words = line.trim().split(/\s+/);
  switch (words[0]) {
    case "ugi":
      console.log("id name mybot\nugiok");
      break;
    case "isready":
      console.log("readyok");
      break;
    case "setoption":
      if (words[2] === "Variant") variant = VARIANTS[words[4]] ?? VARIANTS.extreme;
      game = new Game(variant);
      break;
    case "position":
      game = new Game(variant);
      if (words[1] === "fen") game.setUp(...words.slice(2, 6));
      for (const word of words.slice(words[1] === "fen" ? 6 : 2)) if (word !== "moves") game.play(game.parse(word));
      break;
    case "go":
      console.log("bestmove " + game.text(choose(game)));
      break;
    case "quit":
      process.exit(0);
  }
});
