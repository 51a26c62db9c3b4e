"""Random tokens overwrite masks.

base: accepted/two_draws.py
replace:     random = chosen & (fate >= 0.8) & (fate < 0.9)
with:     random = chosen & (rng.random(tokens.shape) < 0.1)
points: 2.25
finding: the shares of masked, random and kept ones: authored
"""
