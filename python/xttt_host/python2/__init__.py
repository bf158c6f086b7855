"""Runs Python 2 bots under Python 3: detection and translation.

Three layers:

- syntax.py   turns Python 2 text into Python 3 text (print, exec, except, raise, ...);
- meaning.py  rewrites the parsed program where the same code has another meaning in Python 3 (``/``,
  comparisons, ``.keys()``, ``.sort(cmp)``), scopes.py where names have another scope;
- runtime.py  has the functions that rewritten programs call, and the built-in names of Python 2; modules.py
  has the standard library under its old names.

differences.py finds the remaining differences, by line number.
"""

import ast

from xttt_host.python2.detect import is_python2

__all__ = ["is_python2", "compile_python2"]


def compile_python2(source, filename, mode="exec", differences=None):
    """The code object of Python 2 source text, to run with runtime.BUILTINS as __builtins__. Adds remaining
    differences to the list, as (line number, text)."""
    import warnings

    from xttt_host.python2 import meaning, scopes, syntax
    from xttt_host.python2.differences import find_differences
    text, patterns = syntax.to_python3(source, filename)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of Python 3, about text that its author did not write
        tree = ast.parse(text.lstrip() if mode == "eval" else text, filename, mode)
        if differences is not None:
            differences.extend(find_differences(tree))
        tree = scopes.rewrite(tree, patterns)
        tree = meaning.rewrite(tree)
        return compile(tree, filename, mode, dont_inherit=True)
