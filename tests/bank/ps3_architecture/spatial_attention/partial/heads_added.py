"""The heads added up.

base: accepted/einsum.py
replace: "kabxy,kxyi->abki", alpha, v)
with: "kabxy,kxyi->abi", alpha, v)
points: 2.4
finding: its shape is
"""
