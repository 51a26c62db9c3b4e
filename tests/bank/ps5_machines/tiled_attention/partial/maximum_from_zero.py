"""The largest score so far begins at 0.

points: 3.75
finding: maximum-from-zero
base: accepted/columns_kept.py
replace: np.full((stop - start, 1), -np.inf)
with: np.zeros((stop - start, 1))
"""
