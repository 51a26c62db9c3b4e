"""Scores divided by their sum.

base: accepted/concatenate.py
replace: a = np.exp(s - np.max(s))
with: a = s
points: 4
finding: no-exponential
"""
