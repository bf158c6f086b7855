#!/usr/bin/env python3
"""Runs a test file with the Python of a virtual environment; exit code 77 (skipped) if it is not there or not current.

Usage: run.py VENV TEMPORARY_FOLDER TEST_FILE
"""

import os
import subprocess
import sys
from pathlib import Path

venv, temporary, test = (Path(word).resolve() for word in sys.argv[1:])
script = Path(__file__).resolve().parents[3] / "scripts/python-venv"
if subprocess.run([script, "--check", venv]).returncode != 0:
    print(f"SKIPPED: {test.name} needs the Python toolkits, which are not installed in {venv}, or not in the versions of "
          "tests/python/requirements.txt. scripts/python-venv installs them from PyPI.")
    sys.exit(77)
environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
# Beside the virtual environment's own programs, node and compilers are needed.
environment["PATH"] = f"{venv}/bin:{environment['PATH']}"
sys.exit(subprocess.run([venv / "bin/python", "-B", "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider",
                         f"--basetemp={temporary}", test], env=environment, cwd=test.parent).returncode)
