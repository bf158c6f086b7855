"""Python 2 statements that are functions here, and Python 2 strings, which are bytes."""

import sys

# --- Statements that have become functions ----------------------------------------------------------------


def old_raise(kind, value=None, trace=None):
    """raise E, V, T: the exception to raise."""
    if isinstance(kind, tuple):
        kind = kind[0]
    if isinstance(kind, type) and issubclass(kind, BaseException):
        if value is None:
            error = kind()
        elif isinstance(value, kind):
            error = value
        else:
            error = kind(*value) if isinstance(value, tuple) else kind(value)
    else:
        error = kind
    return error.with_traceback(trace) if trace is not None else error


def old_print(ended, file, *items):
    """print with the blanks of Python 2: one before an item, unless the line has just begun."""
    if file is None:
        file = sys.stdout
        if file is None:
            return
    soft = getattr(file, "softspace", 0)
    for item in items:
        text = old_str(item)
        if soft:
            file.write(" ")
        file.write(text)
        soft = not (text and text[-1].isspace() and text[-1] != " ")
    if ended:
        file.write("\n")
        soft = 0
    try:
        file.softspace = 1 if soft else 0
    except AttributeError:
        pass


class _Frame:
    """The names of the caller: the default namespaces of eval and exec."""

    def __init__(self, depth):
        frame = sys._getframe(depth + 1)
        self.globals, self.locals = frame.f_globals, frame.f_locals
        while frame.f_code.co_name in ("<listcomp>", "<genexpr>", "<setcomp>", "<dictcomp>"):
            frame = frame.f_back
            self.locals = dict(frame.f_locals, **self.locals)


def _translated(source, filename, mode):
    from xttt_host.python2 import compile_python2
    if isinstance(source, bytes):
        source = source.decode("latin-1")
    return compile_python2(source, filename, mode) if isinstance(source, str) else source


def _with_builtins(names):
    from xttt_host.python2.runtime import BUILTINS
    names.setdefault("__builtins__", BUILTINS)
    return names


def old_eval(source, globals=None, locals=None):
    caller = _Frame(1)
    if globals is None:
        globals, locals = caller.globals, caller.locals
    return eval(_translated(source, "<string>", "eval"), _with_builtins(globals),
                globals if locals is None else locals)


def old_exec(source, globals=None, locals=None):
    if isinstance(source, tuple) and globals is None:  # exec(source, names)
        source, globals, locals = (source + (None, None))[:3]
    caller = _Frame(1)
    if globals is None:
        globals, locals = caller.globals, caller.locals
    if hasattr(source, "read"):
        source = source.read()
    exec(_translated(source, "<string>", "exec"), _with_builtins(globals),
         globals if locals is None else locals)


def old_execfile(filename, globals=None, locals=None):
    caller = _Frame(1)
    if globals is None:
        globals, locals = caller.globals, caller.locals
    with open(filename, encoding="latin-1") as file:
        code = _translated(file.read(), filename, "exec")
    exec(code, _with_builtins(globals), globals if locals is None else locals)


def old_compile(source, filename, mode, *rest):
    if not isinstance(source, (str, bytes)) or mode == "single":
        return compile(source, filename, mode, *rest)
    return _translated(source, filename, mode)


def old_input(prompt=""):
    caller = _Frame(1)
    return eval(_translated(input(prompt), "<string>", "eval"), caller.globals, caller.locals)


# --- Text and numbers -----------------------------------------------------------------------------------------


def old_str(value=""):
    """str(x): twelve digits of a float."""
    if type(value) is float:
        text = "%.12g" % value
        return text if any(c in text for c in ".en") else text + ".0"
    return str(value)


class _ShortFloat(float):
    def __str__(self):
        return old_str(float(self))

    __repr__ = float.__repr__


def old_format(text, values):
    """text % values."""
    if type(values) is float:
        values = _ShortFloat(values)
    elif type(values) is tuple and float in map(type, values):
        values = tuple(_ShortFloat(v) if type(v) is float else v for v in values)
    return text % values


_BYTE_CODECS = {"hex": "hex", "base64": "base64", "zip": "zip", "zlib": "zip", "bz2": "bz2"}


def encode(target, *arguments, **named):
    """Bytes become a str with one character per byte, like Python 2's str."""
    if not isinstance(target, str):
        return target.encode(*arguments, **named)
    import codecs
    name = arguments[0] if arguments else named.get("encoding", "ascii")
    if name in _BYTE_CODECS:
        return codecs.encode(target.encode("latin-1"), _BYTE_CODECS[name]).decode("latin-1")
    result = codecs.encode(target, *arguments, **named) if arguments or named else target
    return result.decode("latin-1") if isinstance(result, bytes) else result


def decode(target, *arguments, **named):
    if not isinstance(target, str):
        return target.decode(*arguments, **named)
    import codecs
    name = arguments[0] if arguments else named.get("encoding", "ascii")
    if name in ("rot13", "rot_13"):
        return codecs.decode(target, "rot13")
    result = codecs.decode(target.encode("latin-1"), _BYTE_CODECS.get(name, name), *arguments[1:])
    return result.decode("latin-1") if isinstance(result, bytes) else result


_NEW_ATTRIBUTES = {"func_name": "__name__", "func_code": "__code__", "func_defaults": "__defaults__",
                   "func_globals": "__globals__", "func_dict": "__dict__", "func_doc": "__doc__",
                   "im_func": "__func__", "im_self": "__self__"}


def attribute(target, name):
    try:
        return getattr(target, name)
    except AttributeError:
        if name == "message" and isinstance(target, BaseException):
            return target.args[0] if len(target.args) == 1 else ""
        if name == "im_class":
            return type(target.__self__)
        if name == "im_func" and not hasattr(target, "__func__") and callable(target):
            return target  # a method looked up in its class is a plain function now
        if name in _NEW_ATTRIBUTES:
            return getattr(target, _NEW_ATTRIBUTES[name])
        raise


def old_open(name, mode="r", buffering=-1):
    """Text is bytes, so every byte is a character; line ends are not converted."""
    newline = None if "U" in mode else ""
    return open(name, mode.replace("U", "").replace("b", "") or "r", buffering if buffering != 0 else 1,
                encoding="latin-1", newline=newline)
