"""80 % masked, the others kept.

base: accepted/two_draws.py
replace: inputs[random] = rng.integers(0, vocab_size, size=random.sum())
with: pass
points: 1.75
finding: none of them gets a random token
finding: no chosen token becomes a random one
"""
