"""The checker of options refuses commands and options that do not exist."""

import unittest

from check_options import check_example, examples

COMMANDS = {  # --help is listed by every command
    "xttt": "Usage: xttt COMMAND --help\n  --version  Print the version\n",
    "xttt play": "  --tc TEXT\n  --json\n",
    "xttt cluster": "Commands:\n  status\n",
    "xttt cluster status": "  --metrics\n",
}


class Options(unittest.TestCase):
    def faults(self, text):
        return [fault for _, example in examples(text) if (fault := check_example(example, COMMANDS))]

    def test_what_exists_is_accepted(self):
        self.assertEqual([], self.faults(
            "`xttt --version`, `xttt play --tc 60+0.5 [--json]`, `xttt COMMAND --help`, `xttt cluster status --metrics`\n"
            "```text\nxttt play --json    # not --metrics\n```\n"))

    def test_an_unknown_command_is_refused(self):
        self.assertIn("no command 'plai'", self.faults("`xttt plai`\n")[0])

    def test_an_unknown_option_is_refused(self):
        self.assertIn("'xttt play' has no option '--metrics'", self.faults("`xttt play --metrics`\n")[0])
        self.assertIn("no option '--t'", self.faults("`xttt play --t 1`\n")[0])

    def test_blocks_are_read_over_continued_lines(self):
        self.assertIn("no option '--old'", self.faults("```console\n$ xttt play \\\n>     --old\n```\n")[0])

    def test_every_command_of_a_line_is_read(self):
        self.assertIn("no option '--old'", self.faults("```console\n$ ls | xttt play --old\n```\n")[0])

    def test_other_languages_are_not_read(self):
        self.assertEqual([], self.faults("```py\nxttt nothing\n```\n"))


if __name__ == "__main__":
    unittest.main()
