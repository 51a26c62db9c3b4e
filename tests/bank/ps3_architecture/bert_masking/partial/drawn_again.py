"""Draws places with replacement.

base: accepted/two_draws.py
replace: chosen = rng.random(tokens.shape) < 0.15
with: chosen = np.zeros(tokens.shape, bool); chosen.flat[rng.integers(tokens.size, size=int(0.15 * tokens.size))] = True
points: 2.25
finding: the share of chosen tokens: authored
"""
