"""Checks the prose of the documentation, of the help texts, and of messages and comments in sources.

    check_prose.py ROOT [XTTT]

Refuses the phrases of banned.txt, sentences of more than 40 words, pages that do not open with a
sentence after the title, code blocks without a language, and misspelt words (codespell). In sources it
looks for the phrases of banned.txt only.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import markdown
import sources

HERE = Path(__file__).resolve().parent
LONGEST_SENTENCE = 40


def banned_phrases():
    for line in (HERE / "banned.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            phrase, _, better = line.partition(" => ")
            if not better:
                raise ValueError(f"banned.txt: '{line}' does not say what to write instead")
            yield re.compile(rf"(?<![\w-])(?:{phrase})(?![\w-])", re.I), better


def check_phrases(where, lines):
    """Phrases may run over the end of a line, so each line is read together with the next."""
    phrases = list(banned_phrases())
    for index, (number, line) in enumerate(lines):
        following = lines[index + 1][1] if index + 1 < len(lines) else ""
        both = line.rstrip() + " " + following.strip()
        for phrase, better in phrases:
            match = phrase.search(both)
            if match and match.start() < len(line.rstrip()):
                yield f"{where}:{number}: '{match.group(0)}': write: {better}"


def paragraphs(lines):
    """(first line number, text) of each paragraph or item of a list; no tables, headings or comments."""
    start, words = None, []
    for number, line in [*lines, (0, "")]:
        text = line.strip()
        special = not text or text.startswith(("|", "#", "<", "[!", "!["))
        item = re.match(r"([-*]|\d+\.)\s+", text)
        if words and (special or item):
            yield start, " ".join(words)
            words = []
        if not special:
            if not words:
                start = number
            words.append(text[item.end():] if item else text)


def sentences(text):
    text = re.sub(r"\((?:[^()]|\([^()]*\))*\)", " ", text)  # what is in brackets is not counted
    return re.split(r"(?<=[.!?:;])\s+", text)


def check_page(name, text):
    try:
        blocks, lines = markdown.split(text)
    except ValueError as error:
        return [f"{name}: {error}"]
    plain = [(number, markdown.without_code(line)) for number, line in lines]
    faults = list(check_phrases(name, plain))
    for number, paragraph in paragraphs(lines):
        for sentence in sentences(paragraph):
            if len(sentence.split()) > LONGEST_SENTENCE:
                faults.append(f"{name}:{number}: a sentence of {len(sentence.split())} words: "
                              f"'{sentence[:60]}...'")
    in_list = blank = False
    for number, line in lines:
        if re.match(r"\S", line):
            in_list = bool(re.match(r"([-*]|\d+\.)\s", line)) or (in_list and not blank)
        elif line.startswith("    ") and blank and not in_list:
            faults.append(f"{name}:{number}: code goes between ``` fences with a language")
        blank = not line.strip()
    for block in blocks:
        if not block.language:
            faults.append(f"{name}:{block.line - 1}: this block of code names no language")
    if name.startswith("docs/"):
        body = [line for _, line in lines if line.strip() and not line.lstrip().startswith("<!--")]
        if not body or not body[0].startswith("# "):
            faults.append(f"{name}:1: a page begins with its title, '# ...'")
        elif len(body) < 2 or not re.match(r"[A-Za-z`\[*]", body[1]):
            faults.append(f"{name}:2: a page opens with a sentence that says what it is for")
    return faults


def help_texts(xttt):
    """Of the program and of each of its commands: (command, text)."""
    def ask(*command):
        done = subprocess.run([xttt, *command, "--help"], capture_output=True, text=True, timeout=60)
        if done.returncode:
            raise ValueError(f"xttt {' '.join(command)} --help ended with status {done.returncode}")
        yield " ".join(["xttt", *command]), done.stdout
        listed = re.search(r"^(?:Sub)?commands:\n(.*)", done.stdout, re.I | re.M | re.S)
        if listed and len(command) < 2:
            for name in re.findall(r"^ {2}([a-z][a-z-]*)\b", listed.group(1), re.M):
                yield from ask(*command, name)
    return list(ask())


def check_help(xttt):
    try:
        texts = help_texts(xttt)
    except (ValueError, OSError) as error:
        return [str(error)]
    if len(texts) < 10:
        return [f"{xttt} --help lists only {len(texts) - 1} commands"]
    faults = []
    for name, text in texts:
        faults += check_phrases(f"{name} --help", list(enumerate(text.splitlines(), 1)))
    return faults + check_spelling({f"{name} --help": text for name, text in texts})


def check_sources(root):
    """Of tests the comments only: their string literals are data."""
    phrases = list(banned_phrases())
    for path in sources.files(root):
        if HERE in path.parents:  # has the phrases themselves
            continue
        for number, text, is_comment in sources.words_of(path):
            if " " not in text or (not is_comment and sources.is_test(root, path)):  # without a space it is a name
                continue
            for phrase, better in phrases:
                match = phrase.search(text)
                if match:
                    yield f"{path.relative_to(root)}:{number}: '{match.group(0)}': write: {better}"


def check_spelling(texts):
    if not shutil.which("codespell"):
        return ["codespell is not installed (scripts/setup installs it)"]
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        names = {}
        for index, (name, text) in enumerate(texts.items()):
            Path(folder, f"{index}.txt").write_text(text, encoding="utf-8")
            names[f"{index}.txt"] = name
        done = subprocess.run(["codespell", "-I", HERE / "codespell-ignore.txt", "."], cwd=folder,
                              capture_output=True, text=True)
        for line in done.stdout.splitlines():
            match = re.match(r"\./(\d+\.txt):(\d+): (.*)", line)
            if match:
                faults.append(f"{names[match.group(1)]}:{match.group(2)}: misspelt: {match.group(3)}")
        if done.returncode and not faults:
            faults.append(f"codespell: {done.stderr.strip() or done.stdout.strip()}")
    return faults


def check(root, xttt=None):
    root = Path(root).resolve()
    texts = {str(page.relative_to(root)): page.read_text(encoding="utf-8") for page in markdown.manual(root)}
    if not texts:
        return [f"{root}: there are no Markdown pages here"]
    faults = [fault for name, text in texts.items() for fault in check_page(name, text)]
    faults += check_sources(root)
    return faults + check_spelling(texts) + (check_help(xttt) if xttt else [])


if __name__ == "__main__":
    found = check(*sys.argv[1:])
    print(*found, sep="\n", file=sys.stderr)
    sys.exit(1 if found else 0)
