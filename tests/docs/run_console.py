"""Runs the commands that the documentation shows, and compares what they print.

    run_console.py ROOT BIN_FOLDER [PAGE...]

In a fenced block of the language `console`, a line that begins with "$ " is a command, "> " continues
it, and the lines below it are its output. The commands of a page run in order in one new folder, with
BIN_FOLDER first in PATH. A command must end with status 0. Where output is shown it must match: "..."
stands for any text, on a line of its own for any lines. Comments right above a block say what differs:

    <!-- console: skip REASON -->    not run; the reason is required
    <!-- console: exit N -->         the last command ends with status N
    <!-- console: background -->     the last command keeps running until the end of the page; the next
                                     begins when the output shown has appeared
    <!-- console: file NAME -->      the block, of any language, is the content of this file

A page with the comment "console: repository" runs where the repository's files and folders can be seen.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import markdown

TIME_LIMIT = 120
START_LIMIT = 30
SHELLS = {"sh", "bash", "shell", "shell-session"}


@dataclass
class Command:
    text: str
    line: int
    output: list = field(default_factory=list)


def commands(block):
    """The commands of a console block; raises ValueError where it has none or output without one."""
    found = []
    for number, line in enumerate(block.lines, block.line):
        if line.startswith("$ "):
            found.append(Command(line[2:], number))
        elif line.startswith("> ") or line == ">":
            if not found or found[-1].output:
                raise ValueError(f"line {number}: '>' continues no command")
            found[-1].text += "\n" + line[2:]
        elif found:
            found[-1].output.append(line)
        elif line.strip():
            raise ValueError(f"line {number}: output without a command above it")
    if not found:
        raise ValueError(f"line {block.line}: a console block without a command ('$ ...')")
    for command in found:
        while command.output and not command.output[-1].strip():
            command.output.pop()
    return found


def pattern(lines):
    """A regular expression for the output shown."""
    parts = []
    for line in lines:
        if line.strip() == "...":
            parts.append(r"(?:[^\n]*\n)*?")
        else:
            parts.append(".*?".join(re.escape(part) for part in line.rstrip().split("...")) + r"[ \t]*\n")
    return "".join(parts)


def matches(lines, output):
    output = "".join(line.rstrip() + "\n" for line in output.splitlines())
    return re.fullmatch(pattern(lines) + r"\s*", output) is not None


class Background:
    """A command that keeps running; its output is gathered by a thread."""

    def __init__(self, command, **place):
        self.process = subprocess.Popen(["bash", "-c", "exec " + command.text], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                        errors="replace", start_new_session=True, **place)
        self.command = command
        self.output = ""
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.output += line

    def fault_at_start(self):
        shown = re.compile(r"(?m)^" + pattern(self.command.output))  # log lines may come before it
        until = time.monotonic() + START_LIMIT
        while time.monotonic() < until:
            if self.process.poll() is not None:
                self.reader.join(5)
                return f"ended with status {self.process.returncode}:\n{self.output}"
            if shown.search(self.output):
                return None
            time.sleep(0.02)
        return f"did not print what is shown within {START_LIMIT} s, but:\n{self.output}"

    def end(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        self.reader.join(5)
        self.process.stdout.close()


class Page:
    def __init__(self, root, page, bin_folder):
        self.root = root
        self.name = page.relative_to(root)
        self.text = page.read_text(encoding="utf-8")
        self.bin_folder = bin_folder
        self.faults, self.ran, self.skipped = [], 0, 0

    def fault(self, line, text):
        self.faults.append(f"{self.name}:{line}: {text}")

    def run(self):
        try:
            blocks = markdown.split(self.text)[0]
        except ValueError as error:
            self.faults.append(f"{self.name}: {error}")
            return self
        with tempfile.TemporaryDirectory(prefix="xttt-docs-") as folder:
            self.folder = self.place = os.path.realpath(folder)
            self.background = []
            if re.search(r"<!-- console: repository -->", self.text):
                for entry in self.root.glob("[!.]*"):
                    os.symlink(entry, Path(self.folder, entry.name))
            try:
                for block in blocks:
                    if not self.run_block(block):
                        break  # what follows builds on it
            finally:
                for process in reversed(self.background):
                    process.end()
        return self

    def run_block(self, block):
        words = [directive.split(None, 1) for directive in block.directives]
        if any(len(word) < 2 for word in words if word[0] in ("skip", "exit", "file")):
            self.fault(block.line, "a comment 'console: skip|exit|file' needs a reason, a status or a name")
            return False
        options = {word[0]: word[1] if len(word) > 1 else "" for word in words}
        options.pop("repository", None)
        unknown = set(options) - {"skip", "exit", "background", "file"}
        if unknown:
            self.fault(block.line, f"unknown word in a console comment: {', '.join(sorted(unknown))}")
            return False
        if "file" in options:
            path = Path(self.place, options["file"])
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(block.lines) + "\n", encoding="utf-8")
            return True
        if block.language in SHELLS or (block.language != "console" and any(
                line.startswith("$ ") for line in block.lines)):
            self.fault(block.line, "commands belong in a block of the language 'console', with '$ '")
            return False
        if block.language != "console":
            return True
        try:
            found = commands(block)
        except ValueError as error:
            self.faults.append(f"{self.name}: {error}")
            return False
        if "skip" in options:
            self.skipped += len(found)
            return True
        for command in found[:-1]:
            if not self.run_command(command, 0):
                return False
        if "background" in options:
            return self.start(found[-1])
        return self.run_command(found[-1], int(options.get("exit", 0)))

    def surroundings(self):
        environment = {key: value for key, value in os.environ.items()
                       if key in ("LANG", "PYTHONPATH", "TZ") or key.startswith(("ASAN", "UBSAN"))}
        environment.update(PATH=f"{self.bin_folder}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
                           HOME=self.folder, TERM="dumb", LC_ALL="C.UTF-8")
        return {"cwd": self.place, "env": environment}

    def run_command(self, command, expected):
        self.ran += 1
        place = os.path.join(self.folder, ".place")
        script = f"{command.text}\nstatus=$?\npwd >'{place}'\nexit $status"
        try:
            done = subprocess.run(["bash", "-c", script], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=TIME_LIMIT, **self.surroundings())
        except subprocess.TimeoutExpired:
            self.fault(command.line, f"'{command.text}' ran longer than {TIME_LIMIT} s")
            return False
        output = done.stdout.decode("utf-8", "replace")
        if os.path.exists(place):
            self.place = Path(place).read_text().rstrip("\n")
            os.remove(place)
        if done.returncode != expected:
            self.fault(command.line, f"'{command.text}' ended with status {done.returncode}, not {expected}:"
                                     f"\n{output}")
            return False
        if command.output and not matches(command.output, output):
            shown = "\n".join(command.output)
            self.fault(command.line, f"'{command.text}' printed\n{output}--- where the page shows\n{shown}")
            return False
        return True

    def start(self, command):
        self.ran += 1
        process = Background(command, **self.surroundings())
        self.background.append(process)
        fault = process.fault_at_start()
        if fault:
            self.fault(command.line, f"'{command.text}' {fault}")
        return fault is None


def main(root, bin_folder, *names):
    root = Path(root).resolve()
    pages = [root / name for name in names] or markdown.manual(root)
    results = [Page(root, page, os.path.abspath(bin_folder)).run() for page in pages]
    faults = [fault for result in results for fault in result.faults]
    print(f"{sum(r.ran for r in results)} commands run, {sum(r.skipped for r in results)} skipped, "
          f"{len(faults)} faults")
    print(*faults, sep="\n", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
