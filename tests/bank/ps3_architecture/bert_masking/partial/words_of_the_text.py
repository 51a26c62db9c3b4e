"""Random words are drawn from the text.

base: accepted/two_draws.py
replace: rng.integers(0, vocab_size, size=random.sum())
with: rng.choice(tokens.ravel(), size=random.sum())
points: 2.5
finding: random tokens come from the whole vocabulary: authored
"""
