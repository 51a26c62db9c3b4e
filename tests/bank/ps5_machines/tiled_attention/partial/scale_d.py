"""Divides by d.

base: accepted/columns_kept.py
replace: np.sqrt(d)
with: d
points: 2.25
finding: scale-d
"""
