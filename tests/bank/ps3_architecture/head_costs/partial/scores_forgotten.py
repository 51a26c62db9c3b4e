"""Two FLOPs for each weight and token, and nothing else.

base: accepted/formulas.py
replace:  + 4 * n**2 * n_heads * d_head
with:
points: 2.5
finding: two-flops-per-weight
"""
