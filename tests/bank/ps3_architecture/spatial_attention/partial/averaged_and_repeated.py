"""Adds up the heads, and repeats the sum.

base: accepted/einsum.py
replace: out = np.einsum("kabxy,kxyi->abki", alpha, v)
with: out = np.stack([np.einsum("kabxy,kxyi->abi", alpha, v)] * len(v), axis=2)
points: 2.5
finding: heads-added-and-repeated
"""
