"""Divides dQ and dK by √d_attn.

base: accepted/one_formula_per_line.py
replace: "scale": L * L,
with: "scale": 2 * L * a,
points: 5.5
finding: scale-on-dq-and-dk
"""
