#!/usr/bin/env python3
"""scripts/aarch64-sysroot, with a stand-in for apt-get that offers one package."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts/aarch64-sysroot"
APT = """#!/bin/sh
echo "$@" >>"$CALLS"
[ ! -e "$FAIL" ] || { echo 'no route to host'; exit 100; }
for word; do
    case $word in Dir::Cache=*) cache=${word#Dir::Cache=} ;; esac
done
case " $* " in *" install "*) cp "$PACKAGE" "$cache/archives" ;; esac
"""


class Sysroot(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        tree = self.folder / "tree"
        (tree / "DEBIAN").mkdir(parents=True)
        (tree / "DEBIAN/control").write_text(
            "Package: libdemo\nVersion: 1\nArchitecture: arm64\nMaintainer: t <t@example.org>\nDescription: demo\n")
        (tree / "lib/aarch64-linux-gnu").mkdir(parents=True)
        (tree / "lib/aarch64-linux-gnu/libdemo.so.1").write_text("library")
        (tree / "usr/lib/aarch64-linux-gnu").mkdir(parents=True)
        (tree / "usr/lib/aarch64-linux-gnu/libdemo.so").symlink_to("/lib/aarch64-linux-gnu/libdemo.so.1")
        (tree / "usr/bin").mkdir()
        (tree / "usr/bin/demo").write_text("a program of the other architecture")
        subprocess.run(["dpkg-deb", "--build", "--root-owner-group", tree, self.folder / "libdemo.deb"], check=True,
                       stdout=subprocess.DEVNULL)
        (self.folder / "apt-get").write_text(APT)
        (self.folder / "apt-get").chmod(0o755)
        self.calls = self.folder / "calls"
        self.root = self.folder / "root"

    def unpack(self, *arguments) -> subprocess.CompletedProcess:
        environment = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}", "CALLS": str(self.calls),
                       "FAIL": str(self.folder / "fail"), "PACKAGE": str(self.folder / "libdemo.deb")}
        return subprocess.run([SCRIPT, *(arguments or [self.root])], env=environment, capture_output=True, text=True,
                              timeout=60)

    def test_packages_are_unpacked_for_the_other_architecture_without_installing_them(self):
        done = self.unpack()
        self.assertEqual(done.stdout, f"{self.root}\n", done.stderr)
        calls = self.calls.read_text()
        for words in ("APT::Architecture=arm64", "Dir::State::status=/dev/null", "--download-only", "libfmt-dev"):
            self.assertIn(words, calls)
        # A link that was absolute stays inside.
        link = self.root / "usr/lib/aarch64-linux-gnu/libdemo.so"
        self.assertEqual(link.resolve(), self.root / "usr/lib/aarch64-linux-gnu/libdemo.so.1")
        self.assertEqual(link.read_text(), "library")
        self.assertFalse((self.root / "usr/bin/demo").exists())
        self.assertIn("/lib/aarch64-linux-gnu/libdemo.so.1",
                      (self.root / "var/lib/dpkg/info/libdemo.list").read_text().splitlines())

    def test_nothing_is_downloaded_twice(self):
        self.unpack()
        self.calls.unlink()
        self.assertEqual(self.unpack().stdout, f"{self.root}\n")
        self.assertFalse(self.calls.exists())

    def test_what_apt_said_is_shown_when_it_fails_and_the_next_call_tries_again(self):
        (self.folder / "fail").touch()
        done = self.unpack()
        self.assertEqual(done.returncode, 1)
        self.assertIn("no route to host", done.stderr)
        (self.folder / "fail").unlink()
        self.assertEqual(self.unpack().returncode, 0)

    def test_wrong_arguments_are_refused(self):
        self.assertEqual(self.unpack("--force").returncode, 2)
        self.assertEqual(self.unpack("a", "b").returncode, 2)


if __name__ == "__main__":
    unittest.main()
