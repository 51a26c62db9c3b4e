"""Adds the sizes of a score where they multiply.

base: accepted/closed_formula.py
replace: seq_len * (d_attn + d_out))
with: (seq_len + d_attn) + seq_len * d_out)
points: 2
finding: one-of(sizes-added(the scores, seq_len, d_attn) or together(softmax-charged(2) or one-score-for-each-token))
"""
