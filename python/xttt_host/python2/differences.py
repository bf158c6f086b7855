"""Finds what a Python 2 program does differently here, in its source, by line number."""

import ast

from xttt_host.python2.scopes import own_nodes

_ORDER = ("the order of a dictionary or set is not Python 2's: it is that of insertion, or of other "
          "hashes")
_VIEWS = frozenset(("keys", "values", "items", "iterkeys", "itervalues", "iteritems", "viewkeys",
                    "viewvalues", "viewitems"))
# Functions that do not depend on the order of their arguments.
_UNORDERED = frozenset(("sorted", "len", "set", "frozenset", "dict", "sum", "any", "all", "Counter"))
_MAKERS = frozenset(("dict", "set", "frozenset", "defaultdict", "Counter"))
_METHODS = {
    "__coerce__": "__coerce__ is not called",
    "__unicode__": "__unicode__ is not called; str() calls __str__",
}


def find_differences(tree):
    """(line number, text) of each difference, by line number."""
    found = set()
    unordered = _unordered_names(tree)
    harmless = _in_harmless_calls(tree)
    for node in ast.walk(tree):
        for line, text in _of(node, unordered, harmless):
            found.add((line, text))
    return sorted(found)


def _of(node, unordered, harmless):
    if isinstance(node, (ast.For, ast.comprehension)):
        loop = node.iter
        if id(loop) not in harmless and _is_unordered(loop, unordered):
            yield loop.lineno, _ORDER
    if isinstance(node, ast.Subscript) and _is_view(node.value):
        yield node.lineno, _ORDER
    if isinstance(node, ast.FunctionDef):
        if node.name in _METHODS:
            yield node.lineno, _METHODS[node.name]
        for inner in own_nodes(node):
            if isinstance(inner, ast.Call) and _name(inner.func) == "__py2_exec__" \
                    and len(inner.args) == 1:
                yield inner.lineno, "names that exec sets in a function are not seen by the function"
    if not isinstance(node, ast.Call):
        return
    name = _name(node.func)
    if isinstance(node.func, ast.Attribute) and name == "popitem" and not node.args:
        yield node.lineno, _ORDER
    if isinstance(node.func, ast.Attribute) and name == "jumpahead":
        yield node.lineno, "random.jumpahead does not exist"
    if name == "hash" and isinstance(node.func, ast.Name):
        yield node.lineno, "hash() of a string or tuple gives other numbers"
    if name == "id" and isinstance(node.func, ast.Name):
        yield node.lineno, "id() gives other numbers"
    if name in ("list", "tuple", "max", "min", "choice", "next", "iter", "enumerate", "sample") \
            and node.args and id(node) not in harmless and _is_unordered(node.args[0], unordered):
        yield node.lineno, _ORDER


def _name(function):
    return getattr(function, "id", getattr(function, "attr", None))


def _is_view(node):
    return (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
            and node.func.attr in _VIEWS and not node.args)


def _is_unordered(node, unordered):
    return _is_view(node) or _key(node) in unordered or isinstance(node, (ast.Set, ast.Dict)) \
        or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            and node.func.id in ("set", "frozenset"))


def _key(node):
    """The name of a variable or attribute."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return "." + node.attr
    return None


def _unordered_names(tree):
    """Variables and attributes that are always a dictionary or set."""
    made, other = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            is_made = isinstance(node.value, (ast.Dict, ast.Set, ast.DictComp, ast.SetComp)) or (
                isinstance(node.value, ast.Call) and _name(node.value.func) in _MAKERS)
            for target in node.targets:
                (made if is_made else other).add(_key(target))
        elif isinstance(node, (ast.For, ast.comprehension)):
            other.update(_key(part) for part in ast.walk(node.target))
    return made - other - {None}


def _in_harmless_calls(tree):
    """The arguments of calls that do not depend on their order."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func) in _UNORDERED:
            for argument in node.args:
                found.add(id(argument))
                for loop in getattr(argument, "generators", []):
                    found.add(id(loop.iter))
    return found
