"""Targets hold the masked tokens.

base: accepted/two_draws.py
replace: np.where(chosen, tokens, -1)
with: np.where(chosen, inputs, -1)
points: 2.5
finding: targets are the chosen tokens, and the others stay: authored
"""
