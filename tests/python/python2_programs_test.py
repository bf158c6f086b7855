"""Small Python 2 programs, one construct each, print what they print under Python 2.7.

The programs stand in python2_programs.txt, each with the answer recorded from a real Python 2.7:

    python3 python2_programs_test.py --record /path/to/python2.7

runs them again and writes the answers. Where the host has a Python 2.7 (XTTT_PYTHON2 or the PATH),
a test makes sure that the recorded answers are its own.
"""

import contextlib
import io
import os
import pathlib
import re
import subprocess
import sys
import unittest

FILE = pathlib.Path(__file__).with_name("python2_programs.txt")


def programs():
    """(name, source, answer) of each."""
    for part in re.split(r"^=== ", FILE.read_text(), flags=re.MULTILINE)[1:]:
        name, _, rest = part.partition("\n")
        source, _, answer = rest.partition("\n---\n")
        yield name, source.rstrip("\n") + "\n", answer


def answer_here(source):
    from xttt_host.python2 import compile_python2
    from xttt_host.python2.runtime import BUILTINS
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile_python2(source, "bot.py"), {"__builtins__": BUILTINS, "__name__": "__main__"})
    return said.getvalue()


def answer_of(python2, source):
    done = subprocess.run([python2, "-c", source], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=60, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout


def real_python2():
    for name in filter(None, (os.environ.get("XTTT_PYTHON2"), "python2.7", "python2")):
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            done = subprocess.run([name, "-c", "import sys; print sys.version_info[:2]"],
                                  capture_output=True, text=True, timeout=60, check=False)
            if done.stdout.strip() == "(2, 7)":
                return name
    return None


class Programs(unittest.TestCase):
    maxDiff = None

    def test_each_prints_what_python_2_printed(self):
        with open(os.devnull) as nothing:
            sys.stdin = nothing
            for name, source, answer in programs():
                with self.subTest(name):
                    self.assertEqual(answer_here(source), answer)
            sys.stdin = sys.__stdin__

    def test_there_are_enough_of_them(self):
        names = [name for name, _, _ in programs()]
        self.assertGreaterEqual(len(names), 200)
        self.assertEqual(len(names), len(set(names)))

    def test_the_answers_are_those_of_a_real_python_2(self):
        python2 = real_python2()
        if python2 is None:
            self.skipTest("NO PYTHON 2.7 HERE: set XTTT_PYTHON2 to one to check the answers again")
        for name, source, answer in programs():
            with self.subTest(name):
                self.assertEqual(answer_of(python2, source), answer)


def record(python2):
    text = ["=== %s\n%s---\n%s" % (name, source, answer_of(python2, source))
            for name, source, _ in programs()]
    FILE.write_text("".join(text))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--record"]:
        record(sys.argv[2])
    else:
        unittest.main()
