#!/usr/bin/env python3
"""The portable tarball for 64-bit ARM, run by QEMU on a machine of another architecture.

Usage: aarch64_test.py TARBALL      (make test-aarch64 calls it)
"""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

QEMU = "qemu-aarch64-static"
# With it the kernel starts ARM programs directly, also those that the launcher starts.
REGISTERED = Path("/proc/sys/fs/binfmt_misc/qemu-aarch64").exists()


class Tarball(unittest.TestCase):
    tarball = Path()

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="xttt-aarch64-")
        cls.addClassCleanup(folder.cleanup)
        subprocess.run(["tar", "xzf", cls.tarball, "-C", folder.name], check=True)
        cls.root = next(Path(folder.name).iterdir())
        cls.libexec = cls.root / "libexec"

    def xttt(self, *arguments: str) -> str:
        """Starts the program as the launcher does: by the tarball's loader and with the tarball's libraries only."""
        done = subprocess.run([QEMU, self.libexec / "xttt", "--library-path", self.libexec, "--argv0", "xttt",
                               self.libexec / "aarch64/xttt", *arguments],
                              capture_output=True, text=True, timeout=600, cwd=self.root)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_the_version_names_the_instruction_set(self):
        self.assertIn("instruction set: aarch64", self.xttt("--version"))

    def test_a_match_is_played(self):
        out = self.xttt("match", "--x", "engine:nodes=200", "--o", "random", "--variant", "ultimate", "--games", "2",
                        "--seed", "1", "--json")
        self.assertEqual(out.count('"event":"ended"'), 2, out)
        self.assertIn('"wins":2', out)

    def test_the_launcher_starts_the_loader(self):
        done = subprocess.run([QEMU, self.root / "bin/xttt", "--version"], capture_output=True, text=True, timeout=60)
        if REGISTERED:
            self.assertIn("instruction set: aarch64", done.stdout)
        else:  # the emulator cannot start a second program
            self.assertIn(f"cannot start {self.libexec}/xttt: Exec format error", done.stderr)

    def test_every_program_is_for_arm_and_finds_its_libraries(self):
        for file in (self.root / "bin/xttt", *self.libexec.rglob("*")):
            if file.is_file() and file.read_bytes()[:4] == b"\x7fELF":
                shown = subprocess.run(["readelf", "-hd", file], capture_output=True, text=True, check=True).stdout
                self.assertIn("AArch64", shown, file)
                for needed in re.findall(r"\(NEEDED\).*\[(.*)\]", shown):
                    self.assertTrue((self.libexec / needed).exists(), f"{file} needs {needed}")

    def test_licences_of_the_libraries_are_inside(self):
        licences = {path.name for path in (self.root / "share/doc/xttt/licences").iterdir()}
        self.assertLessEqual({"libc6", "libstdc++6", "libsqlite3-0"}, licences)


if __name__ == "__main__":
    if len(sys.argv) < 2 or not Path(sys.argv[1]).is_file():
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    Tarball.tarball = Path(sys.argv.pop(1)).resolve()
    unittest.main()
