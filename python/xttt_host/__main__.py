"""Runs one course bot for the referee: python3 -s -B xttt_host [options] BOTFILE. See host.py."""

import os
import sys

# Run by path, so the package's own folder leads the search path; its parent should.
sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

from xttt_host.host import main  # noqa: E402

main(sys.argv[1:])
