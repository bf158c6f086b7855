#!/usr/bin/env python3
"""scripts/setup: what each profile asks apt for, with stand-ins for dpkg-query and apt-get that record the calls."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SETUP = Path(__file__).resolve().parents[2] / "scripts" / "setup"
INSTALLED = "#!/bin/sh\nfor name; do :; done\ngrep -qx \"$name\" \"$INSTALLED\" && printf 'all install ok installed'\n"
APT = "#!/bin/sh\necho \"$@\" >>\"$CALLS\"\n[ ! -e \"$FAIL\" ] || { echo 'no space left'; exit 100; }\n"


class Setup(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for name, text in (("dpkg-query", INSTALLED), ("apt-get", APT), ("sudo", '#!/bin/sh\nexec "$@"\n')):
            (self.folder / name).write_text(text)
            (self.folder / name).chmod(0o755)
        self.installed = self.folder / "installed"
        self.installed.write_text("")
        self.calls = self.folder / "calls"

    def setup(self, *arguments: str, path: str = os.environ["PATH"]) -> subprocess.CompletedProcess:
        environment = {**os.environ, "PATH": f"{self.folder}:{path}", "INSTALLED": str(self.installed),
                       "CALLS": str(self.calls), "FAIL": str(self.folder / "fail")}
        return subprocess.run([SETUP, *arguments], env=environment, capture_output=True, text=True, timeout=60)

    def asked_for(self) -> set[str]:
        return set(self.calls.read_text().split()) if self.calls.exists() else set()

    def test_playing_needs_no_test_tools_and_no_training(self):
        self.assertEqual(self.setup("run").returncode, 0)
        self.assertIn("g++", self.asked_for())
        self.assertFalse(self.asked_for() & {"python3-torch", "nats-server", "libgtest-dev", "chromium"})

    def test_run_is_the_default(self):
        self.setup()
        default = self.asked_for()
        self.calls.unlink()
        self.setup("run")
        self.assertEqual(default, self.asked_for())

    def test_tests_need_everything(self):
        self.setup("test")
        self.assertLessEqual({"python3-torch", "nats-server", "libgtest-dev", "chromium"}, self.asked_for())

    def test_languages_of_bots_are_installed_where_their_command_is_missing(self):
        bare = self.folder / "bare"  # a PATH with no more than the script itself needs
        bare.mkdir()
        for name in ("bash", "dpkg", "env", "grep", "id", "mktemp", "rm", "sh", "sort", "tail", "tr"):
            (bare / name).symlink_to(shutil.which(name))
        packages = {"cargo": "cargo", "go": "golang-go", "javac": "default-jdk-headless", "node": "nodejs"}
        done = self.setup("test", path=str(bare))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLessEqual(set(packages.values()), self.asked_for())
        self.calls.unlink()
        for command in packages:
            (bare / command).symlink_to("/bin/true")
        self.setup("test", path=str(bare))
        self.assertIn("libgtest-dev", self.asked_for())
        self.assertFalse(set(packages.values()) & self.asked_for())

    def test_packages_are_built_without_test_tools(self):
        self.setup("package")
        self.assertLessEqual({"pybind11-dev", "python3-dev", "python3-venv", "dpkg-dev"}, self.asked_for())
        self.assertFalse(self.asked_for() & {"libgtest-dev", "libbenchmark-dev", "chromium"})

    def test_a_cross_build_installs_no_package_of_another_architecture(self):
        self.setup("aarch64")
        self.assertLessEqual({"g++-aarch64-linux-gnu", "qemu-user-static"}, self.asked_for())
        self.assertFalse([package for package in self.asked_for() if ":arm64" in package])

    def test_nothing_is_called_when_everything_is_there(self):
        self.setup("train")
        names = [word for line in self.calls.read_text().splitlines() if line.startswith("install")
                 for word in line.split()]
        self.installed.write_text("\n".join(names))
        self.calls.unlink()
        self.assertEqual(self.setup("train").returncode, 0)
        self.assertFalse(self.calls.exists())

    def test_doctor_installs_nothing_and_names_the_fix(self):
        done = self.setup("--doctor", "cluster")
        self.assertEqual(done.returncode, 1)
        self.assertIn("nats-server", done.stdout)
        self.assertIn("fix: scripts/setup cluster", done.stdout)
        self.assertFalse(self.calls.exists())

    def test_what_apt_said_is_shown_when_it_fails(self):
        (self.folder / "fail").touch()
        done = self.setup("run")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no space left", done.stderr)

    def test_an_unknown_profile_or_option_is_refused(self):
        for argument in ("everything", "--force"):
            done = self.setup(argument)
            self.assertEqual(done.returncode, 2, argument)
            self.assertIn(argument, done.stderr)
        self.assertFalse(self.calls.exists())


if __name__ == "__main__":
    unittest.main()
