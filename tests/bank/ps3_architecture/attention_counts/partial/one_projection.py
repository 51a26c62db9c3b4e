"""Counts W_q and b_q alone.

base: accepted/formulas.py
replace: 3 * d * d
with: d * d
replace: 3 * d,
with: d,
points: 1.25
finding: one-of-three-matrices
finding: one-of-three-biases
"""
