// What there is to know about one bot: above all its losses and forfeits, and why.
function factList(facts) {
  return element('dl', {class: 'facts'}, ...facts.map(([term, value]) =>
    element('div', {}, element('dt', {}, term), element('dd', {}, String(value)))));
}
function signed(number) { return number > 0 ? `+${number}` : String(number); }

function botPage(index) {
  const bot = data.bots[index];
  const mine = games.filter(g => g.bots.includes(index));
  const sideIn = game => game.bots[0] === index ? 0 : 1;
  const forfeits = mine.filter(g => g.offender >= 0 && g.bots[g.offender] === index);
  const losses = mine.filter(g => score(g, sideIn(g)) === 0 && !forfeits.includes(g));
  const results = [0, 1, 2].map(i => bot.asX[i] + bot.asO[i]);
  const record = counts => `${counts[0]} won, ${counts[1]} drawn, ${counts[2]} lost`;
  const page = element('article', {},
    element('p', {}, element('a', {href: '#'}, '← Overview')),
    element('h2', {tabindex: -1}, nameOf(index)),
    factList([
      ['Rank', bot.rank], ['Points', `${bot.points[0]} : ${bot.points[1]}`],
      ['Results', record(results)], ['As x', record(bot.asX)], ['As o', record(bot.asO)],
      ['Elo', `${signed(bot.elo[0])} (${signed(bot.elo[1])} to ${signed(bot.elo[2])})`],
      ['Time a move', bot.time[0]], ['Longest move', bot.time[1]], ['Time in all', bot.time[2]],
      ...(bot.player ? [['Player', bot.player]] : [])]));
  const played = results[0] + results[1] + results[2];
  if (mine.length < played)
    page.append(element('p', {class: 'note'},
      `${mine.length} of its ${played} games are in this file; the lists below are of those.`));
  page.append(element('h3', {}, `Forfeits: ${bot.forfeits}`));
  page.append(forfeits.length === 0 ? element('p', {class: 'note'}, 'None.') :
    table([['Game'], ['Against', 'left'], ['Reason', 'left'], ['Evidence', 'left']], forfeits.map(g =>
      element('tr', {}, element('td', {}, gameLink(g)),
        element('td', {class: 'left'}, botLink(g.bots[1 - g.offender])),
        element('td', {class: 'left bad'}, g.ending),
        element('td', {class: 'left detail'}, g.detail)))));
  page.append(element('h3', {}, 'Losses on the board'), pagedGames(losses));
  page.append(element('h3', {}, 'All games'), pagedGames(mine));
  return page;
}
