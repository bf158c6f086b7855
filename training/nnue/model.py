"""The network in PyTorch, with weights quantised as in the engine."""

import struct

import numpy as np
import torch
from native import Batch, Native
from torch import nn


class _SumRows(torch.autograd.Function):
    """Embedding bag on the CPU, computed by the native library."""

    @staticmethod
    def forward(context, table, bias, native, rows, offsets):
        context.native, context.rows, context.offsets = native, rows, offsets
        context.shape = table.shape
        return torch.from_numpy(native.sum_rows(
            table.detach().contiguous().numpy(), bias.detach().contiguous().numpy(), rows, offsets))

    @staticmethod
    def backward(context, gradient):
        table = torch.zeros(context.shape)
        context.native.spread_rows(
            gradient.contiguous().numpy(), context.rows, context.offsets, table.numpy())
        return table, gradient.sum(0), None, None, None


def _rounded(weights, unit, limit):
    """Quantised weights with a straight-through gradient."""
    on_grid = torch.round(weights.clamp(-limit / unit, limit / unit) * unit) / unit
    return weights + (on_grid - weights).detach()


class Network(nn.Module):
    """Features to one accumulator per side; squared clipped ReLU; one output per game phase."""

    ROW_LIMIT = 127  # eight bits
    BIAS_LIMIT = 32767 // 4

    def __init__(self, native: Native, features: int, contents: int = 0):
        """The last `contents` features are board contents; a network file stores a subset of them."""
        super().__init__()
        self.native, self.shape, self.contents_at = native, native.shape, features - contents
        hidden, buckets = self.shape.hidden, self.shape.buckets
        self.rows = nn.Parameter(torch.randn(features, hidden) * 0.05)
        with torch.no_grad():
            self.rows[self.contents_at:] = 0
        self.bias = nn.Parameter(torch.full((hidden,), 0.3))
        self.output = nn.Parameter(torch.randn(buckets, 2 * hidden) * 0.1)
        self.output_bias = nn.Parameter(torch.zeros(buckets))

    def weights(self):
        """All weights, quantised."""
        shape = self.shape
        return (_rounded(self.rows, shape.full, self.ROW_LIMIT),
                _rounded(self.bias, shape.full, self.BIAS_LIMIT),
                _rounded(self.output, shape.output_unit, shape.max_output),
                self.output_bias)

    def forward(self, batch: Batch):
        """Log-odds that the side to move wins."""
        rows, bias, output, output_bias = self.weights()
        device = rows.device
        views = []
        for numbers in (batch.mover, batch.other):
            if device.type == "cpu":
                total = _SumRows.apply(rows, bias, self.native, numbers, batch.offsets)
            else:
                total = bias + nn.functional.embedding_bag(
                    torch.from_numpy(numbers).to(device), rows,
                    torch.from_numpy(batch.offsets[:-1]).to(device), mode="sum")
            views.append(total.clamp(0, 1).square())
        buckets = torch.from_numpy(batch.buckets).to(device)
        return (torch.cat(views, 1) * output[buckets]).sum(1) + output_bias[buckets]

    def start_from(self, file: bytes):
        """Loads the weights of a network file. Board content features missing there start at zero."""
        shape = self.shape
        if len(file) < struct.calcsize(HEADER) or not file.startswith(MAGIC):
            raise ValueError("the --start file is not a network file")
        _, _, hidden, _, features, *_, contents, _ = struct.unpack_from(HEADER, file)
        if features != self.contents_at or hidden != shape.hidden:
            raise ValueError("the --start network has another shape")
        at = struct.calcsize(HEADER)
        blocks = []
        for kind, count in (("<i2", shape.hidden), ("i1", features * shape.hidden),
                            ("<i2", shape.buckets * 2 * shape.hidden), ("<i4", shape.buckets)):
            blocks.append(torch.from_numpy(np.frombuffer(file, kind, count, at).astype("f4")))
            at += np.dtype(kind).itemsize * count
        bias, rows, output, output_bias = blocks
        with torch.no_grad():
            self.bias.copy_(bias / shape.full)
            self.rows.zero_()
            self.rows[:features] = rows.reshape(features, -1) / shape.full
            known = np.frombuffer(file, content_rows(shape.hidden), contents, at)
            if (known["number"] >= len(self.rows) - features).any():
                raise ValueError("the --start network has board content features out of range")
            self.rows[features + torch.from_numpy(known["number"].astype("i8"))] = (
                torch.from_numpy(known["row"].astype("f4")).to(self.rows.device) / shape.full)
            self.output.copy_(output.reshape(self.output.shape) / shape.output_unit)
            self.output_bias.copy_(output_bias / (shape.full * shape.full * shape.output_unit))

    def integers(self):
        """The weights as integers, in the order of a network file."""
        shape = self.shape
        with torch.no_grad():
            rows, bias, output, output_bias = (w.cpu().double().numpy() for w in self.weights())
        one = shape.full * shape.full * shape.output_unit
        return (np.rint(bias * shape.full).astype("<i2"), np.rint(rows * shape.full).astype("i1"),
                np.rint(output * shape.output_unit).astype("<i2"),
                np.rint(output_bias * one).astype("<i4"))


HEADER, MAGIC = "<8sII16sIIiiQII", b"XTTTNET\n"  # docs/reference/network-files.md


def content_rows(hidden: int) -> np.dtype:
    """The layout of a board content feature in a network file."""
    return np.dtype([("number", "<u4"), ("row", "i1", (hidden,))])


def checksum(data: bytes) -> int:
    """64-bit FNV-1a, as in the engine."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def network_file(network: Network, variant: str, scale: int, unit: int) -> tuple[bytes, int]:
    """The bytes of a network file (docs/reference/network-files.md) and their checksum."""
    shape = network.shape
    bias, rows, output, output_bias = network.integers()
    rows, contents = rows[:network.contents_at], rows[network.contents_at:]
    numbers = np.flatnonzero(contents.any(1))
    known = np.zeros(len(numbers), content_rows(shape.hidden))
    known["number"], known["row"] = numbers, contents[numbers]

    def header(sum_):
        return struct.pack(HEADER, MAGIC, shape.version if len(known) else 1, shape.hidden,
                           variant.encode(), network.contents_at, shape.buckets, scale, unit, sum_,
                           len(known), 0)

    payload = b"".join(block.tobytes() for block in (bias, rows, output, output_bias, known))
    total = checksum(header(0) + payload)
    return header(total) + payload, total


def integer_scores(network: Network, batch: Batch, scale: int) -> np.ndarray:
    """The scores the engine must give these positions, computed in integer arithmetic."""
    shape = network.shape
    bias, rows, output, output_bias = network.integers()
    scores = []
    one = shape.full * shape.full * shape.output_unit
    for i, bucket in enumerate(batch.buckets):
        span = slice(batch.offsets[i], batch.offsets[i + 1])
        views = [bias.astype(np.int64) + rows[numbers[span]].astype(np.int64).sum(0)
                 for numbers in (batch.mover, batch.other)]
        values = np.concatenate(views).clip(0, shape.full)
        total = int(output_bias[bucket]) + int((values * values * output[bucket]).sum())
        score = abs(total * scale) // one * (1 if total >= 0 else -1)  # truncates towards zero, as in C++
        scores.append(max(-250000, min(250000, score)))
    return np.array(scores)
