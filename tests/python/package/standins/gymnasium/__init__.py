"""Stand-in: Env.reset seeds np_random, as documented; spaces check membership."""

from . import spaces

import numpy as np


class Env:
    metadata = {"render_modes": []}
    render_mode = None
    observation_space = None
    action_space = None
    _np_random = None

    @property
    def np_random(self):
        if self._np_random is None:
            self._np_random = np.random.default_rng()
        return self._np_random

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            self._np_random = np.random.default_rng(seed)

    @property
    def unwrapped(self):
        return self
