"""What the commands that think write: analyze, explain and bench."""

import json
import os
import subprocess
import tempfile
from pathlib import Path

from program import PROGRAM, VECTORS, ProgramTest, main


def search_threads(*arguments):
    """The threads of a running search, by its first output after the header."""
    with subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE) as search:
        search.stdout.readline()
        search.stdout.readline()
        status = Path(f"/proc/{search.pid}/status").read_text()
        search.kill()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("Threads:")))


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

    def test_a_search_by_time_uses_all_cores(self):
        # The engine's own thread is the first of the search; the main thread waits for it.
        cores = len(os.sched_getaffinity(0))
        self.assertEqual(search_threads("analyze", "--movetime", "60s"), 1 + cores)
        self.assertEqual(search_threads("analyze", "--movetime", "60s", "--threads", "3"), 1 + 3)

    def test_a_search_by_nodes_or_depth_can_be_repeated(self):
        self.assertEqual(search_threads("analyze", "--nodes", 10**12), 1 + 1)
        self.assertEqual(search_threads("analyze", "--depth", 60), 1 + 1)
        self.assertEqual(search_threads("analyze", "--depth", 60, "--threads", "3"), 1 + 3)

    # Late positions of games between levels 8 and 9: one ends on points, one with a line.
    LATE = ("3x4o/3x2xxx/ooox4x/oo1x1ox1o/oxox2x1x/1oo1o2oo/1oo1ox2x/2ox1xxoo/xxxx1ooxx o i7 -",
            "2xo2x1o/2o1oxo1x/xxox1o2o/xxx5o/3ooo1xo/o4xo1x/1x2o1o1x/ox2x1x1x/1x2o1o2 x c2 -")

    def test_a_late_position_is_labelled_as_proven(self):
        for fen, value in zip(self.LATE, ({"margin_x": 2}, {"line": "x"})):
            position = ("--variant", "ultimate", "--fen", fen)
            solved = json.loads(self.succeeds("solve", *position, "--json", "--quiet"))
            *_, proven, best = [json.loads(line) for line in
                                self.succeeds("analyze", *position, "--depth", "2", "--json").splitlines()]
            self.assertEqual(proven, {"proven": True, **value, "pv": solved["pv"]})
            self.assertEqual(best["bestmove"], solved["pv"][0])
            *_, proven, best = self.succeeds("analyze", *position, "--depth", "2").splitlines()
            result = self.succeeds("solve", *position, "--quiet").splitlines()[0].removeprefix("result: ")
            self.assertEqual(proven, f"proven: {result}; best play: {' '.join(solved['pv'])}")
            self.assertEqual(best, f"best move: {solved['pv'][0]}")

    def test_an_early_position_is_not(self):
        self.assertNotIn("proven", self.succeeds("analyze", "--depth", "2"))

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


class Explain(ProgramTest):
    # x can win the upper left small board of big board 1 and block that of big board 2.
    POSITION = ("--variant", "double", "--moves", "1a1 2b1 1d1 2a1 1b1 2d1", "--depth", "4")

    def test_a_move_is_explained_in_sentences(self):
        text = self.succeeds("explain", "1c1", *self.POSITION)
        self.assertRegex(text, r"^1c1 is (good|the best move) \(.*\).*: it wins the corner board 1a1-1c3 and earns a bonus move")
        text = self.succeeds("explain", "2b2", *self.POSITION)
        self.assertRegex(text, r"^2b2 is an? (inaccuracy|mistake|blunder) \(winning chances -\d+%, -\d+\.\d points\): it .*\. Better is [12]c1 \(.*\): it ")
        self.assertRegex(self.succeeds("explain", *self.POSITION), r"^[12]c1 is the best move ")

    def test_the_same_as_json(self):
        found = json.loads(self.succeeds("explain", "2b2", "--json", *self.POSITION))
        self.assertEqual((found["move"], found["side"]), ("2b2", "x"))
        self.assertIn(found["best"], ("1c1", "2c1"))
        self.assertIn(found["faults"][0], ({"code": "missedBonus", "board": 0}, {"code": "missedBlock", "board": 9}))
        self.assertTrue(found["merits"] and found["best_merits"] and found["reply"] and found["reply_merits"])
        self.assertTrue(found["text"].startswith("2b2 is "))

    def test_bad_input_is_refused(self):
        self.refuses(1, "'z9'", "explain", "z9")
        self.refuses(1, "must go to", "explain", "1e5", *self.POSITION)
        self.refuses(2, "chess", "explain", "--variant", "chess")


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
