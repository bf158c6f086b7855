// One game on a board: step with the buttons, the slider or the arrow keys.
function player(game, side) {
  return element('span', {class: side === 0 ? 'who-x' : 'who-o'}, 'xo'[side] + ' ', botLink(game.bots[side]));
}

function gamePage(game) {
  const {setup, plies} = readReplay(game.replay);
  const last = plies.length;
  let at = last, timer = null;
  const board = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  board.setAttribute('role', 'img');
  const caption = element('p', {class: 'caption', 'aria-live': 'polite'});
  const slider = element('input', {type: 'range', min: setup, max: last, value: last,
    'aria-label': 'Move', oninput: () => { stop(); go(Number(slider.value)); }});
  const moves = element('div', {class: 'moves', 'aria-label': 'Moves'});
  plies.slice(setup).forEach((ply, i) => moves.append(element('button', {
    type: 'button', class: ply.side === 0 ? 'mx' : 'mo',
    onclick: () => { stop(); go(setup + i + 1); }}, moveName(game.variant, ply.cell))));

  const stop = () => { clearInterval(timer); timer = null; play.textContent = 'Play'; };
  const button = (label, name, to) => element('button', {type: 'button', 'aria-label': name, title: name,
    onclick: () => { stop(); go(to()); }}, label);
  const play = element('button', {type: 'button', onclick: () => {
    if (timer) return stop();
    if (at === last) go(setup);
    play.textContent = 'Pause';
    timer = setInterval(() => { go(at + 1); if (at === last) stop(); }, 350);
  }}, 'Play');

  function words() {
    if (at === last && (last > setup || game.offender >= 0))
      return `${last > setup ? `After ${last - setup} moves` : 'Before the first move'}: ` +
        `${endingText(game)}. Points ${resultText(game)}.` +
        (game.detail ? ` ${game.detail}` : '');
    if (at === setup) return setup > 0 ? 'The position the game began with.' : 'The empty board.';
    const ply = plies[at - 1];
    const parts = [`Move ${at - setup} of ${last - setup}: ${'xo'[ply.side]} ${moveName(game.variant, ply.cell)}`];
    if (ply.time !== null) parts.push(`took ${timeText(ply.time)}`);
    if (ply.change === 1) parts.push('wins the small board');
    if (ply.change === 2) parts.push('the small board is drawn');
    if (ply.next === kAnywhere) parts.push('the next move may go anywhere');
    return parts.join('; ') + '.';
  }
  function go(to) {
    at = Math.max(setup, Math.min(last, to));
    drawBoard(board, game.variant, plies, at);
    slider.value = at;
    caption.textContent = words();
    board.setAttribute('aria-label', `Board. ${caption.textContent}`);
    [...moves.children].forEach((b, i) => {
      if (setup + i + 1 === at) b.setAttribute('aria-current', 'step');
      else b.removeAttribute('aria-current');
    });
    const current = moves.querySelector('[aria-current]');
    if (current) moves.scrollTop = current.offsetTop - moves.offsetTop - moves.clientHeight / 2;
  }
  const page = element('article', {},
    element('p', {}, element('a', {href: '#games'}, '← Overview')),
    element('h2', {tabindex: -1}, `Game ${game.number}: `, player(game, 0), ` ${resultText(game)} `, player(game, 1)),
    element('p', {class: 'words'}, [stageText(game), game.variant.name, endingText(game),
      `thinking time ${timeText(game.time[0])} : ${timeText(game.time[1])}`,
      game.busy ? 'the host was too busy for a fair clock' : ''].filter(t => t).join(' · ')),
    element('div', {class: 'replay'},
      element('div', {class: 'board'}, board, caption,
        element('div', {class: 'controls'}, button('|◀', 'First position', () => setup),
          button('◀', 'One move back', () => at - 1), play, button('▶', 'One move on', () => at + 1),
          button('▶|', 'Last position', () => last), slider)),
      moves));
  page.enter = () => go(last);  // once it can be measured
  page.leave = stop;
  page.step = by => { stop(); go(at + by); };
  return page;
}
