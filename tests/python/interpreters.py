"""The Pythons of this machine."""

import glob
import os
import shutil
import subprocess


def interpreters():
    """Every Python of this machine, by version: those of XTTT_PYTHONS (a list as PATH is) and of
    the PATH, and what version managers keep beside it."""
    places = os.environ.get("XTTT_PYTHONS", "").split(os.pathsep)
    places += [shutil.which(name) for name in
               ("python2.7", "python3", *("python3.%d" % minor for minor in range(4, 20)))]
    places += glob.glob(os.path.expanduser("~/.pyenv/versions/*/bin/python"))
    found = {}
    for place in filter(None, places):
        try:
            version = subprocess.run(
                [place, "-c", "import sys; sys.stdout.write('%d.%d' % sys.version_info[:2])"],
                capture_output=True, text=True, timeout=60, check=False).stdout
        except OSError:
            continue
        if version:
            found.setdefault(tuple(map(int, version.split("."))), place)
    return found
