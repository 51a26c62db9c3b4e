"""Biases charged in both.

base: accepted/concatenate.py
replace: return 6 * d * d + 4 * (n + 1) * d
with: return 6 * d * d + 3 * d + 4 * (n + 1) * d
points: 5.75
finding: biases
"""
