"""Requests generated from docs/openapi.yaml get answers that the document describes, and no 5xx.

Exits with 77 (skipped) where Schemathesis cannot be installed.
"""

import subprocess
import sys
from pathlib import Path

from web_client import Server

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "fuzz-api"
SECONDS = 20


def main():
    with Server("--requests-per-second", "1000000", "--games-per-minute", "1000000") as server:
        url = f"http://{server.host}:{server.port}"
        return subprocess.run([SCRIPT, url, str(SECONDS)], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
