"""The properties of the variants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

import xttt._core as _core


@dataclass(frozen=True)
class Variant:
    """The properties of one variant."""

    name: str
    summary: str
    big_boards: int
    size: int  # cells along a small board, small boards along a big board
    bonus_move: bool
    line_points: int
    actions: int  # how many cells there are; actions run from 0 to this less one
    observation_shape: Tuple[int, int, int]  # planes, rows, columns
    symmetries: int


def variant(name: str) -> Variant:
    """The variant with this name. A ValueError lists the valid names."""
    return Variant(**_core.variant_facts(name))
