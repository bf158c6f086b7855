"""Finds the bot's class in its file."""

import inspect
import io
import os
import sys
import tokenize
import types


class LoadError(Exception):
    """The file holds no bot that could play; the message says why, for its author."""


def load_class(path, class_name=None, language="auto"):
    """The class in the file at path, and whether it is Python 2."""
    source = _read(path)
    folder = os.path.dirname(os.path.abspath(path))
    sys.path.insert(0, folder)
    sys.argv = [path]
    name = os.path.splitext(os.path.basename(path))[0]
    module = types.ModuleType(name)
    module.__file__ = path
    sys.modules[name] = module
    python2 = _is_python2(source, language)
    try:
        if python2:
            _run_python2(source, path, folder, vars(module))
        else:
            exec(compile(source, path, "exec", dont_inherit=True), vars(module))
    except SyntaxError as error:
        raise LoadError("%s, line %s: %s" % (os.path.basename(error.filename or path), error.lineno,
                                             error.msg)) from error
    return _choose(module, class_name, os.path.basename(path)), python2


def _read(path):
    try:
        with open(path, "rb") as file:
            raw = file.read()
    except OSError as error:
        raise LoadError("cannot read %s: %s" % (path, error.strerror)) from error
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
        return raw.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError):
        return raw.decode("latin-1")  # Python 2 did not mind


def _is_python2(source, language):
    if language != "auto":
        return language == "2"
    from xttt_host.python2 import is_python2
    return is_python2(source)


def _run_python2(source, path, folder, names):
    from xttt_host.python2 import compile_python2, modules, runtime

    def run(text, filename, where):
        where["__builtins__"] = runtime.BUILTINS
        exec(compile_python2(text, filename), where)

    modules.install(folder, lambda filename, where: run(_read(filename), filename, where))
    run(source, path, names)


def _choose(module, class_name, file_name):
    own = [value for value in vars(module).values()
           if inspect.isclass(value) and value.__module__ == module.__name__]
    players = [cls for cls in own if callable(getattr(cls, "move", None))]
    if class_name is not None:
        found = getattr(module, class_name, None)
        if inspect.isclass(found) and callable(getattr(found, "move", None)):
            return found
        if inspect.isclass(found):
            raise LoadError("class %s of %s has no method move" % (class_name, file_name))
        raise LoadError("%s has no class %s; %s" % (file_name, class_name, _list(players)))
    if len(players) == 1:
        return players[0]
    if not players:
        raise LoadError("%s has no class with a method move(self, board, old_move, flag)"
                        % file_name)
    # Course files often carry the simulator's own players beside their own.
    named = [cls for cls in players
             if cls.__name__.lower() in (file_name[:-3].lower(), "player" + file_name[4:-3])
             or cls.__name__.lower().startswith(("team", "player"))]
    if len(named) == 1:
        return named[0]
    raise LoadError("%s has several classes with a method move; name one: %s"
                    % (file_name, ", ".join(cls.__name__ for cls in players)))


def _list(players):
    if not players:
        return "no class in it has a method move"
    return "it has " + ", ".join(cls.__name__ for cls in players)
