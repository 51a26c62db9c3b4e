"""Kept and random tokens are not predicted.

base: accepted/two_draws.py
replace: np.where(chosen, tokens, -1)
with: np.where(inputs == mask_id, tokens, -1)
points: 1.75
finding: the share of chosen tokens: authored
finding: targets are the chosen tokens, and the others stay: authored
"""
