"""The sum runs over the queries.

base: accepted/einsum.py
replace: "kabxy,kxyi->abki"
with: "kabxy,kabi->xyki"
points: 2
finding: weights-summed-over-query
"""
