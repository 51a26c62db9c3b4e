"""Softmax and scale for one row.

base: accepted/three_parts.py
replace: 5 * L**2
with: 5 * L
points: 0.75
finding: softmax-of-one-row
"""
