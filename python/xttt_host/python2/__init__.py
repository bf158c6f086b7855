"""Runs Python 2 bots under Python 3: detection and translation.

Three layers:

- syntax.py   turns Python 2 text into Python 3 text (print, exec, except, raise, ...);
- meaning.py  rewrites the parsed program where the same text means something else (``/``,
              comparisons, ``.keys()``, ``.sort(cmp)``), scopes.py where names live longer;
- runtime.py  holds the functions those rewrites call, and the built-in names a Python 2 program
              expects; modules.py gives it the standard library under its old names.

differences.py finds what none of them keeps, line by line.
"""

import ast

from xttt_host.python2.detect import is_python2

__all__ = ["is_python2", "compile_python2"]


def compile_python2(source, filename, mode="exec", differences=None):
    """The code object of Python 2 source text, to run with runtime.BUILTINS as __builtins__. What
    will differ is added to the list, as (line, text)."""
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
