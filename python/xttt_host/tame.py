"""Keeps innocent modules from doing at import time what costs a bot its game in the sandbox.

``platform`` runs uname and ``ctypes.util`` runs ldconfig and a compiler, both to learn what no bot
needs; pandas and scikit-learn make them. A bot that starts a process itself is not protected.
"""

import importlib.machinery
import sys


def _tame_platform(module):
    processor = getattr(module, "_Processor", None)
    if processor is not None:
        processor.from_subprocess = staticmethod(lambda: "")


def _tame_ctypes_util(module):
    module.find_library = lambda name: None


_TAMERS = {"platform": _tame_platform, "ctypes.util": _tame_ctypes_util}


class _Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name not in _TAMERS:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None:
            spec.loader = _Loader(spec.loader, _TAMERS[name])
        return spec


class _Loader:
    def __init__(self, loader, tame):
        self._loader = loader
        self._tame = tame

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        self._loader.exec_module(module)
        self._tame(module)


def install():
    sys.meta_path.insert(0, _Finder)
