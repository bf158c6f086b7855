"""Stand-in: what OpenSpiel gives games written in Python (docs of open_spiel/python/games)."""

import copy
import enum


class PlayerId(enum.IntEnum):
    CHANCE = -1
    SIMULTANEOUS = -2
    INVALID = -3
    TERMINAL = -4


class GameType:
    class Dynamics(enum.Enum):
        SEQUENTIAL = 0

    class ChanceMode(enum.Enum):
        DETERMINISTIC = 0

    class Information(enum.Enum):
        PERFECT_INFORMATION = 0

    class Utility(enum.Enum):
        ZERO_SUM = 0

    class RewardModel(enum.Enum):
        TERMINAL = 0

    def __init__(self, **facts):
        self.__dict__.update(facts)


class GameInfo:
    def __init__(self, **facts):
        self.__dict__.update(facts)


class Game:
    def __init__(self, game_type, game_info, params):
        self._type, self._info, self._params = game_type, game_info, params

    def get_type(self):
        return self._type

    def num_distinct_actions(self):
        return self._info.num_distinct_actions

    def num_players(self):
        return self._info.num_players

    def max_utility(self):
        return self._info.max_utility

    def max_game_length(self):
        return self._info.max_game_length


class State:
    def __init__(self, game):
        self._game = game
        self._history = []

    def get_game(self):
        return self._game

    def legal_actions(self, player=None):
        if self.is_terminal():
            return []
        player = self.current_player() if player is None else player
        return self._legal_actions(player) if player == self.current_player() else []

    def apply_action(self, action):
        if self.is_terminal():
            raise RuntimeError("the game is over")
        player = self.current_player()
        self._apply_action(action)
        self._history.append((player, action))

    def action_to_string(self, player, action=None):
        if action is None:
            player, action = self.current_player(), player
        return self._action_to_string(player, action)

    def history(self):
        return [action for _, action in self._history]

    def move_number(self):
        return len(self._history)

    def clone(self):
        return copy.deepcopy(self)

    def child(self, action):
        state = self.clone()
        state.apply_action(action)
        return state

    def __deepcopy__(self, memo):
        fresh = type(self).__new__(type(self))
        fresh.__dict__ = {key: value if key == "_game" else copy.deepcopy(value, memo)
                          for key, value in self.__dict__.items()}
        return fresh


_GAMES = {}


def register_game(game_type, game_class):
    _GAMES[game_type.short_name] = game_class


def load_game(text, params=None):
    name, _, rest = text.partition("(")
    params = dict(params or {})
    for part in filter(None, rest.rstrip(")").split(",")):
        key, _, value = part.partition("=")
        params[key] = value
    return _GAMES[name](params)
