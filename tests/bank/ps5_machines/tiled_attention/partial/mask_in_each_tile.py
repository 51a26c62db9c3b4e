"""The same triangle in every tile.

base: accepted/columns_kept.py
replace: np.where(future, -np.inf, s)
with: np.where(np.tri(*s.shape), s, -np.inf)
points: 3
finding: mask-starts-anew
"""
