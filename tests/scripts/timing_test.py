#!/usr/bin/env python3
"""Only tests that depend on time have the label `timing`, which allows another try; each has a reason beside it.

Usage: timing_test.py BUILD
"""

import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(sys.argv.pop(1)) if len(sys.argv) > 1 else ROOT / "build/release"
LABEL = re.compile(r"\bLABELS\b")
XTTT_TEST = re.compile(r"^xttt_test\((\w+)(.*?)\)$", re.MULTILINE | re.DOTALL)
TIMING = re.compile(r"\bTIMING\b((?:\s+[\w.]+ \"[^\"]*\")*)")
PAIR = re.compile(r"([\w.]+) \"([^\"]*)\"")
CALL = re.compile(r"^ *(xttt_timing|e2e_timing)\(([^)]*)\)", re.MULTILINE)
DEFINED = re.compile(r"^(?:TEST|TEST_F|TEST_P|TYPED_TEST|VARIANT_TEST)\((\w+),\s*(\w+)", re.MULTILINE)
DISCOVERED = re.compile(r"^add_test\(\[=\[([^\]]*)\]=\].*$\n^set_tests_properties\(.*$", re.MULTILINE)


def cmake_files() -> dict[Path, str]:
    return {file: file.read_text() for file in (ROOT / "tests").rglob("CMakeLists.txt")}


def listed(text: str) -> dict[str, dict[str, str]]:
    """For each GoogleTest program of a CMakeLists.txt, the suites and tests under TIMING with their reasons."""
    found = {}
    for name, arguments in XTTT_TEST.findall(text):
        if timing := TIMING.search(arguments):
            found[name] = dict(PAIR.findall(timing[1]))
    return found


def is_listed(test: str, entries) -> bool:
    """Whether TIMING names a test such as `Suite.Test`, `Suite/extreme.Test` or `Kind/Suite.Test/3`."""
    suite, _, name = test.partition(".")
    parts = suite.split("/")
    return any(entry in parts or entry in {f"{part}.{name.split('/')[0]}" for part in parts} for entry in entries)


class Timing(unittest.TestCase):
    def assert_reason(self, reason: str, test: str):
        self.assertGreaterEqual(len(reason.split()), 4, f"{test}: say why it depends on time, not '{reason}'")

    def test_the_label_is_given_in_one_place(self):
        for file, text in cmake_files().items():
            self.assertFalse(LABEL.search(text), f"{file.relative_to(ROOT)}: use xttt_timing() or TIMING")

    def test_every_entry_exists_and_has_a_reason(self):
        count = 0
        for file, text in cmake_files().items():
            defined = {name for source in file.parent.glob("*.cpp")
                       for suite, test in DEFINED.findall(source.read_text()) for name in (suite, f"{suite}.{test}")}
            for entries in listed(text).values():
                self.assertTrue(entries, file)
                for entry, reason in entries.items():
                    count += 1
                    self.assertIn(entry, defined, f"{file.relative_to(ROOT)} names a test that does not exist")
                    self.assert_reason(reason, entry)
            for call, arguments in CALL.findall(text):
                reason = PAIR.search(arguments.replace("${", "").replace("}", ""))
                if "reason" not in arguments:  # e2e_timing passes its own on
                    count += 1
                    self.assertTrue(reason, f"{call}({arguments})")
                    self.assert_reason(reason[2], arguments)
        self.assertGreater(count, 30)

    def test_programs_have_the_label_where_it_is_listed_and_nowhere_else(self):
        for file, text in cmake_files().items():
            for name, _ in XTTT_TEST.findall(text):
                entries = listed(text).get(name, {})
                folder = BUILD / file.parent.relative_to(ROOT)
                # One file for each gtest_discover_tests(); they exist once the program is built.
                files = sorted(folder.glob(f"xttt_{name}_tests[[]*[]]_tests.cmake"))
                for found in DISCOVERED.finditer("".join(discovered.read_text() for discovered in files)):
                    test = found[1].removeprefix("asan.").removeprefix(f"{name}.")
                    self.assertEqual("LABELS timing" in found[0], is_listed(test, entries), f"{name}: {test}")

    def test_every_test_says_how_much_of_the_machine_it_uses(self):
        """One that does not would count as waiting, and too many tests would compute at a time."""
        shown = subprocess.run(["ctest", "--test-dir", BUILD, "--show-only=json-v1"], capture_output=True, text=True,
                               check=True)
        tests = json.loads(shown.stdout)["tests"]
        self.assertGreater(len(tests), 50)
        silent = [test["name"] for test in tests if "_NOT_BUILT" not in test["name"]
                  and "PROCESSORS" not in {entry["name"] for entry in test["properties"]}]
        self.assertEqual(silent, [], "xttt_computes() or xttt_waits() is missing")

    def test_names_of_parametrised_tests_are_found(self):
        for test in ("Clock.Runs", "Clock/extreme.Runs", "Kind/Clock.Runs/3"):
            self.assertTrue(is_listed(test, ["Clock"]), test)
            self.assertTrue(is_listed(test, ["Clock.Runs"]), test)
            self.assertFalse(is_listed(test, ["Clock.Stops", "Clocks", "Runs"]), test)


if __name__ == "__main__":
    sys.exit(unittest.main())
