"""Two FLOPs for each weight and token.

base: accepted/formula.py
replace:  + 4 * n_t * n_s * d
with:
points: 2
finding: two-flops-per-weight
"""
