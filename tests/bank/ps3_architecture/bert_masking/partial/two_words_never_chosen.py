"""Never chooses masks, nor token 0.

base: accepted/two_draws.py
replace: rng.random(tokens.shape) < 0.15
with: (rng.random(tokens.shape) < 0.15) & (tokens != mask_id) & (tokens != 0)
points: 2.25
finding: the share of chosen tokens: authored
"""
