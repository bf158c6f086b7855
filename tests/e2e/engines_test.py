"""Engines with names, options, folders and limits of their own, as engine authors use them."""

import json
import os
import re
import resource
from pathlib import Path

from program import PROGRAM, ProgramTest, main, run

# An engine that keeps what it gets, and where it runs.
ENGINE = """#!/bin/sh
printf 'started in %s with %s\\n' "$PWD" "$*" >> "$0.log"
grep Cpus_allowed_list /proc/self/status >> "$0.log"
tee -a "$0.log" | {program} ugi
"""


class EngineTest(ProgramTest):
    def setUp(self):
        self.engine = self.make_engine("engine")

    def make_engine(self, name):
        path = self.folder / name
        path.write_text(ENGINE.format(program=PROGRAM))
        path.chmod(0o755)
        return path

    def heard(self, engine=None):
        """What the engine got, line by line."""
        return Path(f"{engine or self.engine}.log").read_text().splitlines()

    def match(self, x, *more, o="random", games=2):
        return self.succeeds("match", "--x", x, "--o", o, "--games", games, "--variant", "ultimate",
                             "--seed", 1, *more)


class Keys(EngineTest):
    def test_name_options_folder_arguments_and_limits(self):
        record = self.folder / "games.jsonl"
        text = self.match(f"ugi:cmd={self.engine} name='New one' dir={self.folder} option.Hash=2 "
                          "args=\"--level 'very high'\" nodes=50 option.MoveOverhead=7",
                          "--record", record, "--nodes", 99)
        self.assertRegex(text, "(?m)^New one: ")
        games = [json.loads(line) for line in record.read_text().splitlines()]
        self.assertEqual({game["tags"]["X"] for game in games}, {"New one", "random"})
        self.assertIn("50 nodes per move", games[0]["tags"]["TimeControl"])
        heard = self.heard()
        self.assertIn(f"started in {self.folder} with --level very high", heard)
        self.assertIn("setoption name Hash value 2", heard)
        self.assertIn("setoption name MoveOverhead value 7", heard)
        self.assertTrue([line for line in heard if line.startswith("go nodes 50 movetime ")])
        self.assertFalse([line for line in heard if "nodes 99" in line])

    def test_own_time_replaces_the_games(self):
        other = self.make_engine("other")
        self.match(f"ugi:cmd={self.engine} tc=5+0.5 depth=1", "--movetime", "3s", "--depth", 2,
                   o=f"ugi:{other}")
        go = [line for line in self.heard() if line.startswith("go ")]
        self.assertTrue(go)
        self.assertTrue(all(re.match(r"go depth 1 p1time \d+ p2time \d+ p1inc 500 p2inc 0$|"
                                     r"go depth 1 p1time \d+ p2time \d+ p1inc 0 p2inc 500$", line)
                            for line in go), go[:3])
        self.assertTrue(all(line == "go depth 2 movetime 3000" for line in self.heard(other)
                            if line.startswith("go ")))

    def test_a_program_that_starts_slowly_gets_time(self):
        self.engine.write_text(f"#!/bin/sh\nsleep 1\nexec {PROGRAM} ugi\n")
        player = f"ugi:{self.engine}"
        for command in (("match", "--x", player, "--o", "random"), ("sprt", "--new", player, "--old", "random"),
                        ("testing", "submit", "--folder", self.folder / "tests", "--new", player, "--old", "random")):
            game = (*command, "--variant", "ultimate", "--depth", 1, "--games", 2)
            self.refuses(2, "it does not start: time-limit", *game, "--start-time", "300ms")
            self.assertNotIn("forfeit", self.succeeds(*game, "--start-time", "30s"))

    def test_restart_policy(self):
        started = [0, 0]
        for i, policy in enumerate(("off", "on")):
            engine = self.make_engine(policy)
            self.match(f"ugi:cmd={engine} restart={policy} depth=1", games=4)
            started[i] = sum(line.startswith("started") for line in self.heard(engine))
        self.assertEqual(started[1] - started[0], 4 + 1 - 1, started)  # a check, and four games

    def test_mistakes_are_explained(self):
        for player, message in (
                (f"cmd={self.engine} option.Hsh=2", "has no option 'Hsh'; did you mean 'Hash'?"),
                (f"cmd={self.engine} nme=New", "unknown key 'nme'; did you mean 'name'?"),
                (f"cmd={self.engine} --flag", "'--flag' is not KEY=VALUE; arguments of the program"),
                (f"cmd={self.engine} restart=maybe", "restart must be on or off, not 'maybe'"),
                (f"cmd={self.engine} nodes=0", "nodes must be a whole number from 1"),
                (f"cmd={self.engine} tc=soon", "invalid time control 'soon'"),
                (f"cmd={self.engine} name=a name=b", "'name' is given twice"),
                (f"cmd={self.engine} dir=/no/such/place", "no such folder: '/no/such/place'"),
                (f"cmd={self.engine} option.Variant=double", "variant of the game"),
                ("name=New option.Hash=2", "the program is missing; write cmd=PROGRAM")):
            with self.subTest(player):
                self.refuses(2, message, "match", "--x", f"ugi:{player}", "--o", "random")
        self.refuses(2, "runs in its own folder", "match", "--x",
                     f"sandbox:cmd={self.engine} dir=/tmp", "--o", "random")


