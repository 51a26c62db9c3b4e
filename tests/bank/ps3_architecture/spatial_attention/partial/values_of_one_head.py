"""Values of the first head for all.

base: accepted/einsum.py
replace: "kabxy,kxyi->abki", alpha, v
with: "kabxy,xyi->abki", alpha, v[0]
points: 2.5
finding: one-wv-for-all
"""
