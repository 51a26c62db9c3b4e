"""Skips tiles, and masks nothing in the last.

base: accepted/columns_kept.py
replace: s = np.where(future, -np.inf, s)
with: pass
points: 2
finding: mask-by-tile
"""
