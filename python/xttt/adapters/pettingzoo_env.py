"""Both sides of a game as PettingZoo environments with the agents 'x' and 'o'."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

import numpy as np
import numpy.typing as npt

try:
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError("xttt.adapters.pettingzoo_env needs the packages pettingzoo and gymnasium, "
                      "which are not both installed: pip install xttt[pettingzoo]") from error

import xttt
from xttt.adapters.gymnasium_env import check_choice
from xttt.adapters.rendering import RENDER_MODES, Renderer

View = Dict[str, npt.NDArray[Any]]
"""{"observation": planes from the agent's view, "action_mask": its legal actions}."""

AGENTS = ["x", "o"]


def env(**options: Any) -> Any:
    """The AEC environment with PettingZoo's usual wrappers: an illegal action loses the game."""
    raw = raw_env(**options)
    wrapped: Any = raw
    if raw.illegal == "raise":
        wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=raw.loss)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


def parallel_env(**options: Any) -> "XtttParallelEnv":
    """The parallel environment."""
    return XtttParallelEnv(**options)


class _Table:
    """The common part of both environments: the game, its spaces and its observations."""

    def __init__(self, variant: str, reward: str, illegal: str, max_cycles: Optional[int],
                 render_mode: Optional[str]) -> None:
        facts = xttt.variant(variant)
        self.reward = check_choice("reward", reward, ("win", "points"))
        self.illegal = check_choice("illegal", illegal, ("raise", "random"))
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"max_cycles: {max_cycles} is not positive")
        self.loss = -1.0 if reward == "win" else -float(facts.line_points)
        self.renderer = Renderer(render_mode, f"xttt {variant}", 2)
        self.observation_spaces: Dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict({"observation": spaces.Box(0, 1, facts.observation_shape, np.uint8),
                                "action_mask": spaces.Box(0, 1, (facts.actions,), np.int8)})
            for agent in AGENTS}
        self.action_spaces: Dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(facts.actions) for agent in AGENTS}
        self._variant = variant
        self.random = np.random.default_rng()
        self.position = xttt.Position(variant)

    def reset(self, seed: Optional[int], options: Optional[Dict[str, Any]]) -> None:
        if seed is not None:
            self.random = np.random.default_rng(seed)
        self.position = xttt.Position(self._variant, fen=(options or {}).get("fen"))
        if self.position.over:
            raise ValueError("the game is over in this position; start from another one")

    def play(self, action: Any) -> None:
        if self.illegal == "random" and not self.position.is_legal(action):
            action = self.random.choice(self.position.legal_actions())
        self.position.play(action)
        if self.renderer.mode == "human":
            self.renderer.render(self.position)

    def view(self, agent: str) -> View:
        to_move = agent == self.position.turn and not self.position.over
        mask = self.position.mask().view(np.int8)
        return {"observation": self.position.observation(agent),
                "action_mask": mask if to_move else np.zeros_like(mask)}

    def rewards(self) -> Dict[str, float]:
        outcome = self.position.outcome
        return dict(zip(AGENTS, outcome.rewards(self.reward) if outcome is not None else (0.0, 0.0)))


class _Shared:
    """What both environments have beside PettingZoo's base classes."""

    def _set_up(self, table: _Table, max_cycles: Optional[int], render_mode: Optional[str]) -> None:
        self._table = table
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = AGENTS[:]
        self.observation_spaces = table.observation_spaces
        self.action_spaces = table.action_spaces

    @property
    def position(self) -> xttt.Position:
        """The game."""
        return self._table.position

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def render(self) -> Any:
        """Renders the board according to `render_mode`; in a window for 'human'."""
        return self._table.renderer.render(self.position)

    def close(self) -> None:
        """Closes the window, if there is one."""
        self._table.renderer.close()


