"""Attention has an output projection here, with biases.

base: accepted/as_asked.py
replace: n * d - 3 * d**2 - 3 * d
with: n * d - 4 * d**2 - 4 * d
points: 1.5
finding: output-projection-with-biases
"""
