"""Shared by the tests against the real toolkits."""

import os
import random

import numpy as np
import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # windows without a screen
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

# How many random games each comparison plays; 10000 for the full proof.
GAMES = int(os.environ.get("XTTT_PYTHON_GAMES", "3"))


@pytest.fixture(params=("extreme", "double", "diagonal", "ultimate"))
def variant(request):
    return request.param


@pytest.fixture
def rng():
    return random.Random(2026)


def same(a: np.ndarray, b: np.ndarray) -> bool:
    """Quicker than NumPy's comparison for arrays of bytes, of which full proofs compare millions."""
    return a.tobytes() == b.tobytes()
