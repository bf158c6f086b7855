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
    assert "50 of 50 games end alike" in text and "xttt.BatchEnv" in text
