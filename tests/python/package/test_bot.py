"""xttt.bot: a function that speaks UGI."""

import io
import os
import random
import subprocess
import sys

import pytest
import xttt
import xttt.bot


def talk(choose, *lines):
    output = io.StringIO()
    xttt.bot.run(choose, name="test", input=io.StringIO("".join(line + "\n" for line in lines)),
                 output=output)
    return output.getvalue().splitlines()


def first(position, clock):
    return position.legal_moves()[0]


def test_it_greets():
    said = talk(first, "ugi", "isready", "quit", "isready")
    assert said[0] == "id name test" and said[-2:] == ["ugiok", "readyok"]
    assert any(line.startswith("option name Variant") and "double" in line for line in said)


def test_it_follows_a_game_and_answers():
    seen = []

    def choose(position, clock):
        seen.append((position.variant, position.moves, position.turn, clock))
        return position.legal_actions()[-1]

    said = talk(choose, "setoption name Variant value ultimate", "uginewgame",
                "position startpos", "go movetime 100",
                "position startpos moves e5 f4", "go p1time 5000 p2time 3000 p1inc 10 p2inc 20",
                "position startpos moves e5 f4 g2", "go depth 3 nodes 10",
                "position fen 9/9/9/9/4x4/9/9/9/9 o e5 - moves f4", "go")
    assert all(line.startswith("bestmove ") for line in said) and len(said) == 4
    assert said[0] == "bestmove i9"
    assert [entry[:3] for entry in seen] == [
        ("ultimate", [], "x"), ("ultimate", ["e5", "f4"], "x"), ("ultimate", ["e5", "f4", "g2"], "o"),
        ("ultimate", ["f4"], "x")]
    clocks = [entry[3] for entry in seen]
    assert clocks[0].movetime == 100 and 0 < clocks[0].budget() < 100
    assert (clocks[1].remaining, clocks[1].increment, clocks[1].opponent_remaining) == (5000, 10, 3000)
    assert 0 < clocks[1].budget() < 2500
    assert (clocks[2].depth, clocks[2].nodes) == (3, 10) and clocks[2].budget(77) == 77


def test_a_growing_game_is_not_played_again_from_the_start():
    lots = random.Random(3)
    position = xttt.Position("double")
    lines = ["setoption name Variant value double"]
    while not position.over:
        position.play(lots.choice(position.legal_actions()))
        lines += ["position startpos moves " + " ".join(position.moves), "query p1turn",
                  "query gameover", "query result"]
    said = talk(first, *lines, "go")
    assert said[-4:] == [
        "response " + ("true" if position.turn == "x" else "false"), "response true",
        "response " + {"x": "p1win", "o": "p2win", None: "draw"}[position.outcome.rated_winner],
        "bestmove none"]
    assert not any("error" in line for line in said)


def test_bad_lines_are_answered_and_change_nothing():
    said = talk(first, "hello", "", "position startpos moves z9", "position nowhere", "setoption",
                "setoption name Hash value 3", "setoption name Variant value chess", "query weather",
                "position fen nonsense", "go movetime soon", "stop")
    assert all(line.startswith("info string error ") for line in said[:-1]) and len(said) == 9
    assert said[-1] == "bestmove a1"


def test_an_engine_may_choose():
    engine = xttt.Engine(hash=1)
    said = talk(lambda position, clock: engine.analyse(position, depth=2),
                "setoption name Variant value ultimate", "position startpos moves e5", "go")
    assert said[0].startswith("info depth 2 score ") and said[1].startswith("bestmove ")


def test_an_illegal_answer_is_shown_to_its_author():
    with pytest.raises(ValueError, match="is illegal"):
        talk(lambda position, clock: "a1", "position startpos moves a1", "go")
    with pytest.raises(TypeError, match="a move must be a str"):
        talk(lambda position, clock: None, "go")
    with pytest.raises(TypeError, match="function"):
        xttt.bot.run("not a function")


def test_it_is_a_program():
    code = ("import random, xttt, xttt.bot\n"
            "xttt.bot.run(lambda position, clock: random.choice(position.legal_moves()))\n")
    done = subprocess.run([sys.executable, "-c", code], input="ugi\nisready\ngo movetime 10\nquit\n",
                          capture_output=True, text=True, timeout=60, env=os.environ)
    assert done.returncode == 0 and done.stderr == ""
    assert "ugiok\nreadyok\nbestmove " in done.stdout
