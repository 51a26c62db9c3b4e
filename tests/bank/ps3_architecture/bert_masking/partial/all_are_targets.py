"""Every token is a target.

base: accepted/two_draws.py
replace: np.where(chosen, tokens, -1)
with: tokens.copy()
points: 2.25
finding: the share of chosen tokens: authored
"""
