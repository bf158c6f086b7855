"""Games as data frames and Parquet files."""

import os
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


def test_the_program_writes_parquet_from_files_and_stores(records, tmp_path):
    program = os.environ["XTTT_PROGRAM"]
    xttt.save(tmp_path / "games.xgn", records)
    (tmp_path / "cup.toml").write_text('[tournament]\nname = "Cup"\nvariant = "ultimate"\n' + "".join(
        f'[[entrant]]\nname = "{name}"\nplayer = "random"\n' for name in ("ann", "bob")))
    subprocess.run([program, "tournament", "run", "cup.toml", "--quiet"], cwd=tmp_path, check=True, timeout=120)
    subprocess.run([program, "tournament", "export", "cup.db", "-o", "cup.xgn"], cwd=tmp_path, check=True, timeout=120)
    everything = records + xttt.load(tmp_path / "cup.xgn")
    assert len(everything) == 8
    for rows in ("games", "moves"):
        done = subprocess.run([program, "export", "games.xgn", "cup.db", "--parquet", rows, "--rows", rows],
                              capture_output=True, text=True, timeout=120, cwd=tmp_path)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        table = pyarrow.parquet.read_table(tmp_path / rows).to_pandas()
        assert table.equals(xttt.to_frame(everything, rows))
    done = subprocess.run([program, "export", "cup.db", "-o", "cup.parquet", "--player", "ann"], timeout=120, cwd=tmp_path)
    assert done.returncode == 0
    assert list(pyarrow.parquet.read_table(tmp_path / "cup.parquet").column("event").to_pylist()) == ["Cup", "Cup"]


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


def test_damaged_files_are_named_and_nothing_is_overwritten(records, tmp_path):
    games, target = tmp_path / "games.xgn", tmp_path / "x.parquet"
    xttt.save(games, records)
    good = games.read_bytes()
    for name, damaged in (("cut.xgn", good[:len(good) // 2]), ("bytes.xgn", b"\xff\xfe" + good),
                          ("moves.jsonl", records[0].text("jsonl").replace('"moves":["', '"moves":["zz').encode()),
                          ("number.jsonl", b'{"variant":"ultimate","seed":1e400,"moves":[]}\n'),
                          ("deep.jsonl", b"[" * 100_000), ("nul.xgn", b"\0" * 1000)):
        (tmp_path / name).write_bytes(damaged)
        with pytest.raises(ValueError, match=name):
            xttt.frames.export([games, tmp_path / name], target)
        assert not target.exists(), name
    with pytest.raises(ValueError, match="choose another"):
        xttt.frames.export([games], tmp_path / "." / "games.xgn")
    assert games.read_bytes() == good
