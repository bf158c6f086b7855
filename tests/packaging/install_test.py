#!/usr/bin/env python3
"""What `make install` and `make package` leave behind, used as a person would: in a folder elsewhere.

Usage: install_test.py BUILD
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else ROOT / "build/release"


def run(*command, **options) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=240, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


class Installed:
    """The tests of an installed tree; a subclass puts one into self.prefix."""

    prefix: Path
    program: str  # as the installed files name it

    def xttt(self, *arguments) -> str:
        # Nothing of the build or the sources may be needed: another folder, an empty environment.
        return run(self.prefix / "bin/xttt", *arguments, cwd=self.prefix,
                   env={"PATH": "/usr/bin:/bin", "HOME": str(self.prefix)})

    def test_the_program_names_its_version(self):
        version = re.search(r"project\(xttt VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
        self.assertIn(version, self.xttt("--version"))

    def test_a_sandboxed_course_bot_plays_a_match(self):
        with tempfile.TemporaryDirectory() as folder:
            bot = Path(folder) / "bot.py"
            bot.write_bytes((ROOT / "tests/bots/course/team01_random.py").read_bytes())
            events = self.xttt("match", "--x", f"python:{bot}", "--o", "random", "--games", "1", "--json",
                               "--seed", "1")
        ended = [event for event in map(json.loads, events.splitlines()) if event["event"] == "ended"]
        self.assertEqual(len(ended), 1)
        self.assertNotIn("forfeit", ended[0])

    def test_the_page_is_served(self):
        server = subprocess.Popen([self.prefix / "bin/xttt", "serve", "--port", "0", "--data", self.prefix / "games"],
                                  stdout=subprocess.PIPE, text=True, cwd=self.prefix)
        try:
            address = next(found[0] for line in server.stdout if (found := re.search(r"http://\S+", line)))
            with urllib.request.urlopen(address, timeout=30) as answer:
                self.assertIn(b"<html", answer.read().lower())
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(30)
            server.stdout.close()

    def test_manual_pages_and_completions_are_there(self):
        self.assertTrue((self.prefix / "share/man/man1/xttt.1").exists())
        self.assertTrue((self.prefix / "share/man/man1/xttt-match.1").exists())
        for file in ("share/bash-completion/completions/xttt", "share/zsh/vendor-completions/_xttt",
                     "share/fish/vendor_completions.d/xttt.fish"):
            self.assertIn("xttt", (self.prefix / file).read_text(), file)

    def test_the_licence_is_there(self):
        self.assertIn("MIT", (self.prefix / "share/doc/xttt/LICENSE").read_text())

    def test_services_start_the_installed_program(self):
        for name in ("serve", "worker"):
            unit = (self.prefix / f"lib/systemd/system/xttt-{name}.service").read_text()
            self.assertIn(f"ExecStart={self.program} {name} ", unit)
            self.assertIn("ProtectSystem=strict", unit)

    def test_systemd_accepts_the_services(self):
        if shutil.which("systemd-analyze") is None:
            self.skipTest("systemd is not installed")
        with tempfile.TemporaryDirectory() as folder:
            for unit in (self.prefix / "lib/systemd/system").glob("xttt-*.service"):
                # systemd wants to find the program, which is not installed there.
                copy = Path(folder) / unit.name
                copy.write_text(unit.read_text().replace(self.program, "/bin/true"))
            units = sorted(Path(folder).iterdir())
            self.assertEqual(len(units), 2)
            done = subprocess.run(["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""))


class Install(Installed, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = "/opt/xttt/bin/xttt"
        cls.folder = tempfile.TemporaryDirectory()
        cls.manifest = BUILD / "install_manifest.txt"
        run("cmake", "--install", BUILD, "--prefix", "/opt/xttt", env={**os.environ, "DESTDIR": cls.folder.name})
        # Somewhere else than it was installed: the tree can be moved.
        cls.prefix = Path(cls.folder.name) / "moved"
        cls.installed = Path(cls.folder.name) / "opt/xttt"
        run("cp", "-a", cls.installed, cls.prefix)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_uninstall_removes_every_file(self):
        run(ROOT / "scripts/uninstall", self.manifest, self.folder.name)
        self.assertEqual([path for path in self.installed.rglob("*") if not path.is_dir()], [])

    def test_uninstall_without_an_installation_is_refused(self):
        done = subprocess.run([ROOT / "scripts/uninstall", self.folder.name + "/none"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("nothing was installed", done.stderr)


class Package(Installed, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = "/usr/bin/xttt"
        cls.folder = tempfile.TemporaryDirectory()
        root = Path(cls.folder.name)
        run("cpack", "-G", "DEB", "--config", BUILD / "CPackConfig.cmake", "-B", root, cwd=root)
        cls.packages = {path.name.split("_")[0]: path for path in root.glob("*.deb")}
        for path in cls.packages.values():
            run("dpkg-deb", "-x", path, root / "root")
        cls.prefix = root / "root/usr"

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_the_program_and_the_python_package_are_apart(self):
        self.assertEqual(set(self.packages), {"xttt", "python3-xttt"})

    def test_dependencies_are_named(self):
        depends = run("dpkg-deb", "-f", self.packages["xttt"], "Depends")
        for name in ("bubblewrap", "python3", "libc6", "libsqlite3-0", "libseccomp2"):
            self.assertIn(name, depends)
        self.assertNotIn("-dev", depends)
        self.assertIn("python3-numpy", run("dpkg-deb", "-f", self.packages["python3-xttt"], "Depends"))

    def test_python_finds_the_package(self):
        # The path file leads from Python's folder to the package, wherever the root is.
        folder = self.prefix / "lib/python3/dist-packages"
        run("/usr/bin/python3", "-S", "-c", f"import site; site.addsitedir({str(folder)!r})\n"
            "import sys; sys.path.append('/usr/lib/python3/dist-packages')\n"
            "import xttt; position = xttt.Position('ultimate'); assert position.legal_moves()")


if __name__ == "__main__":
    unittest.main()
