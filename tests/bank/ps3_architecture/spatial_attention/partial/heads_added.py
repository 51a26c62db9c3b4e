"""The heads added up.

base: accepted/einsum.py
replace: "kabxy,kxyi->abki", alpha, v)
with: "kabxy,kxyi->abi", alpha, v)
points: 2.5
finding: 2 × 5, 3 heads: h_out: array-shape
finding: heads-added
"""
