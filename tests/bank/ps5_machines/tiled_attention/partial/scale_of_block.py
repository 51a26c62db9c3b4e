"""Divides by the root of the block.

base: accepted/columns_kept.py
replace: np.sqrt(d)
with: np.sqrt(block)
points: 2.25
finding: scale-of-block
"""
