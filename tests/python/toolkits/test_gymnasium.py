"""The Gymnasium environment against Gymnasium itself."""

import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
import xttt
from conftest import GAMES, same
from gymnasium.utils.env_checker import check_env
from xttt.adapters import environment_id
from xttt.adapters.gymnasium_env import XtttEnv
from xttt.adapters.rendering import picture


@pytest.mark.parametrize("side", ["x", "o", "random"])
def test_the_checker_of_gymnasium_finds_nothing(variant, side):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(environment_id(variant), side=side)
        check_env(env.unwrapped, skip_render_check=side != "x")
        env.close()


@pytest.mark.parametrize("code", [
    "import gymnasium, xttt; gymnasium.make('xttt/Extreme-v0')",
    "import xttt, gymnasium; gymnasium.make('xttt.adapters:xttt/Extreme-v0')",
    "import xttt.adapters.gymnasium_env, gymnasium; gymnasium.make('xttt/Extreme-v0')",
    "import xttt, sys; assert 'gymnasium' not in sys.modules",
])
def test_environments_are_registered_and_gymnasium_is_never_loaded_for_nothing(code):
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, timeout=60)


def test_games_are_those_of_the_core(variant, rng):
    for game in range(GAMES):
        side = "xo"[game % 2]
        mirror = xttt.Position(variant)

        def opponent(position, _, mirror=mirror):
            action = rng.choice(position.legal_actions())
            mirror.play(action)
            return action

        env = gymnasium.make(environment_id(variant), opponent=opponent, side=side, reward="points").unwrapped
        observation, info = env.reset(seed=game)
        done = False
        while not done:
            assert env.position == mirror
            assert mirror.turn == side
            assert same(observation, mirror.observation(side))
            assert same(info["action_mask"], mirror.mask())
            action = rng.choice(mirror.legal_actions())
            if len(mirror.history) % 16 < 2:
                assert env.observation_space.contains(observation)
                assert env.action_space.contains(action)
                assert same(env.action_masks(), mirror.mask())
            mirror.play(action)
            observation, reward, done, truncated, info = env.step(np.int64(action))
            assert not truncated and done == mirror.over
            if not done:
                assert reward == 0
        assert reward == mirror.outcome.rewards("points")["xo".index(side)]
        assert not info["action_mask"].any()
        with pytest.raises(RuntimeError, match="reset"):
            env.step(0)


def test_masks_are_what_sample_wants():
    env = gymnasium.make("xttt/Ultimate-v0", side="random")
    env.action_space.seed(1)
    for seed in range(5):
        _, info = env.reset(seed=seed)
        done = False
        while not done:
            _, reward, done, _, info = env.step(env.action_space.sample(info["action_mask"]))
            assert not info["illegal_action"]
        assert reward in (-1, 0, 1)


def test_seeds_repeat_games():
    def play(seed):
        env = XtttEnv("ultimate", side="random")
        _, info = env.reset(seed=seed)
        done = False
        while not done:
            _, _, done, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        return env.side, env.position.moves

    assert play(4) == play(4)
    assert len({tuple(play(seed)[1]) for seed in range(5)}) > 1


def test_an_illegal_action_loses_or_raises():
    env = XtttEnv("ultimate", reward="points")
    env.reset(options={"fen": xttt.Position("ultimate", moves="e5 d4").fen})
    observation, reward, done, truncated, info = env.step(80)
    line_points = xttt.variant("ultimate").line_points
    assert (reward, done, truncated, info["illegal_action"]) == (-line_points, True, False, True)
    assert same(observation, env.position.observation("x"))
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)
    strict = XtttEnv("ultimate", illegal="raise")
    strict.reset(options={"fen": xttt.Position("ultimate", moves="e5 d4").fen})
    with pytest.raises(ValueError, match="illegal"):
        strict.step(80)
    strict.step(int(np.flatnonzero(strict.action_masks())[0]))


def test_wrong_arguments_are_refused():
    for options in ({"variant": "chess"}, {"side": "z"}, {"reward": "money"}, {"render_mode": "3d"},
                    {"illegal": "ignore"}):
        with pytest.raises(ValueError):
            XtttEnv(**options)
    env = XtttEnv("ultimate")
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)
    env.reset()
    for action in (81, -1, 1.5, "z9"):
        with pytest.raises((ValueError, TypeError)):
            env.step(action)


def test_pictures_show_the_board(variant, rng):
    facts = xttt.variant(variant)
    env = gymnasium.make(environment_id(variant), render_mode="rgb_array", opponent=lambda p, _: p.legal_moves()[0])
    env.reset()
    empty = env.render()
    rows, columns = facts.observation_shape[1:]
    assert empty.shape == (24 * rows, 24 * columns, 3) and empty.dtype == np.uint8
    env.step(0)
    position = env.unwrapped.position
    changed = (env.render() != empty).any(axis=2)
    # Cells: the mark of x in the first one, that of o where it was played.
    for action in position.history:
        row, column = divmod(action, columns)
        assert changed[24 * row:24 * row + 24, 24 * column:24 * column + 24].mean() > 0.1
    # Another game draws another picture; the same position the same one.
    assert same(picture(position), picture(xttt.Position(variant, fen=position.fen)))
    with pytest.raises(ValueError, match="pixels"):
        picture(position, cell=2)


def test_the_window_opens_and_closes():
    import pygame
    env = gymnasium.make("xttt/Ultimate-v0", render_mode="human")
    env.metadata["render_fps"] = 1000
    env.reset()
    assert pygame.display.get_surface().get_size() == (216, 216)
    assert env.render() is None
    env.close()
    assert pygame.display.get_surface() is None
