"""Divides by the sum of all exponentials.

points: 3
finding: one-sum-for-all
base: partial/one_sum_for_each_sequence.py
replace: e = np.exp(S - S.max(axis=(1, 2), keepdims=True))
with: e = np.exp(S - S.max())
replace: return e / e.sum(axis=(1, 2), keepdims=True) @ v
with: return e / e.sum() @ v
"""
