"""Patches modules that would make innocent bots forfeit.

``platform`` runs uname and file, and ``ctypes.util`` runs ldconfig and a compiler; pandas and
scikit-learn import both. A bot that starts a process itself still forfeits.
numpy has dropped names that the bots of 2018 and 2019 use.
"""

import sys


def _patch_platform(module):
    processor = getattr(module, "_Processor", None)
    if processor is not None:
        processor.from_subprocess = staticmethod(lambda: "")
    module._syscmd_file = lambda target, default="": default


def _patch_ctypes_util(module):
    module.find_library = lambda name: None


def _patch_numpy(module):
    for name, kind in (("int", int), ("float", float), ("bool", bool), ("object", object),
                       ("str", str), ("complex", complex), ("long", int)):
        if name not in vars(module):
            setattr(module, name, kind)


_PATCHES = {"platform": _patch_platform, "ctypes.util": _patch_ctypes_util, "numpy": _patch_numpy}


class _Finder(object):
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name not in _PATCHES:
            return None
        import importlib.machinery
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None:
            spec.loader = _Loader(spec.loader, _PATCHES[name])
        return spec


class _Loader(object):
    def __init__(self, loader, patch):
        self._loader = loader
        self._patch = patch

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        self._loader.exec_module(module)
        self._patch(module)


def install():
    # Python 2.7's platform runs programs by name, which the sandbox does not show.
    if sys.version_info[0] == 3:
        if "platform" in sys.modules:
            _patch_platform(sys.modules["platform"])
        sys.meta_path.insert(0, _Finder)
