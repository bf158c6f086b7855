"""Wrong arguments of every kind: an exception with words, never a crash or a hang.

All of it runs in this one process: a crash anywhere fails the test."""

import itertools
import random

import numpy as np
import pytest
import xttt
from xttt import _core

EXPECTED = (ValueError, TypeError, IndexError)


class Odd:
    """Lies about being a number."""

    def __index__(self):
        return 10 ** 40


class Raises:
    def __index__(self):
        raise ValueError("no index today")

    def __iter__(self):
        raise ValueError("no iteration today")

    def __str__(self):
        raise ValueError("no text today")


class FalseDlpack:
    def __dlpack__(self, **_):
        return "no capsule"

    def __dlpack_device__(self):
        return (1, 0)


class ElsewhereDlpack:
    def __dlpack__(self, **_):
        raise AssertionError("never asked")

    def __dlpack_device__(self):
        return (2, 0)


HOSTILE = [
    None, True, False, -1, 0, 5, 255, 256, 10 ** 6, 2 ** 31, 2 ** 63, 2 ** 64, -2 ** 63, 10 ** 40, 0.5,
    float("nan"), float("inf"), 1j, "", " ", "a1", "A1", "a0", "a17", "p16", "1a1", "zz", "h9 h9", "\0",
    "a\0001", "é", "\U0001f600", "\ud800", "x" * 100_000, b"a1", b"\xff", bytearray(b"a1"), [], [1], ["a1"],
    [[1]], (), (1, 2), {}, {"a": 1}, set(), object(), object, len, Odd(), Raises(), range(3), np.int8(3),
    np.uint64(2 ** 63), np.float32(1.5), np.bool_(True), np.array(3), np.array([1, 2]),
    np.array(["a1"]), np.array([], np.int64), np.zeros((2, 81), np.uint8), np.zeros((3, 3), object),
    np.array([np.nan]), FalseDlpack(), ElsewhereDlpack(), xttt.Position("ultimate"), xttt.Engine,
    "9/9/9/9/9/9/9/9/9 x - -", "9/9/9/9/9/9/9/9/9 x - - -", "extreme", "ultimate", "xgn", "jsonl", "win",
]

MEMBERS = [name for name in dir(_core.Position)
           if not name.startswith("_") and callable(getattr(_core.Position, name))]


def survives(call, *arguments, **named):
    """Calls; what it raises must be one of the exceptions that stand for wrong arguments."""
    try:
        return call(*arguments, **named)
    except EXPECTED as error:
        assert not isinstance(error, (SystemError, MemoryError))
        try:
            assert str(error)
        except UnicodeError:
            pass
        return None


@pytest.mark.parametrize("name", MEMBERS)
def test_methods_of_a_position(name):
    for variant in ("ultimate", "double"):
        for first in HOSTILE:
            survives(getattr(xttt.Position(variant, moves=[40]), name), first)
        for first, second in itertools.product(HOSTILE[::3], HOSTILE[::4]):
            survives(getattr(xttt.Position(variant), name), first, second)


def test_positions_made_of_anything():
    for first in HOSTILE:
        survives(xttt.Position, first)
        survives(xttt.Position, fen=first)
        survives(xttt.Position, "ultimate", moves=first)
        survives(xttt.variant, first)
        survives(xttt.symmetry_table, first)
    for state in ((), (1, 2, 3), ("ultimate", "", ["a1", "a1"]), ("ultimate", "nonsense", []),
                  ("chess", "", [])):
        fresh = xttt.Position.__new__(xttt.Position)
        survives(fresh.__setstate__, state)


def test_objects_that_were_never_initialised():
    for cls in (xttt.Position, xttt.BatchEnv, xttt.Engine):
        for name in vars(cls):
            if name in ("__init__", "__new__", "__setstate__", "__doc__", "__module__", "__weakref__"):
                continue
            for arguments in ((), (0,), (xttt.Position(),), (0, xttt.Position())):
                raw = cls.__new__(cls)

                def use():
                    member = getattr(raw, name)
                    return member(*arguments) if callable(member) else member

                survives(use)
        with pytest.raises((ValueError, TypeError)):
            raw = cls.__new__(cls)
            getattr(raw, "variant" if cls is not xttt.Engine else "options")
    for cls in (xttt.Outcome, xttt.Record, xttt.Variation, xttt.Analysis):
        with pytest.raises(TypeError):
            cls()
        with pytest.raises(TypeError):
            cls.__new__(cls)