class InAFile(EngineTest):
    CUP = """[tournament]
seed = 1
variant = "ultimate"
[limits]
nodes = 99
[machine]
jobs = 1
cpus = "{cpu}"
[[entrant]]
name = "New"
program = "./engine"
arguments = ["--level", "very high"]
folder = "."
options = {{ Hash = 2, MoveOverhead = 7 }}
nodes = 50
restart = true
[[entrant]]
player = "ugi:cmd=./engine name=Old option.Hash=3 depth=1"
"""

    def cup(self, text=None):
        path = self.folder / "cup.toml"
        path.write_text((text or self.CUP).format(cpu=min(os.sched_getaffinity(0))))
        return path

    def test_the_same_keys_and_a_resumed_store(self):
        cup = self.cup()
        text = self.succeeds("tournament", "run", cup, "--plain")
        self.assertIn("New", text)
        self.assertIn("Old", text)
        heard = self.heard()
        self.assertIn(f"started in {self.folder} with --level very high", heard)
        for line in ("setoption name Hash value 2", "setoption name MoveOverhead value 7",
                     "setoption name Hash value 3"):
            self.assertIn(line, heard)
        self.assertTrue([line for line in heard if line.startswith("go nodes 50 ")])
        self.assertTrue([line for line in heard if line.startswith("go depth 1 nodes 99 ")])
        self.assertIn(f"Cpus_allowed_list:\t{min(os.sched_getaffinity(0))}", heard)
        again = run("tournament", "run", cup, "--plain")
        self.assertEqual(again.returncode, 0, again.stderr)
        changed = run("tournament", "run", self.cup(self.CUP.replace("Hash=3", "Hash=4")), "--plain")
        self.assertEqual(changed.returncode, 2)
        self.assertIn(b"differs in entrant 'Old'", changed.stderr)

    def test_mistakes_name_their_line(self):
        for old, new, message in (
                ("restart = true", "restart = 1", "line 16.*'restart' must be true or false"),
                ("options = {{ Hash = 2, ", "options = {{ Hash = 2.5, ", "line 14.*option 'Hash' must be"),
                ('arguments = ["--level", "very high"]', 'arguments = "--level"', "array of strings"),
                ('program = "./engine"\n', "", "'arguments' needs 'program'"),
                ("depth=1", "dpth=1", "unknown key 'dpth'; did you mean 'depth'"),
                ('cpus = "{cpu}"', 'cpus = "one"', "'one' is not a list of CPUs"),
                ('cpus = "{cpu}"', 'cpus = "1000-1023"', "CPU 1000 is not available"),
                ('program = "./engine"', 'program = "./none"', "none")):
            with self.subTest(new):
                self.assertIn(old, self.CUP)
                done = run("tournament", "check", self.cup(self.CUP.replace(old, new)))
                self.assertEqual(done.returncode, 2, done.stdout)
                self.assertRegex(done.stderr.decode(), message)


