#!/usr/bin/env python3
"""scripts/run-tests: only tests labelled `timing` are tried again, and the end names them."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

RUN_TESTS = Path(__file__).resolve().parents[2] / "scripts/run-tests"

# Fails unless the file is there, which it leaves behind.
ONCE = 'add_test([=[suite/{name}]=] sh -c "test -e {name} || {{ touch {name}; {failure}; }}")\n'
TIMING = 'set_tests_properties([=[suite/{name}]=] PROPERTIES LABELS timing)\n'
PASSES = "add_test([=[passes]=] true)\n"
SKIPPED = ('add_test([=[skipped]=] sh -c "exit 77")\n'
           'set_tests_properties([=[skipped]=] PROPERTIES SKIP_RETURN_CODE 77)\n')
FAILS = "add_test([=[fails]=] false)\n"
ABORTS = 'add_test([=[aborts]=] sh -c "kill -ABRT $$")\n'
HANGS = ('add_test([=[hangs]=] tail -f /dev/null)\n'
         'set_tests_properties([=[hangs]=] PROPERTIES TIMEOUT 1)\n')
MISSING = "add_test([=[missing]=] /nonexistent/program)\n"
# Ends ctest, whose child it is; or who called ctest, the fourth word of what the system tells of it.
ENDS_CTEST = 'add_test([=[ends]=] sh -c "kill -KILL $PPID")\n'
ENDS_CALLER = ('add_test([=[ends]=] sh -c "read -r pid name state caller rest < /proc/$PPID/stat; '
               'kill -TERM $caller; while kill -0 $PPID; do sleep 0.1; done")\n')


class RunTests(unittest.TestCase):
    def run_it(self, *tests, options=()):
        with tempfile.TemporaryDirectory(prefix="xttt-run-tests-") as folder:
            Path(folder, "CTestTestfile.cmake").write_text("".join(tests), encoding="utf-8")
            done = subprocess.run([RUN_TESTS, *options, "--test-dir", folder, "-j", "2"], text=True,
                                  capture_output=True, timeout=50, check=False)
        return done.returncode, done.stdout

    def flaky(self, name, failure="exit 1"):
        return ONCE.format(name=name, failure=failure) + TIMING.format(name=name)

    def test_a_second_try_of_a_timing_test_is_a_warning(self):
        status, text = self.run_it(PASSES, SKIPPED, self.flaky("fails_once"),
                                   self.flaky("crashes_once", "kill -SEGV $$"))
        self.assertEqual(status, 0, text)
        summary = text.split("Total Test time")[-1]
        self.assertIn("WARNING: 2 tests passed only when run again", summary)
        self.assertIn("suite/fails_once (Failed, then passed)", summary)
        self.assertIn("suite/crashes_once (Exception, then passed)", summary)
        self.assertNotIn("passes (", summary)

    def test_an_aborted_test_fails_the_run(self):
        status, text = self.run_it(PASSES, ABORTS, self.flaky("fails_once"))
        self.assertNotEqual(status, 0, text)
        self.assertIn("Failed: aborts", text)
        self.assertIn("suite/fails_once (Failed, then passed)", text)

    def test_an_aborted_timing_test_is_tried_again(self):
        status, text = self.run_it(PASSES, self.flaky("aborts_once", "kill -ABRT $$"))
        self.assertEqual(status, 0, text)
        self.assertIn("suite/aborts_once (Subprocess aborted, then passed)", text)

    def test_every_form_of_failure_is_recognised(self):
        for failure in ("kill -KILL $$", "kill -BUS $$", "kill -ILL $$", "kill -INT $$", "kill -USR1 $$"):
            with self.subTest(failure):
                status, text = self.run_it(f'add_test([=[crashes]=] sh -c "{failure}")\n')
                self.assertNotEqual(status, 0, text)
                self.assertIn("Failed: crashes", text)
        for name, test in (("hangs", HANGS), ("missing", MISSING)):
            status, text = self.run_it(PASSES, test)
            self.assertNotEqual(status, 0, text)
            self.assertIn(f"Failed: {name}", text)

    def test_a_disabled_test_is_no_failure(self):
        status, text = self.run_it(PASSES, "add_test([=[off]=] false)\n"
                                   "set_tests_properties([=[off]=] PROPERTIES DISABLED ON)\n")
        self.assertEqual(status, 0, text)

    def stand_in(self, output, status):
        """run-tests with another ctest: it prints this the first time; then its tests pass."""
        with tempfile.TemporaryDirectory(prefix="xttt-run-tests-") as folder:
            ctest = Path(folder, "ctest")
            ctest.write_text('#!/bin/sh\ncase "$*" in\n'
                             '*--show-only*) echo \'{"tests": [{"name": "slow", "properties": '
                             '[{"name": "LABELS", "value": ["timing"]}]}]}\' ;;\n'
                             '*-R*) echo "1/1 Test #1: slow ....   Passed  0.1 sec" ;;\n'
                             f"*) cat <<'END'\n{output}\nEND\nexit {status} ;;\nesac\n", encoding="utf-8")
            ctest.chmod(0o755)
            done = subprocess.run([RUN_TESTS], text=True, capture_output=True, timeout=50, check=False,
                                  env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
        return done.returncode, done.stdout

    def test_a_failure_that_is_not_recognised_fails_the_run(self):
        failed = "1/2 Test #1: slow ....***Failed  0.1 sec\n2/2 Test #2: other ....what ctest never prints\n"
        status, text = self.stand_in(failed + "\n0% tests passed, 2 tests failed out of 2", 8)
        self.assertEqual(status, 8, text)
        self.assertIn("reports 2 failed tests, of which 1 were recognised", text)
        status, text = self.stand_in(failed, 8)
        self.assertEqual(status, 8, text)
        self.assertIn("reports no number of failed tests", text)
        status, text = self.stand_in("1/1 Test #1: slow ....***Failed  0.1 sec\n\n"
                                     "0% tests passed, 1 tests failed out of 1", 8)
        self.assertEqual(status, 0, text)

    def test_a_strict_run_fails_on_a_second_try(self):
        status, text = self.run_it(PASSES, self.flaky("fails_once"), options=["--strict"])
        self.assertEqual(status, 1, text)

    def test_no_other_test_is_tried_again(self):
        status, text = self.run_it(PASSES, ONCE.format(name="fails_once", failure="exit 1"))
        self.assertNotEqual(status, 0)
        self.assertIn("Failed: suite/fails_once", text)
        self.assertEqual(text.count("Test #2: suite/fails_once"), 1, text)

    def test_a_timing_test_that_always_fails_fails_the_run(self):
        always = FAILS + "set_tests_properties([=[fails]=] PROPERTIES LABELS timing)\n"
        status, text = self.run_it(PASSES, always)
        self.assertNotEqual(status, 0)
        self.assertIn("Failed: fails", text)
        self.assertEqual(text.count("Start 2: fails"), 3, text)

    def test_nothing_is_told_where_there_is_nothing(self):
        status, text = self.run_it(PASSES, SKIPPED)
        self.assertEqual(status, 0, text)
        self.assertIn("No test had to be run again", text)

    def test_what_never_passes_fails_the_run(self):
        status, text = self.run_it(PASSES, FAILS)
        self.assertNotEqual(status, 0)
        self.assertIn("tests FAILED", text)
        self.assertNotIn("WARNING", text)

    def test_a_core_has_room_for_one_test_that_computes_or_for_some_that_wait(self):
        # Each ends when all eight have started, on two cores.
        wait = "touch waits{0}; while [ $(ls waits* | wc -l) -lt 8 ]; do :; done"
        uses = "set_tests_properties({0} PROPERTIES PROCESSORS {1})\n"
        status, text = self.run_it(*(f'add_test(waits{number} sh -c "{wait.format(number)}")\n'
                                     + uses.format(f"waits{number}", 2) for number in range(8)))
        self.assertEqual(status, 0, text)
        # Three that compute on two cores: never three at a time.
        compute = "mkdir one || mkdir two || exit 1; seq 300000 >numbers{0}; rmdir two || rmdir one"
        status, text = self.run_it(*(f'add_test(computes{number} sh -c "{compute.format(number)}")\n'
                                     + uses.format(f"computes{number}", 8) for number in range(5)))
        self.assertEqual(status, 0, text)

    def test_a_run_that_was_ended_is_not_taken_for_a_whole_one(self):
        for test, status_then in ((ENDS_CTEST, 128 + 9), (ENDS_CALLER, 128 + 15)):
            status, text = self.run_it(PASSES, test)
            self.assertEqual(status, status_then, text)
            self.assertIn("not all tests ran", text)
            self.assertNotIn("No test passed only after", text)


if __name__ == "__main__":
    unittest.main()
