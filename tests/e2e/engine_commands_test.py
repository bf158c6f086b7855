"""What the commands that think write: analyze and bench."""

import json
import tempfile
from pathlib import Path

from program import VECTORS, ProgramTest, main


class Analyze(ProgramTest):
    def test_a_position_is_told_depth_by_depth(self):
        lines = self.succeeds("analyze", "--moves", "h9", "--depth", "4").splitlines()
        self.assertEqual(lines[0].split(), ["depth", "score", "wins", "nodes", "speed", "time",
                                            "moves"])
        self.assertEqual([line.split()[0] for line in lines[1:-1]], ["1", "2", "3", "4"])
        self.assertRegex(lines[-1], r"^best move: [a-p]\d+$")

    def test_the_same_as_json(self):
        text = self.succeeds("analyze", "--variant", "double", "--depth", "3", "--multipv", "2",
                             "--json")
        *reports, best = [json.loads(line) for line in text.splitlines()]
        self.assertEqual([report["multipv"] for report in reports], [1, 2] * 3)
        for report in reports:
            self.assertIn("points", report["score"])
            self.assertTrue(0 <= report["win_probability"] <= 1)
            self.assertTrue(report["pv"])
        self.assertEqual(best["bestmove"], reports[-2]["pv"][0])

    def test_a_whole_game_is_reviewed_with_the_cost_of_each_mistake(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "game.jsonl"
            game = (VECTORS / "double-games.jsonl").read_text().splitlines()[0]
            path.write_text(game + "\n")
            reviews = [json.loads(line) for line in
                       self.succeeds("analyze", path, "--depth", "3", "--json").splitlines()]
            recorded = json.loads(game)
            self.assertEqual([review["played"] for review in reviews], recorded["moves"])
            self.assertEqual("".join(review["side"] for review in reviews), recorded["mover"])
            self.assertTrue(any(review["judgement"] == "blunder" for review in reviews))
            text = self.succeeds("analyze", path, "--depth", "3")
            self.assertIn("blunder, loses ", text)
            self.assertRegex(text.splitlines()[-1], r"^o: \d+ moves; inaccuracies \d+, .* average loss \d+\.\d% ")

    def test_a_network_file_is_taken_for_its_variant_and_no_other(self):
        networks = sorted((VECTORS.parent.parent / "data/networks").glob("*.xnet"))
        self.assertGreaterEqual(len(networks), 4)
        for network in networks:
            variant = network.name.split("-")[0]
            other = "double" if variant != "double" else "extreme"
            flags = ("--evaluation", "nnue", "--eval-file", network, "--depth", "2")
            self.assertIn("best move", self.succeeds("analyze", "--variant", variant, *flags))
            self.refuses(1, f"is for variant '{variant}', not {other}", "analyze", "--variant", other, *flags)

    def test_bad_input_is_refused(self):
        self.refuses(1, "move 2", "analyze", "--moves", "a1 p16")
        self.refuses(1, "field", "analyze", "--fen", "9 x - -")
        self.refuses(2, "chess", "analyze", "--variant", "chess")
        self.refuses(2, "--algorithm", "analyze", "--algorithm", "magic")
        self.refuses(2, "--fen", "analyze", "game.xgn", "--fen", "9 x - -")
        self.refuses(2, "game.txt", "analyze", "game.txt")


class Bench(ProgramTest):
    def test_the_signature_is_the_same_each_time(self):
        def signatures():
            text = self.succeeds("bench", "--depth", "3")
            return [(line.split()[0], line.split()[5]) for line in text.splitlines()]
        first = signatures()
        self.assertEqual([name for name, _ in first],
                         ["extreme", "double", "diagonal", "ultimate"])
        self.assertEqual(signatures(), first)

    def test_one_variant_and_another_search_can_be_chosen(self):
        text = self.succeeds("bench", "--variant", "ultimate", "--algorithm", "mtdf",
                             "--evaluation", "lines", "--depth", "2")
        self.assertEqual(len(text.splitlines()), 1)
        self.refuses(2, "chess", "bench", "--variant", "chess")


if __name__ == "__main__":
    main()
