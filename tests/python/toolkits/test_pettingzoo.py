"""The PettingZoo environments against PettingZoo's own tests."""

import pickle
import types
import warnings

import pytest
import xttt
from conftest import GAMES, same
from xttt.adapters import pettingzoo_env

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # PettingZoo's tests import PettingZoo's deprecated names
    import pettingzoo.test as official


def test_the_api_tests_pass(variant):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Advice that does not fit: masks need a Dict, and our agents are named as the rules name them.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "We recommend agents to be named")
        official.api_test(pettingzoo_env.env(variant=variant), num_cycles=300)
        official.api_test(pettingzoo_env.raw_env(variant=variant, reward="points"), num_cycles=300)
        official.parallel_api_test(pettingzoo_env.parallel_env(variant=variant), num_cycles=300)


def test_the_seed_tests_pass(variant):
    official.seed_test(lambda: pettingzoo_env.env(variant=variant), num_cycles=100)
    official.parallel_seed_test(lambda: pettingzoo_env.parallel_env(variant=variant), num_cycles=100)
    official.parallel_seed_test(lambda: pettingzoo_env.parallel_env(variant=variant, illegal="random"),
                                num_cycles=100)


def test_the_render_test_passes():
    official.render_test(lambda **options: pettingzoo_env.env(variant="ultimate", **options))


def test_the_max_cycles_test_passes():
    # It plays any actions at all, so illegal ones must not end the game. Ultimate has no bonus moves, which
    # would let one agent move more often than the other.
    module = types.SimpleNamespace(
        env=lambda max_cycles: pettingzoo_env.env(variant="ultimate", illegal="random", max_cycles=max_cycles),
        parallel_env=lambda max_cycles: pettingzoo_env.parallel_env(variant="ultimate", illegal="random",
                                                                    max_cycles=max_cycles))
    official.max_cycles_test(module)


def test_games_are_those_of_the_core(variant, rng):
    env = pettingzoo_env.env(variant=variant, reward="points")
    for game in range(GAMES):
        mirror = xttt.Position(variant)
        env.reset(seed=game)
        total = {"x": 0.0, "o": 0.0}
        seen = []
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            total[agent] += reward
            assert not truncated and info == {}
            assert same(observation["observation"], mirror.observation(agent))
            if terminated:
                assert mirror.over and not observation["action_mask"].any()
                seen.append(agent)
                env.step(None)
                continue
            assert agent == mirror.turn
            assert same(observation["action_mask"], mirror.mask())
            if len(mirror.history) % 16 == 0:
                assert env.observation_space(agent).contains(observation)
                other = "o" if agent == "x" else "x"
                assert not env.observe(other)["action_mask"].any()
            action = rng.choice(mirror.legal_actions())
            mirror.play(action)
            env.step(action)
        assert sorted(seen) == ["o", "x"] and env.agents == []
        assert (total["x"], total["o"]) == mirror.outcome.rewards("points")


def test_parallel_games_are_those_of_the_core(variant, rng):
    env = pettingzoo_env.parallel_env(variant=variant, reward="points")
    for _ in range(GAMES):
        mirror = xttt.Position(variant)
        views, _ = env.reset()
        while env.agents:
            waiting = "o" if mirror.turn == "x" else "x"
            assert same(views[mirror.turn]["action_mask"], mirror.mask())
            assert not views[waiting]["action_mask"].any()
            action = rng.choice(mirror.legal_actions())
            views, rewards, over, cut, _ = env.step({mirror.turn: action, waiting: 0})
            mirror.play(action)
            assert same(views["o"]["observation"], mirror.observation("o"))
        assert tuple(rewards.values()) == mirror.outcome.rewards("points")
        assert over == {"x": True, "o": True} and cut == {"x": False, "o": False}


def test_an_illegal_action_loses_or_raises():
    env = pettingzoo_env.env(variant="ultimate")
    env.reset()
    env.step(40)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(0)
    assert env.terminations == {"x": True, "o": True} and env.rewards == {"x": 0, "o": -1}
    raw = pettingzoo_env.raw_env(variant="ultimate")
    raw.reset()
    raw.step(40)
    with pytest.raises(ValueError, match="illegal"):
        raw.step(0)
    assert raw.agent_selection == "o"
    parallel = pettingzoo_env.parallel_env(variant="ultimate")
    parallel.reset()
    parallel.step({"x": 40, "o": 0})
    _, rewards, over, _, _ = parallel.step({"x": 0, "o": 0})
    assert rewards == {"x": 1, "o": -1} and over["x"] and not parallel.agents
    with pytest.raises(RuntimeError, match="reset"):
        parallel.step({"x": 1})


def test_wrong_arguments_are_refused():
    for options in ({"reward": "money"}, {"render_mode": "3d"}, {"max_cycles": 0}, {"illegal": "x"},
                    {"variant": "chess"}):
        for make in (pettingzoo_env.env, pettingzoo_env.parallel_env):
            with pytest.raises(ValueError):
                make(**options)
    env = pettingzoo_env.parallel_env(variant="ultimate")
    env.reset()
    with pytest.raises(ValueError, match="turn"):
        env.step({"o": 0})


def test_environments_can_be_pickled():
    for make in (pettingzoo_env.XtttAecEnv, pettingzoo_env.XtttParallelEnv):
        again = pickle.loads(pickle.dumps(make("double", reward="points")))
        again.reset()
        assert again.position.variant == "double"
