"""Reads training records and extracts features through ctypes (features.cpp)."""

import ctypes
from ctypes import POINTER, c_bool, c_char_p, c_float, c_int32, c_int64, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import NamedTuple

import numpy as np

MESSAGE_SIZE = 512


class Shape(NamedTuple):
    """The sizes and units the engine was compiled for."""

    hidden: int
    buckets: int
    full: int
    output_unit: int
    max_output: int
    version: int


class Batch(NamedTuple):
    """Positions as lists of active features, with their training targets."""

    mover: np.ndarray
    other: np.ndarray
    offsets: np.ndarray
    buckets: np.ndarray
    scores: np.ndarray
    results: np.ndarray


def _pointer(array, kind):
    return array.ctypes.data_as(POINTER(kind))


class Native:
    """The library that CMake builds as lib/libxttt_nnue_native.so."""

    def __init__(self, path: Path):
        library = ctypes.CDLL(str(path))
        library.xttt_open.restype = c_void_p
        library.xttt_open.argtypes = [c_char_p, c_char_p, c_int32]
        library.xttt_variant.restype = c_char_p
        library.xttt_size.restype = c_int64
        library.xttt_scores.restype = c_bool
        for name in ("close", "variant", "size", "features", "contents", "most_features", "scale",
                     "unit"):
            getattr(library, f"xttt_{name}").argtypes = [c_void_p]
        library.xttt_games.argtypes = [c_void_p, POINTER(c_uint32)]
        library.xttt_batch.argtypes = [
            c_void_p, POINTER(c_int64), c_int64, c_uint64, POINTER(c_int32), POINTER(c_int32),
            POINTER(c_int32), POINTER(c_int64), POINTER(c_float), POINTER(c_float)]
        library.xttt_scores.argtypes = [
            c_void_p, c_char_p, POINTER(c_int64), c_int64, POINTER(c_int32), c_char_p, c_int32]
        library.xttt_sum_rows.argtypes = [
            POINTER(c_float), POINTER(c_float), POINTER(c_int32), POINTER(c_int32), c_int64,
            POINTER(c_float)]
        library.xttt_spread_rows.argtypes = [
            POINTER(c_float), POINTER(c_int32), POINTER(c_int32), c_int64, POINTER(c_float)]
        self.library = library
        numbers = np.zeros(len(Shape._fields), dtype=np.int32)
        library.xttt_shape(_pointer(numbers, c_int32))
        self.shape = Shape(*(int(n) for n in numbers))

    def keep_memory(self):
        """Makes the allocator keep freed memory, which speeds up training on the CPU."""
        self.library.xttt_keep_memory()

    def sum_rows(self, table, start, rows, offsets):
        out = np.empty((len(offsets) - 1, self.shape.hidden), dtype=np.float32)
        self.library.xttt_sum_rows(
            _pointer(table, c_float), _pointer(start, c_float), _pointer(rows, c_int32),
            _pointer(offsets, c_int32), len(out), _pointer(out, c_float))
        return out

    def spread_rows(self, gradient, rows, offsets, table):
        self.library.xttt_spread_rows(
            _pointer(gradient, c_float), _pointer(rows, c_int32), _pointer(offsets, c_int32),
            len(offsets) - 1, _pointer(table, c_float))


class Records:
    """One file of training records, in memory."""

    def __init__(self, native: Native, path: Path):
        self.native = native
        message = ctypes.create_string_buffer(MESSAGE_SIZE)
        self.handle = native.library.xttt_open(str(path).encode(), message, MESSAGE_SIZE)
        if not self.handle:
            raise ValueError(message.value.decode(errors="replace"))
        library = native.library
        self.variant = library.xttt_variant(self.handle).decode()
        self.features = library.xttt_features(self.handle)
        self.contents = library.xttt_contents(self.handle)
        self.scale = library.xttt_scale(self.handle)
        self.unit = library.xttt_unit(self.handle)
        self._most = library.xttt_most_features(self.handle)

    def __len__(self):
        return self.native.library.xttt_size(self.handle)

    def close(self):
        self.native.library.xttt_close(self.handle)
        self.handle = None

    def games(self) -> np.ndarray:
        out = np.empty(len(self), dtype=np.uint32)
        self.native.library.xttt_games(self.handle, _pointer(out, c_uint32))
        return out

    def batch(self, which: np.ndarray, seed: int) -> Batch:
        """The records at these indices, each transformed by a random symmetry unless the seed is 0."""
        count = len(which)
        which = np.ascontiguousarray(which, dtype=np.int64)
        batch = Batch(
            np.empty(count * self._most, dtype=np.int32), np.empty(count * self._most, dtype=np.int32),
            np.empty(count + 1, dtype=np.int32), np.empty(count, dtype=np.int64),
            np.empty(count, dtype=np.float32), np.empty(count, dtype=np.float32))
        self.native.library.xttt_batch(
            self.handle, _pointer(which, c_int64), count, seed, _pointer(batch.mover, c_int32),
            _pointer(batch.other, c_int32), _pointer(batch.offsets, c_int32),
            _pointer(batch.buckets, c_int64), _pointer(batch.scores, c_float),
            _pointer(batch.results, c_float))
        used = int(batch.offsets[-1])
        return batch._replace(mover=batch.mover[:used], other=batch.other[:used])

    def engine_scores(self, network: Path, which: np.ndarray) -> np.ndarray:
        """The scores of the records by the engine with this network."""
        which = np.ascontiguousarray(which, dtype=np.int64)
        out = np.empty(len(which), dtype=np.int32)
        message = ctypes.create_string_buffer(MESSAGE_SIZE)
        if not self.native.library.xttt_scores(
                self.handle, str(network).encode(), _pointer(which, c_int64), len(which),
                _pointer(out, c_int32), message, MESSAGE_SIZE):
            raise ValueError(message.value.decode(errors="replace"))
        return out
