"""Runs one course bot for the referee: python3 -s -B xttt_host [options] BOTFILE. See host.py.

Runs under Python 3.8 and later, and under Python 2.7, where bots run without translation. A failure of the
host is reported as ``forfeit host TEXT`` and is not the bot's fault.
"""

import os
import sys

# Run by path, so the search path starts with the folder of the package; it should be the parent.
sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def _refuse(text):
    sys.stdout.write("forfeit host %s\n" % text.replace("\n", " "))
    sys.stdout.flush()
    sys.exit(3)


if sys.version_info[0] == 3 and sys.version_info < (3, 8) or sys.version_info < (2, 7):
    _refuse("%s is Python %d.%d; course bots need Python 3.8 or later"
            % ((sys.executable,) + tuple(sys.version_info[:2])))
try:
    from xttt_host.host import main
    if sys.version_info[0] == 3:
        import xttt_host.python2  # noqa: F401
except ImportError as error:
    _refuse("%s cannot run course bots: %s; install the whole standard library of Python"
            % (sys.executable, error))

main(sys.argv[1:])
