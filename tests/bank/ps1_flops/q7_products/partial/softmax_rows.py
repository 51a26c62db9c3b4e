"""Counts the dot products of the rows, which are free here.

base: accepted/three_parts.py
replace: 4 * L**2 * (a + o)
with: 4 * L**2 * (a + o) + 2 * L**2
points: 0.75
finding: softmax-dot-products-counted
"""
