"""The code of the pages about Python runs as shown."""

import re
from pathlib import Path

DOCS = Path(__file__).resolve().parents[3] / "docs"


def run_page(page):
    text = page.read_text()
    blocks = list(re.finditer(r"```python\n(.*?)```", text, re.S))
    assert blocks
    names = {"__name__": "tutorial"}
    for block in blocks:
        # Blank lines in front, so that a traceback names the line of the page.
        above = "\n" * text[:block.start(1)].count("\n")
        exec(compile(above + block.group(1), str(page), "exec"), names)


def test_the_tutorial_leads_to_an_agent_that_beats_the_random_player(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    run_page(DOCS / "tutorials" / "python.md")
    out = capsys.readouterr().out
    assert "the agent won" in out and "bestmove " in out


def test_the_examples_of_the_reference_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run_page(DOCS / "reference" / "python.md")
