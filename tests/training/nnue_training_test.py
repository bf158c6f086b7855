#!/usr/bin/env python3
"""The training of networks, end to end and small.

Usage: nnue_training_test.py PROJECT_ROOT XTTT NATIVE_LIBRARY
"""

import contextlib
import io
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

ROOT, XTTT, LIBRARY = (Path(argument).resolve() for argument in sys.argv[1:4])
sys.path.insert(0, str(ROOT / "training/nnue"))

import train  # noqa: E402
from model import HEADER, content_rows, integer_scores  # noqa: E402
from native import Native, Records  # noqa: E402

POSITIONS = 1000


def generate(path, variant, games):
    subprocess.run([XTTT, "selfplay", "generate", "--variant", variant, "--out", path, "--games",
                    str(games), "--nodes", "40"], check=True, capture_output=True, timeout=120)


class Training(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="xttt-training-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def options(self, data, *more):
        return ["--native", str(LIBRARY), "--data", str(data), "--out", str(self.folder / "net"),
                "--batch", "256", "--device", "cpu", *more]

    def test_trainer_and_engine_give_the_same_scores(self):
        for variant, games in (("ultimate", 30), ("double", 20)):
            with self.subTest(variant):
                data = self.folder / f"{variant}.rec"
                generate(data, variant, games)
                training = train.Training(train.parse_arguments(self.options(data, "--epochs", "1")))
                training.options.out.mkdir(exist_ok=True)
                training.run()
                (self.folder / "net/checkpoint.pt").unlink()
                network = training.export()
                records = training.records
                which = np.arange(len(records))[:POSITIONS]
                self.assertEqual(len(which), POSITIONS)
                batch = records.batch(which, 0)
                engine = records.engine_scores(network, which)
                np.testing.assert_array_equal(
                    engine, integer_scores(training.network, batch, records.scale))
                with train.torch.no_grad():
                    floats = training.network(batch).numpy() * records.scale
                self.assertLess(np.abs(engine - floats).max(), 2.0)  # the engine cuts off decimals
                self.assertGreater(len(set(engine)), 100)

    def test_learning_lowers_the_loss_and_goes_on_after_a_stop(self):
        data = self.folder / "ultimate.rec"
        generate(data, "ultimate", 40)
        options = self.options(data, "--epochs", "4")
        stopped = train.main([*options, "--seconds", "0.01"])
        self.assertEqual(stopped, train.UNFINISHED)
        self.assertEqual(train.main(options), 0)
        losses = (self.folder / "net/losses.csv").read_text().splitlines()[1:]
        self.assertEqual(len(losses), 4)
        first, last = (float(line.split(",")[1]) for line in (losses[0], losses[-1]))
        self.assertLess(last, first)
        self.assertEqual(len(list((self.folder / "net").glob("ultimate-*.xnet"))), 1)
        self.assertIn("<polyline", (self.folder / "net/losses.svg").read_text())

    def test_rows_of_contents_are_those_that_matter_and_stay_the_same_when_learning_on(self):
        data = self.folder / "ultimate.rec"
        generate(data, "ultimate", 20)

        def train_on(*more):
            training = train.Training(train.parse_arguments(self.options(data, "--epochs", "1", *more)))
            training.options.out.mkdir(exist_ok=True)
            training.run()
            (self.folder / "net/checkpoint.pt").unlink()
            return training, training.export()

        def contents(network):
            file = network.read_bytes()
            count = struct.unpack_from(HEADER, file)[-2]
            return np.frombuffer(file, content_rows(training.network.shape.hidden), count,
                                 len(file) - count * (4 + training.network.shape.hidden))

        training, whole = train_on()
        everything = contents(whole)
        self.assertGreater(len(everything), 100)
        training, first = train_on("--content-rows", "20")
        kept = contents(first)
        # The weights are the same, because all of training is: those of the empty boards, which are
        # seen most, stay.
        empty = [board * 3**9 for board in range(9)]
        self.assertTrue(set(empty) & set(everything["number"]) <= set(kept["number"]))
        self.assertTrue(set(kept["number"]) < set(everything["number"]))
        self.assertTrue(0 < len(kept) <= 20)  # some may be rounded to nothing
        self.assertTrue(kept["row"].any(1).all())
        training, second = train_on("--start", str(first), "--known-contents")
        again = contents(second)
        self.assertTrue(set(again["number"]) <= set(kept["number"]))
        self.assertGreater(len(again), 0)
        self.assertTrue((again["row"] != kept["row"][np.isin(kept["number"], again["number"])]).any())

    def test_options_of_contents_that_cannot_be_are_refused(self):
        data = self.folder / "ultimate.rec"
        generate(data, "ultimate", 2)
        for wrong in (["--content-rows", "-5"], ["--known-contents"]):
            with self.assertRaises(SystemExit) as ended, contextlib.redirect_stderr(io.StringIO()) as told:
                train.parse_arguments(self.options(data, *wrong))
            self.assertEqual(ended.exception.code, 2)
            self.assertIn(wrong[0], told.getvalue())
        light = next((ROOT / "data/networks").glob("ultimate-d2fd92a4.xnet"))
        with self.assertRaisesRegex(ValueError, "no board content features"):
            train.Training(train.parse_arguments(
                self.options(data, "--start", str(light), "--known-contents")))

    def test_a_network_to_start_from_that_is_none_is_refused(self):
        data = self.folder / "ultimate.rec"
        generate(data, "ultimate", 2)
        good = next((ROOT / "data/networks").glob("ultimate-aae317e4.xnet")).read_bytes()
        last = len(good) - 68
        for name, wrong, reason in (
                ("empty", b"", "not a network file"), ("garbage", b"garbage" * 40, "not a network file"),
                ("cut", good[:5000], "buffer"), ("another", good[:32] + b"1" + good[33:], "shape"),
                ("number", good[:last] + b"\xff" * 4 + good[last + 4:], "out of range")):
            with self.subTest(name):
                path = self.folder / name
                path.write_bytes(wrong)
                told = io.StringIO()
                with contextlib.redirect_stderr(told):
                    self.assertEqual(train.main(self.options(data, "--start", str(path))), 1)
                self.assertIn(reason, told.getvalue())

    def test_symmetries_change_features_but_nothing_else(self):
        data = self.folder / "extreme.rec"
        generate(data, "extreme", 1)
        records = Records(Native(LIBRARY), data)
        which = np.arange(len(records))
        plain, turned = records.batch(which, 0), records.batch(which, 5)
        np.testing.assert_array_equal(plain.offsets, turned.offsets)
        np.testing.assert_array_equal(plain.scores, turned.scores)
        np.testing.assert_array_equal(plain.buckets, turned.buckets)
        self.assertTrue((plain.mover != turned.mover).any())

    def test_a_file_that_is_no_file_of_records_is_named(self):
        wrong = self.folder / "wrong.rec"
        wrong.write_text("nothing")
        with self.assertRaisesRegex(ValueError, "not a file of training records"):
            Records(Native(LIBRARY), wrong)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
