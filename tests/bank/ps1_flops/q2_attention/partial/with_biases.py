"""An honest other convention: biases of the three projections.

base: accepted/closed_formula.py
replace: return 2
with: return seq_len * (2 * d_attn + d_out) + 2
points: 3
finding: biases
"""