class XtttAecEnv(_Shared, AECEnv[str, View, Optional[int]], EzPickle):  # type: ignore[misc]  # PettingZoo has no types
    """Agents take turns by the rules: after earning a bonus move, the same agent moves again.

    An observation is {"observation": planes from the agent's view, "action_mask": its legal actions, all 0
    while it waits}. `illegal` sets the effect of an illegal action: 'raise' a ValueError (`env()` turns it
    into a loss, like the games of PettingZoo), or play a 'random' legal move instead. After `max_cycles` moves
    of each agent on average the game is truncated.
    """

    metadata = {"name": "xttt_v1", "render_modes": list(RENDER_MODES), "is_parallelizable": False,
                "render_fps": 2}

    def __init__(self, variant: str = "extreme", *, reward: str = "win", illegal: str = "raise",
                 max_cycles: Optional[int] = None, render_mode: Optional[str] = None) -> None:
        super().__init__()
        EzPickle.__init__(self, variant, reward=reward, illegal=illegal, max_cycles=max_cycles,
                          render_mode=render_mode)
        self._set_up(_Table(variant, reward, illegal, max_cycles, render_mode), max_cycles, render_mode)
        self.illegal, self.loss = self._table.illegal, self._table.loss
        self.agents = AGENTS[:]

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Starts a game; `options={"fen": ...}` starts it from a position. The seed determines only the
        random moves that replace illegal ones.
        """
        self._table.reset(seed, options)
        self.agents = AGENTS[:]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = self.position.turn

    def observe(self, agent: str) -> View:
        """The observation of an agent, with its legal actions."""
        return self._table.view(agent)

    def step(self, action: Optional[int]) -> None:
        """Plays the action of the agent whose turn it is; None once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._table.play(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._table.rewards()
        if self.position.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and len(self.position.history) >= 2 * self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.position.turn
        self._accumulate_rewards()


raw_env = XtttAecEnv


class XtttParallelEnv(_Shared, ParallelEnv[str, View, int], EzPickle):  # type: ignore[misc]
    """Both agents give an action in each step; that of the agent whose turn it is counts.

    The other agent's mask is all 0, and its action is ignored. Options are those of `XtttAecEnv`, but an
    illegal action loses the game by default; `max_cycles` counts steps.
    """

    metadata = {"name": "xttt_v1", "render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(self, variant: str = "extreme", *, reward: str = "win", illegal: str = "lose",
                 max_cycles: Optional[int] = None, render_mode: Optional[str] = None) -> None:
        super().__init__()
        EzPickle.__init__(self, variant, reward=reward, illegal=illegal, max_cycles=max_cycles,
                          render_mode=render_mode)
        self._loses = illegal == "lose"
        self._set_up(_Table(variant, reward, "raise" if self._loses else illegal, max_cycles, render_mode), max_cycles,
                     render_mode)
        self.agents: List[str] = []

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
              ) -> Tuple[Dict[str, View], Dict[str, Dict[str, Any]]]:
        """Starts a game; `options={"fen": ...}` starts it from a position."""
        self._table.reset(seed, options)
        self.agents = AGENTS[:]
        return self._views(), {agent: {} for agent in AGENTS}

    def step(self, actions: Dict[str, int]
             ) -> Tuple[Dict[str, View], Dict[str, float], Dict[str, bool], Dict[str, bool], Dict[str, Dict[str, Any]]]:
        """Plays the action of the agent whose turn it is."""
        if not self.agents:
            raise RuntimeError("the game is over; reset() starts the next one")
        agent = self.position.turn
        if agent not in actions:
            raise ValueError(f"actions: it is the turn of {agent!r}, which gave no action")
        lost = self._loses and not self.position.is_legal(actions[agent])
        if lost:
            rewards = {each: self._table.loss if each == agent else -self._table.loss for each in AGENTS}
        else:
            self._table.play(actions[agent])
            rewards = self._table.rewards()
        over = lost or self.position.over
        cut = not over and self.max_cycles is not None and len(self.position.history) >= self.max_cycles
        if over or cut:
            self.agents = []
        return (self._views(), rewards, dict.fromkeys(AGENTS, over), dict.fromkeys(AGENTS, cut),
                {each: {} for each in AGENTS})

    def _views(self) -> Dict[str, View]:
        return {agent: self._table.view(agent) for agent in AGENTS}
