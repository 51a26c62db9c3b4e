"""A word beyond the vocabulary.

base: accepted/two_draws.py
replace: rng.integers(0, vocab_size,
with: rng.integers(0, vocab_size + 1,
points: 2.5
finding: random tokens come from the whole vocabulary: authored
"""
