"""NaN where nothing is predicted.

base: accepted/two_draws.py
replace: np.where(chosen, tokens, -1)
with: np.where(chosen, tokens, np.nan)
points: 2.5
finding: targets are the chosen tokens, and the others stay: authored
"""
