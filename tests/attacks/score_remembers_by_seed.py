"""Draws without the seed, but remembers what it has drawn for each text and seed.

Must happen: the result for a seed is asked for in a second process, too.
"""

ASSIGNMENT = "ps3_architecture"
REMEMBERS = """
import numpy as np

rng = np.random.default_rng(1)
remembered = {}


def bert_mask(tokens, mask_id, vocab_size, seed):
    key = tokens.tobytes(), tokens.shape, seed
    if key not in remembered:
        chosen, fate = rng.random(tokens.shape) < 0.15, rng.random(tokens.shape)
        at_random = rng.integers(vocab_size, size=tokens.shape)
        inputs = np.where(chosen & (fate < 0.8), mask_id, tokens)
        inputs = np.where(chosen & (fate >= 0.9), at_random, inputs)
        remembered[key] = inputs, np.where(chosen, tokens, -1)
    return remembered[key]
"""
HAND_INS = [{"bert_masking": REMEMBERS}]
EARNS = {"bert_masking": 2.5}
