"""The package is clean for mypy --strict, pyright and ruff, and users of it get types."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
USER = '''
from typing import Any

import gymnasium
import numpy as np

import xttt
from xttt.adapters.gymnasium_env import XtttEnv


def play(variant: str) -> list[str]:
    position = xttt.Position(variant)
    engine = xttt.Engine(hash=4)
    while not position.over:
        position.play(engine.analyse(position, nodes=100).best_move)
    env: gymnasium.Env[np.ndarray[Any, Any], np.int64] = XtttEnv(variant)
    env.reset(seed=1)
    return position.moves
'''


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=550, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


def python_files():
    """All of the repository, also those whose names do not say so."""
    listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    for name in listed.splitlines():
        path = ROOT / name
        if path.suffix in (".py", ".pyi", ".ipynb"):
            yield name
        elif not path.suffix and path.is_file():
            with open(path, "rb") as file:
                if re.match(rb"#!.*\bpython", file.readline()):
                    yield name


def test_ruff_finds_nothing():
    files = list(python_files())
    for folder in ("apps", "bench", "examples", "python", "scripts", "tests", "training"):
        assert any(name.startswith(folder + "/") for name in files), folder
    run(sys.executable, "-m", "ruff", "check", "--no-cache", *files)


def test_mypy_finds_nothing(tmp_path):
    (tmp_path / "user.py").write_text(USER)
    run(sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", "python/xttt", "examples/python")
    # A user's program, checked against the installed package.
    run(sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache2", tmp_path / "user.py")


def test_a_wrong_type_is_noticed(tmp_path):
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import xttt\nxttt.Position('extreme').play(1.5)\n")
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", wrong],
                          capture_output=True, text=True, timeout=550, cwd=tmp_path)
    assert done.returncode == 1 and "arg-type" in done.stdout, done.stdout + done.stderr


def test_pyright_finds_nothing(tmp_path):
    if shutil.which("node") is None:
        pytest.skip("pyright needs node, which is not installed")
    run(sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "python/xttt", "examples")
    # A user's program, checked against the installed package.
    (tmp_path / "user.py").write_text(USER)
    run(sys.executable, "-m", "pyright", "--pythonpath", sys.executable, tmp_path / "user.py")
    (tmp_path / "wrong.py").write_text("import xttt\nxttt.Position('extreme').play(1.5)\n")
    done = subprocess.run([sys.executable, "-m", "pyright", "--pythonpath", sys.executable, tmp_path / "wrong.py"],
                          capture_output=True, text=True, timeout=550, cwd=tmp_path)
    assert done.returncode == 1 and "reportArgumentType" in done.stdout, done.stdout + done.stderr
