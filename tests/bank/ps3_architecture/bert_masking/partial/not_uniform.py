"""Small numbers are drawn more often.

base: accepted/two_draws.py
replace: rng.integers(0, vocab_size, size=random.sum())
with: (vocab_size * rng.random(random.sum()) ** 1.5).astype(int)
points: 2.5
finding: random tokens come from the whole vocabulary: authored
"""
