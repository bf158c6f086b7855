"""The batched environment: equal to single games, and no copies."""

import threading

import numpy as np
import pytest
import xttt
from conftest import GAMES


def test_random_games_are_those_of_the_rules(variant):
    count = min(GAMES, 500)
    env = xttt.BatchEnv(variant, count, seed=11, reward="points")
    actions = np.empty(count, np.int32)
    games = [xttt.Position(variant) for _ in range(count)]
    ended = step = 0
    while ended < GAMES:
        step += 1
        env.step_random(actions)
        for i, position in enumerate(games):
            position.play(actions[i])
            assert bool(env.dones[i]) == position.over
            if position.over:
                assert tuple(env.rewards[i]) == position.outcome.rewards("points")
                ended += 1
                position = games[i] = xttt.Position(variant)
            else:
                assert not env.rewards[i].any()
            assert "xo"[env.players[i]] == position.turn
            assert env.masks[i].tobytes() == position.mask().tobytes()
            if step % 16 == 0:
                assert np.array_equal(env.observations[i], position.observation())
                assert env.position(i) == position


def test_given_actions_play_the_same_games(variant):
    drawn = xttt.BatchEnv(variant, 16, seed=3)
    given = xttt.BatchEnv(variant, 16, seed=99)
    actions = np.empty(16, np.int32)
    for step in range(150):
        drawn.step_random(actions)
        given.step(actions if step % 2 else actions.astype(np.int64))
        assert np.array_equal(drawn.masks, given.masks)
        assert np.array_equal(drawn.observations, given.observations)
        assert np.array_equal(drawn.rewards, given.rewards)


def test_seeds_repeat_games():
    one, two = (xttt.BatchEnv("ultimate", 32, seed=5, observations=False) for _ in range(2))
    assert one.random_steps(200) == two.random_steps(200) > 0
    assert np.array_equal(one.masks, two.masks)
    one.reset(seed=5)
    assert not np.array_equal(one.masks, two.masks)
    one.random_steps(200)
    assert np.array_equal(one.masks, two.masks)
    one.reset()
    assert all(one.position(i) == xttt.Position("ultimate") for i in range(32))


def test_it_writes_into_arrays_of_the_caller():
    masks = np.full((4, 81), 9, np.int8)
    dones = np.ones(4, bool)
    env = xttt.BatchEnv("ultimate", 4, masks=masks, dones=dones, observations=None, rewards=False)
    assert env.masks is masks and env.dones is dones
    assert env.observations is None and env.rewards is None
    assert masks.sum() == 4 * 81 and not dones.any()
    env.step(np.array([0, 1, 2, 40]))
    assert masks.sum() < 4 * 81
    pointer = env.players.ctypes.data
    env.step_random()
    assert env.players.ctypes.data == pointer


class DlpackOnly:
    """An array type that is not known to NumPy."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_it_writes_through_dlpack():
    masks = np.zeros((2, 81), np.uint8)
    rewards = np.ones((2, 2), np.float32)
    env = xttt.BatchEnv("ultimate", 2, masks=DlpackOnly(masks), rewards=DlpackOnly(rewards))
    assert masks.all() and not rewards.any()
    env.step(DlpackOnly(np.array([40, 0])))
    assert masks[0].sum() == 8 and masks[1].sum() == 8
    # What it allocates itself can be handed on without a copy.
    shared = np.from_dlpack(env.players)
    assert shared.ctypes.data == env.players.ctypes.data


def test_torch_tensors_are_written_in_place():
    torch = pytest.importorskip("torch")
    masks = torch.zeros((2, 81), dtype=torch.uint8)
    env = xttt.BatchEnv("ultimate", 2, masks=masks)
    assert int(masks.sum()) == 162
    env.step(torch.tensor([40, 0]))
    assert int(masks.sum()) == 16


def test_wrong_arrays_are_refused_by_name():
    def refused(error, words, **arrays):
        with pytest.raises(error, match=words):
            xttt.BatchEnv("ultimate", 4, **arrays)

    refused(TypeError, "masks: the elements must be uint8", masks=np.zeros((4, 81)))
    refused(ValueError, r"masks: the shape must be \(4, 81\), not \(4, 80\)",
            masks=np.zeros((4, 80), np.uint8))
    refused(ValueError, "masks: the array must be C-contiguous",
            masks=np.zeros((4, 162), np.uint8)[:, ::2])
    readonly = np.zeros((4, 81), np.uint8)
    readonly.flags.writeable = False
    refused(ValueError, "masks: the array is read-only", masks=readonly)
    refused(TypeError, "rewards: expected a NumPy array", rewards=[0.0])
    refused(TypeError, "rewards: the elements must be float32", rewards=np.zeros((4, 2)))
    refused(ValueError, "contiguous", rewards=np.zeros((4, 2), ">f4"))
    for games in (0, -1, 10 ** 9):
        with pytest.raises(ValueError, match="games: "):
            xttt.BatchEnv("ultimate", games)


def test_an_illegal_action_moves_no_game():
    env = xttt.BatchEnv("ultimate", 3)
    env.step(np.array([40, 40, 40]))
    before = [env.position(i).fen for i in range(3)]
    for bad, words in (([30, 40, 30], "game 1: action 40"), ([30, 30, 81], "game 2: 81 is not"),
                       ([-1, 30, 30], "game 0: -1 is not")):
        with pytest.raises(ValueError, match=words):
            env.step(np.array(bad))
        assert [env.position(i).fen for i in range(3)] == before


def test_positions_can_be_put_in():
    env = xttt.BatchEnv("ultimate", 2)
    position = xttt.Position("ultimate", moves="e5 f4")
    env.set_position(1, position)
    assert env.position(1) == position and np.array_equal(env.masks[1], position.mask())
    with pytest.raises(ValueError, match="double"):
        env.set_position(0, xttt.Position("double"))
    with pytest.raises(IndexError):
        env.position(2)


def test_games_can_be_copied_from_another_batch():
    source, env = xttt.BatchEnv("ultimate", 3, seed=1), xttt.BatchEnv("ultimate", 3, seed=2)
    source.random_steps(9)
    env.copy_from(source)
    assert np.array_equal(env.observations, source.observations) and np.array_equal(env.masks, source.masks)
    before = source.observations.copy()
    env.step_random()
    assert np.array_equal(source.observations, before) and not np.array_equal(env.observations, before)
    env.copy_from(env)
    with pytest.raises(ValueError, match="2 games of ultimate, not 3 of ultimate"):
        env.copy_from(xttt.BatchEnv("ultimate", 2))
    with pytest.raises(ValueError, match="3 games of double"):
        env.copy_from(xttt.BatchEnv("double", 3))
    with pytest.raises(TypeError):
        env.copy_from(None)


def test_threads_step_batches_of_their_own():
    ended = []

    def work(seed):
        ended.append(xttt.BatchEnv("ultimate", 64, seed=seed).random_steps(300))

    threads = [threading.Thread(target=work, args=(1,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(ended) == 4 and len(set(ended)) == 1
