"""The standard library of Python 2: old module names and old behaviour."""

import builtins
import importlib
import math
import operator
import os
import sys
import time
import types

# Renamed modules; those in _FLAVOURED also get Python 2 behaviour.
_RENAMED = {
    "Queue": "queue", "cPickle": "pickle", "StringIO": "io", "cStringIO": "io",
    "ConfigParser": "configparser", "copy_reg": "copyreg", "thread": "_thread",
    "dummy_thread": "_dummy_thread", "__builtin__": "builtins", "HTMLParser": "html.parser",
    "UserDict": "collections", "UserList": "collections", "UserString": "collections",
    "repr": "reprlib", "exceptions": "builtins", "md5": "hashlib", "sha": "hashlib",
    "sets": "builtins", "anydbm": "dbm", "Tkinter": "tkinter", "SocketServer": "socketserver",
    "urllib2": "urllib.request", "htmlentitydefs": "html.entities", "xmlrpclib": "xmlrpc.client",
    "httplib": "http.client", "Cookie": "http.cookies", "cookielib": "http.cookiejar",
}


def _old_sys():
    return {"maxint": 2**63 - 1, "setcheckinterval": lambda interval: None,
            "exc_clear": lambda: None, "getcheckinterval": lambda: 100, "exc_value": None,
            "setdefaultencoding": lambda name: None}


def _old_time():
    # The CPU time of the process, as on every Unix.
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
            "join": lambda words, separator=" ": separator.join(words), "joinfields":
            lambda words, separator=" ": separator.join(words), "atoi": int, "atol": int,
            "atof": float, **{name: getattr(str, name) for name in (
                "split", "lower", "upper", "replace", "strip", "lstrip", "rstrip", "find", "rfind",
                "index", "count", "ljust", "rjust", "center", "zfill", "capitalize", "swapcase",
                "translate", "expandtabs")}}


def _old_types():
    return {"IntType": int, "LongType": int, "FloatType": float, "StringType": str,
            "ListType": list, "TupleType": tuple, "DictType": dict, "BooleanType": bool,
            "NoneType": type(None), "StringTypes": (str,), "ClassType": type,
            "InstanceType": object}


def _old_random():
    from xttt_host.python2 import old_random
    return old_random.names()


def _old_heapq():
    from xttt_host.python2 import old_heapq
    return old_heapq.heapq_names()


def _old_bisect():
    from xttt_host.python2 import old_heapq
    return old_heapq.bisect_names()


def _old_queue():
    from xttt_host.python2 import old_heapq
    return old_heapq.queue_names()


def _as_bytes(value):
    return value.encode("latin-1") if isinstance(value, str) else value


def _on_bytes(function):
    """Wraps a function of bytes: takes and returns Python 2 strings."""
    def call(*arguments, **named):
        result = function(*map(_as_bytes, arguments), **named)
        return result.decode("latin-1") if isinstance(result, bytes) else result
    return call


class _Hash:
    """A hashlib hash that accepts Python 2 strings."""

    def __init__(self, inner):
        self._inner = inner

    def update(self, text):
        self._inner.update(_as_bytes(text))

    def digest(self):
        return self._inner.digest().decode("latin-1")

    def copy(self):
        return _Hash(self._inner.copy())

    def __getattr__(self, name):
        return getattr(self._inner, name)


