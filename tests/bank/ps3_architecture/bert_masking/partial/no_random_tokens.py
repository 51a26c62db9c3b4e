"""80 % masked, the others kept.

base: accepted/two_draws.py
replace: inputs[random] = rng.integers(0, vocab_size, size=random.sum())
with: pass
points: 1.75
finding: 80 % masked, 10 % random, 10 % kept: authored
finding: random tokens come from the whole vocabulary: authored
"""
