"""The page of all names says what the package says of itself."""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def generate(root, *arguments):
    return subprocess.run([sys.executable, root / "scripts/generate-python-api", *arguments], capture_output=True,
                          text=True, timeout=120)


def test_the_page_is_current():
    done = generate(ROOT, "--check")
    assert done.returncode == 0, done.stderr


def test_a_changed_documentation_string_is_noticed(tmp_path):
    for part in ("python/xttt", "scripts/generate-python-api", "docs/reference/python-api.md"):
        target = tmp_path / part
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (ROOT / part).is_dir() else shutil.copy)(ROOT / part, target)
    source = tmp_path / "python/xttt/records.py"
    source.write_text(source.read_text().replace('"""The games of a file."""', '"""The games of one file."""'))
    done = generate(tmp_path, "--check")
    assert done.returncode == 1 and "python-api.md is outdated" in done.stderr
    assert generate(tmp_path).returncode == 0
    assert "The games of one file." in (tmp_path / "docs/reference/python-api.md").read_text()
    assert generate(tmp_path, "--check").returncode == 0


def test_every_public_name_is_on_the_page():
    import xttt

    page = (ROOT / "docs/reference/python-api.md").read_text()
    for name in xttt.__all__:
        if name not in ("PLANES", "VARIANTS", "__version__"):  # described with what they belong to
            assert f"## xttt.{name}\n" in page or f"`{name}(" in page, name
