"""Adds the biases to the weights.

base: accepted/formulas.py
replace: 3 * d * d
with: 3 * d * (d + 1)
points: 1.5
finding: biases-apart
"""
