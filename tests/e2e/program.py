"""Runs the program under test, whose path is the script's first argument."""

import functools
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

VECTORS = Path(__file__).resolve().parent.parent / "vectors"
PROGRAM = os.path.abspath(sys.argv[1])


def run(*arguments, stdin=b"", env=None, **options):
    """The finished process, its output as bytes. No colour unless a test asks for it."""
    if isinstance(stdin, str):
        stdin = stdin.encode()
    environment = {**os.environ, **(env or {})}
    options.setdefault("stdout", subprocess.PIPE)
    return subprocess.run([PROGRAM, *map(str, arguments)], input=stdin, env=environment,
                          stderr=subprocess.PIPE, timeout=60, **options)


class ProgramTest(unittest.TestCase):
    @functools.cached_property
    def folder(self):
        """A folder of the test's own, gone with it."""
        folder = tempfile.TemporaryDirectory(prefix="xttt-")
        self.addCleanup(folder.cleanup)
        return Path(folder.name).resolve()

    def succeeds(self, *arguments, **options):
        done = run(*arguments, **options)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return done.stdout.decode()

    def refuses(self, code, message, *arguments, **options):
        """Exits with `code` after one line on standard error that holds `message`."""
        done = run(*arguments, **options)
        error = done.stderr.decode()
        self.assertEqual(done.returncode, code, error)
        self.assertIn(message, error)
        self.assertTrue(error.startswith("xttt: "), error)
        self.assertEqual(error.count("\n"), 1, error)
        self.assertEqual(done.stdout or b"", b"")
        return error


def main():
    unittest.main(argv=[sys.argv[0]] + sys.argv[2:])