class Cpus(EngineTest):
    def test_games_run_on_the_cpus_of_the_list(self):
        cpu = max(os.sched_getaffinity(0))
        self.match(f"ugi:cmd={self.engine} restart=on depth=1", "--cpus", cpu)
        lists = [line.split()[-1] for line in self.heard() if line.startswith("Cpus_allowed")]
        self.assertEqual(set(lists[1:]), {str(cpu)})  # the first is the check before the games
        self.refuses(2, "is not a list of CPUs", "match", "--x", "random", "--o", "random", "--cpus", "a")
        self.refuses(2, "CPU 1023 is not available", "match", "--x", "random", "--o", "random", "--cpus",
                     1023)
        self.refuses(2, "CPU 1023 is not available", "testing", "run", "--folder", self.folder / "tests", "--cpus", 1023)
        self.assertFalse((self.folder / "tests").exists())

    def test_a_tournament_and_a_testing_server_run_on_them_too(self):
        cpu = max(os.sched_getaffinity(0))
        cup = self.folder / "cup.toml"
        cup.write_text(f"""[tournament]
variant = "ultimate"
[limits]
depth = 1
[[entrant]]
player = "ugi:{self.engine}"
[[entrant]]
player = "random"
""")
        self.succeeds("tournament", "run", cup, "--plain", "--cpus", cpu)
        self.assertIn(f"Cpus_allowed_list:\t{cpu}", self.heard())
        tests = self.folder / "tests"
        self.succeeds("testing", "submit", "--folder", tests, "--new", f"ugi:{self.engine}", "--old", "random",
                      "--variant", "ultimate", "--depth", 1, "--games", 2)
        self.succeeds("testing", "run", "--folder", tests, "--until-done", "--cpus", cpu)
        program = next((tests / "files").glob("*[0-9a-f]"))
        self.assertIn(f"Cpus_allowed_list:\t{cpu}", self.heard(program))

    def test_intermediate_scores_are_of_whole_pairs(self):
        text = self.match("engine:nodes=20", "--opening-plies", 2, games=6)
        self.assertEqual(re.findall(r"(?m)^(\d) games?:", text), ["2", "4", "6"])


CHEATING_ENGINE = """#!/bin/sh
while read -r line; do
    case "$line" in
        ugi) echo ugiok;;
        isready) echo readyok;;
        go*) echo "no idea" >&2; echo "info string giving up"; echo "bestmove z99";;
        quit) exit;;
    esac
done
"""


class Openings(EngineTest):
    def openings_of(self, *more, games=6):
        """The first four moves of each game, and the text."""
        record = self.folder / "games.jsonl"
        text = self.match("engine:nodes=30", "--record", record, "--force", *more,
                          o="engine:mtdf,nodes=30", games=games)
        return [tuple(json.loads(line)["moves"][:4]) for line in record.read_text().splitlines()], text

    def test_games_between_engines_differ_by_default(self):
        starts, text = self.openings_of()
        self.assertIn("openings: 4 random moves for each pair of games", text)
        self.assertNotIn("identical to an earlier game", text)
        self.assertEqual(starts[0::2], starts[1::2])
        self.assertEqual(len(set(starts)), 3)
        self.assertIn("Pairs (0, 1/2, 1, 3/2, 2 points): ", text)
        self.assertIn("Normalized Elo: ", text)

    def test_unless_they_are_asked_not_to(self):
        starts, text = self.openings_of("--opening-plies", 0)
        self.assertIn("4 of 6 games are identical to an earlier game", text)
        self.assertEqual(len(set(starts[0::2])), 1)

    def test_two_games_start_from_the_empty_board(self):
        _, text = self.openings_of(games=2)
        self.assertNotIn("openings:", text)

    def test_order_start_and_length(self):
        book = self.folder / "book.txt"
        book.write_text("".join(f"{cell} {reply}\n" for cell, reply in
                                (("a1", "b1"), ("a2", "b5"), ("a3", "b8"), ("b1", "d1"))))
        starts, _ = self.openings_of("--openings", book, "--opening-start", 3, games=8)
        self.assertEqual([start[0] for start in starts], ["a3", "a3", "b1", "b1", "a1", "a1", "a2", "a2"])
        self.assertEqual(starts[0][1], "b8")
        shuffled, _ = self.openings_of("--openings", book, "--opening-order", "random", games=8)
        self.assertEqual(sorted(start[0] for start in shuffled), sorted(start[0] for start in starts))
        cut, _ = self.openings_of("--openings", book, "--opening-plies", 1, games=8)
        self.assertNotEqual([start[1] for start in cut], ["b1", "b1", "b5", "b5", "b8", "b8", "d1", "d1"])
        players = ("match", "--x", "engine", "--o", "engine", "--variant", "ultimate")
        self.refuses(2, "no opening number 5: the file has 4", *players, "--openings", book,
                     "--opening-start", 5)
        self.refuses(2, "--openings", *players, "--opening-order", "random")
        self.refuses(2, "--opening-order", *players, "--openings", book, "--opening-order", "backwards")


