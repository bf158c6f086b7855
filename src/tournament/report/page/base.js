'use strict';
// The data of the tournament, and elements made from it. Names are text nodes, never markup.
const data = JSON.parse(document.getElementById('data').textContent);
const games = data.games.map(g => ({
  number: g[0], variant: data.variants[g[1]], stage: g[2], group: g[3], round: g[4],
  bots: [g[5], g[6]], points: [g[7], g[8]], ending: g[9], offender: g[10], detail: g[11],
  busy: g[12] === 1, time: [g[13], g[14]], replay: g[15],
}));

// element('td', {class: 'left'}, 'text', child, ...)
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}

function nameOf(bot) { return element('bdi', {}, data.bots[bot].name); }
function botLink(bot) { return element('a', {href: `#bot-${bot}`}, nameOf(bot)); }
function gameLink(game) { return element('a', {href: `#game-${game.number}`}, String(game.number)); }

// 1, 1/2 or 0 for that side of a game.
function score(game, side) {
  return (Math.sign(game.points[side] - game.points[1 - side]) + 1) / 2;
}
function endingText(game) {
  if (game.offender >= 0) return `forfeit of ${'xo'[game.offender]}: ${game.ending}`;
  return game.ending === 'line' ? 'line of small boards' : 'all small boards closed';
}
function stageText(game) {
  const stage = data.stages[game.stage];
  const parts = [];
  if (data.stages.length > 1) parts.push(stage.name);
  if (stage.groups.length > 1) parts.push(stage.groups[game.group]);
  if (game.round > 0) parts.push(`round ${game.round}`);
  return parts.join(', ');
}
function table(heads, rows) {
  return element('div', {class: 'wide'}, element('table', {},
    element('thead', {}, element('tr', {}, ...heads.map(([text, css]) =>
      element('th', {scope: 'col', class: css || ''}, text)))),
    element('tbody', {}, ...rows)));
}
