"""Tokens that stay are not predicted.

base: accepted/two_draws.py
replace: np.where(chosen, tokens, -1)
with: np.where(inputs != tokens, tokens, -1)
points: 2.25
finding: the share of chosen tokens: authored
"""
