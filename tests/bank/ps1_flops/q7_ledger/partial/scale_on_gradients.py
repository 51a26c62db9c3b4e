"""Charges the factor 1/√d_attn in the lines of dQ and dK.

base: accepted/one_formula_per_line.py
replace: "scale": L * L,
with: "scale": 0,
replace: "dQ": 2 * L * a * L,
with: "dQ": 2 * L * a * L + L * a,
replace: "dK": 2 * L * a * L,
with: "dK": 2 * L * a * L + L * a,
points: 5.2
finding: scale: the factor 1/√d_attn is applied to the L × L matrix, not to dQ and dK (B5)
finding: – dK: the factor 1/√d_attn is applied to the L × L matrix, not to dQ and dK (B5) (wrong for the same reason as scale and dQ; not charged again)
"""
