"""Both sides of a game as a PettingZoo AEC environment with the agents 'x' and 'o'."""

from __future__ import annotations

from typing import Any, Dict, Optional

import numpy as np

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError("xttt.adapters.pettingzoo_env needs the packages pettingzoo and gymnasium, "
                      "which are not both installed") from error

import xttt


def env(**options: Any) -> "XtttAecEnv":
    """The environment, by the name PettingZoo's own modules have."""
    return XtttAecEnv(**options)


class XtttAecEnv(AECEnv):
    """Agents take turns as the rules say: a bonus move lets the same agent move again.

    An observation is {"observation": planes from the agent's view, "action_mask": its legal actions,
    all 0 while it is not its turn}. An illegal action is a ValueError.
    """

    metadata = {"name": "xttt_v1", "render_modes": ["ansi", "svg"], "is_parallelizable": False,
                "render_fps": 1}

    def __init__(self, variant: str = "extreme", *, reward: str = "win",
                 render_mode: Optional[str] = None):
        super().__init__()
        facts = xttt.variant(variant)
        if reward not in ("win", "points"):
            raise ValueError(f"reward must be 'win' or 'points', not {reward!r}")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode must be one of {self.metadata['render_modes']}")
        self.render_mode = render_mode
        self._variant = variant
        self._reward = reward
        self.possible_agents = ["x", "o"]
        self.agents = self.possible_agents[:]
        self.observation_spaces = {
            agent: spaces.Dict({
                "observation": spaces.Box(0, 1, facts.observation_shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (facts.actions,), np.int8)})
            for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(facts.actions) for agent in self.possible_agents}
        self.position = xttt.Position(variant)

    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """`options={"fen": ...}` starts from a position. The game is deterministic, so `seed` has no effect."""
        self.position = xttt.Position(self._variant, fen=(options or {}).get("fen"))
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: self.position.over for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.position.turn

    def observe(self, agent: str) -> Dict[str, np.ndarray]:
        to_move = agent == self.position.turn and not self.position.over
        mask = self.position.mask().view(np.int8)
        return {"observation": self.position.observation(agent),
                "action_mask": mask if to_move else np.zeros_like(mask)}

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position.play(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {each: 0.0 for each in self.agents}
        outcome = self.position.outcome
        if outcome is not None:
            self.rewards = dict(zip(self.possible_agents, outcome.rewards(self._reward)))
            self.terminations = {each: True for each in self.agents}
        self.agent_selection = self.position.turn
        self._accumulate_rewards()

    def render(self) -> Optional[str]:
        if self.render_mode is None:
            return None
        return self.position.draw() if self.render_mode == "ansi" else self.position.svg()

    def close(self) -> None:
        pass
