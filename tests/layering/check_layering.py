#!/usr/bin/env python3
"""Checks that the folders of src/ include only what their CMakeLists.txt says they use.

Usage: check_layering.py PROJECT_ROOT

A folder with a library is a node of the graph, also below another one (tournament/schedule). Its edges
are the DEPS of its xttt_library() calls, and the folders whose sources it compiles itself (wasm). Every
quoted include must name a header of the same folder or of one at the end of an edge; paths through a third
folder do not count. The graph has no cycles. apps/, tests/ and bench/ are out of reach.

The picture in docs/architecture.md shows the same graph of top-level folders, edges that follow from others left
out, and its table has a row for each of them.
"""

import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')
LIBRARY = re.compile(r"\bxttt_library\s*\(([^)]*)\)")
SUFFIXES = {".h", ".hpp", ".cpp", ".cc", ".inc"}


class Graph:
    """Which folder may include which, as the CMakeLists.txt files below src/ say."""

    def __init__(self, source: Path):
        self.source = source
        self.owner: dict[str, str] = {}  # library -> folder, named from src/
        self.deps: dict[str, set[str]] = {}  # folder -> libraries
        self.compiled: dict[str, set[str]] = {}  # folder -> top-level folders it compiles
        for file in sorted(source.rglob("CMakeLists.txt")):
            self._read(file)
        self.edges = {
            folder: {self.owner[name] for name in names if name in self.owner}
            | {other for other in self.compiled[folder] if other in self.deps}
            for folder, names in self.deps.items()
        }

    def _read(self, file: Path):
        text = re.sub(r"#[^\n]*", "", file.read_text(encoding="utf-8"))
        folder = file.parent.relative_to(self.source).as_posix()
        for call in LIBRARY.finditer(text):
            name, *words = call.group(1).split()
            self.owner[name] = folder
            names = self.deps.setdefault(folder, set())
            in_deps = False
            for word in words:
                if word.isupper():
                    in_deps = word == "DEPS"
                elif in_deps and "::" not in word:
                    names.add(word)
        if folder in self.deps:
            compiled = re.findall(r"(?<![\w/.}])(\w+)/[\w/]+\.cpp\b", text)
            self.compiled[folder] = {
                name for name in compiled if not (file.parent / name).is_dir()}

    def folder_of(self, path: str) -> str | None:
        """The folder of the graph that holds a file named from src/."""
        for parent in Path(path).parents:
            if parent.as_posix() in self.deps:
                return parent.as_posix()
        return None

    def unknown_deps(self) -> list[str]:
        return [
            f"{self.source / folder}/CMakeLists.txt: no library is called {name}"
            for folder, names in self.deps.items() for name in sorted(names) if name not in self.owner]

    def cycle(self) -> list[str]:
        state: dict[str, int] = {}

        def visit(folder: str, path: list[str]) -> list[str]:
            state[folder] = 1
            for other in sorted(self.edges[folder] - {folder}):
                if state.get(other) == 1:
                    return path[path.index(other):] + [other]
                if other not in state and (found := visit(other, path + [other])):
                    return found
            state[folder] = 2
            return []

        for folder in sorted(self.edges):
            if folder not in state and (found := visit(folder, [folder])):
                return found
        return []


def problem_with(graph: Graph, folder: str, included: str) -> str | None:
    """Why a file of that folder may not include that header, or None if it may."""
    if ".." in Path(included).parts:
        return "headers are named from src/, without '..'"
    target = graph.folder_of(included)
    if target is None:
        return "not a header of a src/ folder"
    if target != folder and target not in graph.edges[folder]:
        return f"{folder} does not name {target} in its DEPS"
    return None


def check_file(path: Path, graph: Graph) -> list[str]:
    folder = graph.folder_of(path.relative_to(graph.source).as_posix())
    if folder is None:
        return [f"{path}: no CMakeLists.txt above it has an xttt_library"]
    found = []
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    for number, line in enumerate(lines, start=1):
        match = INCLUDE.match(line)
        if match and (why := problem_with(graph, folder, match.group(1))):
            found.append(f'{path}:{number}: includes "{match.group(1)}": {why}')
    return found


def top(folder: str) -> str:
    return folder.split("/")[0]


def closure(edges: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """The pairs of folders of which the second is reached from the first."""
    reached = set(edges)
    while more := {(a, d) for a, b in reached for c, d in edges if b == c} - reached:
        reached |= more
    return reached


def check_architecture(page: Path, graph: Graph) -> list[str]:
    """What the picture and the table of docs/architecture.md say wrongly."""
    text = page.read_text(encoding="utf-8")
    picture = re.search(r"```mermaid\n(.*?)```", text, re.DOTALL)
    if not picture:
        return [f"{page}: no picture of the graph"]
    shown = set()
    for row in picture.group(1).splitlines():
        names = [name.strip() for name in row.split("-->")]
        shown |= set(zip(names[1:], names))  # an arrow points to the user
    real = {(top(a), top(b)) for a, names in graph.edges.items() for b in names if top(a) != top(b)}
    found = [f"{page}: the picture lacks {b} --> {a}" for a, b in sorted(closure(real) - closure(shown))]
    found += [f"{page}: the picture has {b} --> {a}, but {a} does not use {b}"
              for a, b in sorted(shown - real)]
    rows = set(re.findall(r"^\| `([a-z_]+)` \|", text, re.MULTILINE))
    folders = {top(folder) for folder in graph.deps}
    found += [f"{page}: the table has no row for {folder}" for folder in sorted(folders - rows)]
    found += [f"{page}: there is no folder src/{row}" for row in sorted(rows - folders)]
    return found


def check_tree(root: Path) -> list[str]:
    source = root / "src"
    if not source.is_dir():
        return [f"{source}: no such folder"]
    graph = Graph(source)
    found = graph.unknown_deps()
    if cycle := graph.cycle():
        found.append(f"{source}: folders depend on each other: {' -> '.join(cycle)}")
    for path in sorted(source.rglob("*")):
        if path.suffix in SUFFIXES:
            found += check_file(path, graph)
    page = root / "docs/architecture.md"
    if page.exists():
        found += check_architecture(page, graph)
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
