"""Commands of the package: `python -m xttt export --parquet games.parquet games.xgn`."""

from __future__ import annotations

import argparse
import sys
from typing import List, Optional

import xttt
from xttt.frames import KINDS, export


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs a command; returns the exit code, 2 for wrong usage."""
    parser = argparse.ArgumentParser(prog="python -m xttt", description="Tools of the Python package xttt.")
    parser.add_argument("--version", action="version", version=f"xttt {xttt.__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    command = commands.add_parser("export", help="write games into a Parquet or CSV file")
    command.add_argument("files", nargs="+", metavar="FILE", help="games, .xgn or .jsonl")
    target = command.add_mutually_exclusive_group(required=True)
    target.add_argument("--parquet", metavar="FILE", help="Parquet file to write")
    target.add_argument("--csv", metavar="FILE", help="CSV file to write")
    command.add_argument("--rows", choices=KINDS, default="games", help="one row per game or per move (default: games)")
    options = parser.parse_args(arguments)
    path, format = (options.csv, "csv") if options.csv is not None else (options.parquet, "parquet")
    try:
        count = export(options.files, path, options.rows, format)
    except (OSError, ValueError, ImportError) as error:
        print(f"python -m xttt: {error}", file=sys.stderr)
        return 2 if isinstance(error, ValueError) else 1
    print(f"{count} games written to {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
