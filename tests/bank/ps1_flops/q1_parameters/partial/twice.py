"""Twice the right count: bytes of bf16, or weights and gradients.

base: accepted/closed_formula.py
replace: return (2 * d_attn + d_out) * d_in + d_hidden * (d_out + 1)
with: return 2 * ((2 * d_attn + d_out) * d_in + d_hidden * (d_out + 1))
points: 1.5
finding: bytes(2)
"""
