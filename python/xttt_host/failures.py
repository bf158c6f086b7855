"""Describes errors of a bot to its author, with the source lines of the bot first."""

import os
import re
import sys

# Maximum number of frames of the bot in a message.
_FRAMES = 4


def _is_host(filename):
    return "xttt_host" in filename


def _is_bot(filename):
    """Sets the folder of the bot, to which file names in messages are relative."""
    return not os.path.isabs(filename) and not filename.startswith("<")


def _frames(trace):
    """(file, line number, function) from the outermost to the innermost frame, without the host."""
    found = []
    while trace is not None:
        code = trace.tb_frame.f_code
        if not _is_host(code.co_filename):
            found.append((code.co_filename, trace.tb_lineno, code.co_name))
        trace = trace.tb_next
    return found


def text_of(error):
    try:
        text = str(error)
    except Exception:
        text = ""
    return "%s: %s" % (type(error).__name__, text) if text else type(error).__name__


def missing_module(error):
    """How to get the module that the bot imports and that is not there; empty for other errors."""
    found = re.match(r"\w+: No module named '?([A-Za-z0-9_]+)'?$", text_of(error))
    if not isinstance(error, ImportError) or not found:
        return ""
    if found.group(1) == "xttt":
        return ("; install the Debian package python3-xttt, or the package from the sources of xttt with pip "
                "for all users of %s" % sys.executable)
    return ("; hand in its file with the bot, or install it for %s: in Debian often with the package python3-%s, "
            "otherwise with pip for all users" % (sys.executable, found.group(1).lower().replace("_", "-")))


def describe(error, trace):
    """The exception, the source line of the bot where it was raised, and the callers."""
    return _place(error, trace) + missing_module(error)


def _place(error, trace):
    frames = _frames(trace)
    own = [frame for frame in frames if _is_bot(frame[0])]
    if not own:
        return text_of(error)
    text = text_of(error) + " (%s:%d in %s)" % own[-1]
    callers = ["%s:%d in %s" % frame for frame in reversed(own[:-1])]
    if len(callers) > _FRAMES:
        callers[_FRAMES:] = ["..."]
    return text + ("; called from " + ", ".join(callers) if callers else "")


def log(error, trace):
    """Writes the traceback to the log in the format of Python, from the first frame of the bot on."""
    lines = ["Traceback (most recent call last):\n"]
    for filename, line, function in _frames(trace):
        shown = filename if _is_bot(filename) else os.path.basename(filename)
        lines.append('  File "%s", line %d, in %s\n' % (shown, line, function))
        source = _source_line(filename, line)
        if source:
            lines.append("    %s\n" % source)
    lines.append(text_of(error) + "\n")
    try:
        text = "".join(lines)
        os.write(2, text if isinstance(text, bytes) else text.encode("utf-8", "backslashreplace"))
    except Exception:  # the bot may have closed its standard error
        pass


def _source_line(filename, line):
    import linecache
    try:
        return linecache.getline(filename, line).strip()
    except Exception:
        return ""


def bot_place():
    """The source line of the bot that is being executed; None if there is none."""
    frame = sys._getframe(1)
    while frame is not None:
        filename = frame.f_code.co_filename
        if _is_bot(filename) and not _is_host(filename):
            return "%s:%d in %s" % (filename, frame.f_lineno, frame.f_code.co_name)
        frame = frame.f_back
    return None


