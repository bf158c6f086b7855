"""Checks that the commands and options which the documentation names exist.

    check_options.py ROOT XTTT

Reads code spans and blocks that begin with "xttt"; `xttt COMMAND --help` says what there is.
"""

import re
import sys
from pathlib import Path

import markdown
from check_prose import help_texts

PLACEHOLDER = re.compile(r"^[A-Z\[<\".]")  # COMMAND, [--json], <FILE>, "...", ...


def examples(text):
    """(line number, command line) of everything that reads as a call of xttt."""
    blocks, lines = markdown.split(text)
    for number, line in lines:
        for match in re.finditer(r"`(xttt [^`]+)`", line):
            yield number, match.group(1)
    for block in blocks:
        if block.language not in ("console", "text"):
            continue
        joined, start = "", block.line
        for number, line in enumerate(block.lines, block.line):
            line = re.sub(r"^[$>] ", "", line)
            if not joined:
                start = number
            joined += line.rstrip("\\") + " "
            if not line.endswith("\\"):
                for part in re.split(r"[|;]|&&|\bdo\b", joined):
                    if re.match(r"\s*xttt ", part):
                        yield start, part.strip()
                joined = ""


def check_example(example, commands):
    words = example.replace("[", " ").replace("]", " ").split()[1:]
    path = "xttt"
    while words and f"{path} {words[0]}" in commands:
        path += " " + words.pop(0)
    if path == "xttt" and words and not words[0].startswith("-") and not PLACEHOLDER.match(words[0]):
        return f"there is no command '{words[0]}'"
    for word in words:
        if word.startswith("#"):
            break
        match = re.match(r"(--[a-z][a-z0-9-]*)", word)
        if match and not re.search(rf"(?<![\w-]){match.group(1)}(?![\w-])", commands[path]):
            return f"'{path}' has no option '{match.group(1)}'"
    return None


def check(root, xttt):
    root = Path(root).resolve()
    commands = dict(help_texts(xttt))
    faults, seen = [], 0
    for page in markdown.manual(root):
        for number, example in examples(page.read_text(encoding="utf-8")):
            seen += 1
            fault = check_example(example, commands)
            if fault:
                faults.append(f"{page.relative_to(root)}:{number}: '{example}': {fault}")
    return faults if seen else [f"{root}: no page shows a command of xttt"]


if __name__ == "__main__":
    found = check(*sys.argv[1:])
    print(*found, sep="\n", file=sys.stderr)
    sys.exit(1 if found else 0)
