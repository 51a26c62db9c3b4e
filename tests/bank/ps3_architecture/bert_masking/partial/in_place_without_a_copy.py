"""Works in place, and so predicts the masks.

base: accepted/two_draws.py
replace: inputs = tokens.copy()
with: inputs = tokens
points: 2.5
finding: targets are the chosen tokens, and the others stay: authored
"""
