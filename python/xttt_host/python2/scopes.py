"""Rewrites a parsed program where names have another scope or lifetime in Python 2.

- The variables of a list comprehension belonged to the function, class or module around it.
- The name of an exception outlived its ``except``.
- Parameters could be tuples.
- ``global`` could follow the first use, and ``from m import *`` stand in a function.
- ``StopIteration`` ended the generator it was raised in.
"""

import ast

_FUNCTIONS = (ast.FunctionDef, ast.Lambda)
_OWN_SCOPES = (ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.GeneratorExp, ast.SetComp, ast.DictComp)


def rewrite(tree, patterns):
    tree = _Patterns(patterns).visit(tree)
    tree = _Handlers().visit(tree)
    _Statements().visit(tree)
    _raised_classes_are_exceptions(tree)
    _ListComprehensions().visit(tree)
    return ast.fix_missing_locations(tree)


def own_nodes(scope):
    """The nodes of a scope without nested scopes. List comprehensions are not scopes."""
    if isinstance(scope, ast.Lambda):
        pending = [scope.body]
    elif hasattr(scope, "body") and isinstance(scope.body, list):
        pending = list(reversed(scope.body))
    else:
        pending = [scope.body] if hasattr(scope, "body") else []
    while pending:
        node = pending.pop()
        yield node
        if isinstance(node, _OWN_SCOPES):
            # Everything outside its body is evaluated here.
            outside = list(getattr(node, "decorator_list", [])) + list(getattr(node, "bases", []))
            if isinstance(node, _FUNCTIONS):
                outside += node.args.defaults
            if hasattr(node, "generators"):
                outside.append(node.generators[0].iter)
            pending.extend(reversed(outside))
        else:
            pending.extend(reversed(list(ast.iter_child_nodes(node))))


def _statement(text, place):
    """A statement at the location of another node."""
    statement = ast.parse(text).body[0]
    for part in ast.walk(statement):
        ast.copy_location(part, place)
    return statement


def _assign(target, value):
    return ast.Assign([target], value, lineno=getattr(target, "lineno", 1))


class _Patterns(ast.NodeTransformer):
    """Parameters that are tuples."""

    def __init__(self, patterns):
        self._patterns = patterns

    def _tuples(self, arguments):
        return [a.arg for a in arguments.args if a.arg in self._patterns]

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        node.body[:0] = [_statement("%s = %s" % (self._patterns[name], name), node)
                         for name in self._tuples(node.args)]
        return node

    def visit_Lambda(self, node):
        self.generic_visit(node)
        for name in reversed(self._tuples(node.args)):
            pattern = ast.parse(self._patterns[name], mode="eval").body
            names = [n.id for n in ast.walk(pattern) if isinstance(n, ast.Name)]
            # lambda (a, b): x  is  lambda t: [x for (a, b) in [t]][0]
            for part in ast.walk(pattern):
                if isinstance(part, (ast.Name, ast.Tuple, ast.List)):
                    part.ctx = ast.Store()
            loop = ast.comprehension(target=pattern, iter=ast.List([ast.Name(name, ast.Load())],
                                                                   ast.Load()), ifs=[], is_async=0)
            inner = ast.ListComp(node.body, [loop])
            inner.py2_pattern = names  # no comprehension of the author's
            node.body = ast.copy_location(ast.Subscript(inner, _index_of(0), ast.Load()), node)
        return node

    def visit_ExceptHandler(self, node):
        self.generic_visit(node)
        if node.name in self._patterns:
            pattern = self._patterns[node.name]
            unpacked = ".args" if pattern.startswith(("(", "[")) else ""
            node.body.insert(0, _statement("%s = %s%s" % (pattern, node.name, unpacked), node))
        return node


def _index_of(number):
    return ast.parse("x[%d]" % number, mode="eval").body.slice


class _Arguments(ast.NodeTransformer):
    """e[0] of an exception is its first argument."""

    def __init__(self, name):
        self._name = name

    def visit_Subscript(self, node):
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id == self._name:
            node.value = ast.copy_location(ast.Attribute(node.value, "args", ast.Load()), node.value)
        return node


