"""Every token is a target.

base: accepted/two_draws.py
replace: np.where(chosen, tokens, -1)
with: tokens.copy()
points: 1.75
finding: targets are the chosen tokens, and the others stay: authored
"""
