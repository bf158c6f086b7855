#!/usr/bin/env python3
"""The .deb packages, installed into a Debian 12 with nothing else, and the steps of the Containerfile there.

Usage: debian_test.py BUILD
"""

import json
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from debian_root import ROOT, DebianRoot

BUILD = Path(sys.argv.pop(1)).resolve()


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.debian = DebianRoot("bookworm")
        cls.addClassCleanup(cls.debian.close)
        folder = cls.debian.shared
        subprocess.run(["cpack", "-G", "DEB", "--config", BUILD / "CPackConfig.cmake", "-B", folder], cwd=folder,
                       check=True, stdout=subprocess.DEVNULL)
        shutil.copy(ROOT / "tests/packaging/inside.py", folder)
        shutil.copy(ROOT / "tests/bots/course/team01_random.py", folder / "bot.py")
        cls.debian.run("apt-get install -y --no-install-recommends /shared/xttt_*.deb", timeout=900)

    def test_1_everything_works_once_installed(self):
        said = self.debian.run("/usr/bin/python3 -B /shared/inside.py /usr/bin/xttt /shared/bot.py")
        self.assertEqual(said.count("ok "), 3, said)

    def test_1_manual_pages_services_and_user_are_there(self):
        self.assertIn("/usr/share/man/man1/xttt.1", self.debian.run("dpkg -L xttt"))
        self.debian.run("test -e /lib/systemd/system/xttt-serve.service && getent passwd xttt && test -d /var/lib/xttt")

    def test_2_python_finds_its_package(self):
        if not list(self.debian.shared.glob("python3-xttt_*.deb")):
            self.skipTest("this build has no Python package")
        self.debian.run("apt-get install -y --no-install-recommends /shared/python3-xttt_*.deb", timeout=900)
        said = self.debian.run("cd / && /usr/bin/python3 -c 'import xttt; print(len(xttt.Position(\"ultimate\").legal_moves()))'")
        self.assertEqual(said.strip(), "81")

    def test_3_the_container_serves_the_page(self):
        steps = dict(line.split(" ", 1) for line in (ROOT / "packaging/Containerfile").read_text().splitlines()
                     if line[:1].isupper())
        pattern, folder = steps["COPY"].split()
        self.assertIn(f"{Path(pattern).parent}/*.deb", (ROOT / "Makefile").read_text())
        self.debian.run(f"cp /shared/{Path(pattern).name} {folder} && {steps['RUN']}", timeout=900)
        command = json.loads(steps["ENTRYPOINT"]) + json.loads(steps["CMD"])
        # Another port: the test has no network of its own.
        command[command.index("--port") + 1] = "0"
        fetch = ("import re, subprocess, sys, urllib.request\n"
                 "server = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, text=True)\n"
                 "port = next(m[1] for line in server.stdout if (m := re.search(r'http://[^ ]*:([0-9]+)', line)))\n"
                 "print(urllib.request.urlopen(f'http://127.0.0.1:{port}/', timeout=30).read().decode()[:200])\n"
                 "server.terminate()\n")
        (self.debian.shared / "fetch.py").write_text(fetch)
        said = self.debian.run(f"cd {steps['WORKDIR']} && setpriv --reuid={steps['USER']} --regid={steps['USER']} --clear-groups"
                               f" env {steps['ENV']} python3 /shared/fetch.py {' '.join(command)}")
        self.assertIn("<html", said.lower())
        self.assertEqual(self.debian.run("ls /tmp").strip(), "")

    def test_4_purging_leaves_nothing(self):
        self.debian.run("apt-get purge -y $(dpkg-query -f '${Package} ' -W xttt python3-xttt 2>/dev/null)")
        self.assertNotEqual(self.debian.attempt("getent passwd xttt").returncode, 0)
        self.debian.run("test ! -e /usr/bin/xttt && test ! -e /var/lib/xttt && test ! -e /usr/share/xttt")


if __name__ == "__main__":
    unittest.main()
