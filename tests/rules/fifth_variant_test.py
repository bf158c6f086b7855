"""A new variant is one more constant: adds one to a copy of the sources, builds xttt and plays.

Usage: fifth_variant_test.py SOURCE_FOLDER SCRATCH_FOLDER

The scratch folder is kept between runs, so that only what changed is built again.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

SOURCE, SCRATCH = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
VARIANT_FILE = "src/rules/variant.h"

STRAIGHT = """
// Like extreme, but only rows and columns win.
inline constexpr Variant kStraight{
    .name = "straight",
    .summary = "the 16x16 game without diamonds",
    .big_boards = 1,
    .size = 4,
    .lines = LineKinds::Rows | LineKinds::Columns,
    .bonus_move = true,
    .line_points = 68,
    .board_points = {.corner = 6, .edge = 4, .inner = 3},
    .move_time = std::chrono::seconds{16}};

// The list of variants"""


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout[-6000:]}")
    return done.stdout


def copy_sources():
    """Mirrors the files of the project; a file that did not change keeps its time."""
    names = run("git", "-C", SOURCE, "ls-files", "--cached", "--others", "--exclude-standard")
    wanted = {name for name in names.splitlines() if (SOURCE / name).is_file()}
    for old in SCRATCH.rglob("*"):
        name = old.relative_to(SCRATCH).as_posix()
        if old.is_file() and not name.startswith("build/") and name not in wanted:
            old.unlink()
    for name in wanted:
        write_if_changed(name, (SOURCE / name).read_bytes())
        os.chmod(SCRATCH / name, (SOURCE / name).stat().st_mode)


def write_if_changed(name, content):
    target = SCRATCH / name
    if name == VARIANT_FILE:
        content = with_fifth_variant(content.decode()).encode()
    if target.is_file() and target.read_bytes() == content:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)


def with_fifth_variant(text):
    assert text.count("\n// The list of variants") == 1
    text = text.replace("\n// The list of variants", STRAIGHT)
    last = re.findall(r"^ *X\(k\w+ __VA_OPT__.*\)\n", text, re.M)[-1]
    entry = re.sub(r"k\w+", "kStraight", last, count=1)
    return text.replace(last, last.rstrip("\n") + " \\\n" + entry)


def play():
    xttt = SCRATCH / "build/scratch/bin/xttt"
    listed = run(xttt, "ugi", input="ugi\n")
    assert " var straight" in listed, listed
    games = SCRATCH / "build/straight.xgn"
    games.unlink(missing_ok=True)
    score = run(xttt, "match", "--x", "random", "--o", "engine:pvs,nodes=200", "--variant", "straight", "--games", "2",
                "--record", games)
    assert games.read_text().count('[Variant "straight"]') == 2, (score, games.read_text())
    # Every evaluation works that needs no network.
    for evaluation in ("best", "lines", "tuned"):
        run(xttt, "bench", "--variant", "straight", "--evaluation", evaluation, "--depth", "2",
            "--hash", "16")


def main():
    SCRATCH.mkdir(parents=True, exist_ok=True)
    copy_sources()
    run("scripts/generate-variants", cwd=SCRATCH)
    names = (SCRATCH / "web/src/core/variants.ts").read_text()
    assert '"straight"' in names, names
    run("cmake", "-S", SCRATCH, "-B", SCRATCH / "build/scratch", "-G", "Ninja",
        "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_COMPILER=g++", "-DCMAKE_CXX_FLAGS_DEBUG=-O0",
        "-DXTTT_PACKAGE=OFF", "-DXTTT_BENCHMARKS=OFF")
    run("ninja", "-C", SCRATCH / "build/scratch", "xttt_cli")
    play()


if __name__ == "__main__":
    main()
