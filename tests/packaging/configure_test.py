#!/usr/bin/env python3
"""The builds that `make package` and `make program` use need neither GoogleTest nor Google Benchmark.

`scripts/setup run package` installs neither. Only configures; nothing is compiled.
"""

import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WITHOUT = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in ("GTest", "benchmark")]


class Configure(unittest.TestCase):
    def configure(self, preset: str, *options: str) -> subprocess.CompletedProcess:
        with tempfile.TemporaryDirectory(prefix="xttt-configure-") as folder:
            return subprocess.run(["cmake", "--preset", preset, "-B", folder, *WITHOUT, *options], cwd=ROOT,
                                  capture_output=True, text=True, timeout=120)

    def test_packages_are_built_without_libraries_for_tests(self):
        for preset in ("portable", "portable-v3", "portable-v4"):
            with self.subTest(preset):
                done = self.configure(preset)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_program_alone_too(self):
        done = self.configure("release", "-DXTTT_PROGRAM_ONLY=ON")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_a_build_with_tests_says_what_is_missing(self):
        done = self.configure("portable", "-DXTTT_TESTS=ON")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("GTest", done.stderr)


if __name__ == "__main__":
    unittest.main()
