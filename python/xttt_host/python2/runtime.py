"""The functions that rewritten Python 2 programs call, and the Python 2 built-ins."""

import builtins
import functools
import operator
import sys

# --- Division ---------------------------------------------------------------------------------


def _is_whole(value):
    if isinstance(value, int):
        return True
    # Arrays and scalars of numpy, where a bot uses it.
    kind = getattr(getattr(value, "dtype", None), "kind", None)
    return kind is not None and kind in "iub"


def div(a, b):
    if type(a) is int and type(b) is int:
        return a // b
    return a // b if _is_whole(a) and _is_whole(b) else a / b


def idiv(a, b):
    if _is_whole(a) and _is_whole(b):
        return operator.ifloordiv(a, b)
    return operator.itruediv(a, b)


def idiv_attribute(owner, name, b):
    setattr(owner, name, idiv(getattr(owner, name), b))


def idiv_item(owner, index, b):
    owner[index] = idiv(owner[index], b)


# --- Order: everything can be compared ----------------------------------------------------------


def _rank(value):
    """Python 2 order of mixed types: None, then numbers, then others by type name."""
    if value is None:
        return (0, "")
    if isinstance(value, (int, float)):
        return (1, "")
    return (2, "unicode" if isinstance(value, bytes) else type(value).__name__)


def cmp(a, b):
    try:
        return (a > b) - (a < b)
    except TypeError:
        pass
    if isinstance(a, (list, tuple)) and type(a) is type(b):
        for x, y in builtins.zip(a, b):
            if not (x is y or x == y):
                return cmp(x, y)
        return (len(a) > len(b)) - (len(a) < len(b))
    if isinstance(a, dict) and isinstance(b, dict):
        return cmp((len(a), builtins.sorted(a.items(), key=_by_cmp)),
                   (len(b), builtins.sorted(b.items(), key=_by_cmp)))
    ranks = _rank(a), _rank(b)
    if ranks[0] == ranks[1]:
        return (id(a) > id(b)) - (id(a) < id(b)) if a is not None else 0
    return 1 if ranks[0] > ranks[1] else -1


_by_cmp = functools.cmp_to_key(cmp)


def lt(a, b):
    try:
        return a < b
    except TypeError:
        return cmp(a, b) < 0


def le(a, b):
    try:
        return a <= b
    except TypeError:
        return cmp(a, b) <= 0


def gt(a, b):
    try:
        return a > b
    except TypeError:
        return cmp(a, b) > 0


def ge(a, b):
    try:
        return a >= b
    except TypeError:
        return cmp(a, b) >= 0


_COMPARISONS = {
    "Lt": lt, "LtE": le, "Gt": gt, "GtE": ge, "Eq": operator.eq, "NotEq": operator.ne,
    "Is": operator.is_, "IsNot": operator.is_not,
    "In": lambda a, b: a in b, "NotIn": lambda a, b: a not in b,
}


def chain(names, a, b, *later):
    """a < b < c ..., where the operands after the second are evaluated when needed."""
    result = _COMPARISONS[names[0]](a, b)
    for name, operand in builtins.zip(names[1:], later):
        if not result:
            return result
        a, b = b, operand()
        result = _COMPARISONS[name](a, b)
    return result


def old_class(cls):
    """Gives a class the comparisons, the hash and the slices it had in Python 2."""
    own = vars(cls)
    # Equality without a hash keeps the hash of the base.
    if own.get("__hash__", own) is None:
        del cls.__hash__
    if "__cmp__" in own:
        compare = own["__cmp__"]
        for name, test in _TESTS:
            if name not in own:
                setattr(cls, name, lambda self, other, test=test: test(compare(self, other), 0))
        if "__hash__" not in own or cls.__hash__ is None:
            cls.__hash__ = object.__hash__
    elif "__eq__" in own and cls.__ne__ is object.__ne__:
        cls.__ne__ = _is_another  # nothing is concluded from __eq__
    for name, method in (("__getslice__", "__getitem__"), ("__setslice__", "__setitem__"),
                         ("__delslice__", "__delitem__")):
        if name in own:
            setattr(cls, method, _with_slices(own[name], getattr(cls, method, None)))
    return cls


_TESTS = (("__lt__", operator.lt), ("__le__", operator.le), ("__gt__", operator.gt),
          ("__ge__", operator.ge), ("__eq__", operator.eq), ("__ne__", operator.ne))


def _is_another(self, other):
    theirs = type(other).__ne__
    if theirs is not _is_another and theirs is not object.__ne__ and type(self) is not type(other):
        return NotImplemented
    return self is not other


def _with_slices(sliced, item):
    def method(self, index, *value):
        if isinstance(index, builtins.slice) and index.step is None:
            start = 0 if index.start is None else index.start
            stop = sys.maxsize if index.stop is None else index.stop
            size = len(self) if start < 0 or stop < 0 else 0
            return sliced(self, start + size * (start < 0), stop + size * (stop < 0), *value)
        if item is None:
            raise TypeError("%s has no items" % type(self).__name__)
        return item(self, index, *value)
    return method


def _sort_key(compare, key):
    if compare is None:
        return key
    order = functools.cmp_to_key(compare)
    return order if key is None else lambda item: order(key(item))


def _total_key(key):
    return _by_cmp if key is None else lambda item: _by_cmp(key(item))


def sorted_list(iterable, cmp=None, key=None, reverse=False):
    items = builtins.list(iterable)
    sort(items, cmp, key, reverse)
    return items