def test_text_that_is_no_move_is_refused_with_words():
    position = xttt.Position("extreme")
    for bad in ("", "a0", "a17", "q1", "1a1", "a1 ", "é1", "\0", "x" * 100_000):
        with pytest.raises(ValueError, match="is not a move"):
            position.play(bad)
        assert not position.is_legal(bad)
    for bad in (256, -1, 10 ** 40, 2 ** 63):
        with pytest.raises(ValueError, match="is not an action"):
            position.play(bad)
    for bad in (None, 1.0, True, np.bool_(True), b"a1", [1], np.float64(3)):
        with pytest.raises(TypeError, match="a move must be a str"):
            position.play(bad)
    with pytest.raises(ValueError, match="no index today"):
        position.play(Raises())
    assert position.history == []


def test_broken_fens_are_refused():
    lots = random.Random(1)
    fen = xttt.Position("ultimate", moves="e5 f4 g2").fen
    for _ in range(2000):
        text = list(fen)
        for _ in range(lots.randint(1, 4)):
            text[lots.randrange(len(text))] = lots.choice("xo123456789/- b|\0é")
        made = survives(xttt.Position, "ultimate", fen="".join(text))
        if made is not None:
            assert made.fen == "".join(text).lower()


def test_broken_records_are_refused():
    lots = random.Random(2)
    position = xttt.Position("ultimate", moves="e5 f4 g2")
    for format in ("xgn", "jsonl"):
        text = position.record().text(format)
        for _ in range(1000):
            changed = list(text)
            for _ in range(lots.randint(1, 6)):
                changed[lots.randrange(len(changed))] = lots.choice('xo1"[]{}\\:, \n\0é')
            survives(xttt.loads, "".join(changed), format)
    for bad in HOSTILE:
        survives(xttt.loads, bad)
        survives(xttt.loads, "", bad)
        if not isinstance(bad, (int, str)):  # numbers are open files, texts are names of files
            survives(xttt.load, bad)
        survives(position.record().set_tag, bad, bad)
        survives(position.record().set_tag, "Event", bad)


@pytest.mark.parametrize("name", ["observations", "masks", "rewards", "dones", "players", "seed",
                                  "reward"])
def test_batches_made_of_anything(name):
    for bad in HOSTILE:
        survives(xttt.BatchEnv, "ultimate", 2, **{name: bad})


def test_methods_of_a_batch():
    for bad in HOSTILE:
        survives(xttt.BatchEnv, bad)
        if not isinstance(bad, (int, np.integer)) or isinstance(bad, bool) or int(bad) < 1000:
            survives(xttt.BatchEnv, "ultimate", bad, observations=False)
        env = xttt.BatchEnv("ultimate", 2)
        for name in ("step", "step_random", "reset", "position"):
            survives(getattr(env, name), bad)
        survives(env.set_position, bad, bad)
        survives(env.set_position, 0, bad)
        if not isinstance(bad, int) or bad < 1000:
            survives(env.random_steps, bad)
        env.step_random()  # still alive


def test_methods_of_an_engine():
    engine = xttt.Engine(hash=1)
    position = xttt.Position("ultimate")
    for bad in HOSTILE:
        survives(engine.set_option, bad, bad)
        survives(engine.set_option, "Skill", bad)
        survives(engine.analyse, bad)
        survives(engine.analyse, position, depth=1, multipv=bad)
        survives(engine.analyse, position, depth=1, nodes=bad)
        survives(engine.analyse, position, depth=1, movetime=bad)
        survives(engine.analyse, position, nodes=100, depth=bad)
        survives(engine.analyse, position, depth=1, root_moves=bad)
        survives(engine.analyse, position, bad)
    assert engine.analyse(position, depth=1).best_move


def test_actions_that_share_memory_with_what_is_written():
    env = xttt.BatchEnv("ultimate", 8, reward="points", seed=1)
    for _ in range(300):
        env.step_random()
        survives(env.step, env.rewards.view(np.int64).ravel())
    env.step_random()


def test_arrays_that_change_under_the_batch():
    masks = np.zeros((2, 81), np.uint8)
    env = xttt.BatchEnv("ultimate", 2, masks=masks)
    with pytest.raises(ValueError):
        masks.resize((1, 1))  # NumPy knows that there is another reference
    del masks
    env.step_random()
    assert 0 < env.masks.sum() <= 18  # one small board each
