"""The two arrays exchanged.

base: accepted/two_draws.py
replace: return inputs, np.where(chosen, tokens, -1)
with: return np.where(chosen, tokens, -1), inputs
points: 2.5
finding: targets are the chosen tokens, and the others stay: authored
"""
