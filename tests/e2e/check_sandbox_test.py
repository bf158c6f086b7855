"""xttt check-sandbox: its form and its exit codes."""

import json
import shutil
import subprocess
import tempfile

from program import PROGRAM, ProgramTest, main, run


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


if __name__ == "__main__":
    main()
