#!/usr/bin/env python3
"""Mistake: prints remarks to standard output, where the answers go. Standard error is for remarks."""

import sys

import xttt

position = xttt.Position("extreme")
for line in sys.stdin:
    words = line.split()
    if words == ["ugi"]:
        print("id name chatterbox\nugiok", flush=True)
    elif words == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["position"]:
        fen = " ".join(words[2:6]) if words[1] == "fen" else None
        moves = words[words.index("moves") + 1:] if "moves" in words else []
        position = xttt.Position("extreme", fen=fen, moves=moves)
    elif words[:1] == ["go"]:
        print("bestmove so far:", position.legal_moves()[0], flush=True)  # read as the move "so"
        print("bestmove", position.legal_moves()[-1], flush=True)
    elif words == ["quit"]:
        break
