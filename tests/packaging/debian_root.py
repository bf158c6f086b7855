"""A Debian release with nothing but its essential packages, to install and run things in.

Each DebianRoot is a copy-on-write layer over a root that scripts/debian-root made once. A command runs in
namespaces of its own, with that root as /: not by chroot, because the kernel then refuses sandboxes.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SKIPPED = 77  # CTest's code for a skipped test

ENTER = """
set -e
mount --make-rprivate /
mount -t overlay overlay -o "lowerdir=$LOWER,upperdir=$LAYER/upper,workdir=$LAYER/work" "$LAYER/root"
cd "$LAYER/root"
mount --rbind /dev dev
mount -t proc proc proc
mount --rbind /sys sys
mkdir -p shared var/cache/apt/archives old
mount --bind "$SHARED" shared
mount --bind "$ARCHIVES" var/cache/apt/archives
[ ! -e /etc/resolv.conf ] || cat /etc/resolv.conf >etc/resolv.conf
pivot_root . old
umount -l /old
cd /
exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 sh -c "$1"
"""


def skip(why: str):
    print(f"\nSKIPPED: {why}\n", file=sys.stderr)
    sys.exit(SKIPPED)


def base(suite: str) -> Path:
    """The folder of a release's root; ends the test as skipped where there can be none."""
    if os.geteuid() != 0:
        skip("only root can mount the root of another Debian")
    made = subprocess.run([ROOT / "scripts/debian-root", suite], capture_output=True, text=True)
    if made.returncode == SKIPPED:
        skip(made.stderr)
    if made.returncode != 0:
        raise AssertionError(made.stderr)
    return Path(made.stdout.strip())


class DebianRoot:
    def __init__(self, suite: str):
        self.lower = base(suite)
        self.folder = Path(tempfile.mkdtemp(prefix=f"xttt-{suite}-"))
        self.shared = self.folder / "shared"  # /shared inside
        for name in ("upper", "work", "root", "shared"):
            (self.folder / name).mkdir()
        # Packages are downloaded once.
        self.archives = self.lower.parent / f"{suite}-archives"
        (self.archives / "partial").mkdir(parents=True, exist_ok=True)
        if (done := self.attempt("true")).returncode != 0:
            self.close()
            skip(f"this machine has no overlay mounts or namespaces: {done.stderr}")

    def attempt(self, command: str, timeout: float = 300) -> subprocess.CompletedProcess:
        return subprocess.run(
            ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ENTER, "sh", command],
            env={**os.environ, "LOWER": str(self.lower), "LAYER": str(self.folder), "SHARED": str(self.shared),
                 "ARCHIVES": str(self.archives)},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout)

    def run(self, command: str, timeout: float = 300) -> str:
        done = self.attempt(command, timeout)
        if done.returncode != 0:
            raise AssertionError(f"'{command}' ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)
