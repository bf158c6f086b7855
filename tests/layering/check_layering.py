#!/usr/bin/env python3
"""Checks that the folders of src/ include only downward.

Usage: check_layering.py PROJECT_ROOT

Every quoted include of a file in src/ must name a header of its own folder or of a folder that
stands earlier in ORDER. apps/, tests/, bench/ and anything else outside src/ are out of reach.
"""

import re
import sys
from pathlib import Path

# Each folder may use those before it. A new folder is placed here first.
ORDER = [
    "base", "rules", "record", "env", "eval", "search", "engine", "selfplay", "ugi", "process",
    "players", "referee", "store", "tournament", "cluster", "server", "wasm",
]

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')
SUFFIXES = {".h", ".hpp", ".cpp", ".cc", ".inc"}


def problem_with(folder: str, included: str) -> str | None:
    """Why a file of src/<folder> may not include that header, or None if it may."""
    if ".." in Path(included).parts:
        return "headers are named from src/, without '..'"
    target = Path(included).parts[0]
    if target not in ORDER or len(Path(included).parts) < 2:
        return "not a header of a src/ folder"
    if ORDER.index(target) > ORDER.index(folder):
        return f"{folder} is below {target}"
    return None


def check_file(path: Path, folder: str) -> list[str]:
    found = []
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    for number, line in enumerate(lines, start=1):
        match = INCLUDE.match(line)
        if match and (why := problem_with(folder, match.group(1))):
            found.append(f'{path}:{number}: includes "{match.group(1)}": {why}')
    return found


def check_tree(root: Path) -> list[str]:
    source = root / "src"
    if not source.is_dir():
        return [f"{source}: no such folder"]
    found = []
    for folder in sorted(entry for entry in source.iterdir() if entry.is_dir()):
        if folder.name not in ORDER:
            found.append(f"{folder}: has no place in the order of folders")
            continue
        for path in sorted(folder.rglob("*")):
            if path.suffix in SUFFIXES:
                found += check_file(path, folder.name)
    return found


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    problems = check_tree(Path(sys.argv[1]))
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
