"""The adapters: random games through each are the games of the core.

Debian has none of the three toolkits. Where one is not installed its small stand-in is used, which
does what the toolkit's documentation says of the parts used here (standins/README.md)."""

import subprocess
import sys

import numpy as np
import pytest

import xttt
from conftest import GAMES


def same(a, b):
    """Quicker than NumPy's comparison for arrays of bytes, of which full proofs compare millions."""
    return a.tobytes() == b.tobytes()


def test_gymnasium_games_are_those_of_the_core(variant, lots):
    from xttt.adapters.gymnasium_env import XtttEnv
    for game in range(GAMES):
        side = "xo"[game % 2]
        mirror = xttt.Position(variant)

        def opponent(position, _):
            action = lots.choice(position.legal_actions())
            mirror.play(action)
            return action

        env = XtttEnv(variant, opponent=opponent, side=side, reward="points")
        observation, info = env.reset(seed=game)
        done = False
        while not done:
            assert env.position == mirror
            assert mirror.turn == side
            assert same(observation, mirror.observation(side))
            assert same(info["action_mask"], mirror.mask())
            action = lots.choice(mirror.legal_actions())
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


def test_gymnasium_seeds_repeat_games():
    from xttt.adapters.gymnasium_env import XtttEnv

    def play(seed):
        env = XtttEnv("ultimate", side="random", render_mode="ansi")
        _, info = env.reset(seed=seed)
        done = False
        while not done:
            _, _, done, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert env.render() == env.position.draw()
        return env.side, env.position.moves

    assert play(4) == play(4)
    assert len({tuple(play(seed)[1]) for seed in range(5)}) > 1


def test_gymnasium_refuses_what_is_wrong():
    from xttt.adapters.gymnasium_env import XtttEnv
    for options in ({"variant": "chess"}, {"side": "z"}, {"reward": "money"}, {"render_mode": "3d"}):
        with pytest.raises(ValueError):
            XtttEnv(**options)
    env = XtttEnv("ultimate")
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)
    env.reset(options={"fen": xttt.Position("ultimate", moves="e5 d4").fen})
    with pytest.raises(ValueError, match="illegal"):
        env.step(80)


def test_pettingzoo_games_are_those_of_the_core(variant, lots):
    from xttt.adapters import pettingzoo_env
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
            action = lots.choice(mirror.legal_actions())
            mirror.play(action)
            env.step(action)
        assert sorted(seen) == ["o", "x"] and env.agents == []
        assert (total["x"], total["o"]) == mirror.outcome.rewards("points")


def test_pettingzoo_refuses_what_is_wrong():
    from xttt.adapters import pettingzoo_env
    env = pettingzoo_env.env(variant="ultimate", render_mode="ansi")
    env.reset()
    env.step(40)
    with pytest.raises(ValueError, match="illegal"):
        env.step(0)
    assert env.agent_selection == "o" and env.render() == env.position.draw()
    with pytest.raises(ValueError):
        pettingzoo_env.env(reward="money")


def test_open_spiel_games_are_those_of_the_core(variant, lots):
    pyspiel = pytest.importorskip("pyspiel")
    import xttt.adapters.open_spiel_game
    game = pyspiel.load_game(f"python_xttt(variant={variant},reward=points)")
    facts = xttt.variant(variant)
    assert game.num_distinct_actions() == facts.actions and game.num_players() == 2
    assert game.max_utility() == facts.line_points
    observer = game.make_py_observer()
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
            action = lots.choice(legal)
            twin = None
            if len(mirror.history) % 16 == 0:
                observer.set_from(state, player)
                assert np.array_equal(observer.dict["planes"], mirror.observation())
                assert observer.tensor.sum() == mirror.observation().sum()
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


@pytest.mark.parametrize("module, package", [
    ("gymnasium_env", "gymnasium"), ("pettingzoo_env", "pettingzoo"), ("open_spiel_game", "pyspiel")])
def test_a_missing_toolkit_is_named(module, package):
    code = ("import sys\n"
            "for name in ('gymnasium', 'pettingzoo', 'pyspiel'): sys.modules[name] = None\n"
            "import xttt\n"
            f"import xttt.adapters.{module}\n")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and f"needs" in done.stderr and package in done.stderr