def _old_hashlib():
    import hashlib

    def maker(name):
        return lambda text="": _Hash(hashlib.new(name, _as_bytes(text), usedforsecurity=False)
                                     if sys.version_info >= (3, 9)
                                     else hashlib.new(name, _as_bytes(text)))
    names = {name: maker(name) for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")}
    names["new"] = lambda name, text="": maker(name)(text)
    return names


def _old_md5():
    made = _old_hashlib()
    return {"new": made["md5"], "md5": made["md5"]}


def _old_sha():
    made = _old_hashlib()
    return {"new": made["sha1"], "sha": made["sha1"]}


def _old_sets():
    return {"Set": set, "ImmutableSet": frozenset, "BaseSet": (set, frozenset)}


def _wrapped(module_name, *functions):
    def names():
        module = importlib.import_module(module_name)
        return {name: _on_bytes(getattr(module, name)) for name in functions
                if hasattr(module, name)}
    return names


def _old_base64():
    import base64
    names = {name: _on_bytes(getattr(base64, name))
             for name in ("b64encode", "b64decode", "b32encode", "b32decode", "b16encode",
                          "b16decode", "urlsafe_b64encode", "urlsafe_b64decode")}
    names["encodestring"] = _on_bytes(base64.encodebytes)
    names["decodestring"] = _on_bytes(base64.decodebytes)
    return names


def _old_pickle():
    import pickle

    def load(file):
        return pickle.loads(_as_bytes(file.read()), encoding="latin-1")

    def dump(value, file, protocol=0):
        text = pickle.dumps(value, 2 if protocol < 0 else protocol)
        try:
            file.write(text)
        except TypeError:
            file.write(text.decode("latin-1"))

    return {"load": load, "dump": dump,
            "loads": lambda text: pickle.loads(_as_bytes(text), encoding="latin-1"),
            "dumps": lambda value, protocol=0: pickle.dumps(
                value, 2 if protocol < 0 else protocol).decode("latin-1")}


def _old_collections():
    import collections.abc
    return {name: getattr(collections.abc, name) for name in collections.abc.__all__}


def _old_userdict():
    import collections
    return {"IterableUserDict": collections.UserDict}


def _old_fractions():
    return {"gcd": math.gcd}


def _old_os():
    import os
    return {"getcwdu": os.getcwd, "write": _on_bytes(os.write), "read": _on_bytes(os.read)}


def _old_stringio():
    import io

    class StringIO(io.StringIO):
        def __init__(self, text=""):
            super().__init__(text, newline="")

        def getvalue(self):
            return super().getvalue()

    return {"StringIO": StringIO}


_FLAVOURED = {
    "sys": _old_sys, "time": _old_time, "math": _old_math, "operator": _old_operator,
    "itertools": _old_itertools, "string": _old_string, "types": _old_types,
    "random": _old_random, "heapq": _old_heapq, "bisect": _old_bisect, "Queue": _old_queue,
    "hashlib": _old_hashlib, "md5": _old_md5, "sha": _old_sha, "sets": _old_sets,
    "pickle": _old_pickle, "cPickle": _old_pickle, "collections": _old_collections,
    "UserDict": _old_userdict, "fractions": _old_fractions, "os": _old_os,
    "StringIO": _old_stringio, "cStringIO": _old_stringio, "base64": _old_base64,
    "zlib": _wrapped("zlib", "crc32", "adler32", "compress", "decompress"),
    "binascii": _wrapped("binascii", "crc32", "hexlify", "unhexlify", "a2b_hex", "b2a_hex"),
    "struct": _wrapped("struct", "pack", "unpack"),
}
_made = {}


class _OldModule(types.ModuleType):
    """A module with its Python 2 names in addition. Assignments go to the real module, so that
    assigning to sys.stdout works."""

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
        module = importlib.import_module(_RENAMED.get(name, name))
        _made[name] = _OldModule(module, _FLAVOURED[name]())
    return _made[name]


def _found(name):
    return any(finder.find_spec(name, None) is not None for finder in sys.meta_path
               if isinstance(finder, LocalModules))


def old_import(name, globals=None, locals=None, fromlist=(), level=0):
    """Implements ``import`` in Python 2 programs. Modules next to the program come first."""
    if level < 0:
        level = 0
    if level == 0 and (name in _FLAVOURED or name in _RENAMED) and not _found(name):
        if name in _FLAVOURED:
            return _flavoured(name)
        return importlib.import_module(_RENAMED[name])
    if level == 0:
        package = (globals or {}).get("__package__") or ""
        if package and not _is_standard(name):
            # Modules of the same package come before all others.
            try:
                return builtins.__import__(name, globals, locals, fromlist, 1)
            except ImportError:
                pass
    return builtins.__import__(name, globals, locals, fromlist, level)


def _is_standard(name):
    return name.partition(".")[0] in sys.builtin_module_names or name in sys.modules


class LocalModules:
    """Finds the modules in the bot's folder and translates them too."""

    def __init__(self, folder, compile_source):
        self._folder = folder
        self._compile = compile_source

    def find_spec(self, name, path=None, target=None):
        from importlib.machinery import PathFinder
        if path is None:
            path = [self._folder]
        else:
            # Packages of the bot. Python or this host may be installed below the bot's folder.
            package = os.path.join(self._folder, name.partition(".")[0])
            if not any((str(part) + os.sep).startswith(package + os.sep) for part in path):
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
