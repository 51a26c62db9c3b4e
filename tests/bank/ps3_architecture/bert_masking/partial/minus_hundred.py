"""The mark of a library.

base: accepted/two_draws.py
replace: np.where(chosen, tokens, -1)
with: np.where(chosen, tokens, -100)
points: 2.5
finding: targets are the chosen tokens, and the others stay: authored
"""
