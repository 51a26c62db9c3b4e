"""Cuts scores off against overflow.

base: accepted/concatenate.py
replace: a = np.exp(s - np.max(s))
with: a = np.exp(np.clip(s, -700, 700))
points: 5.75
finding: scores-clipped
"""
