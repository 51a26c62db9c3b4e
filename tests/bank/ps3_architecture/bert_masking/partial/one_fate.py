"""One fate for all that are chosen.

base: accepted/two_draws.py
replace: fate = rng.random(tokens.shape)
with: fate = np.full(tokens.shape, rng.random())
points: 1.75
finding: the shares of masked, random and kept ones: authored
"""
