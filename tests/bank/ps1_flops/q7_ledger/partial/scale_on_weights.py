"""Divides dW_q and dW_k by √d_attn.

base: accepted/one_formula_per_line.py
replace: "scale": L * L,
with: "scale": 2 * a * i,
points: 5.5
finding: scale-on-dwq-and-dwk
"""
