"""The words for people in source files: string literals and comments, as (line number, text, is a comment)."""

import ast
import io
import re
import tokenize
from pathlib import Path

C_LIKE = {".cpp", ".h", ".ts", ".tsx"}
FOLDERS = ("src", "apps", "bench", "training", "python", "scripts", "examples", "tests", "web/src", "web/tests")

# A comment, a raw string, a string, a template string, or a character.
TOKEN = re.compile(r"""(?P<comment>//[^\n]*|/\*.*?\*/)
                     | R"(?P<tag>[^()\\ ]*)\((?P<raw>.*?)\)(?P=tag)"
                     | "(?P<string>(?:\\.|[^"\\\n])*)"
                     | `(?P<template>(?:\\.|[^`\\])*)`
                     | (?<![\w'])'(?:\\.[^']*|[^'\\\n])'""", re.X | re.S)


def of_c(text):
    """Adjacent comment lines and adjacent literals are one text."""
    found, last_end, last_kind = [], 0, None
    for match in TOKEN.finditer(text):
        kind = "comment" if match.lastgroup == "comment" else "string"
        part = next((match.group(name) for name in ("comment", "raw", "string", "template")
                     if match.group(name) is not None), None)
        if part is None:
            continue
        if kind == "comment":
            part = " ".join(re.sub(r"^\s*(?:/\*\*?|\*(?!/)|//+)|\*/\s*$", "", line).strip()
                            for line in part.split("\n"))
        if found and kind == last_kind and not text[last_end:match.start()].strip():
            found[-1] = (found[-1][0], found[-1][1] + (" " if kind == "comment" else "") + part, kind == "comment")
        else:
            found.append((text.count("\n", 0, match.start()) + 1, part, kind == "comment"))
        last_end, last_kind = match.end(), kind
    return found


def of_python(text):
    """Nothing for the text of another Python version, such as a course bot."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return []
    found = [(node.lineno, " ".join(node.value.split()), False) for node in ast.walk(tree)
             if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            found.append((token.start[0], token.string.lstrip("#! "), True))
    return sorted(found)


def files(root):
    for folder in FOLDERS:
        for path in sorted(Path(root, folder).rglob("*")):
            if path.is_file() and "node_modules" not in path.parts:
                yield path


def is_test(root, path):
    return "tests" in path.relative_to(root).parts


def words_of(path):
    """The words of a file; nothing for a file of another kind."""
    if path.suffix in C_LIKE:
        return of_c(path.read_text(encoding="utf-8"))
    if path.suffix == ".py" or (not path.suffix and path.read_bytes()[:40].startswith(
            (b"#!/usr/bin/env python", b"#!/usr/bin/python"))):
        return of_python(path.read_text(encoding="utf-8"))
    return []