class _Handlers(ast.NodeTransformer):
    """``except E as e`` keeps e after the block."""

    _count = 0

    def visit_ExceptHandler(self, node):
        self.generic_visit(node)
        if node.name and not node.name.startswith("__py2_target"):
            for part in node.body:
                _Arguments(node.name).visit(part)
            _Handlers._count += 1
            held = "__py2_caught_%d__" % _Handlers._count
            keep = ast.copy_location(_assign(ast.copy_location(ast.Name(node.name, ast.Store()), node),
                                             ast.Name(held, ast.Load())), node)
            node.name = held
            node.body.insert(0, keep)
        return node


class _Statements(ast.NodeTransformer):
    def __init__(self):
        self._stars = []  # imports of everything, which must stand in the module

    def visit_Module(self, node):
        self.generic_visit(node)
        place = 0
        while place < len(node.body) and (isinstance(node.body[place], ast.Expr)
                                          or getattr(node.body[place], "module", "") == "__future__"):
            place += 1
        node.body[place:place] = self._stars
        return node

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        own = list(own_nodes(node))
        parameters = {a.arg for a in node.args.args}
        names = sorted({name for n in own if isinstance(n, ast.Global) for name in n.names}
                       - parameters)
        stars = [n for n in own if isinstance(n, ast.ImportFrom)
                 and any(alias.name == "*" for alias in n.names)]
        if names or stars:
            _Without(set(map(id, stars)), ast.Global if names else ()).visit_body(node)
        if names:
            node.body.insert(0, ast.copy_location(ast.Global(names), node.body[0]))
        self._stars.extend(stars)
        if any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in own):
            # A StopIteration that leaves a generator ends it.
            handler = ast.ExceptHandler(ast.Name("StopIteration", ast.Load()), None, [ast.Return(None)])
            node.body = [ast.copy_location(ast.Try(node.body, [handler], [], []), node.body[0])]
        return node

    def visit_Try(self, node):
        self.generic_visit(node)
        if isinstance(node.body[0], ast.While):
            # Python 3.11 and 3.12 look for the handler of an alarm one step before the loop, which
            # must not be outside of the try.
            node.body.insert(0, _statement("None.__class__", node.body[0]))
        return node

    def visit_GeneratorExp(self, node):
        self.generic_visit(node)
        called = {getattr(n.func, "id", getattr(n.func, "attr", None)) for n in ast.walk(node)
                  if isinstance(n, ast.Call)}
        if "next" in called:
            call = ast.Call(ast.Name("__py2_generator__", ast.Load()), [node], [])
            return ast.copy_location(call, node)
        return node


class _Without(ast.NodeTransformer):
    """Removes statements from a function, but not from nested functions."""

    def __init__(self, taken, kinds):
        self._taken, self._kinds = taken, kinds

    def visit_body(self, function):
        function.body = [kept for kept in map(self.visit, function.body)]

    def visit(self, node):
        if id(node) in self._taken or (self._kinds and isinstance(node, self._kinds)):
            return ast.copy_location(ast.Pass(), node)
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.expr)):
            return node
        return self.generic_visit(node)


def _raised_classes_are_exceptions(tree):
    """Any class without a base could be raised."""
    used = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and node.exc is not None:
            what = node.exc
            if isinstance(what, ast.Call) and getattr(what.func, "id", "") == "__py2_raise__":
                what = what.args[0]
            what = what.func if isinstance(what, ast.Call) else what
            used.add(getattr(what, "id", None))
        if isinstance(node, ast.ExceptHandler) and node.type is not None:
            used.update(n.id for n in ast.walk(node.type) if isinstance(n, ast.Name))
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and not node.bases and node.name in used:
            node.bases = [ast.copy_location(ast.Name("Exception", ast.Load()), node)]


