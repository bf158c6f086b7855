"""xttt.Position against the rules as they are written down, and against recorded games."""

import copy
import json
import pickle
import sys
from pathlib import Path

import numpy as np
import pytest
import xttt
from conftest import play_random

VECTORS = Path(__file__).resolve().parents[2] / "vectors"


def test_a_first_move_binds_the_second():
    position = xttt.Position("extreme")
    assert position.turn == "x" and position.legal_count == 256 and position.last_move is None
    position.play("h9")
    assert position.turn == "o"
    # h9 is the last cell of the first row of its small board: place 3.
    assert position.targets == [3]
    assert position.legal_moves()[0] == "m1" and position.legal_count == 16
    assert position.moves == ["h9"] and position.history == [8 * 16 + 7]
    assert position.undo() == 135
    assert position == xttt.Position()


def test_actions_are_cells_in_reading_order(variant):
    facts = xttt.variant(variant)
    position = xttt.Position(variant)
    texts = [position.move_text(action) for action in range(facts.actions)]
    assert sorted(position.legal_actions()) == list(range(facts.actions))
    assert sorted(texts) == sorted(position.legal_moves())
    assert [position.action(text) for text in texts] == list(range(facts.actions))
    assert texts[:2] == (["1a1", "1b1"] if facts.big_boards == 2 else ["a1", "b1"])


@pytest.mark.parametrize("name", ["extreme", "double"])
def test_recorded_games_of_the_original_simulators(name):
    lines = (VECTORS / f"{name}-games.jsonl").read_text().splitlines()[:40]
    for line in lines:
        game = json.loads(line)
        position = xttt.Position(game["variant"])
        for number, move in enumerate(game["moves"]):
            assert position.legal_count == game["legal"][number]
            assert position.turn == game["mover"][number]
            position.play(move)
        assert position.boards == game["boards"]
        assert list(position.outcome.points) == game["points"]
        assert position.outcome.reason == game["reason"]
        assert (position.outcome.winner or "draw") == game["result"]


def test_undo_restores_every_position(variant, lots):
    position = xttt.Position(variant)
    fens = []
    while not position.over:
        fens.append(position.fen)
        position.play(lots.choice(position.legal_moves()))
    assert position.legal_actions() == [] and position.targets == []
    for fen in reversed(fens):
        position.undo()
        assert position.fen == fen
    with pytest.raises(ValueError, match="no move to take back"):
        position.undo()


def test_fen_round_trip_equality_and_hash(variant, lots):
    position = play_random(xttt.Position(variant), lots, 25)
    again = xttt.Position(variant, fen=position.fen)
    assert again == position and hash(again) == hash(position) and again.key == position.key
    assert again.history == []
    again.play(again.legal_actions()[0])
    assert again != position and position != "text"


def test_copies_are_independent(variant, lots):
    position = play_random(xttt.Position(variant), lots, 7)
    for twin in (position.copy(), copy.copy(position), copy.deepcopy(position),
                 pickle.loads(pickle.dumps(position))):
        assert twin == position and twin.history == position.history
        twin.undo()
        assert twin != position


def test_mask_and_observation_agree_with_the_rules(variant, lots):
    facts = xttt.variant(variant)
    assert len(xttt.PLANES) == facts.observation_shape[0]
    position = xttt.Position(variant)
    out = np.empty(facts.observation_shape, np.uint8)
    while True:
        mask = position.mask()
        assert mask.dtype == np.uint8 and mask.shape == (facts.actions,)
        assert set(np.flatnonzero(mask)) == set(position.legal_actions())
        planes = position.observation()
        assert planes.shape == facts.observation_shape
        assert position.observation(position.turn, out=out) is out and np.array_equal(out, planes)
        other = position.observation("o" if position.turn == "x" else "x")
        assert np.array_equal(planes[[0, 1, 2, 3]], other[[1, 0, 3, 2]])
        assert planes[:2].sum() == len(position.history)
        assert bool(planes[6].all()) == position.bonus
        assert not np.any(mask.reshape(planes.shape[1:]) & ~planes[5] & 1)
        if position.over:
            break
        play_random(position, lots, 3)


def test_symmetries_carry_moves_along(variant, lots):
    position = play_random(xttt.Position(variant), lots, 10)
    table = xttt.symmetry_table(variant)
    facts = xttt.variant(variant)
    assert table.shape == (facts.symmetries, facts.actions)
    assert list(table[0]) == list(range(facts.actions))
    canonical, _ = position.canonical()
    for number in range(facts.symmetries):
        image = position.transformed(number)
        assert set(image.legal_actions()) == {table[number][a] for a in position.legal_actions()}
        assert image.canonical()[0] == canonical
        # Planes move as actions do, so a learner can turn its data.
        turned = np.zeros_like(position.observation()).reshape(8, -1)
        turned[:, table[number]] = position.observation().reshape(8, -1)
        assert np.array_equal(turned.reshape(facts.observation_shape), image.observation())


def test_it_shows_itself(variant, lots):
    position = play_random(xttt.Position(variant), lots, 30)
    assert position.fen in repr(position) and str(position) in repr(position)
    assert position.draw(ascii=True).isascii()
    svg = position._repr_svg_()
    assert svg == position.svg() and svg.startswith("<svg ") and svg.endswith("</svg>\n")
    import xml.dom.minidom
    xml.dom.minidom.parseString(svg)


def test_moves_can_be_given_at_once():
    assert xttt.Position("ultimate", moves="e5 f4").moves == ["e5", "f4"]
    assert xttt.Position("ultimate", moves=["e5", 32]).moves == ["e5", "f4"]
    assert xttt.Position("ultimate", moves=np.array([40, 32])).moves == ["e5", "f4"]


def test_an_outcome_tells_points_and_rewards(variant, lots):
    for _ in range(20):
        outcome = play_random(xttt.Position(variant), lots).outcome
        x, o = outcome.points
        assert outcome.rewards("points") == (x - o, o - x)
        signs = {"x": (1, -1), "o": (-1, 1), None: (0, 0)}
        assert outcome.rewards() == signs[outcome.rated_winner]
        assert outcome == outcome and outcome.reason in repr(outcome)
        assert (outcome.winner is not None) == (outcome.reason == "line")


def test_lists_of_moves_own_their_references():
    """The references of full lists are counted ahead: a list that ends gives back its own, and no more."""
    position = xttt.Position("extreme")
    for method in (position.legal_moves, position.legal_actions):
        moves = method()
        kept = [method() for _ in range(3000)]
        assert all(other == moves and other is not moves for other in kept)
        move = moves[-1]
        counted = sys.getrefcount(move)
        kept.clear()
        assert sys.getrefcount(move) in (counted - 3000, counted)  # the same count if the object is immortal
        moves.clear()
        assert len(method()) == 256
    assert sys.getrefcount(position.legal_moves()[-1]) < 10_000


def test_methods_that_python_calls_directly_check_their_object():
    class Mine(xttt.Position):
        pass

    assert Mine("ultimate").legal_moves() == xttt.Position("ultimate").legal_moves()
    assert sorted(xttt.Position.legal_actions(Mine("ultimate"))) == list(range(81))
    for method in (xttt.Position.legal_moves, xttt.Position.legal_actions):
        with pytest.raises(TypeError):
            method(object())
        with pytest.raises(TypeError):
            method()
        with pytest.raises(TypeError):
            method(xttt.Position(), 1)
        with pytest.raises((TypeError, ValueError)):
            method(xttt.Position.__new__(xttt.Position))
