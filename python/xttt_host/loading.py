"""Finds the bot's class in its file."""

import inspect
import io
import os
import re
import sys
import types


class LoadError(Exception):
    """The file has no usable bot; the message tells its author why."""


class LoadedBot(object):
    def __init__(self, bot_class, source, differences):
        self.bot_class = bot_class
        self.big_boards, self.edition_sign = _edition(source)
        self.differences = differences  # (file, line, text) of what Python 2 did differently


def load_bot(path, class_name=None, language="auto"):
    """The class in the file at path."""
    folder = os.path.dirname(os.path.abspath(path))
    raw = _read(path)
    sys.path.insert(0, folder)
    sys.argv = [path]
    file_name = os.path.basename(path)
    name = os.path.splitext(file_name)[0]
    module = types.ModuleType(name)
    module.__file__ = path
    sys.modules[name] = module
    differences = []
    try:
        # The code is compiled under the file name only, so that messages contain no folder of the host.
        if sys.version_info[0] == 2:
            source = raw
            exec(compile(raw.replace(b"\r\n", b"\n") + b"\n", file_name, "exec", 0, True), vars(module))
        else:
            source = _decoded(raw)
            if _is_python2(source, language):
                _run_python2(source, file_name, folder, vars(module), differences)
            else:
                exec(compile(source, file_name, "exec", dont_inherit=True), vars(module))
    except SyntaxError as error:
        where = os.path.basename(error.filename or file_name)
        problem = LoadError("%s, line %s: %s" % (where, error.lineno, error.msg))
        problem.__cause__ = error
        raise problem
    chosen = _choose(module, class_name, file_name)
    _check_constructor(chosen)
    return LoadedBot(chosen, source, differences)


def _read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except (IOError, OSError) as error:
        raise LoadError("cannot read %s: %s" % (os.path.basename(path), error.strerror))


def _decoded(raw):
    import tokenize
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


def _run_python2(source, file_name, folder, names, differences):
    from xttt_host.python2 import compile_python2, modules, runtime

    def run(text, name, where):
        found = []
        where["__builtins__"] = runtime.BUILTINS
        code = compile_python2(text, name, differences=found)
        differences.extend((name, line, difference) for line, difference in found)
        exec(code, where)

    def run_file(path, where):
        run(_decoded(_read(path)), os.path.relpath(path, folder), where)

    modules.install(folder, run_file)
    run(source, file_name, names)


def _edition(source):
    """The number of big boards that the bot expects, and the evidence; (None, "") if unknown."""
    if not isinstance(source, str):
        source = source.decode("latin-1")
    double = re.search(r"\.(big_boards_status|small_boards_status)\b", source)
    single = re.search(r"\.(board_status|block_status)\b", source)
    if bool(double) != bool(single):
        return (2, "board" + double.group()) if double else (1, "board" + single.group())
    if not double:
        three = re.search(r"\bold_move\s*\[\s*2\s*\]|\w+\s*,\s*\w+\s*,\s*\w+\s*\)?\s*=\s*old_move\b",
                          source)
        if three:
            return 2, "old_move has three coordinates"
    return None, ""


def _choose(module, class_name, file_name):
    own = [value for value in list(vars(module).values())
           if inspect.isclass(value) and value.__module__ == module.__name__]
    players = [cls for cls in own if callable(getattr(cls, "move", None))]
    if class_name is not None:
        found = getattr(module, class_name, None)
        if inspect.isclass(found) and callable(getattr(found, "move", None)):
            return found
        if inspect.isclass(found):
            raise LoadError("class %s of %s has no method move" % (class_name, file_name))
        raise LoadError("%s has no class %s; %s" % (file_name, class_name, _list(players)))
    # Players of the simulator, which many files contain, are not the bot.
    others = [cls for cls in players
              if cls.__name__.lower().replace("_", "") not in ("randomplayer", "manualplayer",
                                                               "humanplayer")]
    players = others or players
    if len(players) == 1:
        return players[0]
    if not players:
        raise LoadError("%s has no class with a method move(self, board, old_move, flag)"
                        % file_name)
    # Course files often contain the players of the simulator too.
    named = [cls for cls in players
             if cls.__name__.lower() in (file_name[:-3].lower(), "player" + file_name[4:-3])
             or cls.__name__.lower().startswith(("team", "player"))]
    if len(named) == 1:
        return named[0]
    raise LoadError("%s has several classes with a method move; name one: %s"
                    % (file_name, ", ".join(sorted(cls.__name__ for cls in players))))


def _check_constructor(cls):
    """The course simulators construct a bot without arguments."""
    needed = _required_arguments(cls)
    if needed:
        raise LoadError("%s.__init__ needs %s, but a bot is constructed without arguments; the "
                        "side is the argument flag of move"
                        % (cls.__name__, " and ".join("'%s'" % name for name in needed)))


def _required_arguments(cls):
    """Names of the arguments that constructing cls requires; empty if that cannot be known."""
    constructor = getattr(cls, "__init__", None)
    try:
        if sys.version_info[0] == 2:
            names, _, _, defaults = inspect.getargspec(constructor)
            return names[1:len(names) - len(defaults or ())]
        parameters = list(inspect.signature(constructor).parameters.values())[1:]
        return [each.name for each in parameters if each.default is each.empty
                and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)]
    except (TypeError, ValueError):  # built-in, or changed by a decorator
        return []


def _list(players):
    if not players:
        return "no class in it has a method move"
    return "it has " + ", ".join(sorted(cls.__name__ for cls in players))
