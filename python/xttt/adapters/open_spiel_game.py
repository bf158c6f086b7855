"""The game for OpenSpiel: a pyspiel.Game, registered as `python_xttt`, with its State and observer.

    import pyspiel
    import xttt.adapters.open_spiel_game
    game = pyspiel.load_game("python_xttt(variant=ultimate)")
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional

import numpy as np

try:
    import pyspiel
except ImportError as error:
    raise ImportError("xttt.adapters.open_spiel_game needs OpenSpiel (the module pyspiel), which is "
                      "not installed") from error

import xttt

_GAME_TYPE = pyspiel.GameType(
    short_name="python_xttt",
    long_name="Extreme Tic-Tac-Toe",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"variant": "extreme", "reward": "win"})


class XtttGame(pyspiel.Game):
    """Parameters: `variant`, and `reward` ('win' or 'points')."""

    def __init__(self, params: Optional[Dict[str, Any]] = None):
        params = dict(params or {})
        self.variant = xttt.variant(params.get("variant", "extreme"))
        self.reward = params.get("reward", "win")
        if self.reward not in ("win", "points"):
            raise ValueError(f"reward must be 'win' or 'points', not {self.reward!r}")
        best = 1.0 if self.reward == "win" else float(self.variant.line_points)
        super().__init__(_GAME_TYPE, pyspiel.GameInfo(
            num_distinct_actions=self.variant.actions, max_chance_outcomes=0, num_players=2,
            min_utility=-best, max_utility=best, utility_sum=0.0,
            max_game_length=self.variant.actions), params)

    def new_initial_state(self) -> "XtttState":
        return XtttState(self)

    def make_py_observer(self, iig_obs_type: Any = None,
                         params: Optional[Dict[str, Any]] = None) -> "XtttObserver":
        if params:
            raise ValueError(f"the observer has no parameters, but was given {params}")
        return XtttObserver(self.variant)


class XtttState(pyspiel.State):
    """Player 0 is x, player 1 is o. A bonus move leaves the turn where it is."""

    def __init__(self, game: XtttGame):
        super().__init__(game)
        self._reward = game.reward
        self.position = xttt.Position(game.variant.name)

    def current_player(self) -> int:
        if self.position.over:
            return pyspiel.PlayerId.TERMINAL
        return "xo".index(self.position.turn)

    def _legal_actions(self, player: int) -> List[int]:
        return sorted(self.position.legal_actions())

    def _apply_action(self, action: int) -> None:
        self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{'xo'[player]}({self.position.move_text(action)})"

    def is_terminal(self) -> bool:
        return self.position.over

    def returns(self) -> List[float]:
        outcome = self.position.outcome
        return [0.0, 0.0] if outcome is None else list(outcome.rewards(self._reward))

    def __str__(self) -> str:
        return self.position.draw(ascii=True)


class XtttObserver:
    """Fills `tensor` (and `dict["planes"]`, which shares its memory) with a player's view."""

    def __init__(self, variant: xttt.Variant):
        shape = variant.observation_shape
        self._bytes = np.zeros(shape, np.uint8)
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"planes": self.tensor.reshape(shape)}

    def set_from(self, state: XtttState, player: int) -> None:
        state.position.observation("xo"[player], out=self._bytes)
        self.dict["planes"][...] = self._bytes

    def string_from(self, state: XtttState, player: int) -> str:
        return state.position.fen


pyspiel.register_game(_GAME_TYPE, XtttGame)
