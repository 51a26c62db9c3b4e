"""Masked scores are 0.

points: 2.25
finding: masked-scores-zero
base: accepted/columns_kept.py
replace: np.where(future, -np.inf, s)
with: np.where(future, 0.0, s)
"""
