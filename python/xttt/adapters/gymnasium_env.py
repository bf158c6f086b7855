"""One side of a game as a Gymnasium environment; the other side is played by a function."""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Tuple, Union

import numpy as np

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise ImportError("xttt.adapters.gymnasium_env needs the package gymnasium, which is not "
                      "installed") from error

import xttt

Opponent = Callable[[xttt.Position, np.random.Generator], Union[str, int]]


def random_opponent(position: xttt.Position, random: np.random.Generator) -> int:
    """Any legal move, each as likely as the others."""
    legal = position.legal_actions()
    return legal[random.integers(len(legal))]


class XtttEnv(gymnasium.Env):
    """The learner plays `side` ('x', 'o', or 'random' for another draw each game).

    A step is one move of the learner and all moves of the opponent up to the learner's next one: a
    bonus move of either keeps the turn. Observations are the planes from the learner's view. An
    illegal action is a ValueError: `info["action_mask"]` and `action_masks()` tell the legal ones.
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 1}

    def __init__(self, variant: str = "extreme", *, opponent: Opponent = random_opponent,
                 side: str = "x", reward: str = "win", render_mode: Optional[str] = None):
        facts = xttt.variant(variant)
        if side not in ("x", "o", "random"):
            raise ValueError(f"side must be 'x', 'o' or 'random', not {side!r}")
        if reward not in ("win", "points"):
            raise ValueError(f"reward must be 'win' or 'points', not {reward!r}")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode must be one of {self.metadata['render_modes']}")
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 1, facts.observation_shape, np.uint8)
        self.action_space = spaces.Discrete(facts.actions)
        self._variant = variant
        self._opponent = opponent
        self._wanted_side = side
        self._reward = reward
        self.side = "x"
        self.position: Optional[xttt.Position] = None

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
              ) -> Tuple[np.ndarray, Dict[str, Any]]:
        """`options={"fen": ...}` starts from a position."""
        super().reset(seed=seed)
        self.side = (self._wanted_side if self._wanted_side != "random"
                     else "xo"[self.np_random.integers(2)])
        self.position = xttt.Position(self._variant, fen=(options or {}).get("fen"))
        self._let_opponent_move(self.position)
        return self._observe(self.position)

    def step(self, action: int) -> Tuple[np.ndarray, float, bool, bool, Dict[str, Any]]:
        position = self._running()
        position.play(action)
        self._let_opponent_move(position)
        reward = 0.0
        if position.outcome is not None:
            reward = position.outcome.rewards(self._reward)["xo".index(self.side)]
        observation, info = self._observe(position)
        return observation, reward, position.over, False, info

    def action_masks(self) -> np.ndarray:
        """The legal actions as booleans, under the name that maskable learners look for."""
        return self._known().mask().astype(bool)

    def render(self) -> Optional[str]:
        if self.render_mode is None:
            return None
        position = self._known()
        return position.draw() if self.render_mode == "ansi" else position.svg()

    def close(self) -> None:
        self.position = None

    def _known(self) -> xttt.Position:
        if self.position is None:
            raise RuntimeError("reset() comes first")
        return self.position

    def _running(self) -> xttt.Position:
        position = self._known()
        if position.over:
            raise RuntimeError("the game is over; reset() starts the next one")
        return position

    def _let_opponent_move(self, position: xttt.Position) -> None:
        while not position.over and position.turn != self.side:
            position.play(self._opponent(position.copy(), self.np_random))

    def _observe(self, position: xttt.Position) -> Tuple[np.ndarray, Dict[str, Any]]:
        return position.observation(self.side), {"action_mask": position.mask().view(np.int8)}
