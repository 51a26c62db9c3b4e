"""Subtracts eps from 1.

base: accepted/as_the_formula.py
replace: np.sqrt(variance) / np.sqrt(variance + eps)
with: np.sqrt(max(0, 1 - eps))
points: 1
finding: eps-from-one
"""
