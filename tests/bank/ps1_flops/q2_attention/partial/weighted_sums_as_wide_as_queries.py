"""One slip, which lands on the term of the scores: that one is right.

base: accepted/closed_formula.py
replace: (d_attn + d_out))
with: (d_attn + d_attn))
points: 3
finding: in the weighted sums, d_attn stands where d_out belongs
finding: – seq_len²·d_attn: you have 4, charged in another line; 2 is right: the scores
"""
