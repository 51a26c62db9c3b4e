"""The first 80 % of the chosen ones are masked.

base: accepted/two_draws.py
replace: fate = rng.random(tokens.shape)
with: fate = np.linspace(0, 1, tokens.size).reshape(tokens.shape)
points: 2.25
finding: the shares of masked, random and kept ones: authored
"""
