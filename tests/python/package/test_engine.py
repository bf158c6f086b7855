"""The engine: limits, what it tells, other threads, Ctrl-C."""

import signal
import subprocess
import sys
import threading
import time

import pytest
import xttt


def test_it_sees_a_line_in_one(variant, lots):
    """Plays random games until one move wins, which any search must find."""
    engine = xttt.Engine(hash=4)
    for _ in range(200):
        position = xttt.Position(variant)
        while not position.over:
            before = position.copy()
            position.play(lots.choice(position.legal_actions()))
        if position.outcome.reason == "line":
            break
    found = engine.analyse(before, depth=2)
    assert found.win_in == 1 and found.win_probability == 1.0
    assert found.score == xttt.variant(variant).line_points
    before.play(found.best_move)
    assert before.outcome.winner == position.outcome.winner


def test_it_tells_what_it_thinks():
    position = xttt.Position("ultimate", moves="e5")
    found = xttt.Engine(hash=4).analyse(position, depth=4, multipv=3)
    assert found.depth == 4 and found.nodes > 0 and found.seconds >= 0
    first, second, third = found.variations
    assert found.best_move == found.pv[0] == first.move
    assert position.move_text(found.action) == found.best_move
    assert first.score >= second.score >= third.score
    assert len({variation.move for variation in found.variations}) == 3
    for variation in found.variations:
        assert 0 <= variation.win_probability <= 1 and variation.win_in is None
        twin = position.copy()
        for move in variation.pv:
            twin.play(move)
    assert found.best_move in repr(found)


def test_the_old_names_of_variations_work_with_a_warning():
    found = xttt.Engine(hash=4).analyse(xttt.Position("ultimate"), depth=2, multipv=2)
    with pytest.warns(DeprecationWarning, match="use variations"):
        assert [line.move for line in found.lines] == [variation.move for variation in found.variations]
    with pytest.warns(DeprecationWarning, match="use xttt.Variation"):
        assert xttt.Line is xttt.Variation


def test_limits_end_it():
    position = xttt.Position("extreme")
    engine = xttt.Engine(hash=4)
    start = time.monotonic()
    engine.analyse(position, movetime=50)
    assert time.monotonic() - start < 30
    assert engine.analyse(position, nodes=2000).nodes < 100_000
    found = engine.analyse(position, depth=1, root_moves=["a1", 17])
    assert found.best_move in ("a1", "b2")


def test_the_same_questions_get_the_same_answers():
    answers = []
    for _ in range(2):
        engine = xttt.Engine(hash=4)
        answers.append([engine.analyse(xttt.Position(name), depth=3).pv for name in xttt.VARIANTS])
    assert answers[0] == answers[1]


def test_options_have_the_names_of_ugi():
    engine = xttt.Engine(hash=8, move_overhead=3, Skill=5)
    assert engine.options["Hash"] == "8" and engine.options["MoveOverhead"] == "3"
    engine.set_option("Ponder", True)
    assert engine.options["Ponder"] == "true" and engine.options["Skill"] == "5"
    assert xttt.Position("ultimate").is_legal(
        engine.analyse(xttt.Position("ultimate"), movetime=50).best_move)
    engine.new_game()


@pytest.mark.parametrize("call, words", [
    (lambda: xttt.Engine(hash="much"), "(?i)hash"),
    (lambda: xttt.Engine(no_such=1), "no_such"),
    (lambda: xttt.Engine(variant="double"), "variant"),
    (lambda: xttt.Engine(algorithm="chess"), "chess"),
    (lambda: xttt.Engine().analyse(xttt.Position(), movetime=-1), "movetime"),
    (lambda: xttt.Engine().analyse(xttt.Position(), movetime=float("nan")), "movetime"),
    (lambda: xttt.Engine().analyse(xttt.Position(), nodes=0), "nodes"),
    (lambda: xttt.Engine().analyse(xttt.Position(), depth=0), "depth"),
    (lambda: xttt.Engine().analyse(xttt.Position(), multipv=0), "multipv"),
    (lambda: xttt.Engine().analyse(xttt.Position(), root_moves=[]), "root_moves"),
    (lambda: xttt.Engine().analyse(xttt.Position(), root_moves=["z99"]), "z99"),
])
def test_nonsense_is_refused(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_a_finished_game_cannot_be_analysed(lots):
    position = xttt.Position("ultimate")
    while not position.over:
        position.play(lots.choice(position.legal_actions()))
    with pytest.raises(ValueError, match="over"):
        xttt.Engine().analyse(position, depth=1)


def test_other_threads_run_meanwhile_and_may_not_disturb():
    engine = xttt.Engine(hash=4)
    refused, counted, searching = [], [], threading.Event()

    def other():
        searching.wait(60)
        deadline = time.monotonic() + 60
        while not refused and time.monotonic() < deadline:
            counted.append(1)  # would stand still if the interpreter's lock were held
            try:
                engine.set_option("Hash", 4)
            except RuntimeError as error:
                refused.append(str(error))
        return

    thread = threading.Thread(target=other)
    thread.start()
    searching.set()
    while not refused and thread.is_alive():
        engine.analyse(xttt.Position(), movetime=300)
    thread.join(60)
    assert refused and "another thread" in refused[0] and counted


INTERRUPTED = """
import sys, xttt
engine = xttt.Engine(hash=4)
try:
    print("ready", flush=True)
    engine.analyse(xttt.Position(), movetime=600_000)
except KeyboardInterrupt:
    found = engine.analyse(xttt.Position("ultimate"), depth=2)
    print("interrupted", found.best_move, flush=True)
"""


def test_ctrl_c_ends_a_search_and_the_engine_lives_on():
    # Who runs tests in the background may have told them to ignore the signal.
    child = subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True,
                             preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    try:
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=60)
        assert out.startswith("interrupted ") and child.returncode == 0
    finally:
        child.kill()
        child.wait()
