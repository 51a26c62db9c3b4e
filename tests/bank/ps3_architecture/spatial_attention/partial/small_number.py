"""A small number in the denominator, against a division by 0 that can't happen.

base: accepted/einsum.py
replace: alpha = alpha / alpha.sum(axis=(3, 4), keepdims=True)
with: alpha = alpha / (alpha.sum(axis=(3, 4), keepdims=True) + 1e-5)
points: 3
finding: small-number-in-normaliser
"""
