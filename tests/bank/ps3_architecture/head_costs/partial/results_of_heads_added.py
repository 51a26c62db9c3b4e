"""Each head goes through its part of W_o, and the results are added up.

base: accepted/formulas.py
replace: + 4 * n**2 * n_heads * d_head
with: + 4 * n**2 * n_heads * d_head + (n_heads - 1) * n * d
points: 3.25
finding: head-results-added
"""
