"""Games as data frames and Parquet files."""

import subprocess
import sys

import pandas
import polars
import pyarrow.parquet
import pytest
import xttt


@pytest.fixture
def records(rng):
    made = []
    for variant in xttt.VARIANTS:
        position = xttt.Position(variant)
        while not position.over:
            position.play(rng.choice(position.legal_actions()))
        record = position.record()
        record.set_tag("X", "first")
        made.append(record)
    made.append(xttt.Position("ultimate", moves="e5 d4").record())  # not finished
    made.append(xttt.Position("double", fen=xttt.Position("double", moves="1a1").fen).record())  # no move
    return made


def test_games_have_a_row_each(records):
    frame = xttt.to_frame(records)
    assert isinstance(frame, pandas.DataFrame) and len(frame) == 6
    assert list(frame.variant[:4]) == list(xttt.VARIANTS) and frame.x[0] == "first"
    for row, record in zip(frame.itertuples(), records):
        assert (row.result, row.reason, row.plies) == (record.result, record.reason, len(record.moves))
        assert row.moves.split() == record.moves
    assert frame.points_x[0] == records[0].points[0] and pandas.isna(frame.points_x[4])
    assert frame.fen[5] is not None and pandas.isna(frame.first_move[5])


def test_moves_have_a_row_each(records):
    frame = xttt.to_frame(records, "moves", "polars")
    assert isinstance(frame, polars.DataFrame)
    assert len(frame) == sum(len(record.moves) for record in records)
    for number, record in enumerate(records):
        position = xttt.Position(record.variant, fen=record.fen)
        for row in frame.filter(polars.col("game") == number).iter_rows(named=True):
            assert (row["side"], row["bonus"]) == (position.turn, position.bonus)
            assert row["legal_moves"] == position.legal_count
            assert row["board"] in position.targets
            assert (row["points_x"], row["points_o"]) == position.points
            position.play(row["move"])
            assert position.history[-1] == row["action"]


def test_the_command_writes_parquet(records, tmp_path):
    games = tmp_path / "games.xgn"
    xttt.save(games, records)
    for rows, expected in (("games", 6), ("moves", sum(len(record.moves) for record in records))):
        target = tmp_path / f"{rows}.parquet"
        done = subprocess.run([sys.executable, "-m", "xttt", "export", "--rows", rows, "--parquet", target, games],
                              capture_output=True, text=True, timeout=120)
        assert (done.returncode, done.stdout) == (0, f"6 games written to {target}\n"), done.stderr
        table = pyarrow.parquet.read_table(target)
        assert table.num_rows == expected
        assert table.to_pandas().equals(xttt.to_frame(records, rows))


def test_wrong_arguments_are_refused(records, tmp_path):
    with pytest.raises(ValueError, match="kind"):
        xttt.to_frame(records, "pieces")
    with pytest.raises(ValueError, match="library"):
        xttt.to_frame(records, library="excel")
    for arguments, code in ((["export", "--parquet", "x.parquet", "missing.xgn"], 1),
                            (["export", "--parquet", "x.parquet", "games.txt"], 2), (["export", "games.xgn"], 2)):
        done = subprocess.run([sys.executable, "-m", "xttt", *arguments], capture_output=True, text=True, timeout=120,
                              cwd=tmp_path)
        assert done.returncode == code and done.stderr