class Adjudicated(EngineTest):
    def test_by_score_and_by_proof(self):
        record = self.folder / "games.jsonl"
        text = self.match("engine:nodes=2000", "--resign-score", 2, "--resign-moves", 2, "--record", record,
                          o="engine:nodes=40", games=4)
        self.assertRegex(text, r"adjudicated: [1-4] of 4 games")
        self.assertNotIn("forfeit", text)
        ended = [json.loads(line) for line in record.read_text().splitlines()]
        resigned = [game for game in ended if game["reason"] == "resignation"]
        self.assertTrue(resigned)
        self.assertTrue(resigned[0]["detail"].startswith("adjudicated: its score was -2.00 or less in 2 moves"))
        text = self.match("engine:nodes=300", "--proof-nodes", 20000, "--json", o="random", games=4)
        score = json.loads(text.splitlines()[-1])
        self.assertGreaterEqual(score["adjudicated"], 1)
        self.assertEqual(score["forfeits"], {})
        self.assertIn("the solver proves a line of the opponent", text)

    def test_as_a_draw_by_score_and_by_length(self):
        record = self.folder / "games.jsonl"
        text = self.match("engine:nodes=40", "--draw-score", 1000, "--draw-moves", 3, "--draw-from", 20,
                          "--record", record, o="engine:nodes=40", games=2)
        self.assertIn("adjudicated: 2 of 2 games", text)
        for line in record.read_text().splitlines():
            game = json.loads(line)
            self.assertEqual((game["result"], game["reason"], len(game["moves"])), ("draw", "adjudication", 20))
            self.assertEqual(game["points"][0], game["points"][1])
            self.assertTrue(game["detail"].startswith("adjudicated: the scores of both players"), game)
        # What was written can be read, in both formats.
        xgn = self.folder / "games.xgn"
        self.succeeds("convert", record, xgn)
        self.assertIn('[Termination "adjudication"]', xgn.read_text())
        again = self.folder / "again.jsonl"
        self.succeeds("convert", xgn, again)
        self.assertEqual(again.read_text(), record.read_text())
        text = self.match("random", "--max-moves", 9, "--json", o="random", games=2)
        ends = [json.loads(line) for line in text.splitlines() if '"ended"' in line]
        self.assertEqual([(end["moves"], end["reason"]) for end in ends], [(9, "adjudication")] * 2)
        self.assertEqual(json.loads(text.splitlines()[-1])["draws"], 2)
        self.refuses(2, "--draw-score", "match", "--x", "random", "--o", "random", "--draw-moves", 2)
        cup = self.folder / "cup.toml"
        cup.write_text('[tournament]\nvariant = "ultimate"\n[adjudication]\nmax_moves = 9\n[games]\nper_pairing = 2\n'
                       'record_pv = true\n[[entrant]]\nplayer = "random"\n[[entrant]]\nplayer = "engine:nodes=50"\n')
        self.succeeds("tournament", "run", cup, "--plain")
        out = self.folder / "cup.jsonl"
        self.succeeds("tournament", "export", self.folder / "cup.db", "-o", out)
        games = [json.loads(line) for line in out.read_text().splitlines()]
        self.assertEqual([game["reason"] for game in games], ["adjudication"] * 2)
        self.assertTrue(all(any(note and "pv" in note for note in game["notes"]) for game in games), games)
        cup.write_text(cup.read_text().replace("max_moves = 9", "draw_from = 9"))
        self.assertIn(b"'draw_from' needs 'draw_score'", run("tournament", "check", cup).stderr)

    def test_off_by_default_and_in_tests(self):
        self.assertNotIn("adjudicated", self.match("engine:nodes=300", games=4))
        self.refuses(2, "--resign-score", "match", "--x", "random", "--o", "random", "--resign-moves", 2)
        text = self.succeeds("sprt", "--new", "engine:nodes=300", "--old", "random", "--games", 8, "--variant",
                             "ultimate", "--proof-nodes", 20000, "--json")
        self.assertNotIn("forfeits", json.loads(text.splitlines()[-1]))
        cup = self.folder / "cup.toml"
        cup.write_text('[tournament]\nvariant = "ultimate"\n[adjudication]\nresign_moves = 2\n'
                       '[[entrant]]\nplayer = "random"\n[[entrant]]\nplayer = "engine:nodes=50"\n')
        done = run("tournament", "check", cup)
        self.assertIn(b"'resign_moves' needs 'resign_score'", done.stderr)
        cup.write_text(cup.read_text().replace("resign_moves = 2", "proof_nodes = 20000"))
        text = self.succeeds("tournament", "run", cup, "--plain")
        self.assertNotIn("forfeits by", text)


class Records(EngineTest):
    def test_hold_the_variation_of_engines_and_programs_on_request(self):
        for player in ("engine:nodes=300", f"ugi:cmd={self.engine} nodes=300"):
            record = self.folder / "pv.jsonl"
            self.match(player, "--record", record, "--force", "--record-pv", "--max-moves", 12, games=1)
            game = json.loads(record.read_text())
            notes = [note for note in game["notes"] if note and "pv" in note]
            self.assertGreater(len(notes), 3, game)
            for note, move in zip(game["notes"], game["moves"]):
                if note and "pv" in note:
                    self.assertEqual(note["pv"].split()[0], move)
                    self.assertGreaterEqual(note["seldepth"], note["depth"])
                    self.assertIn("hashfull", note)
            self.match(player, "--record", record, "--force", "--max-moves", 12, games=1)
            self.assertNotRegex(record.read_text(), "pv|seldepth|hashfull")


