"""Adapters of the game for other toolkits.

| module | interface |
|---|---|
| `xttt.adapters.gymnasium_env` | one side of a game as a `gymnasium.Env` |
| `xttt.adapters.gymnasium_vector` | many games as a `gymnasium.vector.VectorEnv` |
| `xttt.adapters.pettingzoo_env` | both sides as a PettingZoo AEC or parallel environment |
| `xttt.adapters.open_spiel_game` | a `pyspiel.Game` with its state and observer |

Each module needs its toolkit and raises ImportError if it is missing. `import xttt` loads none of them.
"""

from __future__ import annotations

import sys

import xttt._core as _core


def environment_id(variant: str) -> str:
    """The Gymnasium id of a variant, such as 'xttt/Extreme-v0'."""
    return f"xttt/{variant.capitalize()}-v0"


def register_gymnasium() -> None:
    """Registers an environment for each variant with Gymnasium, once.

    `import xttt` does this if Gymnasium is imported already. In any order,
    `gymnasium.make("xttt.adapters:xttt/Extreme-v0")` works too.
    """
    from gymnasium.envs.registration import register, registry

    for variant in _core.VARIANTS:
        if environment_id(variant) not in registry:
            register(id=environment_id(variant), kwargs={"variant": variant},
                     entry_point="xttt.adapters.gymnasium_env:XtttEnv",
                     vector_entry_point="xttt.adapters.gymnasium_vector:XtttVectorEnv")


if sys.modules.get("gymnasium") is not None:
    register_gymnasium()
