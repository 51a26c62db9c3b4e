"""Changes the text that it is given.

base: accepted/two_draws.py
replace: inputs = tokens.copy()
with: inputs, tokens = tokens, tokens.copy()
points: 2.5
finding: a function of its arguments, and of the seed: authored
"""