class Log(EngineTest):
    STAMP = r"\d\d:\d\d:\d\d\.\d{6} [xo] (<--|-->|!!!) "

    def test_both_directions_of_the_last_games_with_time_stamps(self):
        log = self.folder / "games.log"
        self.match(f"ugi:cmd={self.engine} depth=1 name=New", "--log", log, "--log-games", 2,
                   "--jobs", 2, games=7)
        text = log.read_text()
        titles = re.findall(r"(?m)^== game (\d+), \d{4}-\d\d-\d\d \d\d:\d\d:\d\d: "
                            r"x (New|random), o (New|random), seed \d+$", text)
        self.assertEqual(len(titles), 2, text[:2000])
        self.assertEqual(text.count("\n== "), 3)  # the ends of both, the title of the second
        lines = [line for line in text.splitlines() if line and not line.startswith("==")]
        self.assertTrue(all(re.match(self.STAMP, line) for line in lines), lines[:3])
        for part in (" <-- position startpos", " <-- go depth 1", " --> bestmove ", " --> info depth 1",
                     " <-- uginewgame", " --> readyok"):
            self.assertIn(part, text)
        times = [line[:15] for line in lines]
        self.assertFalse(list(self.folder.glob("games-forfeit-*")))
        section = text[:text.index("\n\n")].splitlines()[1:-1]
        self.assertEqual([line[:15] for line in section], sorted(line[:15] for line in section), times[:3])

    def test_a_forfeited_game_by_itself(self):
        cheat = self.folder / "cheat"
        cheat.write_text(CHEATING_ENGINE)
        cheat.chmod(0o755)
        log = self.folder / "games.log"
        self.match(f"ugi:cmd={cheat} name=Cheat restart=on", "--log", log, games=2)
        own = (self.folder / "games-forfeit-0001.log").read_text()
        self.assertTrue((self.folder / "games-forfeit-0002.log").exists())
        self.assertIn(own, log.read_text())
        self.assertRegex(own, rf"(?m)^{self.STAMP}info string giving up$")
        self.assertIn(" x !!! no idea\n", own)
        self.assertIn(" x <-- ugi\n", own)  # a new process: its handshake belongs to the game
        self.assertIn(" x --> bestmove z99\n", own)
        self.assertRegex(own, r"\n== x forfeits by illegal-move: .*z99")

    def test_in_tournaments_and_tests(self):
        log = self.folder / "sprt.log"
        self.succeeds("sprt", "--new", f"ugi:cmd={self.engine} depth=1", "--old", "random", "--games", 4,
                      "--variant", "ultimate", "--log", log)
        self.assertEqual(log.read_text().count("== game "), 4)
        cup = self.folder / "cup.toml"
        cup.write_text('[tournament]\nvariant = "ultimate"\n[[entrant]]\nplayer = "random"\n[[entrant]]\n'
                       'player = "ugi:cmd=./engine name=E depth=1"\n')
        self.succeeds("tournament", "run", cup, "--quiet", "--log", log)
        self.assertEqual(log.read_text().count(": x E, o random, seed"), 1)

    def test_a_full_disk_costs_the_log_only(self):
        done = run("match", "--x", f"ugi:cmd={self.engine} depth=1", "--o", "random", "--games", 4,
                   "--variant", "ultimate", "--log", "/dev/full", "--log-games", 1)
        self.assertIn(b"4 games", done.stdout)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(b"cannot write '/dev/full': No space left on device; the log is not complete",
                      done.stderr)
        # What was written before stays: a disk that is full does not cost the whole log.
        log = self.folder / "short.log"
        done = run("match", "--x", f"ugi:cmd={self.engine} depth=1", "--o", "random", "--games", 30,
                   "--seed", 1, "--variant", "ultimate", "--log", log, "--log-games", 30,
                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (12000, 12000)))
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertTrue(log.read_text().startswith("== game "), log.read_text()[:200])

    def test_mistakes_are_explained(self):
        players = ("--x", "random", "--o", "random", "--games", 1)
        self.refuses(2, "cannot write '/no/such/place/log'", "match", *players, "--log", "/no/such/place/log")
        self.refuses(2, "--log", "match", *players, "--log-games", 3)


if __name__ == "__main__":
    main()
