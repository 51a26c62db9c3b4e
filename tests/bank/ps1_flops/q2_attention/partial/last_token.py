"""Lets the last token ask only.

base: accepted/closed_formula.py
replace: seq_len * (d_attn + d_out))
with: (d_attn + d_out))
points: 2
finding: last-token-only
"""
