"""xttt export writes CSV with the package of the program, and says what Parquet needs."""

import csv
import importlib.util
import os
import subprocess
from pathlib import Path

import pytest
import xttt
from conftest import play_random

PROGRAM = Path(os.environ["PYTHONPATH"]).parents[2] / "bin/xttt"


@pytest.fixture
def games(tmp_path, lots):
    records = [play_random(xttt.Position(name), lots).record() for name in xttt.VARIANTS]
    records[0].set_tag("X", 'The "first", of many')
    records.append(xttt.Position("ultimate", moves="e5 d4").record())  # not finished
    path = tmp_path / "games.xgn"
    xttt.save(path, records)
    return path


def export(folder, *arguments):
    """With nothing but the system: the program must lend its package."""
    return subprocess.run([PROGRAM, "export", *map(str, arguments)], capture_output=True, text=True, timeout=120,
                          cwd=folder, env={"PATH": "/usr/bin:/bin"})


@pytest.mark.parametrize("rows", ["games", "moves"])
def test_a_csv_file_has_the_columns_of_the_data_frames(games, tmp_path, rows):
    # A module of that name in the folder of the user is not the package.
    (tmp_path / "xttt.py").write_text("raise SystemExit('the wrong module')")
    done = export(tmp_path, games, "-o", "table.csv", "--rows", rows)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with open(tmp_path / "table.csv", newline="", encoding="utf-8") as file:
        header, *lines = csv.reader(file)
    columns = xttt.frames._columns(xttt.load(games), rows)
    assert header == list(columns)
    assert lines == [["" if value is None else str(value) for value in row] for row in zip(*columns.values())]
    assert len(lines) > 4
    assert export(tmp_path, games, "--format", "csv", "--rows", rows).stdout == (tmp_path / "table.csv").read_text()


def test_an_existing_table_stays_unless_forced(games, tmp_path):
    table = tmp_path / "table.csv"
    table.write_text("precious")
    for arguments, code, message in ((["--force", "--player", "nobody"], 1, "no game matches"),
                                     ([], 2, "add --force to replace it")):
        done = export(tmp_path, games, "-o", table, *arguments)
        assert done.returncode == code and message in done.stderr, done.stderr
        assert table.read_text() == "precious"
    assert export(tmp_path, games, "-o", table, "--force").returncode == 0
    assert table.read_text().startswith("game,variant,x,o,")


def test_bad_games_are_reported_and_the_others_written(games, tmp_path):
    games.write_text(games.read_text() + '\n[Variant "ultimate"]\n\n1. e5 a1 *\n')
    done = export(tmp_path, games, "-o", "table.csv")
    assert done.returncode == 1 and "'a1' is illegal" in done.stderr and "1 bad" in done.stderr
    assert len((tmp_path / "table.csv").read_text().splitlines()) == 6


@pytest.mark.skipif(importlib.util.find_spec("pyarrow") is not None, reason="PyArrow is installed")
def test_without_pyarrow_the_error_says_what_to_install(games, tmp_path):
    done = export(tmp_path, games, "--parquet", "games.parquet")
    assert done.returncode == 1
    assert "PyArrow" in done.stderr and "pip install pyarrow numpy" in done.stderr
    assert done.stderr.count("\n") == 1 and not (tmp_path / "games.parquet").exists()
