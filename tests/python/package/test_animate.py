"""scripts/animate-game draws every move of a game, in a file that browsers can read."""

import xml.etree.ElementTree as ElementTree
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest
import xttt

SCRIPT = Path(__file__).resolve().parents[3] / "scripts" / "animate-game"


def script():
    loader = SourceFileLoader("animate_game", str(SCRIPT))
    module = module_from_spec(spec_from_loader("animate_game", loader))
    loader.exec_module(module)
    return module


@pytest.mark.parametrize("variant", ["extreme", "ultimate"])
def test_every_move_and_every_small_board_won_gets_a_mark(variant, tmp_path):
    position = xttt.Position(variant)
    while not position.over:
        position.play(position.legal_actions()[-1])
    xttt.save(tmp_path / "game.xgn", [position.record()])
    script().main(str(tmp_path / "game.xgn"), str(tmp_path / "game.svg"))
    picture = ElementTree.parse(tmp_path / "game.svg")
    drawn = [e for e in picture.iter() if e.get("stroke-linecap") == "round"]
    won = sum(board in "xo" for board in position.boards)
    assert len(drawn) == len(position.moves) + won
    assert all(len(list(e)) == 1 for e in drawn)  # each with its moment


def test_a_variant_with_two_big_boards_is_refused(tmp_path):
    xttt.save(tmp_path / "game.xgn", [xttt.Position("double", moves="1e5").record()])
    with pytest.raises(SystemExit, match="one big board"):
        script().main(str(tmp_path / "game.xgn"), str(tmp_path / "game.svg"))
