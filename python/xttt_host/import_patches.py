"""Keeps standard modules from starting processes for an innocent call.

``platform`` runs uname and file, ``ctypes.util`` runs ldconfig and a compiler, to learn what no bot
needs; pandas and scikit-learn import both. A bot that starts a process itself is not protected.
"""

import importlib.machinery
import sys


def _patch_platform(module):
    processor = getattr(module, "_Processor", None)
    if processor is not None:
        processor.from_subprocess = staticmethod(lambda: "")
    module._syscmd_file = lambda target, default="": default


def _patch_ctypes_util(module):
    module.find_library = lambda name: None


_PATCHES = {"platform": _patch_platform, "ctypes.util": _patch_ctypes_util}


class _Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name not in _PATCHES:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None:
            spec.loader = _Loader(spec.loader, _PATCHES[name])
        return spec


class _Loader:
    def __init__(self, loader, patch):
        self._loader = loader
        self._patch = patch

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        self._loader.exec_module(module)
        self._patch(module)


def install():
    sys.meta_path.insert(0, _Finder)
