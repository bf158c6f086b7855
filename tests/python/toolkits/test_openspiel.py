"""The game in OpenSpiel against OpenSpiel's own tests, searches and ultimate tic-tac-toe."""

import json
import pickle
import subprocess
import sys
import unittest
from pathlib import Path

import numpy as np
import pyspiel
import pytest
import xttt
import xttt.adapters.open_spiel_game  # noqa: F401  registers the game
from conftest import GAMES
from open_spiel.python.algorithms import mcts, minimax
from open_spiel.python.observation import make_observation

EXAMPLE = Path(__file__).resolve().parents[3] / "examples/python/openspiel_alphazero.py"


def load(variant, reward="win"):
    return pyspiel.load_game(f"python_xttt(variant={variant},reward={reward})")


@pytest.mark.parametrize("reward", ["win", "points"])
def test_the_random_simulation_test_passes_with_serialization(variant, reward):
    pyspiel.random_sim_test(load(variant, reward), num_sims=2, serialize=True, verbose=False)


def test_the_generic_test_of_python_games_passes():
    # Imported after the game was registered, it has a test for it.
    from open_spiel.python.tests import games_sim_test
    suite = unittest.TestSuite([games_sim_test.GamesSimTest("test_game_sim_python_xttt")])
    result = unittest.TextTestRunner(verbosity=0).run(suite)
    assert result.testsRun == 1 and result.wasSuccessful()


def test_games_are_those_of_the_core(variant, rng):
    game = load(variant, "points")
    facts = xttt.variant(variant)
    assert game.num_distinct_actions() == facts.actions and game.num_players() == 2
    assert game.max_utility() == facts.line_points
    observer = make_observation(game)
    for _ in range(GAMES):
        mirror = xttt.Position(variant)
        state = game.new_initial_state()
        while not state.is_terminal():
            player = state.current_player()
            assert "xo"[player] == mirror.turn
            legal = state.legal_actions()
            assert legal == sorted(mirror.legal_actions())
            assert state.legal_actions(1 - player) == []
            assert state.returns() == [0, 0]
            action = rng.choice(legal)
            twin = None
            if len(mirror.history) % 16 == 0:
                observer.set_from(state, player)
                assert np.array_equal(observer.dict["planes"], mirror.observation())
                assert np.array_equal(observer.tensor, state.observation_tensor(player))
                assert mirror.move_text(action) in state.action_to_string(player, action)
                twin = state.clone()
            mirror.play(action)
            state.apply_action(action)
            if twin is not None:
                assert twin.history() == state.history()[:-1] and twin.position != state.position
        assert state.current_player() == pyspiel.PlayerId.TERMINAL
        assert state.history() == mirror.history
        assert tuple(state.returns()) == mirror.outcome.rewards("points")
        assert state.legal_actions() == [] and observer.string_from(state, 0) == mirror.fen


def test_states_survive_pickling_and_json(variant):
    game = load(variant, "points")
    state = game.new_initial_state()
    for _ in range(9):
        state.apply_action(state.legal_actions()[-1])
    copied = pickle.loads(pickle.dumps(game))
    assert str(copied) == str(game)
    assert copied.new_initial_state().position.variant == variant  # what AlphaZero's processes do
    assert pickle.loads(pickle.dumps(state)).history() == state.history()
    again = game.new_initial_state(state.to_dict())
    assert again.position == state.position and again.legal_actions() == state.legal_actions()


def same_game_in(state, position, action):
    """Plays an action of ours in OpenSpiel's game, which has a move of its own for the choice of a board."""
    row, column = divmod(action, 9)
    if len(position.targets) > 1 or not position.history:
        state.apply_action(row // 3 * 3 + column // 3)
    elif state.action_to_string(state.legal_actions()[0]).startswith("Choose"):
        state.apply_action(position.targets[0])  # the last open board still has to be chosen there
    state.apply_action(row % 3 * 3 + column % 3)


def test_ultimate_is_the_game_that_open_spiel_has(rng):
    """Ends with a line or with every board closed, at the same move, with the same winner."""
    theirs = pyspiel.load_game("ultimate_tic_tac_toe")
    lines = 0
    for _ in range(max(30, GAMES)):
        position = xttt.Position("ultimate")
        state = theirs.new_initial_state()
        while not position.over:
            assert not state.is_terminal() and state.current_player() == "xo".index(position.turn)
            legal = position.legal_actions()
            if len(position.targets) == 1 and not state.action_to_string(state.legal_actions()[0]).startswith("Choose"):
                assert len(state.legal_actions()) == len(legal)
            action = rng.choice(legal)
            same_game_in(state, position, action)
            position.play(action)
        assert state.is_terminal()
        winner = position.outcome.winner
        assert state.returns()[0] == {"x": 1, "o": -1, None: 0}[winner]
        lines += winner is not None
    assert lines > 0


def playable_cells(position):
    """How many cells of open small boards are empty."""
    planes = position.observation("x")
    return int((planes[:5].sum(axis=0) == 0).sum())


def near_the_end(variant, rng):
    """A random position of which the rest can be searched."""
    while True:
        position = xttt.Position(variant)
        while not position.over:
            if playable_cells(position) <= 8 and position.legal_count > 1:
                return position
            position.play(rng.choice(position.legal_actions()))


def test_searches_of_open_spiel_agree_with_the_engine(rng):
    """Where the rest can be searched, no move is better than the engine's by OpenSpiel's alpha-beta."""
    game = load("ultimate")
    engine = xttt.Engine(hash=16)
    values = set()
    for _ in range(10):
        position = near_the_end("ultimate", rng)
        state = game.new_initial_state()
        for action in position.history:
            state.apply_action(action)
        side = state.current_player()
        best, _ = minimax.alpha_beta_search(game, state=state)
        state.apply_action(engine.analyse(position, depth=30).action)
        if state.is_terminal():
            value = state.returns()[side]
        else:
            value, _ = minimax.alpha_beta_search(game, state=state, maximizing_player_id=side)
        assert value == best, position.fen
        values.add(value)
    assert len(values) > 1  # not all positions were won, or all lost


def test_mcts_of_open_spiel_plays_it(rng):
    """Its Python MCTS: that in C++ (pyspiel.MCTSBot) crashes with every game in Python, OpenSpiel's own too."""
    game = load("ultimate")
    bot = mcts.MCTSBot(game, 1.4, 40, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), solve=True,
                       random_state=np.random.RandomState(1))
    state = game.new_initial_state()
    for _ in range(6):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
    # It sees a win in one.
    won = None
    while won is None:
        position = near_the_end("ultimate", rng)
        for action in position.legal_actions():
            ahead = position.copy()
            ahead.play(action)
            if ahead.outcome is not None and ahead.outcome.winner == position.turn:
                won = position
    state = game.new_initial_state()
    for action in won.history:
        state.apply_action(action)
    side = state.current_player()
    state.apply_action(bot.step(state))
    value = (state.returns()[side] if state.is_terminal() else
             minimax.alpha_beta_search(game, state=state, maximizing_player_id=side)[0])
    assert value == 1


def test_alpha_zero_of_open_spiel_learns_it(tmp_path):
    for module in ("jax", "flax", "optax"):
        pytest.importorskip(module, reason=f"OpenSpiel's AlphaZero needs {module}, which is not installed")
    done = subprocess.run([sys.executable, str(EXAMPLE), "--steps", "1", "--actors", "1", "--folder", str(tmp_path)],
                          capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stdout + done.stderr
    log = (tmp_path / "learner.jsonl").read_text().splitlines()
    assert json.loads(log[0])["total_states"] > 0
