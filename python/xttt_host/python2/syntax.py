"""Converts Python 2 source to source that Python 3 parses, token by token.

Changes only what Python 3 cannot parse or parses differently; meaning.py handles the rest. Line numbers do
not change, so that messages have the right ones. Does not use lib2to3, which Python 3.13 has removed.
"""

import bisect
import re

_TOKEN = re.compile(r"""
      (?P<space>[ \t\f]+|\\\n)
    | (?P<comment>\#[^\n]*)
    | (?P<newline>\n)
    | (?P<string>[uUbB]?[rR]?(?:'{3}(?:[^\\]|\\.)*?'{3}|"{3}(?:[^\\]|\\.)*?"{3}
        |'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"))
    | (?P<number>0[xX][0-9a-fA-F]+[lL]?|0[bB][01]+[lL]?|0[oO][0-7]+[lL]?
        |(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?[jJlL]?)
    | (?P<name>[^\W\d]\w*)
    | (?P<op>\*\*=|//=|<<=|>>=|<>|!=|<=|>=|==|\*\*|//|<<|>>|[-+*/%&|^]=|.)
    """, re.VERBOSE | re.DOTALL)
_OPEN, _CLOSE = "([{", ")]}"
_SUITES = frozenset(("if", "elif", "else", "while", "for", "def", "class", "try", "except", "finally",
                     "with"))
# Words of Python 3 that were plain names.
_NEW_WORDS = frozenset(("async", "await", "nonlocal"))


class _Token(object):
    __slots__ = ("kind", "text", "line", "depth")

    def __init__(self, kind, text, line, depth):
        self.kind, self.text, self.line, self.depth = kind, text, line, depth


def to_python3(source, filename):
    """Text that Python 3 parses, and the patterns it refers to: each name in that dictionary stands
    for a parameter or a target written as a tuple, whose text is its value. Raises SyntaxError with the
    line number if the text is not Python."""
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    if not source.endswith("\n"):
        source += "\n"
    tokens = _tokens(source, filename)
    return _Converter(tokens, source).run()


def _tokens(source, filename):
    tokens, depth, at = [], 0, 0
    starts = [m.end() for m in re.finditer("\n", source)]
    for match in _TOKEN.finditer(source):
        kind, text = match.lastgroup, match.group()
        if match.start() != at:  # no token begins here
            break
        at = match.end()
        line = bisect.bisect_right(starts, match.start()) + 1
        if kind == "op" and text in "'\"":
            raise SyntaxError("the string that begins here does not end", (filename, line, 1, ""))
        if kind == "op" and text in _CLOSE:
            depth = max(depth - 1, 0)
        if kind == "newline" and depth:
            kind = "space"
        tokens.append(_Token(kind, text, line, depth))
        if kind == "op" and text in _OPEN:
            depth += 1
    return tokens


