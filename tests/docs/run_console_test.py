"""The runner of documented commands refuses what does not work as shown."""

import tempfile
import unittest
from pathlib import Path

from run_console import Page


class Console(unittest.TestCase):
    def run_page(self, text):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder, "page.md")
            page.write_text(text)
            return Page(Path(folder), page, folder).run()

    def assert_accepted(self, text, ran):
        result = self.run_page(text)
        self.assertEqual(([], ran), (result.faults, result.ran))

    def assert_refused(self, text, part):
        faults = self.run_page(text).faults
        self.assertTrue(any(part in fault for fault in faults), faults)

    def test_commands_run_in_order_in_one_folder(self):
        self.assert_accepted("```console\n$ mkdir a\n$ cd a\n$ echo hi > b\n```\n\n"
                             "```console\n$ cat b\nhi\n$ basename $PWD\na\n```\n", 5)

    def test_a_command_that_fails_is_refused_with_its_line(self):
        self.assert_refused("text\n```console\n$ true\n$ false\n```\n", "page.md:4: 'false' ended with status 1")

    def test_what_follows_a_fault_does_not_run(self):
        self.assertEqual(1, self.run_page("```console\n$ false\n$ true\n```\n").ran)

    def test_other_output_than_shown_is_refused(self):
        self.assert_refused("```console\n$ echo hi\nho\n```\n", "printed\nhi\n--- where the page shows\nho")

    def test_more_output_than_shown_is_refused(self):
        self.assert_refused("```console\n$ printf 'a\\nb\\n'\na\n```\n", "printed")

    def test_error_output_counts(self):
        self.assert_accepted("```console\n$ echo hi >&2\nhi\n```\n", 1)

    def test_dots_stand_for_any_text_or_lines(self):
        self.assert_accepted("```console\n$ printf 'a 12 b\\nc\\nd\\ne\\n'\na ... b\n...\ne\n```\n", 1)
        self.assert_refused("```console\n$ printf 'a 12 b\\nc\\nd\\ne\\n'\na ... c\n...\ne\n```\n", "printed")
        self.assert_refused("```console\n$ printf 'a\\nc\\n'\na\n...\nd\n```\n", "printed")

    def test_numbers_may_differ_where_the_page_says_so(self):
        block = "```console\n$ echo 'took  1.25 s, +3 of 12'\ntook 0.9 s, -14 of 7\n```\n"
        self.assert_accepted("<!-- console: numbers -->\n" + block, 1)
        self.assert_refused(block, "printed")
        self.assert_refused("<!-- console: numbers -->\n" + block.replace("of 7", "by 7"), "printed")

    def test_a_command_may_have_several_lines(self):
        self.assert_accepted("```console\n$ cat <<END\n> a\n> END\na\n```\n", 1)

    def test_an_expected_status_is_checked(self):
        self.assert_accepted("<!-- console: exit 3 -->\n```console\n$ exit 3\n```\n", 1)
        self.assert_refused("<!-- console: exit 3 -->\n```console\n$ exit 2\n```\n", "status 2, not 3")

    def test_skipping_needs_a_reason(self):
        result = self.run_page("<!-- console: skip needs a network -->\n```console\n$ false\n```\n")
        self.assertEqual(([], 0, 1), (result.faults, result.ran, result.skipped))
        self.assert_refused("<!-- console: skip -->\n```console\n$ false\n```\n", "needs a reason")

    def test_skipped_commands_must_exist(self):
        skip = "<!-- console: skip needs a network -->\n```console\n$ {}\n```\n"
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "Makefile").write_text("web: build\nbuild:\n")
            program = Path(folder, "xttt")
            program.write_text("#!/bin/sh\n[ \"$4\" = --seed ] || { echo no such option >&2; exit 2; }\n")
            program.chmod(0o755)
            for command, part in (("make web PREFIX=x", None), ("make wep", "no target 'wep'"),
                                  ("xttt play --seed 1", None), ("sudo xttt play --sed 1", "no such option"),
                                  ("echo 'open", "quotation")):
                page = Path(folder, "page.md")
                page.write_text(skip.format(command))
                faults = Page(Path(folder), page, folder).run().faults
                self.assertEqual(bool(part), any(part and part in fault for fault in faults), (command, faults))

    def test_a_need_that_is_not_met_skips_the_block(self):
        for need, counts in (("true", (1, 0)), ("false", (0, 1))):
            result = self.run_page(f"<!-- console: needs {need} -->\n```console\n$ true\n```\n")
            self.assertEqual(([], *counts), (result.faults, result.ran, result.skipped))

    def test_input_goes_to_the_last_command(self):
        self.assert_accepted("<!-- console: input a\\nb\\n -->\n```console\n$ cat\n$ sort -r\nb\na\n```\n", 2)

    def test_ports_and_names_are_replaced_on_the_whole_page(self):
        self.assert_accepted("<!-- console: port 4222 -->\n<!-- console: replace lab.example localhost -->\n"
                             "```console\n$ test 4222 -gt 1024\n$ echo lab.example\nlocalhost\n```\n", 2)
        page = self.run_page("<!-- console: port 4222 -->\n```console\n$ echo 4222\n```\n")
        self.assertNotIn("echo 4222", page.text)

    def test_any_status_can_be_expected(self):
        self.assert_accepted("<!-- console: exit any -->\n```console\n$ exit 7\n```\n", 1)

    def test_a_comment_counts_only_right_above_its_block(self):
        self.assert_refused("<!-- console: skip reason -->\ntext\n```console\n$ false\n```\n", "status 1")

    def test_an_unknown_comment_is_refused(self):
        self.assert_refused("<!-- console: ignore -->\n```console\n$ true\n```\n", "unknown word")

    def test_a_listing_becomes_a_file(self):
        self.assert_accepted("<!-- console: file a/b.py -->\n```python\nprint(1)\n```\n"
                             "```console\n$ python3 a/b.py\n1\n```\n", 1)

    def test_a_page_sees_the_repository_only_if_it_says_so(self):
        self.assert_accepted("<!-- console: repository -->\n\n```console\n$ ls\npage.md\n```\n", 1)
        self.assert_refused("```console\n$ cat page.md\n```\n", "status 1")

    def test_a_command_in_the_background_runs_until_the_end(self):
        self.assert_accepted("<!-- console: background -->\n```console\n"
                             "$ sh -c 'touch up; echo ready; sleep 60'\nready\n```\n"
                             "```console\n$ ls\nup\n```\n", 2)

    def test_a_command_in_the_background_that_ends_or_says_other_things_is_refused(self):
        self.assert_refused("<!-- console: background -->\n```console\n$ sh -c 'exit 4'\nready\n```\n",
                            "ended with status 4")

    def test_commands_in_other_blocks_are_refused(self):
        self.assert_refused("```sh\nfalse\n```\n", "language 'console'")
        self.assert_refused("```text\n$ false\n```\n", "language 'console'")

    def test_a_console_block_without_a_command_is_refused(self):
        self.assert_refused("```console\nxttt --help\n```\n", "output without a command")
        self.assert_refused("```console\n```\n", "without a command")

    def test_a_block_without_an_end_is_refused(self):
        self.assert_refused("```console\n$ true\n", "has no end")


if __name__ == "__main__":
    unittest.main()
