"""Checks the links of the documentation: files, anchors, and pages that nothing links to.

    check_links.py ROOT

Comments in the sources that name a page of docs/ are checked too.
"""

import re
import sys
from pathlib import Path
from urllib.parse import unquote

import markdown

SOURCE_FOLDERS = ("apps", "bench", "cmake", "examples", "python", "scripts", "src", "tests", "training", "web")
SOURCE_KINDS = {".h", ".cpp", ".inc", ".py", ".ts", ".tsx", ".mjs", ".txt", ".cmake", ".toml", ".css", ""}
NAMED_PAGE = re.compile(r"(?<![\w/.-])docs/[\w./-]+\.(?:md|yaml)")


def check_page(root, page, reached):
    text = page.read_text(encoding="utf-8")
    for number, target in markdown.links(text):
        where = f"{page.relative_to(root)}:{number}"
        if re.match(r"[a-z][a-z0-9+.-]*:", target):
            if not re.match(r"(https?://[^/\s]+\.[^/\s]+|mailto:\S+@\S+$)", target):
                yield f"{where}: '{target}' is not an address"
            continue
        if re.match(r"\.\./\.\./(actions/|releases$)", target):
            continue  # a page of GitHub, relative to the repository's own
        path, _, anchor = unquote(target).partition("#")
        file = (page.parent / path).resolve() if path else page
        if root not in [file, *file.parents]:
            yield f"{where}: '{target}' leaves the repository"
        elif not file.exists():
            yield f"{where}: '{target}': there is no such file"
        else:
            reached.add(file)
            if anchor and file.suffix == ".md":
                if anchor not in markdown.anchors(file.read_text(encoding="utf-8")):
                    yield f"{where}: '{target}': that page has no heading '#{anchor}'"


def check_sources(root):
    for folder in SOURCE_FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in SOURCE_KINDS or not file.is_file():
                continue
            if {"node_modules", "dist", "build"} & set(file.parts) or (root / "tests/docs") in file.parents:
                continue
            try:
                text = file.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue
            for match in NAMED_PAGE.finditer(text):
                if not (root / match.group(0)).exists():
                    number = text.count("\n", 0, match.start()) + 1
                    yield f"{file.relative_to(root)}:{number}: there is no page {match.group(0)}"


def check(root):
    root = Path(root).resolve()
    pages = markdown.pages(root)
    if not pages:
        return [f"{root}: there are no Markdown pages here"]
    faults, reached = [], set()
    for page in pages:
        faults += check_page(root, page, reached)
    for page in pages:
        if (root / "docs") in page.parents and page not in reached:
            faults.append(f"{page.relative_to(root)}: no page links to this one")
    return faults + list(check_sources(root))


if __name__ == "__main__":
    found = check(sys.argv[1])
    print(*found, sep="\n", file=sys.stderr)
    sys.exit(1 if found else 0)
