#!/usr/bin/python3
"""mybot plays Extreme Tic-Tac-Toe. It wins a small board if it can, and plays at random otherwise.

    xttt check-bot ugi:mybot.py                    is it ready for a tournament?
    xttt match --x ugi:mybot.py --o random         how good is it?
"""

import random

import xttt
import xttt.bot

rng = random.Random(2026)  # a fixed seed: games can be repeated


def choose(position: xttt.Position, clock: xttt.bot.Clock):
    """The move to play, as text ("h9") or action; clock.budget() is the time for it in milliseconds."""
    own = 0 if position.turn == "x" else 1
    moves = position.legal_moves()
    for move in moves:
        ahead = position.copy()
        ahead.play(move)
        if ahead.points[own] > position.points[own]:
            return move
    return rng.choice(moves)


xttt.bot.run(choose, name="mybot")
