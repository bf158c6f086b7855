#!/usr/bin/env python3
"""The layering check itself: it must accept what is right and name what is wrong."""

import tempfile
import unittest
from pathlib import Path

from check_layering import check_tree

GRAPH = {
    "src/base/CMakeLists.txt": "xttt_library(base SOURCES text.cpp DEPS fmt::fmt)\n",
    "src/rules/CMakeLists.txt": "xttt_library(rules\n  SOURCES fen.cpp\n  DEPS base fmt::fmt)\n",
    "src/search/CMakeLists.txt": "# DEPS server\nxttt_library(search SOURCES mcts/tree.cpp DEPS rules)\n",
    "src/games/runner/CMakeLists.txt": "xttt_library(game_runner SOURCES run.cpp DEPS search rules)\n",
    "src/wasm/CMakeLists.txt": "set(sources rules/fen.cpp)\nxttt_library(wasm SOURCES ${sources})\n",
}


class CheckLayering(unittest.TestCase):
    def problems(self, files: dict[str, str], graph: dict[str, str] = GRAPH) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**graph, **files}.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return check_tree(Path(folder))

    def assert_refused(self, files: dict[str, str], *words: str, graph: dict[str, str] = GRAPH):
        problems = self.problems(files, graph)
        self.assertEqual(len(problems), 1, problems)
        for word in words:
            self.assertIn(word, problems[0])

    def test_own_headers_and_those_of_named_folders_are_accepted(self):
        self.assertEqual([], self.problems({
            "src/search/mcts/tree.h": '#include <vector>\n#include "rules/position.h"\n'
                                      '#include "search/limits.h"\n',
            "src/games/runner/run.cpp": '#include "games/runner/run.h"\n#include "search/limits.h"\n',
            "src/base/text.cpp": '#include "base/text.h"\n'}))

    def test_an_upward_include_is_refused_with_its_line(self):
        self.assert_refused({"src/rules/fen.h": '#pragma once\n#include "search/limits.h"\n'},
                            "fen.h:2", "search/limits.h", "rules does not name search")

    def test_an_include_in_a_subfolder_is_refused(self):
        self.assert_refused({"src/rules/text/fen.cpp": '  #  include "search/limits.h"\n'},
                            "fen.cpp:1")

    def test_a_folder_reached_only_through_another_one_is_refused(self):
        self.assert_refused({"src/search/limits.h": '#include "base/text.h"\n'},
                            "search does not name base")

    def test_a_sibling_that_is_not_named_is_refused(self):
        self.assert_refused({"src/search/limits.h": '#include "games/runner/run.h"\n'},
                            "search does not name games/runner")

    def test_sources_of_another_folder_that_are_compiled_count_as_named(self):
        self.assertEqual([], self.problems({"src/wasm/core.cpp": '#include "rules/fen.h"\n'}))
        self.assert_refused({"src/wasm/core.cpp": '#include "search/limits.h"\n'},
                            "wasm does not name search")

    def test_tests_and_programs_are_out_of_reach(self):
        for header in ("tests/support/scene.h", "apps/xttt/main.h", "reference/game.h",
                       "scene.h", "games/all.h", "../tests/reference/game.h"):
            self.assert_refused({"src/search/http.cpp": f'#include "{header}"\n'}, header)

    def test_a_folder_without_a_library_is_refused(self):
        self.assert_refused({"src/misc/all.h": "#pragma once\n"}, "misc", "no CMakeLists.txt")

    def test_an_unknown_library_is_refused(self):
        self.assert_refused({"src/new/CMakeLists.txt": "xttt_library(new SOURCES a.cpp DEPS bse)\n"},
                            "no library is called bse")

    def test_a_cycle_is_refused(self):
        self.assert_refused(
            {"src/rules/CMakeLists.txt": "xttt_library(rules SOURCES fen.cpp DEPS base search)\n"},
            "depend on each other", "rules -> search -> rules")

    def test_the_picture_and_the_table_show_the_graph(self):
        picture = "graph LR\n  base --> rules --> search\n  search --> games\n  rules --> wasm\n"
        table = "".join(f"| `{name}` | x |\n" for name in ("base", "rules", "search", "games", "wasm"))

        def architecture(picture: str, table: str) -> dict[str, str]:
            return {"docs/architecture.md": f"```mermaid\n{picture}```\n{table}"}

        self.assertEqual([], self.problems(architecture(picture, table)))
        self.assert_refused(architecture(picture.replace("  rules --> wasm\n", ""), table) |
                            {"src/wasm/CMakeLists.txt": "xttt_library(wasm SOURCES a.cpp DEPS base)\n"},
                            "lacks base --> wasm")
        self.assert_refused(architecture(picture + "  base --> games\n", table),
                            "games does not use base")
        self.assert_refused(architecture(picture, table + "| `misc` | x |\n"), "no folder src/misc")
        self.assert_refused(architecture(picture, table.replace("| `wasm` | x |\n", "")),
                            "no row for wasm")
        self.assert_refused({"docs/architecture.md": "no picture\n"}, "no picture")

    def test_a_tree_without_sources_is_refused(self):
        self.assert_refused({"README.md": ""}, "no such folder", graph={})


if __name__ == "__main__":
    unittest.main()
