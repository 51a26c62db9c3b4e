"""Cuts scores off against overflow.

base: partial/overflow.py
replace: np.exp(scores)
with: np.exp(np.clip(scores, -500, 500))
points: 5.5
finding: scores-clipped
"""
