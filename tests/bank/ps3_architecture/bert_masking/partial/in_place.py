"""Changes the text that it is given.

base: accepted/two_draws.py
replace: inputs = tokens.copy()
with: inputs, tokens = tokens, tokens.copy()
points: 2.5
finding: the seed decides the result, and tokens stays unchanged: authored
"""