def sort(target, *arguments, **named):
    """target.sort(...) for any type of target."""
    if not isinstance(target, list):
        return target.sort(*arguments, **named)
    return _sort_list(target, *arguments, **named)


def _sort_list(items, cmp=None, key=None, reverse=False):
    key = _sort_key(cmp, key)
    before = items[:]
    try:
        list.sort(items, key=key, reverse=reverse)
    except TypeError:
        items[:] = before  # half sorted, equal items would change places
        list.sort(items, key=_total_key(key), reverse=reverse)


def _extreme(native):
    def choose(*arguments, **named):
        if len(arguments) == 1 and not isinstance(arguments[0], (list, tuple)):
            arguments = (list(arguments[0]),)  # a generator can be read once only
        try:
            return native(*arguments, **named)
        except TypeError:
            key = _total_key(named.pop("key", None))
            return native(*arguments, key=key, **named)
    return choose


# --- Dictionaries, iterators, sequences -------------------------------------------------------------

_VIEWS = (type({}.keys()), type({}.values()), type({}.items()))


def listed(result):
    """The result of .keys(), .values() or .items(): a list for dictionaries."""
    return list(result) if isinstance(result, _VIEWS) else result


def _iterate(name, over):
    def call(target, *arguments):
        method = getattr(target, name, None)
        return method(*arguments) if method is not None else iter(getattr(target, over)())
    return call


def has_key(target, key):
    method = getattr(target, "has_key", None)
    return method(key) if method is not None else key in target


def call_next(target):
    method = getattr(target, "next", None)
    return method() if method is not None else next(target)


def _view(name):
    def call(target):
        method = getattr(target, "view" + name, None)
        return method() if method is not None else getattr(target, name)()
    return call


def generator(inner):
    """A StopIteration raised inside a generator ends it."""
    try:
        for item in inner:
            yield item
    except RuntimeError as error:
        if not isinstance(error.__cause__, StopIteration):
            raise


def list_range(*bounds):
    return list(range(*bounds))


def list_map(function, *iterables):
    if function is None:
        import itertools
        if len(iterables) == 1:
            return list(iterables[0])
        return list(itertools.zip_longest(*iterables))
    if len(iterables) == 1:
        return [function(item) for item in iterables[0]]
    import itertools
    return [function(*items) for items in itertools.zip_longest(*iterables)]


def list_filter(function, iterable):
    kept = [item for item in iterable if (item if function is None else function(item))]
    if isinstance(iterable, str):
        return "".join(kept)
    return tuple(kept) if isinstance(iterable, tuple) else kept


def list_zip(*iterables):
    return list(zip(*iterables))


# --- The rest of the old built-in names ---------------------------------------------------------------


def old_round(number, digits=0):
    """Rounds half away from zero and returns a float."""
    from decimal import ROUND_HALF_UP, Decimal
    number = float(number)
    if number != number or number in (float("inf"), float("-inf")):
        return number
    unit = Decimal(1).scaleb(-digits)
    return float(Decimal(number).quantize(unit, rounding=ROUND_HALF_UP))


def coerce(a, b):
    kind = float if isinstance(a, float) or isinstance(b, float) else int
    return kind(a), kind(b)


def apply(function, arguments=(), named=None):
    return function(*arguments, **(named or {}))


def _make_builtins():
    import importlib

    from xttt_host.python2 import statements
    from xttt_host.python2.modules import old_import
    names = dict(vars(builtins))
    names.update({
        "__py2_div__": div, "__py2_idiv__": idiv, "__py2_idiv_attribute__": idiv_attribute,
        "__py2_idiv_item__": idiv_item, "__py2_lt__": lt, "__py2_le__": le, "__py2_gt__": gt,
        "__py2_ge__": ge, "__py2_chain__": chain, "__py2_class__": old_class,
        "__py2_listed__": listed, "__py2_iterkeys__": _iterate("iterkeys", "keys"),
        "__py2_itervalues__": _iterate("itervalues", "values"),
        "__py2_iteritems__": _iterate("iteritems", "items"), "__py2_has_key__": has_key,
        "__py2_sort__": sort, "__py2_next__": call_next, "__py2_viewkeys__": _view("keys"),
        "__py2_viewvalues__": _view("values"), "__py2_viewitems__": _view("items"),
        "__py2_raise__": statements.old_raise, "__py2_print__": statements.old_print,
        "__py2_exec__": statements.old_exec, "__py2_repr__": repr,
        "__py2_str__": statements.old_str, "__py2_format__": statements.old_format,
        "__py2_encode__": statements.encode, "__py2_decode__": statements.decode,
        "__py2_attribute__": statements.attribute, "__py2_generator__": generator,
        "eval": statements.old_eval, "execfile": statements.old_execfile,
        "compile": statements.old_compile, "open": statements.old_open,
        "xrange": range, "range": list_range, "map": list_map, "filter": list_filter,
        "zip": list_zip, "sorted": sorted_list, "min": _extreme(min), "max": _extreme(max),
        "cmp": cmp, "reduce": functools.reduce, "apply": apply, "round": old_round,
        "raw_input": input, "input": statements.old_input, "unicode": str, "basestring": str,
        "long": int, "unichr": chr, "file": statements.old_open, "bytes": str,
        "buffer": memoryview, "coerce": coerce, "intern": sys.intern,
        "reload": importlib.reload, "__import__": old_import, "StandardError": Exception,
        "exit": sys.exit, "quit": sys.exit,
    })
    return names


BUILTINS = _make_builtins()
