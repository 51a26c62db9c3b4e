"""Works in place, and so predicts the masks.

base: accepted/two_draws.py
replace: inputs = tokens.copy()
with: inputs = tokens
points: 2.5
finding: tokens itself is changed, and the targets are taken from it afterwards
"""
