"""Weights only in the difference.

base: accepted/as_asked.py
replace: n**2 * d**2 + n * d - 3 * d**2 - 3 * d
with: n**2 * d**2 - 3 * d**2
points: 1.5
finding: biases-left-out
"""
