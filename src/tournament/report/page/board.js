// A board drawn as SVG, and a game as the list of what each move changed. No rule is known here: who
// marked, which small board closed and where the next move must go all come from the data.
const kAnywhere = 30, kOver = 31, kUnknownTime = 255;

function readReplay(text) {
  const colon = text.indexOf(':');
  const bytes = atob(text.slice(colon + 1));
  const plies = [];
  for (let i = 0; i < bytes.length; i += 3) {
    const flags = bytes.charCodeAt(i + 1), time = bytes.charCodeAt(i + 2);
    plies.push({
      cell: bytes.charCodeAt(i), side: flags & 1, change: flags >> 1 & 3, next: flags >> 3,
      time: time === kUnknownTime ? null : 2 ** (time / 16) - 1,
    });
  }
  return {setup: colon < 0 ? 0 : Number(text.slice(0, colon)), plies};
}

// Where a cell stands, from 0: on which big board, in which row and column of it.
function placeOf(variant, cell) {
  const n = variant.size, places = n * n;
  const board = Math.floor(cell / places), inner = cell % places, outer = board % places;
  return {
    board, big: Math.floor(board / places), outer,
    row: Math.floor(outer / n) * n + Math.floor(inner / n), column: outer % n * n + inner % n,
  };
}
function moveName(variant, cell) {
  const at = placeOf(variant, cell);
  const column = String.fromCharCode(97 + at.column);
  return `${variant.bigBoards > 1 ? at.big + 1 : ''}${column}${at.row + 1}`;
}
function timeText(ms) {
  if (ms < 1) return '< 1 ms';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 10000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}

function shape(parent, tag, attributes, text) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}
function drawMark(parent, side, x, y, size) {
  const edge = size * 0.24, width = size * 0.11;
  if (side === 0)
    shape(parent, 'path', {class: 'm-x', 'stroke-width': width,
      d: `M${x + edge} ${y + edge}L${x + size - edge} ${y + size - edge}` +
         `M${x + size - edge} ${y + edge}L${x + edge} ${y + size - edge}`});
  else
    shape(parent, 'circle', {class: 'm-o', 'stroke-width': width,
      cx: x + size / 2, cy: y + size / 2, r: size / 2 - edge});
}

// The board after the first `count` entries of the replay.
function drawBoard(svg, variant, plies, count) {
  svg.replaceChildren();
  const n = variant.size, width = n * n, places = n * n, gap = 1.2;
  const left = big => 0.8 + big * (width + gap);
  svg.setAttribute('viewBox', `0 0 ${left(variant.bigBoards - 1) + width + 0.2} ${width + 1}`);
  const cells = new Map(), closed = new Map();
  plies.slice(0, count).forEach(ply => {
    cells.set(ply.cell, ply.side);
    if (ply.change) closed.set(Math.floor(ply.cell / places), ply.change === 1 ? ply.side : 'drawn');
  });
  const last = count > 0 ? plies[count - 1] : null;
  for (let big = 0; big < variant.bigBoards; ++big)
    for (let i = 0; i < width; ++i) {
      shape(svg, 'text', {class: 'b-axis', x: left(big) + i + 0.5, y: 0.5}, String.fromCharCode(97 + i));
      shape(svg, 'text', {class: 'b-axis', x: left(big) - 0.4, y: i + 1.35}, String(i + 1));
    }
  for (let cell = 0; cell < places * places * variant.bigBoards; ++cell) {
    const at = placeOf(variant, cell), x = left(at.big) + at.column, y = 0.8 + at.row;
    const isLast = last && last.cell === cell;
    shape(svg, 'rect', {class: isLast ? 'b-cell b-last' : 'b-cell', x, y, width: 1, height: 1});
    if (cells.has(cell)) drawMark(svg, cells.get(cell), x, y, 1);
  }
  const frames = [];
  for (let board = 0; board < places * variant.bigBoards; ++board) {
    const at = placeOf(variant, board * places), x = left(at.big) + at.column, y = 0.8 + at.row;
    const area = {x, y, width: n, height: n};
    if (closed.has(board)) {
      const how = closed.get(board);
      shape(svg, 'rect', {class: how === 'drawn' ? 'b-drawn' : how === 0 ? 'b-wonx' : 'b-wono', ...area});
      if (how !== 'drawn') drawMark(svg, how, x, y, n);
    } else if (last && last.next !== kOver && (last.next === at.outer || last.next === kAnywhere)) {
      frames.push(area);
    }
    shape(svg, 'rect', {class: 'b-frame', ...area});
  }
  // Last, so that no neighbour covers them.
  frames.forEach(area => shape(svg, 'rect', {class: 'b-bound', ...area}));
  if (last) {
    const at = placeOf(variant, last.cell);
    shape(svg, 'rect', {class: 'b-mark', x: left(at.big) + at.column, y: 0.8 + at.row, width: 1, height: 1});
  }
}
