"""The number that chose a token draws its fate.

base: accepted/two_draws.py
replace: rng.random(tokens.shape) < 0.15
with: (fate := rng.random(tokens.shape)) < 0.15
replace:     fate = rng.random(tokens.shape)
with: 
points: 1.75
finding: the shares of masked, random and kept ones: authored
"""
