"""Subtracts each row's maximum, and divides by the sum of all rows.

base: accepted/keepdims.py
replace: np.sum(shifted, axis=-1, keepdims=True)
with: np.sum(shifted)
points: 0.5
finding: one-sum-for-all
"""
