"""Adds the sizes of a score where they multiply.

base: accepted/closed_formula.py
replace: seq_len * (d_attn + d_out))
with: (seq_len + d_attn) + seq_len * d_out)
points: 2
finding: in the scores, seq_len and d_attn are added; they multiply
"""