class _ListComprehensions(ast.NodeTransformer):
    """Moves the variables of list comprehensions to the enclosing scope if that scope reads them elsewhere. In
    a class body, comprehensions can read the names of the class."""

    def __init__(self):
        self._leaking = [set()]
        self._class_names = [None]

    def _visit_scope(self, node, class_names=None):
        self._leaking.append(_leaking_names(node) if class_names is None else set())
        self._class_names.append(class_names)
        self.generic_visit(node)
        self._leaking.pop()
        self._class_names.pop()
        return node

    def visit_Module(self, node):
        return self._visit_scope(node)

    visit_FunctionDef = visit_Lambda = visit_Module

    def visit_ClassDef(self, node):
        names = {n.id for n in own_nodes(node) if isinstance(n, ast.Name)
                 and isinstance(n.ctx, ast.Store)}
        names |= {n.name for n in node.body if isinstance(n, (ast.FunctionDef, ast.ClassDef))}
        return self._visit_scope(node, names)

    def visit_GeneratorExp(self, node):
        # It has its own variables, including those of list comprehensions in it.
        self._leaking.append(set())
        self._class_names.append(None)
        self.generic_visit(node)
        self._leaking.pop()
        self._class_names.pop()
        return node

    visit_SetComp = visit_DictComp = visit_GeneratorExp

    def visit_ListComp(self, node):
        # In Python 3 the iterable of a comprehension cannot bind variables of the scope.
        for loop in node.generators:
            self._leaking.append(set())
            self._class_names.append(self._class_names[-1])
            loop.iter = self.visit(loop.iter)
            self._leaking.pop()
            self._class_names.pop()
            loop.ifs = [self.visit(test) for test in loop.ifs]
        node.elt = self.visit(node.elt)
        if hasattr(node, "py2_pattern"):
            return node
        own = {n.id for loop in node.generators for n in ast.walk(loop.target)
               if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        class_names = self._class_names[-1]
        if class_names is not None:
            return self._in_class(node, own, class_names)
        if own & self._leaking[-1]:
            for loop in node.generators:
                _leak(loop, own & self._leaking[-1])
        return node

    @staticmethod
    def _in_class(node, own, class_names):
        """(lambda a, b: [...])(a, b), with the names that the class defines."""
        inner = node.elt, [loop.iter for loop in node.generators[1:]], \
            [test for loop in node.generators for test in loop.ifs]
        read = {n.id for part in (inner[0], *inner[1], *inner[2]) for n in ast.walk(part)
                if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
        names = sorted(read & class_names - own)
        if not names:
            return node
        arguments = ast.arguments(posonlyargs=[], args=[ast.arg(name, None) for name in names],
                                  vararg=None, kwonlyargs=[], kw_defaults=[], kwarg=None, defaults=[])
        call = ast.Call(ast.Lambda(arguments, node), [ast.Name(name, ast.Load()) for name in names], [])
        return ast.copy_location(call, node)


def _leaking_names(scope):
    """Variables of list comprehensions that the scope reads outside of them."""
    bound, read = set(), set()

    def look(node, inside):
        if isinstance(node, ast.ListComp) and not hasattr(node, "py2_pattern"):
            own = {n.id for loop in node.generators for n in ast.walk(loop.target)
                   if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
            bound.update(own)
            look(node.generators[0].iter, inside)
            inside = inside | own
            for loop in node.generators:
                for part in loop.ifs + ([loop.iter] if loop is not node.generators[0] else []):
                    look(part, inside)
            look(node.elt, inside)
            return
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in inside:
            read.add(node.id)
        if isinstance(node, _OWN_SCOPES) and node is not scope:
            # A nested scope has its own names, but may read those of this scope.
            mine = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)
                    and isinstance(n.ctx, ast.Store)}
            mine |= {a.arg for a in ast.walk(node) if isinstance(a, ast.arg)}
            for child in ast.iter_child_nodes(node):
                look(child, inside | mine)
            return
        for child in ast.iter_child_nodes(node):
            look(child, inside)

    look(scope, frozenset())
    return bound & read


def _leak(loop, names):
    """for x in y  becomes  for t in y if [x := t]."""
    renamed = []
    for part in ast.walk(loop.target):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) and part.id in names:
            renamed.append((part.id, "__py2_loop_%s__" % part.id))
            part.id = renamed[-1][1]
    if renamed:
        walruses = [ast.NamedExpr(ast.Name(name, ast.Store()), ast.Name(held, ast.Load()))
                    for name, held in renamed]
        loop.ifs.insert(0, ast.copy_location(ast.List(walruses, ast.Load()), loop.target))
