"""The notebooks run from top to bottom, and show what they promise."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

EXAMPLES = Path(__file__).resolve().parents[3] / "examples/python"


def run(name, timeout=500):
    """The outputs of all code cells. An error in a cell is an error here."""
    notebook = nbformat.read(EXAMPLES / name, as_version=4)
    assert notebook.cells[0].cell_type == "markdown"
    folder = {"metadata": {"path": EXAMPLES}}
    NotebookClient(notebook, timeout=timeout, kernel_name="python3", resources=folder).execute()
    return [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]


def pictures(outputs, kind):
    return [output.data[kind] for output in outputs if kind in output.get("data", {})]


def text_of(outputs):
    return "".join(output.get("text", "") for output in outputs)


def test_the_study_leads_from_100000_games_to_three_plots():
    outputs = run("study.ipynb")
    assert len(pictures(outputs, "image/png")) == 3
    assert len(pictures(outputs, "image/svg+xml")) == 1  # a board
    text = text_of(outputs)
    assert text.startswith("100,000 games, ") and "end with a line" in text


def test_the_walk_through_alphazero_learns():
    pytest.importorskip("torch", reason="AlphaZero needs torch, which is not installed")
    outputs = run("alphazero.ipynb")
    assert "losses" in text_of(outputs) and "against engine:greedy" in text_of(outputs)
    assert pictures(outputs, "application/vnd.jupyter.widget-view+json")
    assert len(pictures(outputs, "image/png")) >= 2


def test_notebooks_hold_the_results_of_a_run_and_no_paths():
    for notebook in EXAMPLES.glob("*.ipynb"):
        text = notebook.read_text()
        assert '"output_type": "error"' not in text and "/tmp/" not in text and "/home/" not in text, notebook
        cells = nbformat.read(notebook, as_version=4).cells
        assert all(cell.outputs for cell in cells if cell.cell_type == "code" and "print(" in cell.source), notebook
