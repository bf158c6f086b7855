"""Rewrites a parsed program where the same code has another meaning in Python 3.

The names below are functions of runtime.py, found through the program's built-in names.
"""

import ast

_ORDER = {ast.Lt: "__py2_lt__", ast.LtE: "__py2_le__", ast.Gt: "__py2_gt__", ast.GtE: "__py2_ge__"}
# Methods that any object might have; the function checks the type of the object.
_METHODS = {
    "keys": "__py2_listed__", "values": "__py2_listed__", "items": "__py2_listed__",
    "iterkeys": "__py2_iterkeys__", "itervalues": "__py2_itervalues__",
    "iteritems": "__py2_iteritems__", "has_key": "__py2_has_key__", "sort": "__py2_sort__",
    "next": "__py2_next__", "viewkeys": "__py2_viewkeys__", "viewvalues": "__py2_viewvalues__",
    "viewitems": "__py2_viewitems__", "decode": "__py2_decode__", "encode": "__py2_encode__",
}
# Attributes of functions, methods and exceptions that were renamed or removed.
_ATTRIBUTES = frozenset(("message", "func_name", "func_code", "func_defaults", "func_globals",
                         "func_dict", "func_doc", "im_func", "im_self", "im_class"))
# Special methods: the Python 2 name, and the Python 3 name.
_SPECIAL_NAMES = {"next": "__next__", "__nonzero__": "__bool__", "__div__": "__truediv__",
                  "__idiv__": "__itruediv__", "__rdiv__": "__rtruediv__"}


def rewrite(tree):
    body = tree.body if isinstance(tree, ast.Module) else []
    exact_division = any(isinstance(node, ast.ImportFrom) and node.module == "__future__"
                         and any(alias.name == "division" for alias in node.names)
                         for node in body)
    bound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)
             and isinstance(node.ctx, ast.Store)}
    bound |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    return ast.fix_missing_locations(_Rewriter(exact_division, "str" in bound).visit(tree))


def _call(name, *arguments):
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _is_number(node):
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def _is_float(node):
    """Whether an operand is certainly a float, so that ``/`` is true division."""
    if isinstance(node, ast.UnaryOp):
        return _is_float(node.operand)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id == "float"
    return isinstance(node, ast.Constant) and type(node.value) is float


def _is_plainly_number(node):
    """Whether comparing it with a number is the same in both versions, so that no wrapper is needed."""
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, (ast.Sub, ast.Mult, ast.Pow, ast.FloorDiv))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("len", "int", "float", "abs", "__py2_div__")
    return _is_number(node)


class _Rewriter(ast.NodeTransformer):
    def __init__(self, exact_division, own_str):
        self._exact_division = exact_division
        self._own_str = own_str  # the program uses the name for something else

    def visit_BinOp(self, node):
        self.generic_visit(node)
        if isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant) \
                and type(node.left.value) is str:
            return ast.copy_location(_call("__py2_format__", node.left, node.right), node)
        if not isinstance(node.op, ast.Div) or self._exact_division:
            return node
        if _is_float(node.left) or _is_float(node.right):
            return node
        return ast.copy_location(_call("__py2_div__", node.left, node.right), node)

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        if not isinstance(node.op, ast.Div) or self._exact_division or _is_float(node.value):
            return node
        target = node.target
        if isinstance(target, ast.Name):
            changed = ast.Assign([target], _call("__py2_idiv__", ast.Name(target.id, ast.Load()),
                                                 node.value))
        elif isinstance(target, ast.Attribute):
            changed = ast.Expr(_call("__py2_idiv_attribute__", target.value,
                                     ast.Constant(target.attr), node.value))
        else:
            changed = ast.Expr(_call("__py2_idiv_item__", target.value, _index(target.slice),
                                     node.value))
        return ast.copy_location(changed, node)

    def visit_Compare(self, node):
        self.generic_visit(node)
        if not any(type(op) in _ORDER for op in node.ops):
            return node
        operands = [node.left, *node.comparators]
        if all(map(_is_plainly_number, operands)):
            return node
        if len(node.ops) == 1:
            name = _ORDER[type(node.ops[0])]
            return ast.copy_location(_call(name, *operands), node)
        # a < b < c evaluates b once, so it becomes a function of operators and operands.
        names = ast.Constant(tuple(type(op).__name__ for op in node.ops))
        later = [ast.Lambda(_no_arguments(), operand) for operand in operands[2:]]
        return ast.copy_location(_call("__py2_chain__", names, *operands[:2], *later), node)

    def visit_Call(self, node):
        self.generic_visit(node)
        function = node.func
        if isinstance(function, ast.Name) and function.id == "str" and not self._own_str \
                and len(node.args) == 1 and not node.keywords:
            function.id = "__py2_str__"
        if not isinstance(function, ast.Attribute) or function.attr not in _METHODS:
            return node
        helper = _METHODS[function.attr]
        if helper == "__py2_listed__":
            if node.args or node.keywords:
                return node
            return ast.copy_location(_call(helper, node), node)
        if helper == "__py2_next__" and (node.args or node.keywords):
            return node
        changed = _call(helper, function.value, *node.args)
        changed.keywords = node.keywords
        return ast.copy_location(changed, node)

    def visit_Attribute(self, node):
        self.generic_visit(node)
        if node.attr in _ATTRIBUTES and isinstance(node.ctx, ast.Load):
            return ast.copy_location(_call("__py2_attribute__", node.value, ast.Constant(node.attr)),
                                     node)
        return node

    def visit_ClassDef(self, node):
        self.generic_visit(node)
        defined = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
        assigned = {target.id: item for item in node.body if isinstance(item, ast.Assign)
                    for target in item.targets if isinstance(target, ast.Name)}
        for old, new in _SPECIAL_NAMES.items():
            if old in defined and new not in defined:
                node.body.append(ast.Assign([ast.Name(new, ast.Store())],
                                            ast.Name(old, ast.Load()), lineno=node.lineno))
        if "__metaclass__" in assigned:
            # The name is looked up in the scope of the class statement, like its bases.
            node.keywords.append(ast.keyword("metaclass", assigned["__metaclass__"].value))
        if defined & {"__cmp__", "__eq__", "__getslice__", "__setslice__", "__delslice__"} \
                and "__hash__" not in assigned:
            node.decorator_list.append(ast.Name("__py2_class__", ast.Load()))
        return node


def _index(node):
    """A subscript as an expression; slices become slice() calls."""
    if isinstance(node, ast.Slice):
        parts = (node.lower, node.upper, node.step)
        return _call("slice", *(part or ast.Constant(None) for part in parts))
    return node.value if type(node).__name__ == "Index" else node  # Python 3.8


def _no_arguments():
    return ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
