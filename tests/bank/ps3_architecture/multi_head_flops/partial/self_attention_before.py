"""Counts the self-attention of a decoder as well.

base: accepted/formula.py
replace: 4 * n_t * d**2
with: 12 * n_t * d**2 + 4 * n_t**2 * d
points: 1.5
finding: self-attention-as-well
"""
