"""Bytes of float32 in the place of numbers.

base: accepted/closed_formula.py
replace: return (2 * d_attn + d_out) * d_in + d_hidden * (d_out + 1)
with: return 4 * ((2 * d_attn + d_out) * d_in + d_hidden * (d_out + 1))
points: 1.5
finding: bytes(4)
"""
