"""The examples run, briefly."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[3] / "examples/python"


def run(name, *arguments, timeout=280):
    done = subprocess.run([sys.executable, EXAMPLES / name, *map(str, arguments)], capture_output=True, text=True,
                          timeout=timeout)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_maskable_ppo_learns_through_pettingzoo():
    for module in ("torch", "stable_baselines3", "sb3_contrib"):
        pytest.importorskip(module, reason=f"MaskablePPO needs {module}, which is not installed")
    text = run("maskable_ppo.py", "--steps", 2048, "--games", 10)
    assert re.search(r"before: \d+%", text) and re.search(r"after 2048 moves: \d+%", text)


def test_games_end_as_in_open_spiel():
    pytest.importorskip("pyspiel")
    text = run("compare_openspiel.py", "--games", 50)
    assert "50 of 50 games end the same way" in text and "xttt.BatchEnv" in text


def test_alphazero_learns_and_repeats_itself(tmp_path):
    pytest.importorskip("torch", reason="AlphaZero needs torch, which is not installed")
    options = ("--games", 16, "--simulations", 4, "--match", 4, "--threads", 1, "--checkpoint")
    runs = [run("alphazero_ultimate.py", *options, tmp_path / f"{name}.pt", "--rounds", 5) for name in "ab"]
    losses = [re.findall(r"games (\S+), policy loss (\S+), value loss (\S+)", text) for text in runs]
    assert losses[0] == losses[1] and len(losses[0]) == 5
    totals = [float(policy) + float(value) for _, policy, value in losses[0]]
    assert totals[-1] < totals[0]
    assert re.search(r"engine:greedy: \d+\.\d% of 4 games", runs[0])
    # The next run continues where the first one stopped, and draws the curve of both.
    more = run("alphazero_ultimate.py", *options, tmp_path / "a.pt", "--rounds", 6, "--levels", 0, "--plot",
               tmp_path / "az.png")
    assert len(re.findall("policy loss", more)) == 1 and float(re.findall(r"games (\S+),", more)[0]) == 24
    assert "engine:skill=0: " in more and (tmp_path / "az.png").stat().st_size > 5000
    source = (EXAMPLES / "alphazero_ultimate.py").read_text()
    assert len(source.splitlines()) <= 300


def test_a_table_learns_to_beat_random_moves():
    text = run("tabular_q_learning.py", "--steps", 1500)
    before, after = (float(number) for number in re.findall(r"(?:before|after): (\S+)%", text))
    assert before < 60 < 65 < after


def test_a_deep_q_network_learns():
    pytest.importorskip("torch", reason="DQN needs torch, which is not installed")
    text = run("dqn.py", "--steps", 200, "--games", 32, "--batch", 64)
    before, after = (float(number) for number in re.findall(r"(?:before|after): (\S+)%", text))
    assert re.search(r"loss \d\.\d+ in the first tenth, \d\.\d+ in the last", text) and after > before
