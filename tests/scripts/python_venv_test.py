#!/usr/bin/env python3
"""scripts/python-venv renews its environment when its list changes; the lists of packages name exact versions."""

import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LISTS = {name: ROOT / "tests" / name for name in
         ("python/requirements", "python/wheel-constraints", "e2e/schemathesis")}


def name_of(line: str) -> str:
    return re.match(r"[\w.-]+", line)[0].lower().replace("_", "-")


class Lists(unittest.TestCase):
    def requirements(self, name: str) -> list[str]:
        text = LISTS[name].with_suffix(".txt").read_text().replace("\\\n", "")
        return [line for line in text.splitlines() if line and not line.startswith("#")]

    def test_every_package_has_an_exact_version(self):
        for name in LISTS:
            for requirement in self.requirements(name):
                self.assertRegex(requirement, r"^[a-z0-9.-]+==[0-9][\w.]*( |$)")

    def test_packages_that_are_installed_by_a_list_have_hashes(self):
        for name in ("python/requirements", "e2e/schemathesis"):
            for requirement in self.requirements(name):
                self.assertIn("--hash=sha256:", requirement)

    def test_every_wanted_package_is_in_its_list(self):
        for name, path in LISTS.items():
            wanted = {name_of(line) for line in path.with_suffix(".in").read_text().splitlines()
                      if line and not line.startswith("#")}
            self.assertLessEqual(wanted, {name_of(line) for line in self.requirements(name)})


class Environment(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for path in ("scripts", "tests/python"):
            (self.folder / path).mkdir(parents=True)
        shutil.copy(ROOT / "scripts/python-venv", self.folder / "scripts")
        self.list = self.folder / "tests/python/requirements.txt"
        self.list.write_text("# No packages, so that nothing is downloaded.\n")
        self.venv = self.folder / "build/python-venv"

    def script(self, *arguments) -> subprocess.CompletedProcess:
        return subprocess.run([self.folder / "scripts/python-venv", *arguments], capture_output=True, text=True,
                              timeout=280)

    def is_current(self) -> bool:
        return self.script("--check", self.venv).returncode == 0

    def test_an_environment_of_an_earlier_list_is_replaced(self):
        self.assertFalse(self.is_current())
        done = self.script()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("installing", done.stdout)
        self.assertTrue(self.is_current())
        self.assertEqual(self.script().stdout, "")  # nothing to do

        old = self.venv / "lib/old_package.py"
        old.write_text("")
        self.list.write_text("# Another list.\n")
        self.assertFalse(self.is_current())
        self.assertIn("installing", self.script().stdout)
        self.assertTrue(self.is_current())
        self.assertFalse(old.exists())

        # It cannot be installed: without a hash, pip refuses it.
        self.list.write_text("no-such-package-of-anybody==1\n")
        done = self.script()
        self.assertEqual(done.returncode, 0)
        self.assertIn("will be skipped", done.stderr)
        self.assertFalse(self.is_current())

    def test_an_unknown_option_is_refused(self):
        done = self.script("--renew")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--check or --update", done.stderr)


if __name__ == "__main__":
    unittest.main()
