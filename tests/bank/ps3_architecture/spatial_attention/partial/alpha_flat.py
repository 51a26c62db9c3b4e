"""alpha of the flattened grid.

base: accepted/einsum.py
replace: -1), alpha
with: -1), alpha.reshape(len(alpha), -1, alpha.shape[3] * alpha.shape[4])
points: 2
finding: 2 × 5, 3 heads: alpha: array-shape
finding: alpha-flat
"""
