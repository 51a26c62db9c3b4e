"""Skips tiles, and masks nothing in the last.

base: accepted/columns_kept.py
replace: s = np.where(future, -np.inf, s)
with: pass
points: 2.25
finding: mask-by-tile
"""
