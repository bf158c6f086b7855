"""Detects whether source text is Python 2 or Python 3."""

import ast
import re
import warnings

# Names and attributes that only Python 2 programs use.
_OLD_NAMES = frozenset((
    "xrange", "raw_input", "unicode", "long", "basestring", "unichr", "cmp", "execfile", "reduce",
    "file", "apply", "reload"))
_OLD_ATTRIBUTES = frozenset((
    "maxint", "has_key", "iteritems", "itervalues", "iterkeys", "izip", "imap", "ifilter",
    "setcheckinterval"))
_OLD_MODULES = frozenset((
    "Queue", "cPickle", "StringIO", "cStringIO", "ConfigParser", "thread", "__builtin__", "sets",
    "UserDict", "commands"))


def is_python2(source):
    """A program that Python 3 cannot parse, or that uses features only Python 2 had, is Python 2. A
    program that is valid in both counts as Python 2, like most course bots, unless it uses features
    of Python 3, or ``//``: its author probably expects true division from ``/``."""
    named = re.match(r"#!.*\bpython([23])\b", source)
    if named:
        return named.group(1) == "2"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return True
    nodes = list(ast.walk(tree))
    own = set().union(*map(_bound_names, nodes))
    if any(_is_old(node, own) for node in nodes):
        return True
    return not any(map(_is_new, nodes))


def _bound_names(node):
    """The names that a node binds."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return {node.id}
    if isinstance(node, ast.arg):
        return {node.arg}
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {alias.asname or alias.name for alias in node.names}
    return set()


def _is_print(node):
    return isinstance(node, ast.Name) and node.id == "print"


def _is_old(node, own):
    if isinstance(node, ast.Name):
        return node.id in _OLD_NAMES and node.id not in own
    if isinstance(node, ast.Expr):
        return _is_print(node.value)
    if isinstance(node, ast.BinOp):
        return _is_print(node.left)  # print >>file, ...
    if isinstance(node, ast.Attribute):
        return node.attr in _OLD_ATTRIBUTES
    if isinstance(node, ast.Import):
        return any(alias.name in _OLD_MODULES for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        return node.module in _OLD_MODULES
    if isinstance(node, ast.Call):
        return any(keyword.arg == "cmp" for keyword in node.keywords)
    return False


def _is_new(node):
    if isinstance(node, (ast.JoinedStr, ast.AnnAssign, ast.Nonlocal, ast.YieldFrom, ast.NamedExpr,
                         ast.MatMult, ast.Starred, ast.AsyncFunctionDef)):
        return True
    if type(node).__name__ == "Match":  # from Python 3.10 on
        return True
    if isinstance(node, (ast.BinOp, ast.AugAssign)):
        return isinstance(node.op, ast.FloorDiv)
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        arguments = node.args
        every = arguments.posonlyargs + arguments.args + arguments.kwonlyargs
        return bool(arguments.kwonlyargs or arguments.posonlyargs or getattr(node, "returns", None)
                    or any(a.annotation for a in every))
    if isinstance(node, ast.Raise):
        return node.cause is not None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id == "super":
            return not node.args
        return node.func.id == "print" and bool(node.keywords)
    return False
