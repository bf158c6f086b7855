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
    command = commands.add_parser("export", help="write games into a Parquet file")
    command.add_argument("files", nargs="+", metavar="FILE", help="games, .xgn or .jsonl")
    command.add_argument("--parquet", required=True, metavar="FILE", help="file to write")
    command.add_argument("--rows", choices=KINDS, default="games", help="one row per game or per move (default: games)")
    options = parser.parse_args(arguments)
    try:
        count = export(options.files, options.parquet, options.rows)
    except (OSError, ValueError, ImportError) as error:
        print(f"python -m xttt: {error}", file=sys.stderr)
        return 2 if isinstance(error, ValueError) else 1
    print(f"{count} games written to {options.parquet}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
