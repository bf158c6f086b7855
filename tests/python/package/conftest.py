"""Shared by the tests of the package."""

import os
import random

import pytest
import xttt

# How many random games each comparison plays; 10000 for the full proof.
GAMES = int(os.environ.get("XTTT_PYTHON_GAMES", "10"))


@pytest.fixture(params=xttt.VARIANTS)
def variant(request):
    return request.param


@pytest.fixture
def lots():
    return random.Random(2026)


def play_random(position, lots, moves=1000):
    for _ in range(moves):
        if position.over:
            break
        position.play(lots.choice(position.legal_actions()))
    return position
