#!/usr/bin/env python3
"""Tests wait for conditions, not for time: a fixed sleep is too short on a slow machine and too long on a fast one.

sleeps.txt lists the files that may sleep, how often, and why: to poll a condition that announces itself in no
other way, or because the duration itself is tested. Usage: sleeps_test.py
"""

import re
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIST = Path(__file__).with_name("sleeps.txt")
# Calls of functions, and the shell's command, alone or in a list of words.
SLEEP = re.compile(r"\bsleep\(|\bsleep_(?:for|until)\(|\b(?:u|nano)sleep\(|\bsetTimeout\(|\bwaitForTimeout\("
                   r"|\bsleep(?: +|[\"'], *[\"'])[\d.$]")
KINDS = {".py", ".cpp", ".h", ".ts", ".mjs", ".sh"}
# Bots sleep to be caught; this file names what it forbids.
EXCEPT = ("tests/bots/", "tests/scripts/sleeps_test.py")


def allowed() -> dict[str, int]:
    entries = {}
    for line in LIST.read_text().splitlines():
        if line and not line.startswith("#"):
            path, count, reason = line.split(maxsplit=2)
            assert reason, line
            entries[path] = int(count)
    return entries


def found() -> dict[str, int]:
    counts = {}
    for folder in ("tests", "web/tests"):
        for file in (ROOT / folder).rglob("*"):
            path = str(file.relative_to(ROOT))
            if file.suffix in KINDS and not path.startswith(EXCEPT) and file.is_file():
                if number := len(SLEEP.findall(file.read_text(errors="replace"))):
                    counts[path] = number
    return counts


class Sleeps(unittest.TestCase):
    def test_no_test_waits_by_sleeping_unless_it_is_listed_with_a_reason(self):
        limits = allowed()
        for path, number in sorted(found().items()):
            self.assertLessEqual(number, limits.get(path, 0),
                                 f"{path} sleeps {number} times: wait for a condition instead, or give the reason in "
                                 f"{LIST.relative_to(ROOT)}")

    def test_the_list_names_only_files_that_sleep(self):
        counts = found()
        for path in allowed():
            self.assertGreater(counts.get(path, 0), 0, f"{path} sleeps no longer: remove it from {LIST.relative_to(ROOT)}")

    def test_calls_are_recognised(self):
        for call in ("time.sleep(1)", "await asyncio.sleep(0.5)", "sleep(2)", "while true; do sleep .1; done", "sleep $SECONDS",
                     '["sleep", "60"]', "['sleep','60']", "::nanosleep(&time, nullptr)", "std::this_thread::sleep_for(5ms)", "::usleep(7)", "page.waitForTimeout(400)"):
            self.assertTrue(SLEEP.search(call), call)
        self.assertFalse(SLEEP.search("asleep(1); sleep_forever; to sleep, 3 times: they sleep in 10 s"))


if __name__ == "__main__":
    sys.exit(unittest.main())
