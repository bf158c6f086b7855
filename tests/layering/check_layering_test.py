#!/usr/bin/env python3
"""The layering check itself: it must accept what is right and name what is wrong."""

import tempfile
import unittest
from pathlib import Path

from check_layering import check_tree


class CheckLayering(unittest.TestCase):
    def problems(self, files: dict[str, str]) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return check_tree(Path(folder))

    def assert_refused(self, files: dict[str, str], *words: str):
        problems = self.problems(files)
        self.assertEqual(len(problems), 1, problems)
        for word in words:
            self.assertIn(word, problems[0])

    def test_downward_and_own_includes_are_accepted(self):
        self.assertEqual([], self.problems({
            "src/search/mcts/tree.h": '#include <vector>\n#include "rules/position.h"\n'
                                      '#include "search/limits.h"\n',
            "src/base/text.cpp": '#include "base/text.h"\n'}))

    def test_an_upward_include_is_refused_with_its_line(self):
        self.assert_refused({"src/eval/score.h": '#pragma once\n#include "search/limits.h"\n'},
                            "score.h:2", "search/limits.h", "eval is below search")

    def test_an_upward_include_in_a_subfolder_is_refused(self):
        self.assert_refused({"src/eval/nnue/net.cpp": '  #  include "engine/engine.h"\n'},
                            "net.cpp:1")

    def test_tests_and_programs_are_out_of_reach(self):
        for header in ("tests/support/scene.h", "apps/xttt/main.h", "reference/game.h",
                       "scene.h", "../tests/reference/game.h"):
            self.assert_refused({"src/server/http.cpp": f'#include "{header}"\n'}, header)

    def test_a_folder_outside_the_order_is_refused(self):
        self.assert_refused({"src/misc/all.h": "#pragma once\n"}, "misc", "no place")

    def test_a_tree_without_sources_is_refused(self):
        self.assert_refused({"README.md": ""}, "no such folder")


if __name__ == "__main__":
    unittest.main()
