"""The game for OpenSpiel: a pyspiel.Game, registered as `python_xttt`, with its State and observer.

    import pyspiel
    import xttt.adapters.open_spiel_game
    game = pyspiel.load_game("python_xttt(variant=ultimate)")
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional

import numpy as np
import numpy.typing as npt

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as error:
    raise ImportError("xttt.adapters.open_spiel_game needs OpenSpiel (the module pyspiel), which is "
                      "not installed: pip install xttt[openspiel]") from error

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


class XtttGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """Parameters: `variant`, and `reward` ('win' or 'points')."""

    def __init__(self, params: Optional[Dict[str, Any]] = None) -> None:
        params = dict(params or {})
        facts = xttt.variant(params.get("variant", "extreme"))
        reward = params.get("reward", "win")
        if reward not in ("win", "points"):
            raise ValueError(f"reward must be 'win' or 'points', not {reward!r}")
        best = 1.0 if reward == "win" else float(facts.line_points)
        super().__init__(_GAME_TYPE, pyspiel.GameInfo(
            num_distinct_actions=facts.actions, max_chance_outcomes=0, num_players=2,
            min_utility=-best, max_utility=best, utility_sum=0.0, max_game_length=facts.actions), params)

    # Read from the parameters each time, because a pickled game loses its attributes.
    @property
    def variant(self) -> xttt.Variant:
        """The properties of the variant."""
        return xttt.variant(self.get_parameters().get("variant", "extreme"))

    @property
    def reward(self) -> str:
        """The kind of reward: 'win' or 'points'."""
        return str(self.get_parameters().get("reward", "win"))

    def new_initial_state(self, state: Any = None) -> "XtttState":
        """The start of a game, or the state that a dictionary of `to_dict()` describes."""
        return XtttState(self, state)

    def make_py_observer(self, iig_obs_type: Any = None, params: Optional[Dict[str, Any]] = None) -> Any:
        """Creates an observer; see `XtttObserver`."""
        if params:
            raise ValueError(f"the observer has no parameters, but was given {params}")
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return XtttObserver(self.variant)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class XtttState(pyspiel.State):  # type: ignore[misc]
    """Player 0 is x, player 1 is o. After a move that earns a bonus move, the same player moves again."""

    def __init__(self, game: XtttGame, state: Any = None) -> None:
        super().__init__(game)
        self._reward = game.reward
        if state is not None and not isinstance(state, dict):
            state = state.to_dict()
        self.position = xttt.Position(game.variant.name, fen=None if state is None else state["fen"])

    def current_player(self) -> int:
        """The player to move, or TERMINAL."""
        if self.position.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return 0 if self.position.turn == "x" else 1

    def _legal_actions(self, player: int) -> List[int]:
        return sorted(self.position.legal_actions())

    def _apply_action(self, action: int) -> None:
        self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{'xo'[player]}({self.position.move_text(action)})"

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.over

    def returns(self) -> List[float]:
        """The rewards of x and o; 0 until the game is over."""
        outcome = self.position.outcome
        return [0.0, 0.0] if outcome is None else list(outcome.rewards(self._reward))

    def _to_struct(self) -> Dict[str, Any]:
        return {"variant": self.position.variant, "fen": self.position.fen}

    def __str__(self) -> str:
        return self.position.fen


class XtttObserver:
    """Fills `tensor` (and `dict["planes"]`, which shares its memory) with a player's view."""

    def __init__(self, variant: xttt.Variant) -> None:
        shape = variant.observation_shape
        self._bytes: npt.NDArray[np.uint8] = np.zeros(shape, np.uint8)
        self.tensor: npt.NDArray[np.float32] = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"planes": self.tensor.reshape(shape)}

    def set_from(self, state: XtttState, player: int) -> None:
        """Reads a state as a player sees it."""
        state.position.observation("xo"[player], out=self._bytes)
        self.dict["planes"][...] = self._bytes

    def string_from(self, state: XtttState, player: int) -> str:
        """The state as text, the same for both players."""
        return state.position.fen


pyspiel.register_game(_GAME_TYPE, XtttGame)
