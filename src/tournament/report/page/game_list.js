// The list of games, some at a time, with filters.
const kGamesAtOnce = 50;

function resultText(game) {
  return `${game.points[0]} : ${game.points[1]}`;
}
function gameRow(game) {
  const winner = score(game, 0);
  const bot = side => element('td', {class: 'left'},
    winner === 1 - side ? element('b', {}, botLink(game.bots[side])) : botLink(game.bots[side]));
  return element('tr', {},
    element('td', {}, gameLink(game)), element('td', {class: 'left'}, stageText(game)),
    bot(0), bot(1), element('td', {}, resultText(game)),
    element('td', {class: 'left'}, endingText(game) + (game.busy ? ' (host too busy)' : '')));
}
function gameTable(list) {
  return table([['Game'], ['Stage', 'left'], ['x', 'left'], ['o', 'left'], ['Points'], ['Ended by', 'left']],
    list.map(gameRow));
}

// A table of games with buttons to turn its pages.
function pagedGames(list) {
  const holder = element('div');
  let first = 0;
  const show = () => {
    const to = Math.min(first + kGamesAtOnce, list.length);
    holder.replaceChildren(gameTable(list.slice(first, to)));
    if (list.length <= kGamesAtOnce) return;
    const turn = (label, by) => element('button', {
      type: 'button', disabled: first + by < 0 || first + by >= list.length,
      onclick: () => { first += by; show(); }}, label);
    holder.append(element('div', {class: 'controls'}, turn('Earlier', -kGamesAtOnce),
      turn('Later', kGamesAtOnce), `${first + 1} to ${to} of ${list.length}`));
  };
  show();
  return list.length > 0 ? holder : element('p', {class: 'note'}, 'None.');
}

function makeGameList(holder) {
  const choice = (label, options) => {
    const select = element('select', {onchange: () => update()},
      ...options.map(([value, text]) => element('option', {value}, text)));
    return [element('label', {}, label, select), select];
  };
  const byName = data.bots.map((bot, i) => [i, bot.name]).sort((a, b) => a[1].localeCompare(b[1]));
  const endings = [...new Set(games.map(g => g.ending))].sort();
  const [botLabel, bot] = choice('Bot', [['', 'all'], ...byName]);
  const [stageLabel, stage] = choice('Stage', [['', 'all'], ...data.stages.map((s, i) => [i, s.name])]);
  const [endLabel, end] = choice('Ended by', [['', 'anything'], ...endings.map(e => [e, e])]);
  const list = element('div');
  const update = () => list.replaceChildren(pagedGames(games.filter(g =>
    (bot.value === '' || g.bots.includes(Number(bot.value))) &&
    (stage.value === '' || g.stage === Number(stage.value)) &&
    (end.value === '' || g.ending === end.value))));
  update();
  holder.append(element('div', {class: 'filters'}, botLabel, stageLabel, endLabel), list);
}
