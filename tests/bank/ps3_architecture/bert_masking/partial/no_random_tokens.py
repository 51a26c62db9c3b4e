"""80 % masked, the others kept.

base: accepted/two_draws.py
replace: inputs[random] = rng.integers(0, vocab_size, size=random.sum())
with: pass
points: 1.75
finding: the shares of masked, random and kept ones: authored
finding: random tokens come from the whole vocabulary: authored
"""
