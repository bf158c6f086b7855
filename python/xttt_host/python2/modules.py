"""The standard library as a Python 2 program knows it: old names, and old meanings of some."""

import builtins
import importlib
import math
import operator
import sys
import time
import types

_RENAMED = {
    "Queue": "queue", "cPickle": "pickle", "StringIO": "io", "cStringIO": "io",
    "ConfigParser": "configparser", "copy_reg": "copyreg", "thread": "_thread",
    "dummy_thread": "_dummy_thread", "__builtin__": "builtins", "HTMLParser": "html.parser",
    "UserDict": "collections", "UserList": "collections", "UserString": "collections",
    "repr": "reprlib", "exceptions": "builtins",
}


def _old_sys():
    return {"maxint": 2**63 - 1, "setcheckinterval": lambda interval: None,
            "exc_clear": lambda: None}


def _old_time():
    # The processor time of the process, as on every Unix.
    return {"clock": time.process_time}


def _old_math():
    return {"floor": lambda x: float(math.floor(x)), "ceil": lambda x: float(math.ceil(x))}


def _old_operator():
    from xttt_host.python2.runtime import div, idiv
    return {"div": div, "idiv": idiv, "isCallable": callable,
            "sequenceIncludes": operator.contains}


def _old_itertools():
    import itertools
    return {"izip": zip, "imap": map, "ifilter": filter, "izip_longest": itertools.zip_longest,
            "ifilterfalse": itertools.filterfalse}


def _old_string():
    import string
    return {"letters": string.ascii_letters, "lowercase": string.ascii_lowercase,
            "uppercase": string.ascii_uppercase, "maketrans": str.maketrans,
            "join": lambda words, separator=" ": separator.join(words),
            "split": lambda text, *rest: text.split(*rest), "atoi": int, "atof": float,
            "lower": str.lower, "upper": str.upper, "replace": str.replace, "strip": str.strip}


def _old_types():
    return {"IntType": int, "LongType": int, "FloatType": float, "StringType": str,
            "ListType": list, "TupleType": tuple, "DictType": dict, "BooleanType": bool,
            "NoneType": type(None), "StringTypes": (str,), "ClassType": type,
            "InstanceType": object}


_FLAVOURED = {"sys": _old_sys, "time": _old_time, "math": _old_math, "operator": _old_operator,
              "itertools": _old_itertools, "string": _old_string, "types": _old_types}
_made = {}


class _OldModule(types.ModuleType):
    """A module seen through Python 2's eyes: its old names first, then itself. What is assigned
    goes to the module, so that sys.stdout and the like work."""

    def __init__(self, module, names):
        object.__setattr__(self, "_module", module)
        object.__setattr__(self, "_names", names)

    def __getattribute__(self, name):
        names = object.__getattribute__(self, "_names")
        if name in names:
            return names[name]
        value = getattr(object.__getattribute__(self, "_module"), name)
        if name == "__dict__":  # what `from ... import *` looks into
            return {**value, **names}
        return [*value, *names] if name == "__all__" else value

    def __setattr__(self, name, value):
        setattr(object.__getattribute__(self, "_module"), name, value)

    def __delattr__(self, name):
        delattr(object.__getattribute__(self, "_module"), name)


def _flavoured(name):
    if name not in _made:
        _made[name] = _OldModule(importlib.import_module(name), _FLAVOURED[name]())
    return _made[name]


def old_import(name, globals=None, locals=None, fromlist=(), level=0):
    """What ``import`` calls in a Python 2 program."""
    if level == 0 and name in _FLAVOURED:
        return _flavoured(name)
    if level == 0 and name in _RENAMED:
        return importlib.import_module(_RENAMED[name])
    if level < 0:
        level = 0
    return builtins.__import__(name, globals, locals, fromlist, level)


class LocalModules:
    """Finds the modules of the bot's own folder, so that they too keep their Python 2 meaning."""

    def __init__(self, folder, compile_source):
        self._folder = folder
        self._compile = compile_source

    def find_spec(self, name, path=None, target=None):
        from importlib.machinery import PathFinder
        if path is None:
            path = [self._folder]
        elif not any(str(part).startswith(self._folder) for part in path):
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is None or not getattr(spec, "has_location", False):
            return None
        if not spec.origin.endswith(".py"):
            return spec
        spec.loader = _LocalLoader(spec.loader, self._compile)
        return spec


class _LocalLoader:
    def __init__(self, finder_loader, compile_source):
        self._loader = finder_loader
        self._compile = compile_source

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        self._compile(self._loader.get_filename(module.__name__), vars(module))


def install(folder, run_file):
    sys.meta_path.insert(0, LocalModules(folder, run_file))
