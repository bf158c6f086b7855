#!/usr/bin/env python3
"""The portable tarball on Debian 11, 12 and 13, each with nothing but its essential packages and python3.

Usage: portable_test.py BUILD
"""

import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path

from debian_root import ROOT, DebianRoot

BUILD = Path(sys.argv.pop(1)).resolve()
SCRIPT = ROOT / "scripts/portable-tarball"


def pack(*arguments) -> subprocess.CompletedProcess:
    return subprocess.run([SCRIPT, *map(str, arguments)], capture_output=True, text=True, timeout=300)


def unpack(file: Path, folder: Path):
    subprocess.run(["tar", "xzf", file, "-C", folder], check=True)


def instruction_set() -> str:
    """The newest set of this processor that the launcher knows; the build is for this machine."""
    shown = subprocess.run([BUILD / "bin/xttt", "--version"], capture_output=True, text=True, check=True).stdout
    return re.search(r"instruction set: (\S+)", shown)[1]


class Tarball(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="xttt-portable-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.file = cls.folder / "xttt-portable.tar.gz"
        done = pack(cls.file, f"{instruction_set()}={BUILD}")
        assert done.returncode == 0, done.stderr

    def play_on(self, suite: str):
        debian = DebianRoot(suite)
        try:
            shutil.copy(ROOT / "tests/packaging/inside.py", debian.shared)
            (debian.shared / "bots").mkdir()
            shutil.copy(ROOT / "tests/bots/course/team01_random.py", debian.shared / "bots/bot.py")
            unpack(self.file, debian.shared)
            # Before anything is installed: the program brings all it needs.
            self.assertIn("xttt 1.", debian.run("/shared/xttt-portable/bin/xttt --version"))
            debian.run("apt-get install -y --no-install-recommends python3", timeout=900)
            # Reached by a link, from another folder.
            debian.run("ln -s /shared/xttt-portable/bin/xttt /usr/local/bin/xttt")
            said = debian.run("cd / && python3 -B /shared/inside.py /usr/local/bin/xttt /shared/bots/bot.py")
            self.assertEqual(said.count("ok "), 3, said)
        finally:
            debian.close()

    def test_debian_11(self):
        self.play_on("bullseye")

    def test_debian_12(self):
        self.play_on("bookworm")

    def test_debian_13(self):
        self.play_on("trixie")

    def test_an_instruction_set_that_is_not_there_is_refused(self):
        unpack(self.file, self.folder)
        done = subprocess.run([self.folder / "xttt-portable/bin/xttt", "--version"], capture_output=True, text=True,
                              env={"XTTT_INSTRUCTION_SET": "pdp-11"})
        self.assertEqual(done.returncode, 1)
        self.assertIn("no program for 'pdp-11'", done.stderr)

    def test_a_tarball_without_a_program_for_this_processor_says_what_is_needed(self):
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        unpack(self.file, folder)
        shutil.rmtree(folder / "xttt-portable/libexec" / instruction_set())
        done = subprocess.run([folder / "xttt-portable/bin/xttt", "--version"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        least = {"x86_64": "an x86-64-v2 processor", "aarch64": "a 64-bit ARM processor"}[platform.machine()]
        self.assertRegex(done.stderr, f"no program in .* runs on this processor; xttt needs {least}")

    def test_licences_of_the_libraries_are_inside(self):
        with tarfile.open(self.file) as archive:
            names = archive.getnames()
        for package in ("libc6", "libstdc++6", "libsqlite3-0"):
            self.assertIn(f"xttt-portable/share/doc/xttt/licences/{package}", names)

    def test_wrong_calls_are_refused(self):
        self.assertEqual(pack().returncode, 2)
        self.assertEqual(pack("out.zip", f"x={BUILD}").returncode, 2)
        self.assertIn("no finished program", pack(self.folder / "x.tar.gz", f"x={self.folder}").stderr)


if __name__ == "__main__":
    unittest.main()
