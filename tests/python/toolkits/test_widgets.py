"""Widgets of notebooks and plots of tournaments."""

import base64
import html
import json
import re
import shutil
import subprocess

import matplotlib
import pytest
import xttt
import xttt.plots
from xttt.widgets import _SCRIPT, _STYLE, GameWidget

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


PAGE = """<!doctype html><meta charset="utf-8"><style>body { margin: 0 } %(style)s</style><div id="here"></div>
<script type="application/json" id="state">%(state)s</script>
<script type="module">
const widget = (await import("data:text/javascript;base64,%(script)s")).default;
const state = JSON.parse(document.getElementById("state").textContent);
const listeners = {}, sent = [], seen = [];
const model = {  // what a notebook gives to a widget
  get: name => state[name],
  set: (name, value) => { state[name] = value; (listeners["change:" + name] || []).forEach(call => call()); },
  save_changes() {},
  on: (name, call) => (listeners[name] ||= []).push(call),
  send: message => sent.push(message),
};
const el = document.getElementById("here");
widget.render({ model, el });
const note = () => seen.push([state.ply, el.querySelectorAll("svg circle[r='2']").length, el.children[1].textContent]);
const named = name => el.querySelector(`[aria-label="${name}"]`);
const press = key => el.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
// A click of the mouse on the cell of the n-th dot, a little beside its middle.
const click = n => {
  const box = el.querySelectorAll("svg circle[r='2']")[n].getBoundingClientRect();
  const at = { clientX: box.x + box.width / 2 + 5, clientY: box.y + box.height / 2 - 5 };
  const target = document.elementFromPoint(at.clientX, at.clientY);
  target.dispatchEvent(new MouseEvent("click", { ...at, bubbles: true }));
};
note();
named("First position").click(); note();
click(0);  // an earlier position is not played in
while (state.ply + 1 < state.frames.length) { named("Forward").click(); note(); }
named("Forward").click(); note();
named("Back").click(); note();
named("Last position").click(); note();
for (const key of ["ArrowLeft", "Home", "ArrowRight", "End", "x"]) { press(key); note(); }
const slider = named("Move number");
slider.value = "2";
slider.dispatchEvent(new Event("input", { bubbles: true }));
note();
press("End");
click(3);
click(0);
document.body.textContent = JSON.stringify({ seen, sent });
</script>"""


def test_the_widget_steps_through_a_game_in_a_browser(tmp_path, rng):
    """The widget's own script in Chromium, with a small host: which positions buttons, keys and clicks lead to."""
    browser = shutil.which("chromium")
    if browser is None:
        pytest.skip("needs chromium, which is not installed")
    game = random_game("ultimate", rng, 12)
    widget = GameWidget(game, opponent=lambda position: position.legal_actions()[-1])
    state = {name: getattr(widget, name) for name in ("frames", "captions", "ply", "playable")}
    (tmp_path / "page.html").write_text(PAGE % {
        "style": _STYLE, "state": json.dumps(state).replace("</", "<\\/"),
        "script": base64.b64encode(_SCRIPT.encode()).decode()}, encoding="utf-8")
    done = subprocess.run(
        [browser, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/profile",
         "--virtual-time-budget=10000", "--dump-dom", (tmp_path / "page.html").as_uri()],
        capture_output=True, text=True, timeout=120)
    body = re.search(r"<body>(.*?)</body>", done.stdout, re.DOTALL)
    assert done.returncode == 0 and body and body[1].startswith("{"), done.stdout[-500:] + done.stderr[-2000:]
    result = json.loads(html.unescape(body[1]))
    last = len(game.history)
    assert [ply for ply, _, _ in result["seen"]] == [
        last, 0, *range(1, last + 1), last, last - 1, last, last - 1, 0, 1, last, last, 2]
    shown = xttt.Position("ultimate")
    legal = [shown.legal_count]
    for action in game.history:
        shown.play(action)
        legal.append(shown.legal_count)
    for ply, count, caption in result["seen"]:
        assert (count, caption) == (legal[ply], widget.captions[ply])
    assert result["sent"] == [{"legal": 3}, {"legal": 0}]
    expected = game.legal_actions()[3]
    widget._clicked(widget, result["sent"][0], [])
    assert widget.position.history[last] == expected and widget.position.turn == game.turn


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
