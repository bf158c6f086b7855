"""The properties of the variants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

import xttt._core as _core


@dataclass(frozen=True)
class Variant:
    """The properties of one variant."""

    name: str
    """As in `xttt.VARIANTS`."""
    summary: str
    """The variant in one line."""
    big_boards: int
    """Number of big boards."""
    size: int
    """Cells along a small board, and small boards along a big board."""
    bonus_move: bool
    """Whether winning a small board gives another move."""
    line_points: int
    """Points of a line of small boards."""
    actions: int
    """Number of cells; actions are numbered from 0."""
    observation_shape: Tuple[int, int, int]
    """Planes, rows, columns."""
    symmetries: int
    """Number of symmetries, the identity included."""


def variant(name: str) -> Variant:
    """The variant with this name. A ValueError lists the valid names."""
    return Variant(**_core.variant_facts(name))
