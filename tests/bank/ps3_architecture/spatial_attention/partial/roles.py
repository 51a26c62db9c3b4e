"""Queries and keys exchanged.

base: accepted/einsum.py
replace: "kabu,kxyu->kabxy", q, key
with: "kabu,kxyu->kabxy", key, q
points: 2
finding: queries-and-keys-exchanged
"""
