"""Runs the commands that the documentation shows, and compares what they print.

    run_console.py ROOT BIN_FOLDER [PAGE...]

In a fenced block of the language `console`, a line that begins with "$ " is a command, "> " continues
it, and the lines below it are its output. The commands of a page run in order in one new folder, with
BIN_FOLDER first in PATH. A command must end with status 0. Where output is shown it must match: "..."
stands for any text, on a line of its own for any lines. Comments right above a block say what differs:

    <!-- console: skip REASON -->    not run; the reason is required. Its xttt commands are still parsed,
                                     and its make targets must exist
    <!-- console: needs COMMAND -->  run only if this command succeeds
    <!-- console: numbers -->        numbers may differ from those shown, and columns may be wider
    <!-- console: exit N -->         the last command ends with status N; "any" for any status
    <!-- console: input TEXT -->     standard input of the last command, with \\n for a line end
    <!-- console: background -->     the last command keeps running until the end of the page; the next
                                     begins when the output shown has appeared
    <!-- console: file NAME -->      the block, of any language, is the content of this file

Comments anywhere on a page concern the whole page:

    <!-- console: repository -->     runs where the files and folders of the repository can be seen
    <!-- console: port N -->         a free port replaces port N
    <!-- console: replace A B -->    B replaces A, such as a host name of the example
"""

import os
import re
import shlex
import signal
import socket
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


NUMBER = r"[+-]?\d[\d,]*(?:\.\d+)?"


def pattern(lines, any_numbers=False):
    """A regular expression for the output shown."""
    def literal(text):
        if not any_numbers:
            return re.escape(text)
        parts = re.split(rf"({NUMBER}|\s+)", text)
        return "".join(r"\s+" if part.isspace() else NUMBER if re.fullmatch(NUMBER, part) else re.escape(part)
                       for part in parts)

    parts = []
    for line in lines:
        if line.strip() == "...":
            parts.append(r"(?:[^\n]*\n)*?")
        else:
            parts.append(".*?".join(literal(part) for part in line.rstrip().split("...")) + r"[ \t]*\n")
    return "".join(parts)


def matches(lines, output, any_numbers=False):
    output = "".join(line.rstrip() + "\n" for line in output.splitlines())
    return re.fullmatch(pattern(lines, any_numbers) + r"\s*", output) is not None


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


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def with_replacements(text):
    """The text of a page after its directives `port` and `replace`."""
    for port in re.findall(r"<!-- console: port (\d+) -->", text):
        text = re.sub(rf"(?<!console: port )\b{port}\b", free_port(), text)
    for old, new in re.findall(r"<!-- console: replace (\S+) (\S+) -->", text):
        text = re.sub(rf"(?<!console: replace ){re.escape(old)}", new, text)
    return text


class Page:
    # Directives of a block that need a value, those that do not, and those of a whole page.
    WITH_VALUE = ("skip", "needs", "exit", "input", "file")
    PLAIN = ("background", "numbers")
    OF_PAGE = ("repository", "port", "replace")

    def __init__(self, root, page, bin_folder):
        self.root = root
        self.name = page.relative_to(root)
        self.text = with_replacements(page.read_text(encoding="utf-8"))
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
        if any(len(word) < 2 for word in words if word[0] in self.WITH_VALUE):
            self.fault(block.line, f"a comment 'console: {'|'.join(self.WITH_VALUE)}' needs a reason or a value")
            return False
        options = {word[0]: word[1] if len(word) > 1 else "" for word in words if word[0] not in self.OF_PAGE}
        unknown = set(options) - {*self.WITH_VALUE, *self.PLAIN}
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
            return all([self.check_skipped(command) for command in found])
        if "needs" in options and subprocess.run(["bash", "-c", options["needs"]], stdin=subprocess.DEVNULL,
                                                 capture_output=True, **self.process_options()).returncode:
            print(f"{self.name}:{block.line}: not run, because this fails: {options['needs']}")
            self.skipped += len(found)
            return True
        self.any_numbers = "numbers" in options
        for command in found[:-1]:
            if not self.run_command(command, "0"):
                return False
        if "background" in options:
            return self.start(found[-1])
        return self.run_command(found[-1], options.get("exit", "0"), options.get("input", ""))

    def check_skipped(self, command):
        """Commands that do not run must at least exist."""
        try:
            words = shlex.split(command.text.replace("\\\n", " "))
        except ValueError as error:
            self.fault(command.line, f"'{command.text}': {error}")
            return False
        if words[0] == "make":
            makefile = self.root / "Makefile"
            targets = re.findall(r"^([\w-]+):", makefile.read_text() if makefile.exists() else "", re.M)
            for word in words[1:]:
                if "=" not in word and word not in targets:
                    self.fault(command.line, f"make has no target '{word}'")
                    return False
        while words and (words[0] in ("sudo", "watch") or "=" in words[0]):
            words.pop(0)
        if words and words[0] == "xttt":
            done = subprocess.run(["xttt", "parse-words", "--", *words[1:]], capture_output=True, text=True,
                                  stdin=subprocess.DEVNULL, timeout=TIME_LIMIT, **self.process_options())
            if done.returncode:
                self.fault(command.line, f"'{command.text}' is refused: {done.stderr.strip()}")
                return False
        return True

    def process_options(self):
        environment = {key: value for key, value in os.environ.items()
                       if key in ("LANG", "PYTHONPATH", "TZ") or key.startswith(("ASAN", "UBSAN"))}
        environment.update(PATH=f"{self.bin_folder}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
                           HOME=self.folder, TERM="dumb", LC_ALL="C.UTF-8")
        return {"cwd": self.place, "env": environment}

    def run_command(self, command, expected, text=""):
        self.ran += 1
        place = os.path.join(self.folder, ".place")
        script = f"{command.text}\nstatus=$?\npwd >'{place}'\nexit $status"
        try:
            done = subprocess.run(["bash", "-c", script], input=text.replace("\\n", "\n").encode(),
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIME_LIMIT,
                                  **self.process_options())
        except subprocess.TimeoutExpired:
            self.fault(command.line, f"'{command.text}' ran longer than {TIME_LIMIT} s")
            return False
        output = done.stdout.decode("utf-8", "replace")
        if os.path.exists(place):
            self.place = Path(place).read_text().rstrip("\n")
            os.remove(place)
        if expected not in ("any", str(done.returncode)):
            self.fault(command.line, f"'{command.text}' ended with status {done.returncode}, not {expected}:"
                                     f"\n{output}")
            return False
        if command.output and not matches(command.output, output, self.any_numbers):
            shown = "\n".join(command.output)
            self.fault(command.line, f"'{command.text}' printed\n{output}--- where the page shows\n{shown}")
            return False
        return True

    def start(self, command):
        self.ran += 1
        process = Background(command, **self.process_options())
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
