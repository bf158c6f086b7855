"""Many games at once as a Gymnasium vector environment, stepped in C++ by `xttt.BatchEnv`."""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Tuple

import numpy as np
import numpy.typing as npt

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError("xttt.adapters.gymnasium_vector needs the package gymnasium, which is not "
                      "installed: pip install xttt[gym]") from error

import xttt
from xttt.adapters.gymnasium_env import Observation, check_choice
from xttt.adapters.rendering import RENDER_MODES, Renderer

VectorOpponent = Callable[[Observation, npt.NDArray[np.uint8]], npt.NDArray[np.int64]]
"""Chooses the opponent's actions from observations [n][planes][rows][columns] and masks [n][actions]."""

# The order of planes that turns the view of x into the view of o: own and opponent planes are swapped.
_OTHER_VIEW = [1, 0, 3, 2, 4, 5, 6, 7]

_Arrays = Tuple[Observation, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_],
                Dict[str, Any]]


class XtttVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """The vector environment of `XtttEnv`: the learner plays `side` in each of `num_envs` games.

    The opponent plays at random, or by a function of observations and masks. A game that ends starts
    again in the same step (`AutoresetMode.SAME_STEP`): `info["final_obs"]` and `info["final_info"]`
    describe its end. `info["action_mask"]` has the legal actions of every game.
    """

    metadata: Dict[str, Any] = {"render_modes": [mode for mode in RENDER_MODES if mode != "human"],
                                "render_fps": 2, "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, num_envs: int = 1, variant: str = "extreme", *,
                 opponent: Optional[VectorOpponent] = None, side: str = "x", reward: str = "win",
                 illegal: str = "lose", render_mode: Optional[str] = None) -> None:
        facts = xttt.variant(variant)
        self._wanted_side = check_choice("side", side, ("x", "o", "random"))
        self._illegal = check_choice("illegal", illegal, ("lose", "raise"))
        if render_mode == "human":
            raise ValueError("render_mode: a vector environment has no window; use 'rgb_array'")
        self._renderer = Renderer(render_mode, f"xttt {variant}", 2)
        self.render_mode = render_mode
        self.num_envs = num_envs
        self._batch = xttt.BatchEnv(variant, num_envs, reward=reward, final_observations=True)
        self._loss = -1.0 if reward == "win" else -float(facts.line_points)
        self._opponent = opponent
        self._sides = np.zeros(num_envs, np.uint8)
        self._ready = False
        self.single_observation_space = spaces.Box(0, 1, facts.observation_shape, np.uint8)
        self.single_action_space = spaces.Discrete(facts.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
              ) -> Tuple[Observation, Dict[str, Any]]:
        """Starts every game. The seed determines the sides and the moves of the random opponent."""
        super().reset(seed=seed)
        self._batch.reset(int(self.np_random.integers(2**63)))
        self._start(np.ones(self.num_envs, bool))
        self._ready = True
        return self._batch.observations.copy(), self._infos(self._batch.masks)

    def step(self, actions: npt.NDArray[np.int64]) -> _Arrays:
        """Plays the learner's actions and the opponents' moves after them."""
        if not self._ready:
            raise RuntimeError("call reset() first")
        batch = self._batch
        actions = np.ascontiguousarray(actions, np.int64)
        if actions.shape != (self.num_envs,):
            raise ValueError(f"actions: the shape must be ({self.num_envs},), not {actions.shape}")
        # Actions out of range are left to the batch, which raises ValueError.
        known = (actions >= 0) & (actions < batch.masks.shape[1])
        illegal = np.zeros(self.num_envs, bool)
        if self._illegal == "lose":
            illegal = known & (batch.masks[np.arange(self.num_envs), np.where(known, actions, 0)] == 0)
        refused = np.flatnonzero(illegal)
        refused_views, refused_masks = batch.observations[refused], batch.masks[refused]

        batch.step(actions, where=~illegal)
        rewards = np.where(illegal, self._loss, 0.0)
        finished = illegal.copy()
        self._collect(rewards, finished)
        self._let_opponents_move(rewards, finished)
        infos: Dict[str, Any] = {}
        if finished.any():
            finals = batch.final_observations.copy()
            seen_by_o = np.flatnonzero(self._sides == 1)
            finals[seen_by_o] = finals[seen_by_o][:, _OTHER_VIEW]
            finals[refused] = refused_views
            masks = np.zeros_like(batch.masks)
            masks[refused] = refused_masks
            infos = self._final_infos(finished, finals, masks, illegal)
            for game in refused:
                batch.set_position(int(game), xttt.Position(batch.variant))
            self._start(finished)
        infos.update(self._infos(batch.masks))
        return batch.observations.copy(), rewards, finished, np.zeros(self.num_envs, bool), infos

    def render(self) -> Optional[Tuple[Any, ...]]:
        """Renders each game according to `render_mode`."""
        if self.render_mode is None:
            return None
        return tuple(self._renderer.render(self._batch.position(game)) for game in range(self.num_envs))

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions of each game as booleans."""
        masks: npt.NDArray[np.bool_] = self._batch.masks.astype(bool)
        return masks

    def close_extras(self, **kwargs: Any) -> None:
        """Does nothing: there is no window."""
        self._renderer.close()

    def _start(self, games: npt.NDArray[np.bool_]) -> None:
        """Chooses the sides of new games, and plays the first move of opponents that are x."""
        if self._wanted_side == "random":
            self._sides[games] = self.np_random.integers(2, size=int(games.sum()))
        else:
            self._sides[games] = "xo".index(self._wanted_side)
        self._let_opponents_move(np.zeros(self.num_envs), np.zeros(self.num_envs, bool))

    def _let_opponents_move(self, rewards: npt.NDArray[np.float64], finished: npt.NDArray[np.bool_]) -> None:
        batch = self._batch
        while (waiting := (batch.players != self._sides) & ~finished).any():
            if self._opponent is None:
                batch.step_random(where=waiting)
            else:
                actions = np.zeros(self.num_envs, np.int64)
                actions[waiting] = self._opponent(batch.observations[waiting], batch.masks[waiting])
                batch.step(actions, where=waiting)
            self._collect(rewards, finished)

    def _collect(self, rewards: npt.NDArray[np.float64], finished: npt.NDArray[np.bool_]) -> None:
        """Adds the rewards and ended games of the last step of the batch."""
        done = np.flatnonzero(self._batch.dones)
        rewards[done] = self._batch.rewards[done, self._sides[done]]
        finished[done] = True

    def _infos(self, masks: npt.NDArray[np.uint8]) -> Dict[str, Any]:
        everywhere = np.ones(self.num_envs, bool)
        return {"action_mask": masks.view(np.int8).copy(), "_action_mask": everywhere,
                "illegal_action": np.zeros(self.num_envs, bool), "_illegal_action": everywhere.copy()}

    def _final_infos(self, finished: npt.NDArray[np.bool_], views: Observation,
                     masks: npt.NDArray[np.uint8], illegal: npt.NDArray[np.bool_]) -> Dict[str, Any]:
        """The final observations of the games that this step ended, in the format of Gymnasium's wrappers."""
        final_obs = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(finished):
            final_obs[game] = views[game]
        final_info = {"action_mask": masks.view(np.int8), "_action_mask": finished.copy(),
                      "illegal_action": illegal, "_illegal_action": finished.copy()}
        return {"final_obs": final_obs, "_final_obs": finished.copy(),
                "final_info": final_info, "_final_info": finished.copy()}
