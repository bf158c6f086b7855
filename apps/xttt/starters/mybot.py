#!/usr/bin/python3
"""mybot plays Extreme Tic-Tac-Toe. It wins a small board where it can, and draws lots otherwise.

    xttt check-bot ugi:mybot.py                    is it fit for a tournament?
    xttt match --x ugi:mybot.py --o random         how good is it?
"""

import random

import xttt
import xttt.bot

lots = random.Random(2026)  # the same lots in every game: games can be repeated


def choose(position: xttt.Position, clock: xttt.bot.Clock):
    """The move to play, as text ("h9") or action; clock.budget() is the time for it in milliseconds."""
    own = 0 if position.turn == "x" else 1
    moves = position.legal_moves()
    for move in moves:
        ahead = position.copy()
        ahead.play(move)
        if ahead.points[own] > position.points[own]:
            return move
    return lots.choice(moves)


xttt.bot.run(choose, name="mybot")
