"""Python 2 bots under Python 3: which they are, and how they keep their meaning.

Three layers, each doing what the others cannot:

- syntax.py   turns Python 2 text into Python 3 text (lib2to3; print, exec, except, raise, ...);
- meaning.py  rewrites the parsed program where the same text means something else (``/``,
              comparisons, ``.keys()``, ``.sort(cmp)``);
- runtime.py  holds the functions those rewrites call, and the built-in names a Python 2 program
              expects; modules.py gives it the standard library under its old names.
"""

from xttt_host.python2.detect import is_python2

__all__ = ["is_python2", "compile_python2"]


def compile_python2(source, filename):
    """The code object of Python 2 source text, to run with runtime.BUILTINS as __builtins__."""
    import ast

    from xttt_host.python2 import meaning, syntax
    tree = ast.parse(syntax.to_python3(source, filename), filename)
    return compile(meaning.rewrite(tree), filename, "exec", dont_inherit=True)
