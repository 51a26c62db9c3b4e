"""Divides dW_q and dW_k by √d_attn.

base: accepted/one_formula_per_line.py
replace: "scale": L * L,
with: "scale": 2 * a * i,
points: 5.6
finding: scale: the factor 1/√d_attn is applied to the L × L matrix, not to dWq and dWk (B5)
"""
