"""Extreme Tic-Tac-Toe and its variants: rules, engine and environments.

    >>> import xttt
    >>> position = xttt.Position("extreme")
    >>> position.play("h9")
    >>> xttt.Engine().analyse(position, movetime=100).best_move   # doctest: +SKIP
    'm4'

docs/reference/python.md is the reference, docs/tutorials/python.md a tutorial.
"""

from __future__ import annotations

import sys as _sys
import warnings as _warnings
from typing import Any as _Any

try:
    import xttt._core as _core  # noqa: F401
except ImportError as _error:
    raise ImportError(
        f"the compiled part of xttt cannot be loaded into Python "
        f"{_sys.version_info.major}.{_sys.version_info.minor} ({_sys.executable}): {_error}. "
        "Install it for this interpreter with 'pip install .' in the sources, or build it with "
        "'make python' and use Debian's /usr/bin/python3."
    ) from _error

from xttt._core import (
    PLANES,
    VARIANTS,
    Analysis,
    BatchEnv,
    Engine,
    Outcome,
    Position,
    Record,
    Variation,
    __version__,
    symmetry_table,
)
from xttt.frames import to_frame, to_parquet
from xttt.records import load, loads, save
from xttt.variants import Variant, variant

__all__ = [
    "PLANES", "VARIANTS", "Analysis", "BatchEnv", "Engine", "Outcome", "Position", "Record",
    "Variant", "Variation", "__version__", "load", "loads", "save", "symmetry_table", "to_frame",
    "to_parquet", "variant",
]


def __getattr__(name: str) -> _Any:
    if name == "Line":
        _warnings.warn("xttt.Line is deprecated: use xttt.Variation", DeprecationWarning, stacklevel=2)
        return Variation
    raise AttributeError(f"module 'xttt' has no attribute '{name}'")


if _sys.modules.get("gymnasium") is not None:  # never loaded by us, but given our environments if it is there
    import xttt.adapters as _adapters  # noqa: F401
