"""Never chooses what is a mask already.

base: accepted/two_draws.py
replace: rng.random(tokens.shape) < 0.15
with: (rng.random(tokens.shape) < 0.15) & (tokens != mask_id)
points: 2.25
finding: the share of chosen tokens: authored
"""
