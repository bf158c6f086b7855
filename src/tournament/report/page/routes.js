// What follows # in the address says what is shown: a bot, a game, or a part of the overview.
const overview = document.getElementById('overview'), detail = document.getElementById('detail');
let shown = null;

function pageFor(hash) {
  const found = /^#(bot|game)-(-?\d+)$/.exec(hash);
  if (!found) return null;
  const number = Number(found[2]);
  if (found[1] === 'bot') return data.bots[number] ? botPage(number) : null;
  const game = games.find(g => g.number === number);
  return game ? gamePage(game) : null;
}
function route() {
  if (shown && shown.leave) shown.leave();
  shown = pageFor(location.hash);
  overview.hidden = shown !== null;
  detail.hidden = shown === null;
  detail.replaceChildren(...(shown ? [shown] : []));
  if (shown) {
    if (shown.enter) shown.enter();
    window.scrollTo(0, 0);
    shown.querySelector('h2').focus({preventScroll: true});
  } else if (location.hash.length > 1) {
    const part = document.getElementById(location.hash.slice(1));
    if (part) part.scrollIntoView();
  }
}
addEventListener('hashchange', route);
addEventListener('keydown', event => {
  const step = {ArrowLeft: -1, ArrowRight: 1, Home: -1e9, End: 1e9}[event.key];
  if (!step || !shown || !shown.step || event.altKey || event.ctrlKey || event.metaKey) return;
  if (/^(INPUT|SELECT)$/.test(event.target.tagName)) return;
  shown.step(step);
  event.preventDefault();
});
makeGameList(document.getElementById('game-list'));
route();
