"""The words in sources are found: string literals and comments, joined where they belong together."""

import unittest

from sources import of_c, of_python


class Sources(unittest.TestCase):
    def test_comments_of_several_lines_are_one(self):
        self.assertEqual([(2, "Plays a move. Fails if it is illegal.", True), (4, "the move", True)],
                         of_c("int a;\n// Plays a move.\n// Fails if it is illegal.\nint play;  // the move\n"))

    def test_adjacent_literals_are_one(self):
        self.assertEqual([(1, "cannot read {}", False)], of_c('fail("cannot "\n     "read {}");\n'))

    def test_quotes_characters_and_addresses_do_not_confuse(self):
        self.assertEqual([(1, 'say \\"hi\\"', False), (2, "http://x", False), (3, "ok", False)],
                         of_c("f(\"say \\\"hi\\\"\");\ng('\"', \"http://x\", 1'000);\nh(\"ok\");\n"))

    def test_raw_and_template_strings(self):
        self.assertEqual([(1, "a\n\"b\"", False), (3, "c ${d}", False)], of_c('x = R"(a\n"b")";\ny = `c ${d}`;\n'))

    def test_documentation_comments_of_typescript(self):
        self.assertEqual([(1, "One line. Another.", True)], of_c("/** One line.\n * Another. */\nlet a;\n"))

    def test_python(self):
        self.assertEqual([(1, "Plays a game.", False), (2, "no move", False), (2, "why", True)],
                         of_python('"""Plays\na game."""; x = "no move"  # why\n'))


if __name__ == "__main__":
    unittest.main()
