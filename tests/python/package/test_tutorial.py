"""The tutorial's code runs as it stands on the page."""

import re
from pathlib import Path

PAGE = Path(__file__).resolve().parents[3] / "docs" / "python-tutorial.md"


def test_the_tutorial_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text()
    blocks = list(re.finditer(r"```python\n(.*?)```", text, re.S))
    assert len(blocks) > 8
    names = {"__name__": "tutorial"}
    for block in blocks:
        # Blank lines in front, so that a traceback names the line of the page.
        above = "\n" * text[:block.start(1)].count("\n")
        exec(compile(above + block.group(1), str(PAGE), "exec"), names)
    out = capsys.readouterr().out
    assert "the agent won" in out and "bestmove " in out
    print(re.search("the agent won.*", out).group())
