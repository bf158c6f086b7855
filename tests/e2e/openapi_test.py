"""Requests generated from docs/openapi.yaml get answers that the document describes, and no 5xx.

Exits with 77 (skipped) where Schemathesis cannot be installed.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from program import PROGRAM
from web_client import Server

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "fuzz-api"
SECONDS = 20


def fuzz(arguments, *token):
    with Server("--requests-per-second", "1000000", "--games-per-minute", "1000000", *arguments) as server:
        url = f"http://{server.host}:{server.port}"
        return subprocess.run([SCRIPT, url, str(SECONDS), *token], check=False).returncode


def main():
    if status := fuzz([]):
        return status
    with tempfile.TemporaryDirectory(prefix="xttt-openapi-") as folder:
        arena = Path(folder) / "arena"
        links = subprocess.run([PROGRAM, "arena", "new", arena], check=True, capture_output=True, text=True).stdout
        token = links.splitlines()[1].split("token=")[1]
        return fuzz(["--arena", arena, "--arena-jobs", "0"], token)


if __name__ == "__main__":
    sys.exit(main())
