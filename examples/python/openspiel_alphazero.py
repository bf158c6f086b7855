#!/usr/bin/env python3
"""Trains ultimate tic-tac-toe with the AlphaZero that comes with OpenSpiel.

    pip install xttt[openspiel] jax flax optax chex orbax-checkpoint
    python openspiel_alphazero.py --steps 10 --folder az-run

Each step plays games with `--simulations` simulations a move until half of the replay buffer is new, and then
learns from them. `learner.jsonl` in the folder has losses and results, one object per step.
"""

# A dataclass of chex has parameters that pyright does not see.
# pyright: reportCallIssue=false

from __future__ import annotations

import argparse

# Worker processes import this file too, which registers the game there.
import xttt.adapters.open_spiel_game  # noqa: F401


def main() -> None:
    """Trains."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--variant", default="ultimate", help="variant to learn")
    parser.add_argument("--steps", type=int, default=10, help="training steps")
    parser.add_argument("--actors", type=int, default=2, help="processes that play games")
    parser.add_argument("--simulations", type=int, default=20, help="simulations per move")
    parser.add_argument("--folder", default="az-run", help="folder for logs and checkpoints")
    options = parser.parse_args()

    from open_spiel.python.algorithms.alpha_zero import alpha_zero

    alpha_zero.alpha_zero(alpha_zero.Config(
        game=f"python_xttt(variant={options.variant})", path=options.folder, learning_rate=1e-3, weight_decay=1e-4,
        decouple_weight_decay=False, train_batch_size=64, replay_buffer_size=512, replay_buffer_reuse=2,
        max_steps=options.steps, checkpoint_freq=options.steps, actors=options.actors, evaluators=0,
        evaluation_window=10, eval_levels=2, uct_c=1.5, max_simulations=options.simulations, policy_alpha=0.5,
        policy_epsilon=0.25, temperature=1.0, temperature_drop=10, nn_model="mlp", nn_width=64, nn_depth=2,
        observation_shape=None, output_size=None, verbose=False, quiet=True))


if __name__ == "__main__":
    main()
