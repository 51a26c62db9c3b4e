"""One slip, which lands on the term of the scores: that one is right.

base: accepted/closed_formula.py
replace: (d_attn + d_out))
with: (d_attn + d_attn))
points: 2
finding: size-in-place-of(the weighted sums, d_attn, d_out)
finding: right-term
"""
