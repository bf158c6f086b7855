"""The prose checker refuses what the language guide refuses, and accepts plain English."""

import stat
import tempfile
import unittest
from pathlib import Path

from check_prose import check, check_help, check_page, check_sources, check_spelling

HELP = """Usage: xttt [COMMAND]

Commands:
""" + "".join(f"  {name}  {{}}\n" for name in "abcdefghijk")


class Prose(unittest.TestCase):
    def assert_refused(self, text, part, name="docs/page.md"):
        faults = check_page(name, text)
        self.assertTrue(any(part in fault for fault in faults), faults)

    def test_plain_english_is_accepted(self):
        self.assertEqual([], check_page("docs/page.md", "# Play\n\nYou can play against the engine.\n\n"
                                        "```console\n$ xttt play anew\n```\n\n| `by lot` | at random |\n"))

    def test_a_banned_phrase_is_refused_with_its_line_and_the_better_word(self):
        self.assert_refused("# A\n\nThe file is\nwritten anew.\n", "docs/page.md:4: 'anew': write: again")

    def test_messages_and_comments_in_sources_are_checked_but_no_data_of_tests(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "src").mkdir()
            (root / "src/a.cpp").write_text('// Written anew.\nfail("{} is no "\n     "move");\nuse("anew");\n')
            (root / "web/src").mkdir(parents=True)
            (root / "web/src/b.ts").write_text("say(`drawn by lot`); // plain\n")
            (root / "tests").mkdir()
            (root / "tests/c.cpp").write_text('expect("is anew"); // made anew\n')
            (root / "tests/python_2_bot.py").write_text("print 'written anew'  # anew\n")
            self.assertEqual(["src/a.cpp:1: 'anew': write: again", "src/a.cpp:2: 'is no move': write: is not a",
                              "tests/c.cpp:1: 'anew': write: again",
                              "web/src/b.ts:1: 'drawn by lot': write: at random"], list(check_sources(root)))

    def test_a_banned_phrase_over_two_lines_is_refused(self):
        self.assert_refused("# A\n\nThe next run goes on\nwith it.\n", "docs/page.md:3: 'goes on with'")

    def test_part_of_a_word_is_no_phrase(self):
        self.assertEqual([], check_page("docs/page.md", "# A\n\nYou can marshall the data.\n"))

    def test_a_banned_phrase_in_a_table_is_refused(self):
        self.assert_refused("# A\n\nText.\n\n| a | drawn by lot |\n", "drawn by lot")

    def test_a_long_sentence_is_refused(self):
        self.assert_refused("# A\n\n" + "word " * 41 + ".\n", "a sentence of 4")

    def test_short_sentences_in_a_long_paragraph_are_accepted(self):
        self.assertEqual([], check_page("docs/page.md", "# A\n\n" + "You can read this. " * 20 + "\n"))

    def test_a_page_without_a_title_or_an_opening_sentence_is_refused(self):
        self.assert_refused("You can.\n", "begins with its title")
        self.assert_refused("# A\n\n| a | b |\n", "opens with a sentence")

    def test_code_without_fences_or_language_is_refused(self):
        self.assert_refused("# A\n\nRun:\n\n    xttt play\n", "between ``` fences")
        self.assert_refused("# A\n\nRun:\n\n```\nxttt play\n```\n", "names no language")

    def test_a_misspelt_word_is_refused(self):
        self.assertIn("misspelt: recieve", check_spelling({"a.md": "one\nYou recieve it.\n"})[0])
        self.assertEqual([], check_spelling({"a.md": "You receive it.\n"}))

    def test_a_folder_without_pages_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("no Markdown pages", check(folder)[0])

    def help_faults(self, description, status=0):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder, "xttt")
            text = HELP.format(*[description] * 11)
            program.write_text(f"#!/bin/sh\n[ $# = 1 ] && cat <<'END' || echo '{description}'\n{text}END\n"
                               f"exit {status}\n")
            program.chmod(program.stat().st_mode | stat.S_IXUSR)
            return check_help(str(program))

    def test_help_texts_are_read_command_by_command(self):
        self.assertEqual([], self.help_faults("Play a game"))
        faults = self.help_faults("Begin anew")
        self.assertTrue(any(fault.startswith("xttt k --help:1: 'anew'") for fault in faults), faults)

    def test_a_program_whose_help_fails_or_lists_no_commands_is_refused(self):
        self.assertIn("status 3", self.help_faults("Play", status=3)[0])
        self.assertIn("lists only 0 commands", check_help("true")[0])


if __name__ == "__main__":
    unittest.main()
