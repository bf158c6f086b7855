"""Files of games, .xgn and .jsonl; docs/reference/file-formats.md describes them."""

from __future__ import annotations

import os
from typing import Iterable, List, Optional, Union

import xttt._core as _core

_Path = Union[str, "os.PathLike[str]"]


def _format_of(path: _Path, format: Optional[str]) -> str:
    if format is not None:
        return format
    name = os.fspath(path)
    for known in ("xgn", "jsonl"):
        if name.endswith("." + known):
            return known
    raise ValueError(f"{name!r}: the name must end in .xgn or .jsonl, or pass format=")


def loads(text: str, format: str = "xgn") -> List[_core.Record]:
    """The games in a text. A ValueError names the line of the first invalid game."""
    return _core.read_records(text, format)


def load(path: _Path, format: Optional[str] = None) -> List[_core.Record]:
    """The games of a file."""
    chosen = _format_of(path, format)
    with open(path, encoding="utf-8", newline="") as file:
        return _core.read_records(file.read(), chosen)


def save(path: _Path, records: Iterable[_core.Record], format: Optional[str] = None) -> None:
    """Writes games to a file and replaces its contents."""
    chosen = _format_of(path, format)
    texts = [record.text(chosen) for record in records]
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.writelines(texts)
