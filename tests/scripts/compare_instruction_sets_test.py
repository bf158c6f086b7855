#!/usr/bin/env python3
"""scripts/compare-instruction-sets, with stand-ins that use a given processor time."""

import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts/compare-instruction-sets"
# Says how many nodes it searched and uses so many seconds of processor time for them.
PROGRAM = """#!/usr/bin/python3
import os, signal, sys, time
assert sys.argv[1:] == ["bench", "--depth", "7"], sys.argv
seconds, nodes = {figures!r}[os.environ.get("XTTT_INSTRUCTION_SET", "")]
if seconds is None:
    os.kill(os.getpid(), signal.SIGILL)
while time.process_time() < seconds:
    pass
print(f"extreme depth 7, 12 positions: {{nodes}} nodes, 0.5 s, 1 nodes/s")
print(f"ultimate depth 7, 12 positions: {{nodes}} nodes, 0.5 s, 1 nodes/s")
"""


class Compare(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def program(self, path: str, figures: dict) -> Path:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(PROGRAM.format(figures=figures))
        file.chmod(0o755)
        return file

    def compare(self, chosen=(0.2, 1000), packed=False) -> subprocess.CompletedProcess:
        native = self.program("native", {"": (0.2, 1000)})
        self.program("xttt-1/bin/xttt", {"": chosen, "fast": (0.2, 1000), "slow": (0.6, 1000), "newer": (None, 0)})
        for name in ("fast", "slow", "newer"):
            self.program(f"xttt-1/libexec/{name}/xttt", {})
        tarball = self.folder / "xttt-1"
        if packed:
            tarball = self.folder / "xttt-1.tar.gz"
            subprocess.run(["tar", "czf", tarball, "-C", self.folder, "xttt-1"], check=True)
        return subprocess.run([SCRIPT, "--rounds", "1", "--depth", "7", native, tarball], capture_output=True, text=True)

    def test_ratios_are_printed_and_what_cannot_run_is_named(self):
        for packed in (False, True):
            done = self.compare((0.13, 1000), packed)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertRegex(done.stdout, r"(?m)^native: 0\.\d\d M nodes/s, 1\.00 of native$")
            self.assertRegex(done.stdout, r"(?m)^slow: 0\.\d\d M nodes/s, 0\.[234]\d of native$")
            self.assertIn("newer: not measured, because this processor cannot run it", done.stdout)

    def test_a_slow_choice_of_the_launcher_fails(self):
        done = self.compare((0.4, 1000))
        self.assertEqual(done.returncode, 1)
        self.assertIn("less than 0.95", done.stderr)

    def test_other_node_counts_fail(self):
        done = self.compare((0.13, 999))
        self.assertEqual(done.returncode, 1)
        self.assertIn("node counts differ", done.stderr)

    def test_wrong_arguments_are_refused(self):
        for arguments in ([], ["/no/program", self.folder], ["--rounds", "0", SCRIPT, self.folder]):
            self.assertEqual(subprocess.run([SCRIPT, *arguments], capture_output=True).returncode, 2, arguments)
        done = subprocess.run([SCRIPT, SCRIPT, self.folder], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("is not a portable tarball", done.stderr)


if __name__ == "__main__":
    unittest.main()
