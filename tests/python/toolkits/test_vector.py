"""The vector environment against Gymnasium's own, which steps single environments one by one."""

import warnings

import gymnasium
import numpy as np
import pytest
import xttt
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics
from xttt.adapters import environment_id
from xttt.adapters.gymnasium_env import XtttEnv
from xttt.adapters.gymnasium_vector import XtttVectorEnv


def first_legal(position, _):
    return min(position.legal_actions())


def first_legal_of_each(observations, masks):
    assert observations.shape[0] == masks.shape[0] > 0
    return masks.argmax(axis=1)


@pytest.mark.parametrize("side", ["x", "o"])
@pytest.mark.parametrize("reward", ["win", "points"])
def test_steps_are_those_of_single_environments(variant, side, reward):
    """Observations, rewards, endings and infos, legal and illegal actions: all as SyncVectorEnv has them."""
    count, options = 5, {"side": side, "reward": reward}
    single = SyncVectorEnv([lambda: XtttEnv(variant, opponent=first_legal, **options)] * count,
                           autoreset_mode=AutoresetMode.SAME_STEP)
    batch = XtttVectorEnv(count, variant, opponent=first_legal_of_each, **options)
    assert single.observation_space == batch.observation_space and single.action_space == batch.action_space
    assert single.single_action_space == batch.single_action_space
    random = np.random.default_rng(5)
    expected, actual = single.reset(seed=1), batch.reset(seed=1)
    assert data_equivalence(expected, actual, exact=True)
    ended = wrong = 0
    for _ in range(250):
        masks = actual[-1]["action_mask"]
        actions = np.array([random.choice(np.flatnonzero(mask)) for mask in masks])
        if random.random() < 0.02:
            actions[random.integers(count)] = random.integers(masks.shape[1])
        expected, actual = single.step(actions), batch.step(actions)
        assert expected[-1].keys() == actual[-1].keys()
        for one, other in zip(expected, actual):
            assert data_equivalence(one, other, exact=True)
        ended += actual[2].sum()
        wrong += actual[-1].get("final_info", {}).get("illegal_action", np.zeros(1, bool)).sum()
    assert ended > wrong > 0


def test_make_vec_uses_the_batch(variant):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        envs = gymnasium.make_vec(environment_id(variant), num_envs=4, side="random")
        assert isinstance(envs.unwrapped, XtttVectorEnv)
        assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
        observations, infos = envs.reset(seed=3)
        assert envs.observation_space.contains(observations)
        for _ in range(3):
            actions = infos["action_mask"].argmax(axis=1)
            assert envs.action_space.contains(actions)
            observations, rewards, terminations, truncations, infos = envs.step(actions)
            assert envs.observation_space.contains(observations)
            assert rewards.shape == terminations.shape == truncations.shape == (4,)
            assert terminations.dtype == truncations.dtype == np.bool_
        envs.close()
        envs.close()


def test_seeds_repeat_games_of_either_side():
    def play(seed):
        envs = XtttVectorEnv(6, "ultimate", side="random")
        seen = [envs.reset(seed=seed)]
        for _ in range(60):
            seen.append(envs.step(seen[-1][-1]["action_mask"].argmax(axis=1)))
        return seen

    first, second, other = play(7), play(7), play(8)
    assert data_equivalence(first, second, exact=True)
    assert not data_equivalence(first, other, exact=True)
    # The viewer is always to move, whichever its side.
    assert all(step[0][:, 7].all() for step in first)


def test_what_was_returned_stays_as_it_was():
    envs = XtttVectorEnv(3, "ultimate")
    observations, infos = envs.reset(seed=1)
    kept, kept_mask = observations.copy(), infos["action_mask"].copy()
    envs.step(np.array([0, 1, 2]))
    assert (observations == kept).all() and (infos["action_mask"] == kept_mask).all()


def test_wrappers_of_gymnasium_work():
    envs = RecordEpisodeStatistics(XtttVectorEnv(8, "ultimate"))
    _, infos = envs.reset(seed=2)
    returns = []
    while len(returns) < 8:
        _, _, _, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
        if "episode" in infos:
            returns += list(infos["episode"]["r"][infos["_episode"]])
    assert set(returns) <= {-1.0, 0.0, 1.0}
    listed = DictInfoToList(XtttVectorEnv(2, "ultimate"))
    assert [info["action_mask"].sum() for info in listed.reset()[1]] == [81, 81]


def test_pictures_come_one_for_each_game():
    envs = gymnasium.make_vec("xttt/Ultimate-v0", num_envs=3, render_mode="rgb_array")
    envs.reset()
    frames = envs.render()
    assert len(frames) == 3 and frames[0].shape == (216, 216, 3)


def test_wrong_arguments_are_refused():
    for options in ({"side": "z"}, {"illegal": "x"}, {"render_mode": "human"}, {"num_envs": 0}, {"reward": "money"}):
        with pytest.raises(ValueError):
            XtttVectorEnv(**{"num_envs": 2, "variant": "ultimate", **options})
    envs = XtttVectorEnv(2, "ultimate")
    with pytest.raises(RuntimeError, match="reset"):
        envs.step(np.zeros(2, np.int64))
    envs.reset()
    for actions in (np.zeros(3, np.int64), np.array([0, 81]), np.array([-1, 0])):
        with pytest.raises(ValueError):
            envs.step(actions)
    strict = XtttVectorEnv(2, "ultimate", illegal="raise")
    strict.reset(seed=1)
    strict.step(np.array([40, 40]))
    with pytest.raises(ValueError, match="game 0"):
        strict.step(np.array([40, 40]))


def test_batches_are_faster_than_single_environments():
    """Not a measurement: the batch has to be far ahead even where other tests take the processor."""
    import time

    def steps_per_second(envs, steps):
        _, infos = envs.reset(seed=1)
        start = time.process_time()
        for _ in range(steps):
            _, _, _, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
        return steps * envs.num_envs / (time.process_time() - start)

    count = 128
    batch = steps_per_second(XtttVectorEnv(count, "extreme"), 50)
    single = steps_per_second(SyncVectorEnv([XtttEnv] * count), 5)
    assert batch > 3 * single
    assert xttt.__version__
