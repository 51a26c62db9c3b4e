"""Counts an output projection, with its bias.

base: accepted/formulas.py
replace: 3 * d * d
with: 4 * d * d
replace: "qkv_biases": 3 * d
with: "qkv_biases": 4 * d
points: 1.5
finding: output-projection
"""
