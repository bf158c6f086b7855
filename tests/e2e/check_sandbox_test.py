"""xttt check-sandbox: its form, its exit codes, and what it says in groups of an ordinary user."""

import ctypes
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from program import PROGRAM, ProgramTest, main, run

CGROUPS = Path("/sys/fs/cgroup")
NOBODY = 65534


def cgroup_folders():
    """Mounted hierarchies: (version, controllers, mount point)."""
    found = []
    for entry in Path("/proc/self/mountinfo").read_text().splitlines():
        before, after = entry.split(" - ")
        kind, _, options = after.split()[:3]
        if kind == "cgroup2":
            found.append((2, "", Path(before.split()[4])))
        elif kind == "cgroup":
            for name in {"freezer", "memory"} & set(options.split(",")):
                found.append((1, name, Path(before.split()[4])))
    return found


class Form(ProgramTest):
    def test_one_line_says_yes_or_no_for_each_guarantee(self):
        done = run("check-sandbox")
        lines = done.stdout.decode().splitlines()
        guarantees = [entry for entry in lines if entry[:4].strip() in ("yes", "no", "NO")]
        self.assertGreaterEqual(len(guarantees), 4)
        for entry in guarantees:
            self.assertRegex(entry, r"^(yes|no|NO) +\S.*  +\S")
        missing = [i for i, entry in enumerate(lines) if entry[:3].strip() in ("no", "NO")]
        for i in missing:
            self.assertTrue(lines[i + 1].startswith("     "), lines[i + 1])
            self.assertTrue(lines[i + 2].startswith("     fix: "), lines[i + 2])
        self.assertEqual(done.returncode, 1 if any(e.startswith("NO") for e in lines) else 0)

    def test_json_holds_the_same(self):
        done = run("check-sandbox", "--json")
        told = json.loads(done.stdout)
        self.assertEqual(done.returncode, 0 if told["complete"] else 1)
        for guarantee in told["guarantees"]:
            self.assertTrue(guarantee["name"] and guarantee["purpose"])
            if not guarantee["available"]:
                self.assertTrue(guarantee["missing"] and guarantee["remedy"])

    def test_unknown_options_are_refused(self):
        self.refuses(2, "--jsn", "check-sandbox", "--jsn")

    def test_output_that_cannot_be_written_is_an_error(self):
        with open("/dev/full", "wb") as full:
            done = run("check-sandbox", stdout=full)
        self.assertNotEqual(done.returncode, 0)

    def test_a_missing_bubblewrap_is_named_with_its_command(self):
        done = run("check-sandbox", env={"PATH": "/nowhere"})
        self.assertEqual(done.returncode, 1)
        self.assertIn("NO   bubblewrap", done.stdout.decode())
        self.assertIn("fix: sudo apt install bubblewrap", done.stdout.decode())
        told = json.loads(run("check-sandbox", "--json", env={"PATH": "/nowhere"}).stdout)
        self.assertFalse(told["complete"])

    def test_a_missing_launcher_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(PROGRAM, folder)
            done = subprocess.run([folder + "/xttt", "check-sandbox"], capture_output=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"NO   launcher", done.stdout)


@unittest.skipUnless(os.getuid() == 0, "only root can make groups for another user")
class DelegatedGroups(unittest.TestCase):
    """An ordinary user in a group that was given to it, as systemd's Delegate=yes does."""

    def told_in_group(self, folder, *arguments):
        """What the program says as an ordinary user in a group of its own below `folder`."""
        group = folder / f"delegated-{os.getpid()}"
        group.mkdir()
        try:
            for path in [group, *group.iterdir()]:
                os.chown(path, NOBODY, NOBODY)

            def become_nobody():
                (group / "cgroup.procs").write_text(str(os.getpid()))
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(NOBODY)
                # The kernel made the process undumpable; its files in /proc are root's then.
                ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)

            return subprocess.run([PROGRAM, *arguments], capture_output=True, cwd="/", timeout=60,
                                  env={"PATH": os.environ["PATH"], "HOME": "/nonexistent"},
                                  preexec_fn=become_nobody)
        finally:
            for inner in sorted(group.rglob("*"), reverse=True):
                if inner.is_dir():
                    inner.rmdir()
            group.rmdir()

    def check(self, version, part):
        # The groups of another kind are root's: what is offered must come from this one.
        for found, controllers, mount in cgroup_folders():
            if found != version or (version == 1 and controllers != part):
                continue
            if version == 2 and part == "memory" and "memory" not in (
                    mount / "cgroup.controllers").read_text().split():
                self.skipTest("the memory controller of this host is not in cgroup v2")
            own = [entry.split(":", 2) for entry in
                   Path("/proc/self/cgroup").read_text().splitlines()]
            inside = next(path for _, names, path in own
                          if names == ("" if version == 2 else part))
            folder = mount / inside.strip("/")
            try:
                done = self.told_in_group(folder, "check-sandbox", "--json")
            except PermissionError as error:
                self.skipTest(f"the program cannot be run by another user: {error}")
            except OSError as error:
                self.skipTest(f"no group can be made in {folder}: {error}")
            told = json.loads(done.stdout)
            self.assertTrue(told["complete"], told)
            names = [g["name"] for g in told["guarantees"] if g["available"]]
            wanted = "cgroup freezer" if part == "freezer" else "cgroup memory limit"
            self.assertIn(f"{wanted} (v{version})", names)
            move = ("match", "--x", "sandbox:" + TRIVIAL, "--o", "random", "--games", "2")
            played = self.told_in_group(folder, *move)
            self.assertEqual((played.returncode, played.stderr), (0, b""))
            self.assertNotIn(b"forfeit", played.stdout)
            return
        self.skipTest(f"this host has no cgroup v{version} with {part}")

    def test_freezer_of_version_2(self):
        self.check(2, "freezer")

    def test_freezer_of_version_1(self):
        self.check(1, "freezer")

    def test_memory_of_version_2(self):
        self.check(2, "memory")

    def test_memory_of_version_1(self):
        self.check(1, "memory")


TRIVIAL = str(Path(PROGRAM).parent / "test_bots/trivial_ugi")

if __name__ == "__main__":
    main()
