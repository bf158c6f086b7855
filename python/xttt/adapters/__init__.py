"""The game in the shapes of other people's toolkits. Each module needs its toolkit and says so when
it is missing; importing xttt itself never loads one.

    xttt.adapters.gymnasium_env     one side of a game as a gymnasium.Env
    xttt.adapters.pettingzoo_env    both sides as a pettingzoo.AECEnv
    xttt.adapters.open_spiel_game   a pyspiel.Game with its State and observer
"""