class _Converter(object):
    def __init__(self, tokens, source):
        self._tokens = tokens
        self._patterns = {}
        self._print_function = re.search(r"^\s*from\s+__future__\s+import[^\n#]*\bprint_function\b",
                                         source, re.MULTILINE) is not None
        self._in_backticks = False

    def run(self):
        start = 0
        for index, token in enumerate(self._tokens):
            if token.kind == "newline":
                self._convert_line(start, index)
                start = index + 1
        self._convert_line(start, len(self._tokens))
        return "".join(token.text for token in self._tokens), self._patterns

    # --- One logical line ---------------------------------------------------------------------------

    def _convert_line(self, begin, end):
        tokens = self._tokens
        if begin < end and tokens[begin].kind == "space" and "\n" not in tokens[begin].text:
            # A tab stands for blanks up to the next multiple of eight.
            tokens[begin].text = tokens[begin].text.replace("\f", "").expandtabs(8)
        for index in range(begin, end):
            self._convert_token(index)
        self._convert_list_loops(begin, end)
        first = self._next(begin, end)
        if first is None:
            return
        colons = self._colons(first, end)
        if tokens[first].text in _SUITES and tokens[first].kind == "name":
            head = colons[0] if colons else end
            if tokens[first].text == "except":
                self._convert_except(first, head)
            if tokens[first].text == "def":
                self._convert_parameters(first, head, tokens[first].depth + 1)
            first = self._next(head + 1, end)
        while first is not None:
            after = next((i for i in range(first, end) if self._is(i, ";") and not tokens[i].depth), end)
            self._convert_statement(first, after)
            first = self._next(after + 1, end)

    def _is(self, index, text):
        token = self._tokens[index]
        return token.text == text and token.kind in ("op", "name")

    def _next(self, index, end):
        """The first token from index on that is not a space."""
        while index < end and self._tokens[index].kind in ("space", "comment"):
            index += 1
        return index if index < end else None

    def _colons(self, begin, end):
        """The colons of a logical line outside brackets and lambdas. Also converts the parameters of
        lambdas."""
        found, lambdas = [], []
        for index in range(begin, end):
            token = self._tokens[index]
            if self._is(index, "lambda"):
                lambdas.append((index, token.depth))
            elif self._is(index, ":"):
                if lambdas and lambdas[-1][1] == token.depth:
                    start, depth = lambdas.pop()
                    self._convert_parameters(start, index, depth)
                elif token.depth == 0:
                    found.append(index)
            else:
                while lambdas and token.depth < lambdas[-1][1]:
                    lambdas.pop()
        return found

    # --- Tokens ---------------------------------------------------------------------------------------

    def _convert_token(self, index):
        token = self._tokens[index]
        if token.kind == "number":
            token.text = re.sub(r"^0(\d+)$", r"0o\1", token.text.rstrip("lL"))
            if token.text.startswith("0o") and set(token.text[2:]) == {"0"}:
                token.text = "0"
        elif token.kind == "string":
            token.text = _convert_string(token.text)
        elif token.kind == "name" and token.text in _NEW_WORDS:
            token.text += "_py2"
        elif token.text == "<>":
            token.text = "!="
        elif token.text == "`":
            token.text = "))" if self._in_backticks else " __py2_repr__(("
            self._in_backticks = not self._in_backticks

    # --- Statements -------------------------------------------------------------------------------------

    def _convert_statement(self, begin, end):
        word = self._tokens[begin]
        if word.kind != "name":
            return
        while end > begin and self._tokens[end - 1].kind in ("space", "comment"):
            end -= 1
        if word.text == "print" and not self._print_function:
            self._convert_print(begin, end)
        elif word.text == "exec":
            inside = next((i for i in range(begin, end) if self._is(i, "in")
                           and self._tokens[i].depth == word.depth), None)
            if inside is not None:
                self._tokens[inside].text = ","
            word.text = "__py2_exec__("
            self._tokens[end - 1].text += ")"
        elif word.text == "raise" and self._commas(begin, end):
            word.text = "raise __py2_raise__("
            self._tokens[end - 1].text += ")"

    def _commas(self, begin, end):
        depth = self._tokens[begin].depth
        return [i for i in range(begin, end) if self._is(i, ",") and self._tokens[i].depth == depth]

    def _convert_print(self, begin, end):
        tokens = self._tokens
        commas = self._commas(begin, end)
        ended = "True" if not commas or self._next(commas[-1] + 1, end) is not None else "False"
        first = self._next(begin + 1, end)
        if first is not None and self._is(first, ">>"):
            tokens[first].text = ""
            tokens[begin].text = "__py2_print__(" + ended + ", "
        else:
            tokens[begin].text = "__py2_print__(" + ended + ", None" + (", " if first is not None else "")
        tokens[end - 1].text += ")"

    def _convert_except(self, begin, end):
        commas = self._commas(begin, end)
        if not commas:
            return
        self._tokens[commas[0]].text = " as "
        first = self._next(commas[0] + 1, end)
        if first is None:
            return
        rest = self._next(first + 1, end)
        if rest is not None:  # a tuple, an attribute, an item
            self._stand_in("target", first, end)

    def _stand_in(self, kind, begin, end):
        """Replaces tokens by a name that stands for them, keeping their lines."""
        name = "__py2_%s_%d__" % (kind, len(self._patterns))
        self._patterns[name] = "".join(t.text for t in self._tokens[begin:end]).replace("\n", " ")
        lines = 0
        for token in self._tokens[begin:end]:
            lines += token.text.count("\n")
            token.text = ""
        self._tokens[begin].text = name + " \\\n" * lines

    def _convert_parameters(self, begin, end, depth):
        """Replaces tuples among the parameters of a def or lambda. `depth` is its nesting depth."""
        fresh, index = True, begin + 1
        while index < end:
            token = self._tokens[index]
            if self._is(index, "(") and token.depth == depth and fresh:
                close = next((i for i in range(index + 1, end) if self._is(i, ")")
                              and self._tokens[i].depth == depth), None)
                if close is None:
                    return
                self._stand_in("tuple", index, close + 1)
                index = close
            if token.kind not in ("space", "comment"):
                fresh = (token.depth == depth and self._tokens[index].text == ",") or \
                    (token.depth == depth - 1 and token.text == "(") or \
                    (token.depth == depth and token.text == "lambda")
            index += 1

    def _convert_list_loops(self, begin, end):
        """[x for x in 1, 2, 3] gets its parentheses."""
        tokens = self._tokens
        for index in range(begin, end):
            if not self._is(index, "in") or not tokens[index].depth:
                continue
            depth = tokens[index].depth
            if not self._belongs_to_list_loop(begin, index):
                continue
            stop = index + 1
            while stop < end and not (tokens[stop].depth < depth
                                      or (tokens[stop].depth == depth and tokens[stop].kind == "name"
                                          and tokens[stop].text in ("for", "if"))):
                stop += 1
            if any(self._is(i, ",") and tokens[i].depth == depth for i in range(index, stop)):
                tokens[index].text = "in ("
                last = stop - 1
                while tokens[last].kind in ("space", "comment"):
                    last -= 1
                tokens[last].text += ")"

    def _belongs_to_list_loop(self, begin, index):
        depth, seen_for = self._tokens[index].depth, False
        for i in range(index - 1, begin - 1, -1):
            token = self._tokens[i]
            if token.depth < depth:
                return seen_for and token.text == "["
            if token.depth == depth and token.kind == "name" and not seen_for:
                if token.text == "for":
                    seen_for = True
                elif token.text in ("in", "if"):
                    return False
        return False


def _convert_string(text):
    r"""Byte strings have no escapes \u, \U and \N; raw unicode strings have lost their prefix."""
    prefix = re.match("[a-zA-Z]*", text).group()
    rest = text[len(prefix):]
    raw = "r" in prefix.lower()
    if "u" in prefix.lower():
        return ("r" if raw else "u") + rest
    if not raw and "\\" in rest:
        rest = re.sub(r"\\(.)", lambda m: "\\" + m.group() if m.group(1) in "uUN" else m.group(), rest,
                      flags=re.DOTALL)
    # A byte string is the text of its bytes here.
    return prefix.lower().replace("b", "") + rest
