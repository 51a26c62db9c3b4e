"""Masked scores are 0, in the tiles to come as well.

points: 2
finding: masked-scores-zero
base: accepted/columns_kept.py
replace: np.where(future, -np.inf, s)
with: np.where(future, 0.0, s)
replace: range(0, stop, block)
with: range(0, n, block)
"""
