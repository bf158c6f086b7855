"""Files of games."""

import pytest
import xttt
from conftest import play_random


@pytest.mark.parametrize("format", ["xgn", "jsonl"])
def test_games_survive_a_file(variant, lots, format, tmp_path):
    games = []
    for number in range(3):
        record = play_random(xttt.Position(variant), lots).record()
        record.set_tag("Event", f"Test {number}")
        record.set_tag("X", "Ada \"the first\" \\ {")
        games.append(record)
    path = tmp_path / f"games.{format}"
    xttt.save(path, games)
    again = xttt.load(str(path))
    assert again == games
    assert again[1].tags["Event"] == "Test 1"
    assert again[0].position().record().moves == games[0].moves
    outcome = again[0].position().outcome
    assert again[0].points == outcome.points and again[0].reason == outcome.reason


def test_a_game_from_a_position_remembers_it(lots):
    start = play_random(xttt.Position("ultimate"), lots, 6)
    position = xttt.Position("ultimate", fen=start.fen)
    play_random(position, lots, 4)
    record = position.record()
    assert record.fen == start.fen and record.result == "*" and record.points is None
    again = xttt.loads(record.text())[0].position()
    assert again == position
    for _ in range(4):
        again.undo()
    assert again == start


def test_comments_are_kept():
    text = '[Variant "ultimate"]\n\n1. e5 {[depth 3] why not} f4 *\n'
    record = xttt.loads(text)[0]
    assert record.comments == ["[depth 3] why not", ""]
    assert "why not" in record.text("jsonl")


@pytest.mark.parametrize("text, words", [
    ("[Variant \"chess\"]\n\n1. e4 *\n", "chess"),
    ("[Variant \"ultimate\"]\n\n1. e5 a1 *\n", "line 3"),
    ("nonsense", "line 1"),
])
def test_a_bad_game_is_refused_with_its_line(text, words):
    with pytest.raises(ValueError, match=words):
        xttt.loads(text)


def test_the_format_follows_from_the_name(tmp_path):
    with pytest.raises(ValueError, match="must end in .xgn or .jsonl"):
        xttt.save(tmp_path / "games.txt", [])
    with pytest.raises(FileNotFoundError):
        xttt.load(tmp_path / "none.xgn")
    with pytest.raises(ValueError, match="not a valid tag name"):
        xttt.Position().record().set_tag("not a name", "x")
