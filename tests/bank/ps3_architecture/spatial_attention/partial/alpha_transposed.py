"""Keys first in alpha.

base: accepted/einsum.py
replace: -1), alpha
with: -1), alpha.transpose(0, 3, 4, 1, 2)
points: 2
finding: alpha-transposed
"""
