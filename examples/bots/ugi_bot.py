#!/usr/bin/env python3
"""A program that speaks UGI, with the package xttt: searches one move ahead."""

import random

import xttt.bot


def choose(position, clock):
    """The move after which most points of small boards are ours; ties are broken at random."""
    side = "xo".index(position.turn)

    def gain(move):
        after = position.copy()
        after.play(move)
        return after.points[side] - after.points[1 - side], random.random()

    return max(position.legal_moves(), key=gain)


xttt.bot.run(choose, name="one move ahead")
