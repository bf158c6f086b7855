"""Python 2 text to Python 3 text, with lib2to3.

Only what Python 3 cannot parse is translated here, by the few fixers a text needs: everything else
is cheaper and more faithful as a change of meaning (meaning.py), and translating must not take
longer than starting the bot.
"""

import ast
import re
import warnings

# fixer: a text that needs it holds this. Too many matches cost a little time, too few would cost
# the bot its game.
_FIXERS = {
    "print": r"\bprint\b",
    "except": r"\bexcept\b[^:]*,",
    "exec": r"\bexec\b",
    "raise": r"\braise\b[^#\n]*,",
    "repr": r"`",
    "ne": r"<>",
    "tuple_params": r"\bdef\b[^:]*\([^)]*\(|\blambda\b\s*\(|\blambda\b[^:]*,\s*\(",
    "throw": r"\.throw\(",
}
# Statements that Python 3 may parse as something else: "print >>log, x" is a shift, a lone "print" a
# name, "exec(text) in scope" a comparison.
_STATEMENTS = r"\bprint\b(?!\s*\()|\bexec\b"


def to_python3(source, filename):
    """Text that Python 3 parses. Raises SyntaxError with the line when it is no Python 2 either."""
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    if not source.endswith("\n"):
        source += "\n"
    if _parses(source) and not re.search(_STATEMENTS, source):
        return source
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # lib2to3 announces its retirement
        from lib2to3 import pgen2, refactor
        import lib2to3.pgen2.parse
        import lib2to3.pgen2.tokenize
    wanted = ["lib2to3.fixes.fix_" + name for name, sign in _FIXERS.items()
              if re.search(sign, source)]
    tool = refactor.RefactoringTool(wanted)
    try:
        tree = tool.refactor_string(source, filename)
    except pgen2.parse.ParseError as error:
        line, column = error.context[1]
        raise SyntaxError("not Python 3, and not Python 2 either",
                          (filename, line, column + 1, _line(source, line))) from None
    except pgen2.tokenize.TokenError as error:
        line, column = error.args[1]
        raise SyntaxError(error.args[0],
                          (filename, line, column + 1, _line(source, line))) from None
    _modernise_leaves(tree)
    return str(tree)


def _parses(source):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(source)
    except (SyntaxError, ValueError):
        return False
    return True


def _line(source, number):
    lines = source.split("\n")
    return lines[number - 1] if 0 < number <= len(lines) else ""


def _modernise_leaves(tree):
    """Tabs, which Python 2 let stand for blanks up to the next multiple of eight and mixed freely;
    and numbers, such as 10L and 0777."""
    from lib2to3.pgen2 import token
    for leaf in tree.leaves():
        if leaf.type == token.NUMBER:
            leaf.value = re.sub(r"^0(\d+)$", r"0o\1", leaf.value.rstrip("lL"))
        if "\t" in leaf.prefix:
            leaf.prefix = leaf.prefix.expandtabs(8)
        if leaf.type == token.INDENT:
            leaf.value = leaf.value.expandtabs(8)
