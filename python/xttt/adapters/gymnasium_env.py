"""One side of a game as a Gymnasium environment; the other side is played by a function."""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise ImportError("xttt.adapters.gymnasium_env needs the package gymnasium, which is not "
                      "installed: pip install xttt[gym]") from error

import xttt
import xttt.adapters
from xttt.adapters.rendering import RENDER_MODES, Renderer

Observation = npt.NDArray[np.uint8]
Opponent = Callable[[xttt.Position, np.random.Generator], Union[str, int]]
"""Chooses the opponent's move in a position; use the generator for reproducible choices."""


def random_opponent(position: xttt.Position, random: np.random.Generator) -> int:
    """A random legal move."""
    legal = position.legal_actions()
    return legal[random.integers(len(legal))]


def check_choice(name: str, value: str, choices: Tuple[str, ...]) -> str:
    """Returns the value if it is one of the choices; otherwise raises ValueError."""
    if value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, not {value!r}")
    return value


class XtttEnv(gymnasium.Env[Observation, np.int64]):
    """The learner plays `side`: 'x', 'o', or 'random' for a new choice each game.

    A step is one move of the learner and all moves of the opponent up to the learner's next one. After a
    move that earns a bonus move, the same side moves again. Observations are the planes from the
    learner's view. The legal actions are in `info["action_mask"]`, for `action_space.sample(mask)`, and
    in `action_masks()`.

    An illegal action loses the game at once (`illegal="lose"`: the reward of a lost line, and
    `info["illegal_action"]` is true) or raises ValueError (`illegal="raise"`).
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(self, variant: str = "extreme", *, opponent: Opponent = random_opponent, side: str = "x",
                 reward: str = "win", illegal: str = "lose", render_mode: Optional[str] = None) -> None:
        facts = xttt.variant(variant)
        self._wanted_side = check_choice("side", side, ("x", "o", "random"))
        self._reward = check_choice("reward", reward, ("win", "points"))
        self._illegal = check_choice("illegal", illegal, ("lose", "raise"))
        self._renderer = Renderer(render_mode, f"xttt {variant}", 2)
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 1, facts.observation_shape, np.uint8)
        self.action_space = spaces.Discrete(facts.actions)
        self._loss = -1.0 if reward == "win" else -float(facts.line_points)
        self._variant = variant
        self._opponent = opponent
        self._over = True
        self.side = "x"
        self.position: Optional[xttt.Position] = None

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
              ) -> Tuple[Observation, Dict[str, Any]]:
        """Starts a game. `options={"fen": ...}` starts it from a position."""
        super().reset(seed=seed)
        self.side = self._wanted_side
        if self.side == "random":
            self.side = "xo"[int(self.np_random.integers(2))]
        self.position = xttt.Position(self._variant, fen=(options or {}).get("fen"))
        self._let_opponent_move(self.position)
        self._over = self.position.over
        if self._over:
            raise ValueError("the game is over before the learner's first move; start from another position")
        self._show()
        return self._observe(self.position)

    def step(self, action: np.int64) -> Tuple[Observation, float, bool, bool, Dict[str, Any]]:
        """Plays the learner's action and the opponent's moves after it."""
        position = self._known()
        if self._over:
            raise RuntimeError("the game is over; reset() starts the next one")
        if self._illegal == "lose" and self.action_space.contains(action) and not position.is_legal(int(action)):
            self._over = True
            observation, info = self._observe(position)
            info["illegal_action"] = True
            return observation, self._loss, True, False, info
        position.play(action)
        self._let_opponent_move(position)
        self._show()
        reward = 0.0
        if position.outcome is not None:
            self._over = True
            reward = position.outcome.rewards(self._reward)["xo".index(self.side)]
        observation, info = self._observe(position)
        return observation, reward, self._over, False, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions as booleans, under the name that maskable learners look for."""
        return self._known().mask().astype(bool)

    def render(self) -> Any:
        """Renders the board according to `render_mode`; returns None without one and for 'human'."""
        return self._renderer.render(self._known())

    def close(self) -> None:
        """Closes the window, if there is one."""
        self._renderer.close()

    def _known(self) -> xttt.Position:
        if self.position is None:
            raise RuntimeError("call reset() first")
        return self.position

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _let_opponent_move(self, position: xttt.Position) -> None:
        while not position.over and position.turn != self.side:
            position.play(self._opponent(position.copy(), self.np_random))

    def _observe(self, position: xttt.Position) -> Tuple[Observation, Dict[str, Any]]:
        return position.observation(self.side), {"action_mask": position.mask().view(np.int8),
                                                 "illegal_action": False}


xttt.adapters.register_gymnasium()
