"""Kept and random tokens are not predicted.

base: accepted/two_draws.py
replace: np.where(chosen, tokens, -1)
with: np.where(inputs == mask_id, tokens, -1)
points: 1.75
finding: you leave out the chosen tokens that stay as they are
finding: tokens with target −1 are changed in inputs
"""
