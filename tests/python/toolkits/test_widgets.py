"""Widgets of notebooks and plots of tournaments."""

import json
import re
import shutil
import subprocess

import matplotlib
import pytest
import xttt
import xttt.plots
from xttt.widgets import _SCRIPT, GameWidget

matplotlib.use("Agg")


def random_game(variant, rng, moves=1000):
    position = xttt.Position(variant)
    while not position.over and len(position.history) < moves:
        position.play(rng.choice(position.legal_actions()))
    return position


def dots(svg):
    """The middles of the legal cells, where the widget's script looks for clicks."""
    return [(int(x), int(y)) for x, y in re.findall(r'<circle cx="(\d+)" cy="(\d+)" r="2"', svg)]


def test_a_game_has_a_picture_for_each_position(variant, rng):
    game = random_game(variant, rng)
    widget = GameWidget(game.record())
    assert len(widget.frames) == len(widget.captions) == len(game.history) + 1
    assert widget.ply == len(game.history) and not widget.playable
    assert widget.frames[0] == xttt.Position(variant).svg() and widget.frames[-1] == game.svg()
    assert widget.captions[0] == "Move 0: x to move" and game.last_move in widget.captions[-1]
    assert GameWidget(game, ply=3).ply == 3 and GameWidget(game, ply=9999).ply == len(game.history)


def test_dots_are_in_the_order_of_legal_actions(variant, rng):
    start = dots(xttt.Position(variant).svg())
    where = dict(zip(xttt.Position(variant).legal_actions(), start))
    assert len(where) == xttt.variant(variant).actions == len(set(start))
    # Neighbours in a row are a cell apart.
    assert where[1][0] - where[0][0] == 24 and where[1][1] == where[0][1]
    for moves in (1, 5, 12, 30):
        position = random_game(variant, rng, moves)
        assert dots(position.svg()) == [where[action] for action in position.legal_actions()]


def test_a_click_plays_and_the_opponent_answers():
    widget = GameWidget(xttt.Position("ultimate"), opponent=lambda position: position.legal_actions()[0])
    assert widget.playable
    widget._clicked(widget, {"legal": 40}, [])
    assert len(widget.position.history) == 2 and widget.ply == 2 and len(widget.frames) == 3
    for bad in ({}, {"legal": 81}, {"legal": -1}, {"legal": "x"}, {"legal": None}):
        widget._clicked(widget, bad, [])
    assert len(widget.position.history) == 2
    with pytest.raises(ValueError, match="illegal"):
        widget.play(40)
    while not widget.position.over:
        widget._clicked(widget, {"legal": 0}, [])
    assert not widget.playable and "wins" in widget.captions[-1]
    engine = GameWidget(xttt.Position("double"), opponent=xttt.Engine(hash=1), movetime=5)
    engine.play("1a1")
    assert engine.position.turn == "x" and len(engine.position.history) >= 2


def test_records_without_moves_and_wrong_games():
    fen = xttt.Position("ultimate", moves="e5").fen
    assert len(GameWidget(xttt.Position("ultimate", fen=fen)).frames) == 1
    with pytest.raises(TypeError, match="Position or a Record"):
        GameWidget("e5")


def test_the_script_steps_and_sends_clicks(tmp_path):
    """The widget's own script with a small stand-in for the page: which positions buttons and keys lead to."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs node, which is not installed")
    (tmp_path / "widget.mjs").write_text(_SCRIPT)
    (tmp_path / "page.mjs").write_text("""
class Element {
  constructor() { this.children = []; this.style = {}; this.attributes = {}; this.classList = { add() {} }; }
  append(...children) { this.children.push(...children); }
  setAttribute(name, value) { this.attributes[name] = value; }
  querySelector() { return this.picture; }
}
globalThis.document = { createElement: () => new Element() };
globalThis.DOMPoint = class { constructor(x, y) { this.x = x; this.y = y; } matrixTransform() { return this; } };
const widget = (await import("./widget.mjs")).default;
const state = { frames: ["a", "b", "c"], captions: ["0", "1", "2"], ply: 2, playable: true };
const listeners = {}, sent = [], seen = [];
const model = {
  get: name => state[name],
  set: (name, value) => { state[name] = value; listeners["change:" + name](); },
  save_changes() {},
  on: (name, call) => { listeners[name] = call; },
  send: message => sent.push(message),
};
const el = new Element();
widget.render({ model, el });
const [board, caption, controls] = el.children;
const note = () => seen.push([state.ply, board.innerHTML, caption.textContent]);
note();
for (const button of controls.children.slice(0, 4)) { button.onclick(); note(); }
for (const key of ["ArrowLeft", "Home", "ArrowRight", "End", "x"]) {
  el.onkeydown({ key, target: el, preventDefault() {} });
  note();
}
const dot = (x, y) => ({ cx: { baseVal: { value: x } }, cy: { baseVal: { value: y } } });
board.picture = { getScreenCTM: () => ({ inverse: () => null }), querySelectorAll: () => [dot(12, 12), dot(36, 12)] };
board.onclick({ clientX: 40, clientY: 5 });
board.onclick({ clientX: 90, clientY: 5 });
state.ply = 0;
board.onclick({ clientX: 40, clientY: 5 });
console.log(JSON.stringify({ seen, sent }));
""")
    done = subprocess.run([node, tmp_path / "page.mjs"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    plies = [ply for ply, _, _ in result["seen"]]
    assert plies == [2, 0, 0, 1, 2, 1, 0, 1, 2, 2]
    assert all((frame, caption) == ("abc"[ply], str(ply)) for ply, frame, caption in result["seen"])
    assert result["sent"] == [{"legal": 1}]  # not beside the cells, and not in an earlier position


@pytest.fixture
def tournament(rng):
    records = []
    for x, o in (("ada", "bob"), ("bob", "ada"), ("ada", "cyd"), ("cyd", "bob")) * 3:
        record = random_game("ultimate", rng).record()
        record.set_tag("X", x)
        record.set_tag("O", o)
        records.append(record)
    return records


def test_plots_show_the_games(tournament):
    points = {"ada": [], "bob": [], "cyd": []}
    for record in tournament:
        value = {"x": 1.0, "draw": 0.5, "o": 0.0}[record.result]
        points[record.tags["X"]].append(value)
        points[record.tags["O"]].append(1 - value)
    axes = xttt.plots.scores(tournament)
    bars = {label.get_text(): bar.get_width() for label, bar in zip(axes.get_yticklabels(), axes.patches)}
    assert bars == pytest.approx({name: sum(each) / len(each) for name, each in points.items()})
    assert list(bars.values()) == sorted(bars.values(), reverse=True)
    table = xttt.plots.crosstable(tournament)
    assert len(table.texts) == 6  # three pairs, both ways
    ended = xttt.plots.endings(iter(tournament))
    assert sum(bar.get_height() for bar in ended.patches) == len(tournament)
    drawn = xttt.plots.lengths(tournament)
    assert sum(bar.get_height() for bar in drawn.patches) == len(tournament)
    assert xttt.plots.lengths(tournament, axes=drawn) is drawn


def test_plots_refuse_what_they_cannot_show(tournament):
    unnamed = [xttt.Position("ultimate").record()]
    for plot in (xttt.plots.scores, xttt.plots.crosstable):
        with pytest.raises(ValueError, match="tags X and O"):
            plot(unnamed)
    with pytest.raises(ValueError, match="no games"):
        xttt.plots.lengths([])
    assert xttt.plots.endings(unnamed) is not None
