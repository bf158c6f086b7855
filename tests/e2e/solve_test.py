"""What 'xttt solve' proves, and that its proofs hold."""

import json
import tempfile
from pathlib import Path

from program import VECTORS, ProgramTest, main, run


def late(name, number, left):
    """The moves of a recorded game without the last ones."""
    game = json.loads((VECTORS / f"{name}-games.jsonl").read_text().splitlines()[number])
    return " ".join(game["moves"][:-left])


class Solve(ProgramTest):
    def solve(self, name, number, left, *more):
        return self.succeeds("solve", "--variant", name, "--moves", late(name, number, left),
                             "--hash", "16", "--quiet", *more)

    def test_text_names_the_result_and_best_play(self):
        text = self.solve("extreme", 2, 8)
        self.assertRegex(text, r"(?m)^result: ([xo] wins with a line|equal points|[xo] ahead by)")
        self.assertRegex(text, r"(?m)^best play: [a-p]")

    def test_json_says_the_same_for_a_program(self):
        for name in ("extreme", "double"):
            answer = json.loads(self.solve(name, 2, 8, "--json"))
            self.assertTrue(answer["solved"])
            self.assertEqual("line" in answer, "margin_x" not in answer)
            pv = " ".join(answer["pv"])
            shown = self.succeeds("show", "--variant", name, "--fen", answer["fen"], "--moves", pv)
            self.assertIn("FEN", shown)

    def test_a_proof_it_writes_holds_and_a_bolder_one_does_not(self):
        with tempfile.TemporaryDirectory() as folder:
            proof = Path(folder) / "proof"
            self.solve("extreme", 2, 8, "--proof", str(proof))
            self.assertIn("proof is valid", self.succeeds("solve", "--check", str(proof)))
            lines = proof.read_text().splitlines()
            at = next(i for i, line in enumerate(lines) if line.startswith("claim"))
            words = lines[at].split()
            words[3] = str(int(words[3]) + (-1 if words[2] == "line" else 1))
            lines[at] = " ".join(words)
            proof.write_text("\n".join(lines))
            refused = run("solve", "--check", str(proof))
            self.assertEqual(refused.returncode, 1)
            self.assertIn("the claim is false" if words[2] == "margin" else "line", refused.stderr.decode())

    def test_a_node_limit_gives_bounds_and_says_so(self):
        limited = run("solve", "--nodes", "5000", "--hash", "16")
        self.assertEqual(limited.returncode, 1)
        self.assertIn("not solved", limited.stdout.decode())

    def test_bad_input_is_told(self):
        self.refuses(1, "no/such/file", "solve", "--check", "no/such/file")
        self.refuses(1, "FEN", "solve", "--fen", "nonsense")
        self.refuses(2, "chess", "solve", "--variant", "chess")


if __name__ == "__main__":
    main()
