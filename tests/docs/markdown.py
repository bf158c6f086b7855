"""The parts of Markdown that the documentation tests look at."""

import re
from dataclasses import dataclass, field
from pathlib import Path

FENCE = re.compile(r"^(\s*)(`{3,})(.*)$")
DIRECTIVE = re.compile(r"^\s*<!--\s*console:\s*(.*?)\s*-->\s*$")


@dataclass
class Block:
    """A fenced block of code; `line` is the number of its first line of content, from 1."""

    language: str
    line: int
    lines: list = field(default_factory=list)
    directives: list = field(default_factory=list)  # the text of comments right above it


def pages(root):
    """Every Markdown page of the repository that people read, lab notes included."""
    root = Path(root)
    found = sorted(root.glob("*.md")) + sorted(root.glob("docs/**/*.md"))
    return found + sorted(root.glob(".github/**/*.md"))


def manual(root):
    """The pages that describe the present program: all but the lab notes and the changelog."""
    root = Path(root)
    lab = root / "docs" / "lab"
    return [p for p in pages(root) if lab not in p.parents and p.name != "CHANGELOG.md"]


def split(text):
    """The fenced blocks, and the other lines as (number, text)."""
    blocks, prose, directives = [], [], []
    block, fence = None, None
    for number, line in enumerate(text.splitlines(), 1):
        match = FENCE.match(line)
        if block is not None:
            if match and match.group(2) == fence and not match.group(3).strip():
                blocks.append(block)
                block, directives = None, []
            else:
                block.lines.append(line)
        elif match:
            fence = match.group(2)
            block = Block(match.group(3).strip(), number + 1, directives=directives)
        else:
            directive = DIRECTIVE.match(line)
            if directive:
                directives.append(directive.group(1))
            elif line.strip():
                directives = []
            prose.append((number, line))
    if block is not None:
        raise ValueError(f"line {block.line - 1}: this block of code has no end")
    return blocks, prose


def without_code(line):
    return re.sub(r"(`+)(.+?)\1", lambda m: " " * len(m.group(0)), line)


def anchors(text):
    """The names that links may use after '#', as GitHub makes them from headings."""
    found, seen = set(), {}
    for _, line in split(text)[1]:
        match = re.match(r"^#{1,6}\s+(.*?)\s*#*$", line)
        if match:
            title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", match.group(1)).lower()
            name = re.sub(r"[^\w\- ]", "", title).replace(" ", "-")
            count = seen.get(name, 0)
            seen[name] = count + 1
            found.add(f"{name}-{count}" if count else name)
        found.update(re.findall(r'<a (?:id|name)="([^"]+)"', line))
    return found


def links(text):
    """(line number, target) of every link and picture."""
    for number, line in split(text)[1]:
        line = without_code(line)
        for match in re.finditer(r"\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)", line):
            yield number, match.group(1)
        for match in re.finditer(r"(?:src|href|srcset)=\"([^\"]+)\"", line):
            yield number, match.group(1)
        match = re.match(r"^\[[^\]]+\]:\s+(\S+)", line)
        if match:
            yield number, match.group(1)
