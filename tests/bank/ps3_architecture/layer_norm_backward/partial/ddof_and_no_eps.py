"""Divides by d − 1, and forgets eps.

base: accepted/in_three_means.py
replace: np.sqrt(x.var(axis=1, keepdims=True) + eps)
with: x.std(axis=1, keepdims=True, ddof=1)
points: 1
finding: variance-by-d-minus-1
finding: eps-missing
"""
