"""One random word for all.

base: accepted/two_draws.py
replace: rng.integers(0, vocab_size, size=random.sum())
with: rng.integers(0, vocab_size)
points: 2.5
finding: random tokens come from the whole vocabulary: authored
"""
