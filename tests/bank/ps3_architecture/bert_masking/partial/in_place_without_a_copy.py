"""Works in place, and so predicts the masks.

base: accepted/two_draws.py
replace: inputs = tokens.copy()
with: inputs = tokens
points: 2
finding: targets hold what stands in inputs
finding: it changes tokens, its argument
"""
