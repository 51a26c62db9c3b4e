"""Charges the factor 1/√d_attn in the lines of dQ and dK.

base: accepted/one_formula_per_line.py
replace: "scale": L * L,
with: "scale": 0,
replace: "dQ": 2 * L * a * L,
with: "dQ": 2 * L * a * L + L * a,
replace: "dK": 2 * L * a * L,
with: "dK": 2 * L * a * L + L * a,
points: 4.75
finding: scale-on-dq-and-dk
"""
